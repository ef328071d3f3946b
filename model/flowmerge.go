package model

import (
	"math"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/timeline"
)

// flowTablet is one tablet that stands for all of a group: the main ones, or those of the index.
type flowTablet struct {
	tables  *Tables
	group   int
	index   bool
	mode    adaptive.Mode
	inc     []flowRun // minis and minors above the base, oldest first
	merging bool
	kept    time.Duration // the multi-version start of its last minor or major

	// A major that waits for older memtables to be dumped, or runs.
	major    bool
	kind     adaptive.Kind // of a medium or meta major
	snapshot time.Duration

	// What adaptive compaction knows.
	reports     adaptive.Windows
	lastMajor   time.Duration
	covered     []int64 // physical rows of runs inside a meta major
	coveredRows int64
	stale       []flowStale // runs inside a major that are still in the store
}

// flowStale are the rows of a run inside a major of that snapshot.
type flowStale struct {
	rows  int64
	major time.Duration
}

func newFlowTablet(t *Tables, group int, index bool, mode adaptive.Mode) flowTablet {
	return flowTablet{tables: t, group: group, index: index, mode: mode}
}

// physicalRows are those of a run of so many events, of which the first old ones are folded to one
// row a key. A key with more than one row has a shadow row, also one with a folded and a fresh one.
func (b *flowTablet) physicalRows(events, old drawn) float64 {
	t := b.tables
	fresh := events.minus(old)
	if b.index {
		rows := t.at(fresh, entryCurve)
		sum := max(3*t.sum(fresh, entryHit)-rows, 0) // of an entry inserted and deleted three
		if old.total() > 0 {
			before := t.at(old, entryCurve)
			sum += t.entryKeys(old) + before + rows - t.at(events, entryCurve)
		}
		return sum
	}
	spot := t.spot(fresh)
	sum := t.sum(fresh, allVersions) + t.look(&spot, multiCurve)
	if old.total() > 0 {
		sum += 2*t.at(old, keyCurve) + t.look(&spot, keyCurve) - t.at(events, keyCurve)
	}
	return sum
}

// newRun makes a run of what lies between two times.
func (b *flowTablet) newRun(kind lsm.RunKind, events, old drawn, start, end time.Duration) (
	r flowRun) {

	rows := b.physicalRows(events, old)
	r = flowRun{events: events, old: old, start: start,
		bytes: timeline.RunBytes(kind, rows, b.index)}
	r.Kind, r.PhysicalRows, r.Versions = kind, int64(math.Round(rows)), 1
	r.Newest = end
	return r
}

// keep is the multi-version start: older versions may be folded. It is what undo_retention and the
// last report of active transactions allow.
func (f *flow) keep() time.Duration {
	phase := f.Timing.ReportPhase
	report := phase - transactionReport - reportLag
	if f.now >= phase {
		report = phase + (f.now - phase).Truncate(transactionReport) - reportLag
	}
	return min(f.now-f.Options.UndoRetention, report)
}

// As in package timeline: how often each server reports its oldest active transaction, and how far
// a report is behind the clock.
const (
	transactionReport = 10 * time.Minute
	reportLag         = 3 * time.Second
)

// oldOf is how many of the events between two times lie before a multi-version start.
func oldOf(events drawn, start, end, keep time.Duration) drawn {
	switch {
	case keep >= end:
		return events
	case keep <= start:
		return drawn{}
	}
	return events.times(float64(keep-start) / float64(end-start))
}

