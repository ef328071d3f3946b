package model

import (
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
)

// EventsIn are the write events of a group of a plan between two times.
func EventsIn(p *workload.Plan, group int, from, to time.Duration) (sum float64) {
	for _, l := range p.Loads {
		sum += eventsOf(l, group, from, to)
	}
	return sum
}

// eventsOf are the write events of a load on a group between two times.
func eventsOf(l workload.Load, group int, from, to time.Duration) float64 {
	if l.Group != group || !writes(l) {
		return 0
	}
	return max((min(to, l.To)-max(from, l.From)).Seconds(), 0) * l.Rate.EventsPerSecond()
}

// WrittenIn is what a plan writes to one of a group's tables between two times, as if it all went
// into one mini.
func (t *Tables) WrittenIn(p *workload.Plan, group int, from, to time.Duration) Above {
	var sum drawn
	for _, l := range p.Loads {
		if events := eventsOf(l, group, from, to); events > 0 {
			sum[t.setOf(l)] += events / float64(t.Count)
		}
	}
	return Above{Kind: AboveMini, Events: sum[0], Other: sum[1]}
}

// MajorWork is what a major of all tablets reads and writes, those of indexes included, with these
// tables above each base: physical rows, and bytes on disk. Both are at most: blocks of the base
// that no change touches are kept, and versions that were folded before are no rows any more.
func (t *Tables) MajorWork(above []Above) (rows, bytes float64) {
	t.eachTablet(func(b *flowTablet) {
		rows += float64(t.Rows)
		for _, a := range above {
			rows += b.physicalRows(a.drawn(), drawn{})
		}
		bytes += timeline.RunBytes(lsm.Major, float64(t.Rows), b.index)
	})
	return rows * float64(t.Count), bytes * float64(t.Count)
}

// KeptRows is what a table above the base holds while none of its versions may be folded, beyond
// what it holds once all are: physical rows of all tablets, those of indexes included, and their
// bytes on disk in minors.
func (t *Tables) KeptRows(a Above) (rows, bytes float64) {
	events := a.drawn()
	t.eachTablet(func(b *flowTablet) {
		kept := b.physicalRows(events, drawn{}) - b.physicalRows(events, events)
		kept *= float64(t.Count)
		rows += kept
		bytes += timeline.RunBytes(lsm.Minor, kept, b.index)
	})
	return rows, bytes
}

// eachTablet calls visit for a main tablet, and for that of its index if there is one.
func (t *Tables) eachTablet(visit func(*flowTablet)) {
	visit(&flowTablet{tables: t})
	if t.Index {
		visit(&flowTablet{tables: t, index: true})
	}
}
