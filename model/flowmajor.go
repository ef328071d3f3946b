package model

import (
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/timeline"
)

// majorFreeze freezes everything and merges every tablet into a new base, unless the last major is
// not done yet.
func (f *flow) majorFreeze() {
	for i := range f.tablets {
		if f.tablets[i].lastMajor < f.majorAt {
			return
		}
	}
	f.freeze()
	f.freezeCount, f.majorAt = 0, f.now
	for i := range f.tablets {
		f.followMajor(i)
	}
}

// followMajor has a tablet merged for the last major freeze, after a medium that is due before.
func (f *flow) followMajor(i int) {
	b := &f.tablets[i]
	if b.major || b.lastMajor >= f.majorAt {
		return
	}
	b.major, b.snapshot, b.kind = true, f.majorAt, adaptive.NoMerge
	f.continueMajor(i)
}

// continueMajor starts the merge of a tablet into a new base once older memtables are dumped and no
// other merge of it runs.
func (f *flow) continueMajor(i int) {
	b := &f.tablets[i]
	group := &f.groups[b.group]
	if !b.major || b.merging || len(group.frozen) > 0 && group.frozen[0].end <= b.snapshot {
		return
	}
	b.merging, b.kept = true, max(b.kept, f.keep())
	threads, total := poolThreads(f.Options.CompactionLowThreads), f.majorSeconds(b)
	own := total
	for j := range f.tablets { // those that the same freeze asks for share the threads
		if other := &f.tablets[j]; j != i && other.major && other.snapshot == b.snapshot {
			total += f.majorSeconds(other)
		}
	}
	f.startMerge(flowEvent{do: majorEnd, tablet: i}, 0, own, b.tables.Count, total, threads)
}

// covers is how many of a tablet's runs a major of its snapshot takes in.
func (b *flowTablet) covers() (n int) {
	for n < len(b.inc) && b.inc[n].Newest <= b.snapshot {
		n++
	}
	return n
}

// majorSeconds is the thread time of a major of all of a group's tablets. Without anything to take
// in the blocks of the base are all reused.
func (f *flow) majorSeconds(b *flowTablet) float64 {
	return b.majorRows() * float64(b.tables.Count) / f.Timing.MergeRowsPerSecond
}

func (b *flowTablet) majorRows() float64 {
	n := b.covers()
	if n == 0 {
		return 0
	}
	rows := float64(b.tables.Rows)
	for _, r := range b.inc[:n] {
		rows += float64(r.PhysicalRows)
	}
	return rows
}

// endMajor puts a new base in the place of what it took in.
func (f *flow) endMajor(e flowEvent) {
	b := &f.tablets[e.tablet]
	n, count := b.covers(), float64(b.tables.Count)
	work := &f.totals.Major
	kind := lsm.Major
	if b.kind != adaptive.NoMerge {
		work = &f.totals.Medium
	}
	if b.kind == adaptive.MetaMajor {
		kind = lsm.MetaMajor
	}
	bytes := 0.0
	if n > 0 {
		bytes = timeline.RunBytes(kind, float64(b.tables.Rows), b.index)
	}
	f.notePeak(bytes * min(count, poolThreads(f.Options.CompactionLowThreads)))
	seconds := f.majorSeconds(b)
	work.add(b.tables.Count, b.majorRows()*count, bytes*count, seconds)
	b.merged(n)
	b.inc = append(b.inc[:0], b.inc[n:]...)
	b.merging, b.major = false, false
	f.followMajor(e.tablet)
}

// merged notes for adaptive compaction what a new base takes in.
func (b *flowTablet) merged(n int) {
	for _, r := range b.inc[:n] {
		b.covered = append(b.covered, r.PhysicalRows)
		b.coveredRows += r.PhysicalRows
	}
	if b.kind == adaptive.MetaMajor {
		return
	}
	b.lastMajor = b.snapshot
	for _, rows := range b.covered {
		b.stale = append(b.stale, flowStale{rows, b.lastMajor})
	}
	b.covered, b.coveredRows = b.covered[:0], 0
}

