package rows

import (
	"slices"
	"sync/atomic"

	"github.com/readamp/readamp/lsm"
)

// version is what a tablet consists of at one moment. It never changes; readers keep the one that
// they began with, and with it its SSTables.
type version struct {
	memtables []*memtable // newest first, the active one first
	base      *run
	inc       []*run  // minis and minors, oldest first
	epoch     uint64  // of the fuse row cache
	keep      lsm.SCN // the multi-version start that its runs may have been merged with
	hidden    []*run  // listed by the store, but not read: a meta major has taken their place
	refs      atomic.Int32
}

// newVersion holds its runs until the last reader lets it go.
func newVersion(memtables []*memtable, stack *lsm.Stack[*run], epoch uint64) *version {
	v := &version{memtables: memtables, base: stack.Base(), inc: stack.Inc(), epoch: epoch}
	for _, r := range stack.Listed() {
		if r != v.base && !slices.Contains(v.inc, r) {
			v.hidden = append(v.hidden, r)
		}
	}
	v.refs.Store(1)
	for _, r := range v.runs() {
		r.hold()
	}
	return v
}

// runs are all runs that the version holds.
func (v *version) runs() []*run {
	return slices.Concat([]*run{v.base}, v.inc, v.hidden)
}

// tryHold fails for a version that has been let go.
func (v *version) tryHold() bool {
	for n := v.refs.Load(); n > 0; n = v.refs.Load() {
		if v.refs.CompareAndSwap(n, n+1) {
			return true
		}
	}
	return false
}

func (v *version) letGo() {
	if v.refs.Add(-1) > 0 {
		return
	}
	for _, r := range v.runs() {
		r.letGo()
	}
}

// run is the run at a position counted from the base.
func (v *version) run(i int) *run {
	if i == 0 {
		return v.base
	}
	return v.inc[i-1]
}

// open is the number of memtables that a read opens.
func (v *version) open() (n int64) {
	for _, m := range v.memtables {
		if !m.empty() {
			n++
		}
	}
	return n
}

// newest is the newest commit that an SSTable holds.
func (v *version) newest() lsm.SCN {
	if n := len(v.inc); n > 0 {
		return v.inc[n-1].End
	}
	return v.base.End
}

// hasRows says whether some SSTable holds a row.
func (v *version) hasRows() bool {
	for _, r := range v.inc {
		if !r.Empty() {
			return true
		}
	}
	return !v.base.Empty()
}