// startMinis has frozen memtables dumped at the next look for them, by all threads together: a
// tablet's mini ends in the middle of them all on average.
func (f *flow) startMinis() {
	grid, phase := f.Timing.MiniGrid, f.Timing.MiniPhase
	wait := (phase - f.now%grid + 2*grid) % grid
	total := 0.0
	for g := range f.groups {
		if b := &f.groups[g]; !b.dumping && len(b.frozen) > 0 {
			total += f.miniSeconds(b)
		}
	}
	threads := poolThreads(f.Options.CompactionHighThreads)
	for g := range f.groups {
		b := &f.groups[g]
		if b.dumping || len(b.frozen) == 0 {
			continue
		}
		b.dumping = true
		own := f.miniSeconds(b)
		f.startMerge(flowEvent{do: miniEnd, tablet: g, taken: len(b.frozen)}, wait, own,
			b.tables.Count, total, threads)
		rows := own * f.Timing.MiniRowsPerSecond
		f.totals.Mini.add(0, rows, 0, own)
	}
}

// miniSeconds is the thread time of dumping a group's frozen memtables.
func (f *flow) miniSeconds(b *flowGroup) float64 {
	rows := 0.0
	for _, m := range b.frozen {
		rows += m.rows
	}
	return rows * float64(b.tables.Count) / f.Timing.MiniRowsPerSecond
}

// dumpedRows are the physical rows of a mini of so many events in one of a group's tables and its
// index.
func (f *flow) dumpedRows(b *flowGroup, events drawn) float64 {
	rows := f.tablets[b.main].physicalRows(events, drawn{})
	if b.indexed {
		rows += f.tablets[b.main+1].physicalRows(events, drawn{})
	}
	return rows
}

// startMerge plans the end of merges of count tablets that take own thread seconds of the total
// that begins now on so many threads.
func (f *flow) startMerge(e flowEvent, wait time.Duration, own float64, count int, total,
	threads float64) {

	single := own / float64(count)
	last := max(total/threads, single)
	e.threads = own / last
	f.busy += e.threads
	e.at = f.now + wait + f.Timing.MergeStart +
		time.Duration((single+last)/2*float64(time.Second))
	f.pending = append(f.pending, e)
}

// poolThreads is what a compaction_*_thread_score stands for.
func poolThreads(score int64) float64 {
	if score == 0 {
		return defaultPoolThreads
	}
	return float64(score)
}

// defaultPoolThreads is what a score of 0 stands for (ob_dag_scheduler_config.h).
const defaultPoolThreads = 6

// endMerges puts what merges wrote that end now in the place of what they read.
func (f *flow) endMerges() {
	for i := 0; i < len(f.pending); {
		if f.pending[i].at > f.now {
			i++
			continue
		}
		e := f.pending[i]
		f.pending = append(f.pending[:i], f.pending[i+1:]...)
		f.busy = max(f.busy-e.threads, 0)
		switch e.do {
		case miniEnd:
			f.endMini(e)
		case minorEnd:
			f.endMinor(e)
		case majorEnd:
			f.endMajor(e)
		}
	}
}

// endMini makes a mini of each tablet of a group and gives the memory back.
func (f *flow) endMini(e flowEvent) {
	b := &f.groups[e.tablet]
	var events drawn
	start, end := b.frozen[0].start, b.frozen[e.taken-1].end
	for _, m := range b.frozen[:e.taken] {
		events = events.plus(m.events)
		f.hold -= m.bytes
	}
	b.frozen = append(b.frozen[:0], b.frozen[e.taken:]...)
	b.dumping, b.lastMini = false, f.now
	copy(b.minis[1:], b.minis[:])
	b.minis[0] = f.now
	for i := b.main; i < len(f.tablets) && f.tablets[i].group == e.tablet; i++ {
		t := &f.tablets[i]
		r := t.newRun(lsm.Mini, events, oldOf(events, start, end, t.kept), start, end)
		t.inc = append(t.inc, r)
		f.totals.MostRuns = max(f.totals.MostRuns, len(t.inc))
		f.totals.Mini.add(b.tables.Count, 0, r.bytes*float64(b.tables.Count), 0)
		f.notePeak(0)
		f.continueMajor(i)
		f.checkAfterMini(i, events)
	}
	f.startMinors(e.tablet)
	if len(b.frozen) > 0 {
		f.startMinis()
	}
}

