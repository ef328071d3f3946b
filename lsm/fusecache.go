package lsm

// fuseCache is the fuse row cache of one tablet: the keys whose fused SSTable row is cached.
//
//   - A point get or the read of an update or delete puts its row in, if it found one and the
//     tablet has an SSTable to read. Missing and deleted keys are never cached, and scans,
//     multi-gets and inserts neither fill nor use it.
//   - The whole row is cached, whatever columns were asked for.
//   - An entry lives until the tablet makes a mini or the caches are flushed.
//
// All measured on seekdb 1.2.0 (traces point-gets, memtable-gets and fuse-cache-validity).
type fuseCache struct {
	keys KeySet
	// put are keys not yet in the set, so that a run of writes costs an append each.
	put []Key
}

// fuseCacheBatch bounds the keys that wait to enter the set.
const fuseCacheBatch = 1 << 14

func (c *fuseCache) flush() { c.keys, c.put = newKeySet(), c.put[:0] }

func (c *fuseCache) add(key Key) {
	if len(c.put) == fuseCacheBatch {
		c.settle()
	}
	c.put = append(c.put, key)
}

func (c *fuseCache) has(key Key) bool {
	c.settle()
	return c.keys.Has(key)
}

func (c *fuseCache) settle() {
	if len(c.put) > 0 {
		c.keys.addMany(c.put)
		c.put = c.put[:0]
	}
}
