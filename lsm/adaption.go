package lsm

import (
	"iter"
	"slices"
	"time"

	"github.com/readamp/readamp/lsm/adaptive"
)

// adaption is what a tablet keeps for adaptive compaction.
type adaption struct {
	mode    adaptive.Mode
	reports adaptive.Windows
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

// AddMini puts a mini on top of the stack, given the version nodes by kind that its memtable had.
// The check that follows every mini comes first, then it is reported.
//
// Where the decision has a kind, the owner merges base and Inc, the mini among them, and hands the
// new base to [Stack.TakeMajor] for a medium, to [Stack.TakeMetaMajor] for a meta major. Rows
// committed after the snapshot, fractions of a second before the freeze, are not told apart.
func (s *Stack[R]) AddMini(mini R, inserts, updates, deletes int64) adaptive.Decision {
	a, r := &s.adaption, s.setting.Rules.Adaptive
	done := a.freeze(s.setting, mini.Info())
	s.status.change()
	s.inc = append(slices.Clip(s.inc), mini)
	d := s.settle(adaptive.AfterMini(r, s.forAdaptive(s.inc, done), updates, deletes))
	a.reports.Report(r, done, adaptive.Stats{MiniMerges: 1, Inserts: inserts, Updates: updates,
		Deletes: deletes})
	return d
}

// freeze sets the times of a mini and the tablet's snapshot, and says when the mini is written.
func (a *adaption) freeze(s *Setting, mini *RunInfo) (done time.Duration) {
	a.snapshot = s.LastWrite + logGap
	if s.Now < a.snapshot {
		a.snapshot = s.LastWrite - weakReadLag
	}
	done = s.Now + dumpDelay
	mini.Newest, mini.Known = a.wrote, done
	if s.Now-a.wrote < logGap {
		mini.Known += decideDelay
	}
	return done
}

// ReportScan reports what a scan did that opened more than the base: the rows that exist in its
// range, and the micro blocks that the range touches in all runs. One that opened the base alone
// is never inefficient.
func (s *Stack[R]) ReportScan(c *Counters, logicalRows, microBlocks int64) {
	s.adaption.reports.Report(s.setting.Rules.Adaptive, s.setting.Now, adaptive.Stats{Queries: 1,
		LogicalRows: logicalRows, PhysicalRows: c.RowsRead(), MicroBlocks: microBlocks,
		PushdownBlocks: c.BsBlocks})
}

// Loops is one round of the medium loop and of the minor loop. It yields each decision that asks
// for a merge, to be carried out as after [Stack.AddMini] before the next one is made.
func (s *Stack[R]) Loops() iter.Seq[adaptive.Decision] {
	return func(yield func(adaptive.Decision) bool) {
		if len(s.inc) == 0 && len(s.covered) == 0 {
			return
		}
		r, now := s.setting.Rules.Adaptive, s.setting.Now
		d := s.settle(adaptive.InLoop(r, s.forAdaptive(slices.Concat(s.covered, s.inc), now)))
		if d.Kind != adaptive.NoMerge && !yield(d) {
			return
		}
		d = s.settle(adaptive.InMinorLoop(r, s.forAdaptive(s.inc, now)))
		if d.Kind != adaptive.NoMerge {
			yield(d)
		}
	}
}

// settle does what a decision says of the statistics. A merge that fails is none.
func (s *Stack[R]) settle(d adaptive.Decision) adaptive.Decision {
	if d.Clears {
		s.adaption.reports.Clear()
	}
	if d.Fails {
		return adaptive.Decision{}
	}
	return d
}

// forAdaptive is the tablet as adaptive compaction sees it when it thinks of merging these runs.
// A tenant driven by hand counts as small, as the one does that the traces are from.
func (s *Stack[R]) forAdaptive(runs []R, now time.Duration) adaptive.Tablet {
	r, a := s.setting.Rules.Adaptive, &s.adaption
	t := adaptive.Tablet{
		Mode: a.reports.Mode(r, now, a.mode), Known: a.reports.Known(),
		Recent: a.reports.Recent(r, now), Total: a.reports.Total(),
		SmallTenant: true, Enabled: s.setting.Options.EnableAdaptiveCompaction,
		BaseRows: s.lastMajor().Info().PhysicalRows,
		Now:      now, LastMajor: a.lastMajor, Reserved: s.setting.reserved(now),
		Snapshot:  a.snapshot,
		StoreRows: a.staleRows(s.setting, now) + physicalRows(s.covered) + physicalRows(s.inc),
	}
	t.OnlyDeletes = a.mode != adaptive.Normal && s.onlyDeletes(runs)
	for _, run := range runs {
		info := run.Info()
		if info.Known > now {
			break
		}
		if t.KnownRuns++; t.KnownRuns == 1 {
			t.Oldest = info.Newest
		}
		t.KnownRows += info.PhysicalRows
		t.Newest = max(t.Newest, info.Newest)
	}
	return t
}

func physicalRows[R Described](runs []R) (rows int64) {
	for _, run := range runs {
		rows += run.Info().PhysicalRows
	}
	return rows
}

// staleRows are the physical rows of the runs inside a major, once those are dropped that the
// multi-version start has passed.
func (a *adaption) staleRows(s *Setting, now time.Duration) (rows int64) {
	start := min(s.reserved(now), now/activeReportInterval*activeReportInterval)
	a.stale = slices.DeleteFunc(a.stale, func(s staleRun) bool { return s.major < start })
	for _, run := range a.stale {
		rows += run.physicalRows
	}
	return rows
}
