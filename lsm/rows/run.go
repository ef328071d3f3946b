package rows

import (
	"slices"
	"sort"
	"sync/atomic"

	"github.com/readamp/readamp/lsm"
)

// run is a mini, minor or major: metadata, and an SSTable unless it holds no row.
type run struct {
	lsm.RunInfo
	runFacts

	table  *table
	filter filter
	// ends are the last keys of its micro blocks. Blocks are counted in rows as the server's
	// (lsm.BlockRows), whatever those of the SSTable are.
	ends []lsm.Key

	touched atomic.Bool  // since it was written or the caches were emptied
	refs    atomic.Int32 // versions of the tablet that hold it
	drop    func()       // removes its file
}

// runFacts are what else is known of a run's rows.
type runFacts struct {
	Keys, Multi int64 // distinct keys; those of several versions
	First, Last lsm.Key
	// Laid are the positions of keys at which the layout in blocks began anew.
	Laid      []int64
	File      uint64
	SizeBytes int64
}

// blockOf is the position of the block that holds a key, or of the next one.
func (r *run) blockOf(key lsm.Key) int {
	return sort.Search(len(r.ends), func(i int) bool { return r.ends[i] >= key })
}

// blocksIn is the number of blocks that a range touches.
func (r *run) blocksIn(keys lsm.Range) int64 {
	return int64(min(r.blockOf(keys.Last)+1, len(r.ends)) - r.blockOf(keys.First))
}

// touch notes that a read opened the run and says whether it was the first to do so.
func (r *run) touch() bool { return !r.touched.Load() && !r.touched.Swap(true) }

// hold notes one more version of the tablet with the run.
func (r *run) hold() { r.refs.Add(1) }

// letGo is the opposite; the last one closes the run and removes its file.
func (r *run) letGo() {
	if r.refs.Add(-1) == 0 {
		if r.table != nil {
			_ = r.table.close() // nothing is lost with a file that goes away
		}
		if r.drop != nil {
			r.drop()
		}
	}
}

// layout cuts keys into micro blocks as they are written.
type layout struct {
	limit func(block int) int64 // rows; 0 where no blocks are known
	kept  []lsm.Key             // blocks of a base that are kept as they are
	after int64                 // keys in them

	// restarts are where the layout is to begin anew, of a run that is read back.
	restarts []int64

	ends  []lsm.Key
	laid  []int64
	keys  int64 // written so far
	block int   // since the layout last began
	rows  int64 // in the open block
	last  lsm.Key
}

// key notes a key with so many rows.
func (l *layout) key(key lsm.Key, rows int64) {
	if l.keys == l.after {
		l.ends, l.laid = slices.Clone(l.kept), append(l.laid, l.keys)
		l.block, l.rows = 0, 0
	}
	l.keys++
	if l.keys <= l.after {
		return
	}
	if limit := l.limit(l.block); limit > 0 && l.rows >= limit {
		l.ends = append(l.ends, l.last)
		l.block, l.rows = l.block+1, 0
	}
	l.rows += rows
	l.last = key
}

// restart begins the layout anew, before a key, where it was begun anew when the run was written:
// behind the blocks of a base that were kept.
func (l *layout) restart() {
	if l.keys == 0 || !slices.Contains(l.restarts, l.keys) {
		return
	}
	if l.limit(0) > 0 {
		l.ends = append(l.ends, l.last)
	}
	l.block, l.rows = 0, 0
}

// finish closes the last block.
func (l *layout) finish() {
	if l.keys <= l.after {
		l.ends = slices.Clone(l.kept)
	} else if l.limit(0) > 0 {
		l.ends = append(l.ends, l.last)
	}
}
