package timeline

import (
	"slices"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/workload"
)

// activity is what the adaptive rules know of a tablet.
type activity struct {
	mode    adaptive.Mode
	reports adaptive.Windows
	// lastMajor is the snapshot of the last major or medium and majorRows its rows; covered are
	// minis and minors inside a meta major since then, which hides them and that major.
	lastMajor time.Duration
	majorRows int64
	covered   []*table
	// stale are minis and minors that a major took in and that the store still counts.
	stale []staleRows

	threshold   int64           // of tombstones, for the next fast freeze
	recentMinis []time.Duration // when the last few minis ended
}

// staleRows are the rows of a run inside a major of that snapshot.
type staleRows struct {
	physicalRows int64
	major        time.Duration
}

// snapshotLag is how far snapshot_gc_scn is behind the clock on average: renewed every 10 s and
// read every 3 s.
const snapshotLag = 6500 * time.Millisecond

// view is the tablet as adaptive compaction sees it when it thinks of merging these runs.
func (t *Tenant) view(b *tablet, runs []*table) adaptive.Tablet {
	r, now := t.config.Rules.Adaptive, t.now
	a := adaptive.Tablet{
		Mode: b.activity.reports.Mode(r, now, b.activity.mode), Known: b.activity.reports.Known(),
		Recent: b.activity.reports.Recent(r, now), Total: b.activity.reports.Total(),
		SmallTenant: t.config.SmallTenant, Enabled: t.options.EnableAdaptiveCompaction,
		Pending:  b.major || b.merging,
		BaseRows: b.activity.majorRows, Now: now,
		LastMajor: b.activity.lastMajor,
		Reserved:  now - snapshotLag - t.options.UndoRetention,
		Snapshot:  time.Duration(b.top()),
	}
	b.activity.removeStale(time.Duration(t.keep()))
	for _, s := range b.activity.stale {
		a.StoreRows += s.physicalRows
	}
	for _, run := range slices.Concat(b.activity.covered, b.inc) {
		a.StoreRows += run.part.Size().PhysicalRows
	}
	for _, run := range runs {
		if run.known > now {
			break
		}
		if a.KnownRuns++; a.KnownRuns == 1 {
			a.Oldest = time.Duration(run.end)
		}
		a.KnownRows += run.part.Size().PhysicalRows
		a.Newest = time.Duration(run.end)
	}
	return a
}

// removeStale drops the runs inside a major that the multi-version start has passed.
func (a *activity) removeStale(keep time.Duration) {
	left := a.stale[:0]
	for _, s := range a.stale {
		if s.major >= keep {
			left = append(left, s)
		}
	}
	a.stale = left
}

// merged notes what a new base took in.
func (a *activity) merged(base *table, inputs []*table) {
	a.covered = append(a.covered, inputs...)
	if base.kind == lsm.MetaMajor {
		return
	}
	a.lastMajor, a.majorRows = time.Duration(base.end), base.part.Size().PhysicalRows
	for _, r := range a.covered {
		a.stale = append(a.stale, staleRows{r.part.Size().PhysicalRows, a.lastMajor})
	}
	a.covered = nil
}

// carryOut begins the merge that was decided on.
func (t *Tenant) carryOut(b *tablet, d adaptive.Decision) {
	if d.Clears {
		b.activity.reports.Clear()
	}
	if d.Kind == adaptive.NoMerge || d.Fails || b.major || b.merging {
		return
	}
	b.major, b.snapshot = true, lsm.SCN(d.Snapshot)
	b.kind, b.reason = MergeMedium, d.Reason.String()
	if d.Kind == adaptive.MetaMajor {
		b.kind = MergeMeta
	}
	t.continueMajor(b)
}

// checkAfterMini is the check that follows every mini; then the mini is reported.
func (t *Tenant) checkAfterMini(b *tablet, dumped []*memtable) {
	r := t.config.Rules.Adaptive
	s := adaptive.Stats{MiniMerges: 1}
	for _, m := range dumped {
		s.Inserts += m.nodes.Inserts
		s.Updates += m.nodes.Updates + m.nodes.Rewrites
		s.Deletes += m.nodes.Deletes
	}
	t.carryOut(b, adaptive.AfterMini(r, t.view(b, b.inc), s.Updates, s.Deletes))
	b.activity.reports.Report(r, t.now, s)
	b.activity.recentMinis = append(b.activity.recentMinis, t.now)
	if n := len(b.activity.recentMinis); n > recentMinisKept {
		b.activity.recentMinis = b.activity.recentMinis[n-recentMinisKept:]
	}
}

const (
	recentMinisKept = 4
	// recentMinisWindow is the time within which minis make a tablet a busy one (4.3.3: 10 to
	// 16 min).
	recentMinisWindow = 15 * time.Minute
)

// startMediums is one round of the medium loop and of the minor loop's own check.
func (t *Tenant) startMediums() {
	r := t.config.Rules.Adaptive
	for _, b := range t.tablets {
		above := slices.Concat(b.activity.covered, b.inc)
		if len(above) == 0 || b.major || b.merging {
			continue
		}
		t.carryOut(b, adaptive.InLoop(r, t.view(b, above)))
		t.carryOut(b, adaptive.InMinorLoop(r, t.view(b, b.inc)))
	}
}

// reportQueries reports the range statements that the plan's read loads sent to the main tablets
// since the last round: those that read much more than they return are remembered.
func (t *Tenant) reportQueries(since time.Duration) {
	for _, l := range t.config.Plan.Loads {
		per := l.Options.PerEvent()
		ranges := per.Reads() - per[workload.Get]
		if ranges == 0 || t.now < l.From || t.now > l.To {
			continue
		}
		n := l.Rate.EventsPerSecond() * since.Seconds() * float64(ranges) /
			float64(l.Options.Tables)
		for _, b := range t.tablets {
			ratio := t.sampled.ratio[l.Group]
			if b.group != l.Group || b.isIndex || ratio == 0 {
				continue
			}
			logical := n * float64(l.Options.RangeSize)
			b.activity.reports.Report(t.config.Rules.Adaptive, t.now, adaptive.Stats{
				Queries: int64(n), LogicalRows: int64(logical),
				PhysicalRows: int64(logical * ratio)})
		}
	}
}

// checkFastFreeze freezes tablets whose memtable alone gives reason to.
func (t *Tenant) checkFastFreeze() {
	t.account()
	for _, b := range t.tablets {
		nodes := b.content.Active()
		if nodes.Keys == 0 || b.lastMemtable() {
			continue
		}
		mode := b.activity.mode
		fast := freeze.FastMode{FactorPercent: 10 * mode.FactorTenths(),
			DeleteLimit: mode.DeleteLimitRows()}
		reason := freeze.FastFreeze(t.options, fast, freeze.FastFigures{Age: t.now - b.active.since,
			LongestChain: nodes.LongestChain, Updates: nodes.Updates + nodes.Rewrites,
			Deletes: nodes.Deletes, Rows: nodes.Keys, Threshold: b.activity.threshold})
		if reason == "" {
			continue
		}
		if reason == freeze.Tombstones {
			b.activity.threshold = freeze.TombstoneThreshold(fast, b.activity.threshold,
				b.activity.minisSince(t.now-recentMinisWindow))
		}
		t.freezeSome([]*tablet{b}, string(reason))
	}
}

// minisSince is how many of the last minis ended after a moment.
func (a *activity) minisSince(from time.Duration) (n int) {
	for _, at := range a.recentMinis {
		if at > from {
			n++
		}
	}
	return n
}