// diskBytes is what all SSTables take.
func (f *flow) diskBytes() (sum float64) {
	for i := range f.tablets {
		b := &f.tablets[i]
		one := timeline.RunBytes(lsm.Major, float64(b.tables.Rows), b.index)
		for _, r := range b.inc {
			one += r.bytes
		}
		sum += one * float64(b.tables.Count)
	}
	return sum
}

// notePeak notes what the SSTables take with some more bytes.
func (f *flow) notePeak(more float64) {
	f.totals.PeakDiskBytes = max(f.totals.PeakDiskBytes, f.diskBytes()+more)
}

// allGroups asks for the minors of every tablet.
const allGroups = -1

// startMinors asks the policy about the tablets of a group, or all, and starts what it wants.
func (f *flow) startMinors(group int) {
	threads, total := poolThreads(f.Options.CompactionMidThreads), 0.0
	first := len(f.pending)
	for i := range f.tablets {
		b := &f.tablets[i]
		if group != allGroups && b.group != group || b.merging || b.major {
			continue
		}
		span := f.pickMinor(b)
		if span.Len() == 0 {
			continue
		}
		b.merging, b.kept = true, max(b.kept, f.keep())
		f.pending = append(f.pending, flowEvent{do: minorEnd, tablet: i, span: span})
		total += f.minorSeconds(b, span)
	}
	picked := f.pending[first:]
	f.pending = f.pending[:first]
	for i := range picked { // the plan of each takes its own place
		e := picked[i]
		b := &f.tablets[e.tablet]
		f.startMerge(e, 0, f.minorSeconds(b, e.span), b.tables.Count, total, threads)
	}
}

// minorSeconds is the thread time of a minor merge of all of a group's tablets.
func (f *flow) minorSeconds(b *flowTablet, span lsm.Span) float64 {
	rows := 0.0
	for _, r := range b.inc[span.First:span.End] {
		rows += float64(r.PhysicalRows)
	}
	return rows * float64(b.tables.Count) / f.Timing.MergeRowsPerSecond
}

// unsafeTables is OB_UNSAFE_TABLE_CNT, majors counted: from here on the youngest runs are merged as
// well.
const unsafeTables = 32

// pickMinor is what the policy would merge now. Runs younger than the snapshot that the server has
// loaded are no candidates.
func (f *flow) pickMinor(b *flowTablet) lsm.Span {
	var infos [2 * unsafeTables]lsm.RunInfo
	n := 0
	stored := len(b.inc) + len(b.covered) + len(b.stale)
	for i := range b.inc {
		young := b.inc[i].Newest+f.Timing.SnapshotDelay > f.now
		if n == len(infos) || young && stored+1 < unsafeTables {
			break
		}
		infos[n] = b.inc[i].RunInfo
		n++
	}
	return lsm.PickMinor(f.Options, f.Rules, infos[:n])
}

// endMinor puts a minor in the place of its inputs.
func (f *flow) endMinor(e flowEvent) {
	b := &f.tablets[e.tablet]
	var events, old drawn
	rows := 0.0
	inputs := b.inc[e.span.First:e.span.End]
	for _, r := range inputs {
		rows += float64(r.PhysicalRows)
		events = events.plus(r.events)
		old = old.plus(r.old.most(oldOf(r.events, r.start, r.Newest, b.kept)))
	}
	out := b.newRun(lsm.Minor, events, old, inputs[0].start, inputs[len(inputs)-1].Newest)
	n := float64(b.tables.Count)
	f.notePeak(out.bytes * min(n, poolThreads(f.Options.CompactionMidThreads)))
	f.totals.Minor.add(b.tables.Count, rows*n, out.bytes*n, rows*n/f.Timing.MergeRowsPerSecond)
	b.inc[e.span.First] = out
	b.inc = append(b.inc[:e.span.First+1], b.inc[e.span.End:]...)
	b.merging = false
	f.continueMajor(e.tablet)
}
