package lsm

import (
	"slices"
	"time"

	"github.com/readamp/readamp/lsm/adaptive"
)

// adaption is what a tablet keeps for adaptive compaction.
type adaption struct {
	mode    adaptive.Mode
	reports adaptive.Windows

	// under is the last major and covered the minis and minors above it while the base is a meta
	// major, which hides them.
	under   *Run
	covered []*Run
	// stale are minis and minors that a major took in and that are still in the store.
	stale []staleRun

	wrote     time.Duration // last version written
	lastMajor time.Duration // snapshot of the last major
	snapshot  time.Duration // of the tablet: what its newest freeze took in for certain
}

// staleRun is a mini or minor inside a major of that snapshot.
type staleRun struct {
	physicalRows int64
	major        time.Duration
}

// Times the server keeps, as far as a history without the wall clock can know them.
const (
	// activeReportInterval is how often a server reports its oldest active transaction
	// (GARBAGE_COLLECT_EXEC_INTERVAL). A history begins right after a report: before the next
	// one no mini or minor inside a major is removed (seen in nearly all traces).
	activeReportInterval = 10 * time.Minute
	// snapshotLag is how far snapshot_gc_scn is behind the clock: renewed every 10 s and read
	// every 3 s, so 0 to 13 s (measured on __all_core_table).
	snapshotLag = 7 * time.Second
	// dumpDelay is from a freeze to its mini: 2.5 to 4.5 s.
	dumpDelay = 3 * time.Second
	// decideDelay is how long a mini written right after its last commit waits for its
	// upper_trans_version: 4, 9 and 9 s (measured, from the mini to the medium); the task that
	// sets it comes every 30 s.
	decideDelay = 9 * time.Second
	// logGap is how long the log stream stays without a log of the server's own. A tablet's
	// snapshot is that of the last log before the freeze, or ...
	logGap = time.Second
	// ... weakReadLag before a commit that came right before it: 0.1 to 1 s (measured, from what
	// a first medium left for a second).
	weakReadLag = 500 * time.Millisecond
)

// Stack are the SSTables that the store lists, oldest first, but those inside the last major and a
// meta major: the last major, and all minis and minors above it.
func (t *Tablet) Stack() []*Run {
	if t.under == nil {
		return t.Runs()
	}
	return slices.Concat([]*Run{t.under}, t.covered, t.inc)
}

// dumped notes a new mini: the check that follows every mini comes first, then it is reported.
func (t *Tablet) dumped(mini *Run) {
	n := t.tenant
	t.snapshot = n.lastWrite + logGap
	if n.clock < t.snapshot {
		t.snapshot = n.lastWrite - weakReadLag
	}
	done := n.clock + dumpDelay
	mini.Newest, mini.Known = t.wrote, done
	if n.clock-t.wrote < logGap {
		mini.Known += decideDelay
	}
	inserts, updates, deletes := t.mem.Nodes()
	r := n.rules.Adaptive
	t.carryOut(adaptive.AfterMini(r, t.forAdaptive(t.inc, done), updates, deletes))
	t.reports.Report(r, done, adaptive.Stats{MiniMerges: 1, Inserts: inserts,
		Updates: updates, Deletes: deletes})
}

// reportScan reports what a scan did. One that opened the base alone is never inefficient.
func (t *Tablet) reportScan(r Range, c *Counters) {
	if len(t.inc) == 0 && t.mem.empty() {
		return
	}
	s := adaptive.Stats{Queries: 1, LogicalRows: t.live.Count(r), PhysicalRows: c.RowsRead(),
		PushdownBlocks: c.BsBlocks}
	for i := range len(t.inc) + 1 {
		s.MicroBlocks += t.run(i).Blocks.count(r)
	}
	t.reports.Report(t.tenant.rules.Adaptive, t.tenant.clock, s)
}

// adapt is one round of the medium loop and of the minor loop.
func (t *Tablet) adapt() {
	if len(t.inc) == 0 && len(t.covered) == 0 {
		return
	}
	r, now := t.tenant.rules.Adaptive, t.tenant.clock
	t.carryOut(adaptive.InLoop(r, t.forAdaptive(slices.Concat(t.covered, t.inc), now)))
	t.carryOut(adaptive.InMinorLoop(r, t.forAdaptive(t.inc, now)))
}

// carryOut makes the merge that was decided on. It is done at once, and takes in all there is:
// rows committed after the snapshot, fractions of a second before the freeze, are not told apart.
func (t *Tablet) carryOut(d adaptive.Decision) {
	if d.Clears {
		t.reports.Clear()
	}
	switch {
	case d.Fails:
	case d.Kind == adaptive.Medium:
		t.major(t.tenant.scn, d.Snapshot)
	case d.Kind == adaptive.MetaMajor:
		t.metaMajor(t.tenant.scn, d.Snapshot)
	}
}

// forAdaptive is the tablet as adaptive compaction sees it when it thinks of merging these runs.
// A tenant driven by hand counts as small, as the one does that the traces are from.
func (t *Tablet) forAdaptive(runs []*Run, now time.Duration) adaptive.Tablet {
	n := t.tenant
	r := n.rules.Adaptive
	a := adaptive.Tablet{
		Mode: t.reports.Mode(r, now, t.mode), Known: t.reports.Known(),
		Recent: t.reports.Recent(r, now), Total: t.reports.Total(),
		SmallTenant: true, Enabled: n.options.EnableAdaptiveCompaction,
		BaseRows: t.Stack()[0].PhysicalRows,
		Now:      now, LastMajor: t.lastMajor, Reserved: n.reserved(now), Snapshot: t.snapshot,
	}
	t.removeStale(now)
	for _, s := range t.stale {
		a.StoreRows += s.physicalRows
	}
	for _, run := range t.Stack()[1:] {
		a.StoreRows += run.PhysicalRows
	}
	a.OnlyDeletes = t.mode != adaptive.Normal && onlyDeletes(runs)
	for _, run := range runs {
		if run.Known > now {
			break
		}
		if a.KnownRuns++; a.KnownRuns == 1 {
			a.Oldest = run.Newest
		}
		a.KnownRows += run.PhysicalRows
		a.Newest = max(a.Newest, run.Newest)
	}
	return a
}

// onlyDeletes says that runs, given oldest first, have no row that newer ones don't delete.
func onlyDeletes(runs []*Run) bool {
	deleted := newKeySet()
	for _, run := range slices.Backward(runs) {
		deleted.or(run.Deleted)
		rows := run.Keys.clone()
		rows.minus(deleted)
		if rows.Len() > 0 {
			return false
		}
	}
	return true
}

// reserved is the greatest reserved snapshot: that of the log stream, undo_retention behind
// snapshot_gc_scn (ObTenantFreezeInfoMgr::try_update_reserved_snapshot).
func (n *Tenant) reserved(now time.Duration) time.Duration {
	return now - snapshotLag - n.options.UndoRetention
}

// removeStale drops the runs inside a major that the multi-version start has passed.
func (t *Tablet) removeStale(now time.Duration) {
	start := min(t.tenant.reserved(now), now/activeReportInterval*activeReportInterval)
	t.stale = slices.DeleteFunc(t.stale, func(s staleRun) bool { return s.major < start })
}
