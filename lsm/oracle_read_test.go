package lsm_test

import (
	"slices"

	"github.com/readamp/readamp/lsm"
)

// oracleStatus is what a change of a tablet costs the next statement: a row for each MDS SSTable,
// of which creation makes one and the freeze after a major one more, until they are merged.
type oracleStatus struct {
	tables, majors  int64 // majors without their table yet
	changed, frozen bool
}

func (s *oracleStatus) freeze(trigger int64) {
	if s.frozen = true; s.majors > 0 {
		s.tables, s.majors, s.changed = s.tables+1, 0, true
	}
	if trigger <= 2 || s.tables > trigger {
		s.tables = 1
	}
}

// pay opens a statement: its counters begin with what the last change costs.
func (s *oracleStatus) pay() (c lsm.Counters) {
	c.FirstTouch = s.changed || s.frozen
	if s.changed {
		c.StatusRows = s.tables
	}
	s.changed, s.frozen = false, false
	return c
}

func (t *oracleTablet) touch(run *store, c *lsm.Counters) {
	c.FirstTouch = c.FirstTouch || !t.touched[run]
	t.touched[run] = true
}

// count adds rows that a run gave.
func (t *oracleTablet) count(c *lsm.Counters, run *store, rows int) {
	c.Tables++
	c.Ssstore += int64(rows)
	if run.kind == lsm.Major {
		c.MajorRows += int64(rows)
	} else {
		c.MinorRows += int64(rows)
	}
}

// get walks from the newest table to the oldest until the row is whole.
func (t *oracleTablet) get(key lsm.Key, columns []int, fuseCache, ownRow bool) lsm.Counters {
	c := t.status.pay()
	if t.exists(key) {
		c.Returned = 1
	}
	if len(t.mem.entered) > 0 {
		c.Memstore = 1
	}
	if fuseCache {
		columns = t.columns // the whole row is read
	}
	f, found := newFused(), len(t.mem.versions[key]) > 0
	f.under(t.mem.versions[key])
	switch {
	case f.deleted:
		return c
	case fuseCache && t.cached[key]:
		c.FuseHit = 1
		return c
	case !fuseCache && found && f.gives(columns):
		return c
	}
	for _, run := range slices.Backward(t.runs) {
		t.touch(run, &c)
		if run.empty() {
			continue
		}
		t.count(&c, run, 1)
		f.under(run.versions[key])
		if len(run.versions[key]) > 0 && f.gives(columns) {
			break
		}
	}
	if fuseCache && c.Returned == 1 && !ownRow {
		t.fill(key)
	}
	return c
}

// fill caches a row that was found, if there is an SSTable row to cache.
func (t *oracleTablet) fill(key lsm.Key) {
	for _, run := range t.runs {
		if !run.empty() {
			t.cached[key] = true
		}
	}
}

// multiGet asks every table for every key.
func (t *oracleTablet) multiGet(keys []lsm.Key) lsm.Counters {
	c := t.status.pay()
	for _, key := range keys {
		if t.exists(key) {
			c.Returned++
		}
		if len(t.mem.entered) > 0 {
			c.Memstore++
		}
	}
	for _, run := range t.runs {
		if t.touch(run, &c); !run.empty() {
			t.count(&c, run, len(keys))
		}
	}
	return c
}

// scan merges the tables key by key, up to a number of rows returned; limit -1 is none. Each table
// has one row at hand while it has any; a table that stands on the key given out fetches its next
// row when the next one is wanted.
func (t *oracleTablet) scan(r lsm.Range, limit int64, pushdown int64) lsm.Counters {
	c := t.status.pay()
	stores := append([]*store{t.mem}, t.runs...)
	fetched := make([]int, len(stores))
	rest := make([][]lsm.Key, len(stores))
	for i, s := range stores {
		rest[i] = s.inside(r)
		fetched[i] = min(1, len(rest[i]))
	}
	until := r.Last
	for {
		key, any := smallest(rest)
		if !any {
			break
		}
		if t.exists(key) {
			c.Returned++
		}
		if c.Returned == limit {
			until = key
			break
		}
		for i := range stores {
			if len(rest[i]) > 0 && rest[i][0] == key {
				if rest[i] = rest[i][1:]; len(rest[i]) > 0 {
					fetched[i]++
				}
			}
		}
	}
	c.Memstore = int64(fetched[0])
	for i, run := range t.runs {
		if t.touch(run, &c); !run.empty() {
			t.count(&c, run, fetched[i+1])
		}
	}
	switch {
	case t.byGet(r):
		c.Memstore = 1
	case pushdown >= 1:
		t.blockScan(r, until, &c)
	}
	return c
}

// byGet says whether a range is read by a get: one of a single key over a memtable.
func (t *oracleTablet) byGet(r lsm.Range) bool {
	return r.First == r.Last && len(t.mem.entered) > 0
}

// scanBack reads the same rows as scan from the other end.
func (t *oracleTablet) scanBack(r lsm.Range, pushdown int64) lsm.Counters {
	c := t.scan(r, -1, pushdown)
	if pushdown >= 1 && !t.byGet(r) {
		c.FastRows, c.BsRows, c.BsBlocks = 0, 0, 0
		t.blockScanBack(r, &c)
	}
	return c
}

// smallest is the smallest key at hand.
func smallest(rest [][]lsm.Key) (key lsm.Key, any bool) {
	for _, keys := range rest {
		if len(keys) > 0 && (!any || keys[0] < key) {
			key, any = keys[0], true
		}
	}
	return key, any
}
