package lsm

// blockScan is what block scan did in a range: the rows that were handed on with their block, and
// what the server's block scan counters show.
type blockScan struct {
	fastRows     int64
	rows, blocks int64 // BLOCKSCAN_ROW_CNT, BLOCKSCAN_BLOCK_CNT
}

// scanBlocks finds the blocks of a range that are read without merging
// (ObMultipleScanMerge::locate_blockscan_border, ObSSTableRowScanner::refresh_blockscan_checker).
// Measured on seekdb 1.2.0 (trace block-borders in testdata), for an ascending scan:
//
//   - a block is slow as a whole, clipped to the range, if any other table has a key in the range
//     inside it; rows behind that key stay slow, the block having been opened so;
//   - a key before the first row of a block, behind the block before, belongs to it;
//   - a key that is the last row of a block makes the next block slow too: the border is stale
//     when that block is opened;
//   - blocks of minis and minors are scanned like those of the base, all their versions counted,
//     but rows come out one by one where a block holds several versions of a key or a delete;
//   - every table but the oldest gives one row when it is opened, so its first block is slow;
//   - a range that ends on the last row of a base block opens the next and counts one row of it,
//     in a descending scan too.
func (t *Tablet) scanBlocks(r Range) blockScan { return t.scanBlocksUntil(r, r.Last) }

// scanBlocksUntil is scanBlocks for a scan that stops early, at the key until. It has handed on
// the whole of its last block.
func (t *Tablet) scanBlocksUntil(r Range, until Key) blockScan {
	var s blockScan
	oldest := true
	for i := range len(t.stack.Inc()) + 1 {
		if run := t.run(i); !run.Empty() {
			t.scanRunBlocks(run, oldest, r, until, &s)
			oldest = false
		}
	}
	if until >= r.Last {
		t.addNext(&s, r)
	}
	return s
}

// scanRunBlocks adds the fast blocks of one run.
func (t *Tablet) scanRunBlocks(run *Run, oldest bool, r Range, until Key, s *blockScan) {
	slow := !oldest
	for from := r.First; from <= min(r.Last, until); {
		end, ok := run.Blocks.end(from)
		if !ok {
			return
		}
		block := Range{from, min(end, r.Last)}
		if run.Keys.Count(block) > 0 {
			if !slow && !t.anyOther(run, block) {
				s.add(run, block, until)
			}
			slow = t.anyOther(run, Range{end, end})
		}
		if end >= r.Last {
			return
		}
		from = end + 1
	}
}

// scanBlocksBack is scanBlocks for a descending scan. Minis and minors are scanned like upwards. In
// the base a block's first key is not known, only the last key of the block below, so that key
// counts as inside; a key that is the first row of a block makes the next one down slow; and keys
// above the base's last row belong to its last block (measured). A key between two blocks makes the
// lower one slow too: the merge stands there when that one is opened (as package rows does; not
// measured).
func (t *Tablet) scanBlocksBack(r Range) blockScan {
	var s blockScan
	t.addNext(&s, r)
	base := t.stack.Base()
	oldest := base.Empty()
	for _, run := range t.stack.Inc() {
		if !run.Empty() {
			t.scanRunBlocks(run, oldest, r, r.Last, &s)
			oldest = false
		}
	}
	ends := base.Blocks.ends
	upper, slow := r.Last, false // keys above the last row belong to the first block opened
	for i := min(base.Blocks.index(r.Last), len(ends)-1); i >= 0 && ends[i] >= r.First; i-- {
		var below Key
		if i > 0 {
			below = ends[i-1]
		}
		block := Range{max(below+1, r.First), upper}
		if i == 0 {
			block.First = r.First
		}
		if base.Keys.Count(block) == 0 {
			continue
		}
		if !slow && !t.anyOther(base, Range{max(below, r.First), upper}) {
			s.add(base, block, r.Last)
		}
		first, _ := base.Keys.at(base.Keys.below(block.First))
		slow, upper = t.anyOther(base, Range{block.First, first}), below
	}
	return s
}

// add counts one fast block; of its rows those up to the key until are read.
func (s *blockScan) add(run *Run, block Range, until Key) {
	s.blocks++
	s.rows += run.physicalRows(block)
	if run.plain(block) {
		s.fastRows += run.Keys.Count(Range{block.First, min(block.Last, until)})
	}
}

// plain says that the run's rows in the range are single versions and no deletes.
func (r *Run) plain(block Range) bool {
	return r.Multi.Count(block) == 0 && r.Deleted.Count(block) == 0
}

// physicalRows is the number of versions and shadow rows in a range. Where keys have different
// numbers of versions the mean is taken for each.
func (r *Run) physicalRows(block Range) int64 {
	return r.Keys.Count(block) + r.Multi.Count(block)*(r.rowsOfMulti()-1)
}

// rowsOfMulti is the mean number of rows, its shadow row counted, of a key with several versions.
func (r *Run) rowsOfMulti() int64 {
	multi := r.Multi.Len()
	return 1 + (r.Versions-r.Keys.Len()+multi)/max(multi, 1)
}

// addNext counts the first row of the next base block where the range ends on the last row of a
// block, that row is in no other table, and there is a next block.
func (t *Tablet) addNext(s *blockScan, r Range) {
	base := t.stack.Base()
	end, ok := base.Blocks.end(r.Last)
	if !ok || end != r.Last || t.anyOther(base, Range{end, end}) {
		return
	}
	if _, next := base.Blocks.end(end + 1); next {
		s.rows++
		s.blocks++
	}
}

// anyOther says whether a memtable or a run other than the given one has a key in the range.
func (t *Tablet) anyOther(run *Run, r Range) bool {
	if t.mem.visible().Count(r) > 0 {
		return true
	}
	for _, m := range t.frozen {
		if m.Keys.Count(r) > 0 {
			return true
		}
	}
	for i := range len(t.stack.Inc()) + 1 {
		if other := t.run(i); other != run && other.Keys.Count(r) > 0 {
			return true
		}
	}
	return false
}
