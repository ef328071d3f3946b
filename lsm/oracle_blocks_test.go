package lsm_test

import (
	"slices"

	"github.com/readamp/readamp/lsm"
)

// blockScan adds the rows of blocks that go without merging, in a scan that ends at the key until.
func (t *oracleTablet) blockScan(r lsm.Range, until lsm.Key, c *lsm.Counters) {
	for _, run := range t.runs {
		t.blockScanRun(run, r, until, c)
	}
	if until == r.Last {
		t.openNext(r, c)
	}
}

// blockScanRun does so in one run, upwards.
func (t *oracleTablet) blockScanRun(run *store, r lsm.Range, until lsm.Key, c *lsm.Counters) {
	slow := run != t.oldest() // a row is pulled from every other table at the start
	for i, block := range run.blocks {
		first, last := r.First, min(lastOf(block), r.Last)
		if i > 0 {
			first = max(first, lastOf(run.blocks[i-1])+1)
		}
		rows := clip(block, first, last)
		if len(rows) == 0 || first > until {
			continue
		}
		if !slow && !t.others(run, first, last) {
			run.handOn(rows, until, c)
		}
		slow = t.others(run, last, last)
	}
}

// oldest is the oldest run that holds anything.
func (t *oracleTablet) oldest() *store {
	for _, run := range t.runs {
		if !run.empty() {
			return run
		}
	}
	return nil
}

// blockScanBack is the same downwards. Minis and minors are scanned as upwards; of a block of the
// base only the last keys of itself and of the one below are known.
func (t *oracleTablet) blockScanBack(r lsm.Range, c *lsm.Counters) {
	for _, run := range t.runs[1:] {
		t.blockScanRun(run, r, r.Last, c)
	}
	base := t.runs[0]
	slow, top := false, true
	for i, block := range slices.Backward(base.blocks) {
		first, last := r.First, min(lastOf(block), r.Last)
		if i > 0 {
			first = max(first, lastOf(base.blocks[i-1]))
		}
		rows := clip(block, first, last)
		if i > 0 {
			rows = clip(rows, lastOf(base.blocks[i-1])+1, last)
		}
		if len(rows) == 0 {
			continue
		}
		if top {
			top, last = false, r.Last // keys above the last row belong to its block
		}
		if !slow && !t.others(base, first, last) {
			base.handOn(rows, r.Last, c)
		}
		gap := r.First // keys above the block below
		if i > 0 {
			gap = max(gap, lastOf(base.blocks[i-1])+1)
		}
		slow = t.others(base, gap, rows[0])
	}
	t.openNext(r, c)
}

// openNext counts the row and the block that a range which ends with a block of the base opens.
func (t *oracleTablet) openNext(r lsm.Range, c *lsm.Counters) {
	blocks := t.runs[0].blocks
	for i, block := range blocks {
		if lastOf(block) == r.Last && i+1 < len(blocks) && !t.others(t.runs[0], r.Last, r.Last) {
			c.BsRows++
			c.BsBlocks++
		}
	}
}

// handOn counts the rows of a block that goes on as a whole: all versions. They are fast as far as
// they are read, unless the block has several versions of a key or a delete.
func (s *store) handOn(keys []lsm.Key, until lsm.Key, c *lsm.Counters) {
	c.BsBlocks++
	single := true
	for _, key := range keys {
		c.BsRows++
		v := s.versions[key]
		if len(v) > 1 {
			c.BsRows += s.meanOfMulti()
		}
		single = single && len(v) == 1 && !v[0].deleted
	}
	if single {
		c.FastRows += int64(len(clip(keys, 0, until)))
	}
}

// others says whether a table other than the run has a key in a range.
func (t *oracleTablet) others(run *store, first, last lsm.Key) bool {
	for _, s := range t.stack() {
		if s != run && len(clip(s.keys(), first, last)) > 0 {
			return true
		}
	}
	return false
}

func lastOf(block []lsm.Key) lsm.Key { return block[len(block)-1] }

// clip leaves the keys of a range.
func clip(keys []lsm.Key, first, last lsm.Key) []lsm.Key {
	return slices.DeleteFunc(slices.Clone(keys), func(k lsm.Key) bool {
		return k < first || k > last
	})
}
