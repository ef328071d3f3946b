package lsm

// blockScan is what block scan did in a range: the rows that were handed on with their block, and
// what the server's block scan counters show.
type blockScan struct {
	fastRows     int64
	rows, blocks int64 // BLOCKSCAN_ROW_CNT, BLOCKSCAN_BLOCK_CNT
}

// scanBlocks finds the blocks of a range that are read without merging, in ascending order
// (ObMultipleScanMerge::locate_blockscan_border, ObSSTableRowScanner::refresh_blockscan_checker).
// Measured on seekdb 1.2.0 (trace block-borders in testdata):
//
//   - a block is slow as a whole, clipped to the range, if any other table has a key in the range
//     inside it; rows behind that key stay slow, the block having been opened so;
//   - a key before the first row of a block, behind the block before, belongs to it;
//   - a key that is the last row of a block makes the next block slow too: the border is stale
//     when that block is opened;
//   - blocks of minis and minors are fast only if they hold single versions and no delete;
//   - every table but the oldest gives one row when it is opened, so its first block is slow;
//   - a range that ends on the last row of a base block opens the next and counts one row of it.
func (t *Tablet) scanBlocks(r Range) blockScan {
	var s blockScan
	oldest := true
	for i := range len(t.inc) + 1 {
		if run := t.run(i); !run.Empty() {
			t.scanRunBlocks(run, oldest, r, &s)
			oldest = false
		}
	}
	s.rows = s.fastRows
	if t.opensNext(r) {
		s.rows++
		s.blocks++
	}
	return s
}

// scanRunBlocks adds the fast blocks of one run.
func (t *Tablet) scanRunBlocks(run *Run, oldest bool, r Range, s *blockScan) {
	slow := !oldest
	for from := r.First; from <= r.Last; {
		end, ok := run.Blocks.end(from)
		if !ok {
			return
		}
		block := Range{from, min(end, r.Last)}
		rows := run.Keys.Count(block)
		if rows > 0 {
			if !slow && run.plain(block) && !t.anyOther(run, block) {
				s.fastRows += rows
				s.blocks++
			}
			slow = t.anyOther(run, Range{end, end})
		}
		if end >= r.Last {
			return
		}
		from = end + 1
	}
}

// plain says that the run's rows in the range are single versions and no deletes.
func (r *Run) plain(block Range) bool {
	return r.Kind == Major || r.Multi.Count(block) == 0 && r.Deleted.Count(block) == 0
}

// opensNext says whether the range ends on the last row of a base block that has a successor and
// is in no other table.
func (t *Tablet) opensNext(r Range) bool {
	end, ok := t.base.Blocks.end(r.Last)
	if !ok || end != r.Last || t.anyOther(t.base, Range{end, end}) {
		return false
	}
	_, next := t.base.Blocks.end(end + 1)
	return next
}

// anyOther says whether a memtable or a run other than the given one has a key in the range.
func (t *Tablet) anyOther(run *Run, r Range) bool {
	if t.mem.visible().Count(r) > 0 {
		return true
	}
	for i := range len(t.inc) + 1 {
		if other := t.run(i); other != run && other.Keys.Count(r) > 0 {
			return true
		}
	}
	return false
}