// round is one round of the loops that schedule minor and medium merges.
func (f *flow) round() {
	f.loopAt += f.Options.CompactionScheduleInterval
	f.fastFreeze()
	f.startMinors(allGroups)
	for i := range f.tablets {
		b := &f.tablets[i]
		if b.major || b.merging || len(b.inc)+len(b.covered) == 0 {
			continue
		}
		seen := f.view(b)
		if d := adaptive.InLoop(f.Rules.Adaptive, seen); d.Clears || d.Kind != adaptive.NoMerge {
			f.carryOut(i, d)
			seen = f.view(b)
		}
		f.carryOut(i, adaptive.InMinorLoop(f.Rules.Adaptive, seen))
	}
}

// checkAfterMini is the check that follows every mini; then the mini is reported.
func (f *flow) checkAfterMini(i int, events drawn) {
	b, r := &f.tablets[i], f.Rules.Adaptive
	t := b.tables
	pairs := int64(t.sum(events, pairHit))
	s := adaptive.Stats{MiniMerges: 1, Inserts: pairs, Deletes: pairs,
		Updates: int64(t.sum(events, updateHit) + t.sum(events, rewriteHit))}
	if b.index {
		changes := int64(t.sum(events, entryHit))
		s.Inserts, s.Updates, s.Deletes = changes, 0, changes
	}
	f.carryOut(i, adaptive.AfterMini(r, f.view(b), s.Updates, s.Deletes))
	b.reports.Report(r, f.now, s)
}

// carryOut begins the merge that was decided on.
func (f *flow) carryOut(i int, d adaptive.Decision) {
	b := &f.tablets[i]
	if d.Clears {
		b.reports.Clear()
	}
	if d.Kind == adaptive.NoMerge || d.Fails || b.major || b.merging {
		return
	}
	b.major, b.snapshot, b.kind = true, d.Snapshot, d.Kind
	f.continueMajor(i)
}

// view is the tablet as adaptive compaction sees it.
func (f *flow) view(b *flowTablet) adaptive.Tablet {
	r := f.Rules.Adaptive
	keep := f.keep()
	b.stale = removeStale(b.stale, keep)
	a := adaptive.Tablet{Mode: b.reports.Mode(r, f.now, b.mode), Known: b.reports.Known(),
		Recent: b.reports.Recent(r, f.now), Total: b.reports.Total(),
		SmallTenant: f.SmallTenant, Enabled: f.Options.EnableAdaptiveCompaction,
		Pending: b.major || b.merging, BaseRows: b.tables.Rows, Now: f.now,
		LastMajor: b.lastMajor, Snapshot: b.lastMajor,
		Reserved: f.now - f.Timing.SnapshotDelay - f.Options.UndoRetention}
	for _, s := range b.stale {
		a.StoreRows += s.rows
	}
	a.StoreRows += b.coveredRows
	for i := range b.inc {
		run := &b.inc[i]
		a.StoreRows += run.PhysicalRows
		a.Snapshot = run.Newest
		if run.Newest+transactionRefresh/2 > f.now {
			continue // when its transactions ended is not known yet
		}
		if a.KnownRuns++; a.KnownRuns == 1 {
			a.Oldest = run.Newest
		}
		a.KnownRows += run.PhysicalRows
		a.Newest = run.Newest
	}
	return a
}

// transactionRefresh is the pause of the task that sets upper_trans_version; a run waits half of it
// on average.
const transactionRefresh = 30 * time.Second

// removeStale drops the runs inside a major that the multi-version start has passed.
func removeStale(list []flowStale, keep time.Duration) []flowStale {
	left := list[:0]
	for _, s := range list {
		if s.major >= keep {
			left = append(left, s)
		}
	}
	return left
}
