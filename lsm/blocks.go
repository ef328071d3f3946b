package lsm

import (
	"slices"
	"sort"
)

// BlockRows tells how many rows share a data micro block (16 KB by default) in the SSTables of a
// tablet: the first block of an SSTable takes the first number, the next the second, and the last
// number is repeated. It depends on how well the rows encode, so it is given: read it from
// __all_virtual_tablet_sstable_macro_info (row_count / micro_block_count).
//
// The first block of a major is small: the encoder does not yet know how well the rows encode and
// closes it at 1.5 x 16 KB of plain rows (measured).
type BlockRows struct {
	Major []int64
	// Inc is the same for minis and minors, whose rows are stored flat; positions count
	// physical rows there.
	Inc []int64
}

// MajorAt is the number of rows in a block of a major, counted from 0; 0 when no layout is given.
func (b BlockRows) MajorAt(i int) int64 { return rowsAt(b.Major, i) }

// IncAt is the number of physical rows in a block of a mini or minor, counted from 0; 0 when no
// layout is given.
func (b BlockRows) IncAt(i int) int64 { return rowsAt(b.Inc, i) }

// rowsAt repeats the last number of a layout; a block holds one row at least.
func rowsAt(rows []int64, i int) int64 {
	if len(rows) == 0 {
		return 0
	}
	return max(rows[min(i, len(rows)-1)], 1)
}

// BlockLayout is the last key of each data micro block, ascending.
type BlockLayout struct{ ends []Key }

// layBlocks cuts the keys from position start on into blocks.
func layBlocks(keys KeySet, start int64, rows []int64) []Key {
	var ends []Key
	n := keys.Len()
	if len(rows) == 0 || start >= n {
		return nil
	}
	for i, q := 0, start; q < n; i++ {
		q = min(q+rowsAt(rows, i), n)
		end, _ := keys.at(q - 1)
		ends = append(ends, end)
	}
	return ends
}

// layMajor is the block layout of a new base. A base whose keys all lie before what is merged
// into it keeps its blocks as they are (macro block reuse, measured); any other is written anew.
func (b BlockRows) layMajor(out, base *Run, inc []*Run) BlockLayout {
	if base == nil || base.Empty() || touchesBase(base, inc) {
		return BlockLayout{layBlocks(out.Keys, 0, b.Major)}
	}
	more := layBlocks(out.Keys, base.Keys.Len(), b.Major)
	return BlockLayout{slices.Concat(base.Blocks.ends, more)}
}

// touchesBase says whether a run has a key at or before the last one of the base.
func touchesBase(base *Run, inc []*Run) bool {
	last, _ := base.Keys.at(base.Keys.Len() - 1)
	for _, run := range inc {
		if run.Keys.Count(Range{0, last}) > 0 {
			return true
		}
	}
	return false
}

// layInc is the block layout of a mini or minor. A key with several versions takes a shadow row
// and its versions; where they are not the same number for all such keys, their mean is taken.
func (b BlockRows) layInc(run *Run) BlockLayout {
	if len(b.Inc) == 0 || run.Empty() {
		return BlockLayout{}
	}
	if run.Multi.Len() == 0 {
		return BlockLayout{layBlocks(run.Keys, 0, b.Inc)}
	}
	var layout BlockLayout
	rowsOfMulti, multi := run.rowsOfMulti(), run.Multi.bits.Iterator()
	var rows int64 // in the open block, which takes no more than limit
	var last Key
	limit := b.IncAt(0)
	run.Keys.All(func(key Key) {
		if rows >= limit {
			layout.ends = append(layout.ends, last)
			rows, limit = 0, b.IncAt(len(layout.ends))
		}
		rows++
		if multi.HasNext() && multi.PeekNext() == key {
			multi.Next()
			rows += rowsOfMulti - 1
		}
		last = key
	})
	layout.ends = append(layout.ends, last)
	return layout
}

// index is the position of the block that holds the key, or of the block after it if none does;
// the number of blocks if there is none after it.
func (l BlockLayout) index(key Key) int {
	return sort.Search(len(l.ends), func(i int) bool { return l.ends[i] >= key })
}

// count is the number of blocks that a range touches.
func (l BlockLayout) count(r Range) int64 {
	return int64(min(l.index(r.Last)+1, len(l.ends)) - l.index(r.First))
}

// end is the last key of the block at index(key), if there is one.
func (l BlockLayout) end(key Key) (Key, bool) {
	if i := l.index(key); i < len(l.ends) {
		return l.ends[i], true
	}
	return 0, false
}
