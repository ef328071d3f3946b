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
//
// Rows that an update or delete put in are marked in the memtable with the cache's epoch, so that
// a write costs nothing more; the set holds those of gets.
type fuseCache struct {
	keys  KeySet
	epoch uint32 // from 1; a flush or a mini begins the next
}

func (c *fuseCache) flush() {
	c.keys = newKeySet()
	c.epoch++
}

func (c *fuseCache) add(key Key)      { c.keys.add(key) }
func (c *fuseCache) has(key Key) bool { return c.keys.Has(key) }
