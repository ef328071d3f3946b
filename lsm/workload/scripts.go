package workload

import "slices"

// Queue is a script of our own; see the package comment. sysbench has no such script, so neither
// Scripts nor ParseOptions knows it, and no recording can be of it: plans have it.
const Queue = "queue"

// scripts are the names of the oltp scripts.
var scripts = [...]string{
	"oltp_point_select", "oltp_read_only", "oltp_write_only", "oltp_read_write",
	"oltp_update_index", "oltp_update_non_index", "oltp_insert", "oltp_delete",
}

// Scripts returns the names of sysbench's scripts.
func Scripts() []string { return slices.Clone(scripts[:]) }

// A step is a run of statements of one kind in one table; a step of count 0 draws a table too.
type step struct {
	kind  Kind
	count int
	pairs bool // a Delete is followed by an Insert of the same id, an Insert by a queue's Delete
}

// steps is the event function of the script, which must be a known one.
func (o Options) steps() []step {
	reads := []step{{kind: Get, count: o.PointSelects}}
	if o.RangeSelects {
		reads = append(reads,
			step{kind: Range, count: o.SimpleRanges},
			step{kind: Sum, count: o.SumRanges},
			step{kind: Order, count: o.OrderRanges},
			step{kind: Distinct, count: o.DistinctRanges})
	}
	// The lone-update scripts are parts of the writes, with the same counts.
	writes := []step{
		{kind: IndexUpdate, count: o.IndexUpdates},
		{kind: NonIndexUpdate, count: o.NonIndexUpdates},
		{kind: Delete, count: o.DeleteInserts, pairs: true},
	}
	switch o.Script {
	case "oltp_point_select":
		return []step{{kind: Get, count: 1}}
	case "oltp_read_only":
		return o.transaction(reads)
	case "oltp_write_only":
		return o.transaction(writes)
	case "oltp_read_write":
		return o.transaction(append(reads, writes...))
	case "oltp_update_index":
		return writes[:1]
	case "oltp_update_non_index":
		return writes[1:2]
	case "oltp_insert":
		return []step{{kind: Insert, count: 1}}
	case "oltp_delete":
		return []step{{kind: Delete, count: 1}}
	case Queue:
		return []step{{kind: Insert, count: 1, pairs: true}}
	}
	panic("workload: unknown script " + o.Script)
}

// transaction puts Begin and Commit around the steps, unless --skip-trx.
func (o Options) transaction(steps []step) []step {
	if o.SkipTrx {
		return steps
	}
	steps = append([]step{{kind: Begin, count: 1}}, steps...)
	return append(steps, step{kind: Commit, count: 1})
}

// PerEvent returns how many statements one event has; all events have the same. The number of
// writes is 0 in the read-only scripts and when the options say so.
// It panics for a script that does not exist.
func (o Options) PerEvent() Counts {
	var c Counts
	for _, s := range o.steps() {
		c[s.kind] += s.count
		switch {
		case s.pairs && s.kind == Delete:
			c[Insert] += s.count
		case s.pairs:
			c[Delete] += s.count
		}
	}
	return c
}
