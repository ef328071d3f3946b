package lsm

import "slices"

// Get reads one row by its key (ObSingleMerge). The memtable is looked at first, then the
// SSTables from newest to oldest until the row is complete; every table looked at counts one,
// whether it holds the key or not. Empty tables are skipped.
//
//   - A delete in the memtable ends the walk there.
//   - Any other memtable row, even a complete one, lets it go on: whether a column is missing is
//     asked only after an SSTable row was fused (measured).
//   - The fuse row cache is asked after the memtable. While it is in use the whole row is read,
//     so an update of some columns never completes it.
//   - Where there is no fuse row cache only the wanted columns count, and a memtable row that has
//     them ends the walk (ObSingleMerge; not measured).
func (t *Tablet) Get(key Key, wanted Image) Counters {
	wanted &= t.all
	var c Counters
	t.begin(&c)
	if t.exists(key) {
		c.Returned = 1
	}
	var fused Image
	if !t.mem.empty() {
		c.Memstore = 1
		fused, _ = t.mem.image(key)
		if fused.Deleted() {
			return c
		}
	}
	for i := len(t.frozen) - 1; i >= 0; i-- {
		c.Memstore++
		if image, found := t.frozen[i].image(key); found {
			if fused = fused.Over(image, t.all) | image&ImageDeleted; fused.Deleted() {
				return c
			}
		}
	}
	cached := t.tenant.setting.Rules.FuseRowCache
	switch {
	case cached && t.isCached(key):
		c.FuseHit = 1
		return c
	case cached:
		wanted = t.all
	case fused.Ends(wanted) && fused != 0:
		return c
	}
	t.walk(key, fused, wanted, &c)
	if cached && c.Returned == 1 {
		t.fill(key)
	}
	return c
}

// walk probes the SSTables newest to oldest until the fused row needs no older one.
func (t *Tablet) walk(key Key, fused, wanted Image, c *Counters) {
	for i := len(t.stack.Inc()); i >= 0; i-- {
		run := t.run(i)
		c.FirstTouch = t.touch(run) || c.FirstTouch
		if run.Empty() {
			continue
		}
		c.AddRows(run.Kind, 1)
		if image, found := run.image(key); found {
			if fused = fused.Over(image, t.all) | image&ImageDeleted; fused.Ends(wanted) {
				return
			}
		}
	}
}

// fill puts the row that a get found into the fuse row cache, where it can be.
func (t *Tablet) fill(key Key) {
	if t.cacheable(key) {
		t.cache.add(key)
	}
}

// cacheable says whether a row that was found can be cached: not one that the open transaction
// wrote, and not where there is no SSTable row to cache.
func (t *Tablet) cacheable(key Key) bool {
	if t.tenant.open != nil && t.mem.wrote(key, t.tenant.trx) {
		return false
	}
	for i := range len(t.stack.Inc()) + 1 {
		if !t.run(i).Empty() {
			return true
		}
	}
	return false
}

// readByStatement is the read of an update or delete that found its row. It returns the epoch of
// the fuse row cache that the row is put into, 0 if none.
func (t *Tablet) readByStatement(key Key) uint32 {
	if !t.cacheable(key) {
		return 0
	}
	return t.cache.epoch
}

// isCached says whether the fuse row cache has the row.
func (t *Tablet) isCached(key Key) bool {
	row := t.mem.find(key)
	return row != nil && row.cached == t.cache.epoch || t.cache.has(key)
}

// found is a statement's look for the row it changes.
func (t *Tablet) found(key Key) bool {
	t.stack.Pay()
	return t.exists(key)
}

// exists says whether a row exists; the memtable knows of those it has, and is nearer.
func (t *Tablet) exists(key Key) bool {
	if image, ok := t.mem.image(key); ok {
		return !image.Deleted()
	}
	return t.live.Has(key)
}

// MultiGet reads several rows by key (ObMultipleGetMerge): every table is asked for every key,
// with no early stop and no fuse row cache. One key alone is a plain get.
func (t *Tablet) MultiGet(keys []Key, wanted Image) Counters {
	distinct := newKeySet()
	distinct.addMany(slices.Clone(keys))
	q := distinct.Len()
	if q == 1 {
		return t.Get(keys[0], wanted)
	}
	var c Counters
	c.Returned = intersection(distinct, t.live).Len()
	c.Memstore = q * t.memtables()
	t.readRuns(&c, func(*Run) int64 { return q })
	return c
}
