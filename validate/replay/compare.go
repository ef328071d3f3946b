package replay

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/validate/record"
)

// errCounters says that an engine counts otherwise than the counting target. It has nothing to do
// with what was recorded.
var errCounters = errors.New("the engine's counters are not those of the counting target")

// compareReading says whether a read counted the same in both engines. Block scan may differ where
// the counting target does not know better; any other difference is an error.
func (d *driver) compareReading(kind record.OpKind, r reading) (same bool, err error) {
	if r.judged == r.counted {
		return true, nil
	}
	a, b := r.judged, r.counted
	if blocksMayDiffer(kind, d.judged().stack(r.place)) {
		a, b = withoutBlocks(kind, a), withoutBlocks(kind, b)
	}
	if a != b {
		return false, fmt.Errorf("%w: %+v; there %+v", errCounters, r.judged, r.counted)
	}
	return false, nil
}

// blocksMayDiffer says whether the counting target only estimates what block scan does. It takes
// the mean number of versions for each key that has several in a run, and scans blocks of minis and
// minors downwards as if upwards.
func blocksMayDiffer(kind record.OpKind, s stack) bool {
	for _, run := range s.runs {
		inc := run.kind == lsm.Mini || run.kind == lsm.Minor
		if inc && (kind == record.OpRscan || run.versions > run.keys) {
			return true
		}
	}
	return false
}

// withoutBlocks are the counters that don't depend on what block scan does. Rows that a count reads
// inside blocks are missing among its SSTable rows, not among those of the base, minis and minors.
func withoutBlocks(kind record.OpKind, c lsm.Counters) lsm.Counters {
	c.BsRows, c.BsBlocks, c.FastRows = 0, 0, 0
	if kind == record.OpCount {
		c.Ssstore = 0
	}
	return c
}

// compareStacks is an error if two engines have different runs or memtables.
func compareStacks(judged, counted stack) error {
	if !reflect.DeepEqual(judged, counted) {
		return fmt.Errorf("%w: stack %+v; there %+v", errCounters, judged, counted)
	}
	return nil
}
