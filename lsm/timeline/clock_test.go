package timeline_test

import (
	"slices"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/timeline"
)

// TestMinisOnTheGrid: memtables that are frozen wait for the look that comes every 5 s.
func TestMinisOnTheGrid(t *testing.T) {
	c := writes(t, 2*time.Minute)
	c.Timing.MiniPhase = at(1.5)
	c.Actions = minorFreezes(10, 21.4, 31.6, 47)
	var queued []float64
	for _, m := range merges(run(t, c), "", timeline.MergeMini) {
		queued = append(queued, m.Queued.Seconds())
		if m.Start != m.Queued {
			t.Errorf("mini queued at %v starts at %v, though threads are free", m.Queued, m.Start)
		}
	}
	if want := []float64{11.5, 21.5, 36.5, 51.5}; !slices.Equal(queued, want) {
		t.Errorf("minis queued at %v, want %v", queued, want)
	}
}

// TestThreads: 30 tables with an index each give 60 minis at once; 6 run at a time by default, as
// many as the score says otherwise.
func TestThreads(t *testing.T) {
	for score, threads := range map[int64]int{0: 6, 1: 1, 4: 4, 100: 60} {
		c := newConfig(t, 90*time.Second, load{script: "oltp_update_index", tables: 30,
			rows: 100, rate: 3000, to: 10 * time.Second})
		c.Plan.Loads = append(c.Plan.Loads, loadOf(t, c, "oltp_read_only", 1, 0, 2*time.Hour))
		c.Options.CompactionHighThreads = score
		c.Timing.MergeStart, c.Timing.MiniRowsPerSecond = time.Second, 1e12
		c.Actions = minorFreezes(11)
		c.SampleEvery = time.Hour
		minis := merges(run(t, c), "", timeline.MergeMini)
		if n := mostAtOnce(minis); n != threads || len(minis) != 60 {
			t.Errorf("score %d: %d of %d minis at once, want %d of 60", score, n, len(minis),
				threads)
		}
		waited := time.Duration(0)
		for i, m := range minis {
			waited = max(waited, m.Start-m.Queued)
			if i > 0 && m.Start.Round(time.Second) < minis[i-1].Start.Round(time.Second) {
				t.Errorf("score %d: mini %d ends before one that started before it", score, i)
			}
		}
		if want := time.Duration(60/threads-1) * time.Second; waited.Round(time.Second) != want {
			t.Errorf("score %d: the last mini waits %v, want %v", score, waited, want)
		}
	}
}

// TestInputsAreReadUntilMergeEnds: a minor that runs changes nothing yet.
func TestInputsAreReadUntilMergeEnds(t *testing.T) {
	c := writes(t, 4*time.Minute)
	c.Timing.MergeRowsPerSecond = 100
	c.Actions = minorFreezes(20, 40, 60)
	tenant := newTenant(t, c)
	var during string
	tenant.Schedule(at(125), func() { during = tenant.Stacks()[0].Letters() })
	runTenant(t, tenant)
	minor := merges(tenant, "", timeline.MergeMinor)[0]
	if minor.Start > at(125) || minor.End < at(125) || during != "Biiia" ||
		tenant.Stacks()[0].Letters() != "Bma" {
		t.Errorf("minor from %v to %v: stack %s at 125 s, then %s; want Biiia, then Bma",
			minor.Start, minor.End, during, tenant.Stacks()[0].Letters())
	}
}

// TestAllTabletsFreezeTogether: a freeze by memory takes every tablet with rows, however few, and
// none without.
func TestAllTabletsFreezeTogether(t *testing.T) {
	c := newConfig(t, 2*time.Minute,
		load{script: "oltp_update_non_index", tables: 2, rows: 5000, rate: 4000},
		load{script: "oltp_update_non_index", tables: 1, rows: 100, rate: 0.1},
		load{script: "oltp_update_index", tables: 1, rows: 100, rate: 1, from: 119 * time.Second})
	c.Limits = limits(60*mebi, 4<<30)
	tenant := run(t, c)
	if len(tenant.Freezes) < 2 {
		t.Fatalf("%d freezes, want some", len(tenant.Freezes))
	}
	for _, f := range tenant.Freezes {
		second := f.At % freeze.CheckInterval
		if f.Reason != "memory" || f.Tablets != 3 || second != 0 || f.ActiveBytes < 60*mebi {
			t.Errorf("freeze %+v, want 3 tablets every 2 s with more than 60 MB of pages", f)
		}
	}
}

// TestPins: while a snapshot is held no version behind it is folded, whatever undo_retention is;
// afterwards they are.
func TestPins(t *testing.T) {
	c := writes(t, 70*time.Minute)
	c.Plan.Loads[0].Rate.PerSecond = 10
	c.Options.UndoRetention = 0
	c.Options.MinorCompactTrigger = 0
	c.Actions = evenFreezes(13, 300)
	rows := func(c timeline.Config) (rows []int64, folded []int64) {
		for _, m := range merges(run(t, c), "", timeline.MergeMinor) {
			rows, folded = append(rows, m.Output.PhysicalRows), append(folded, m.Output.Folded)
		}
		return rows, folded
	}
	free, _ := rows(c)
	c.Pins = []timeline.Pin{{From: 0, To: 40 * time.Minute}}
	pinned, folded := rows(c)
	for i := range free {
		at := time.Duration(i+2) * 300 * time.Second
		during, behind := at < 40*time.Minute, at > 55*time.Minute
		switch {
		case during && folded[i] > 0:
			t.Errorf("%v: %d versions folded while the snapshot is held", at, folded[i])
		case during && i > 3 && pinned[i] <= free[i], behind && pinned[i] != free[i]:
			t.Errorf("%v: %d physical rows, %d without the snapshot; want more while it is "+
				"held and as many afterwards", at, pinned[i], free[i])
		}
	}
}

// TestUndoRetention: nothing younger is folded, so that physical rows grow with it.
func TestUndoRetention(t *testing.T) {
	rows := func(retention time.Duration) int64 {
		c := writes(t, 70*time.Minute)
		c.Plan.Loads[0].Rate.PerSecond = 10
		c.Options.UndoRetention, c.Options.MinorCompactTrigger = retention, 0
		c.Actions = evenFreezes(13, 300)
		minors := merges(run(t, c), "", timeline.MergeMinor)
		for _, m := range minors {
			if m.Start < retention && m.Output.Folded > 0 {
				t.Errorf("undo_retention %v: %d versions folded at %v", retention,
					m.Output.Folded, m.Start)
			}
		}
		return minors[len(minors)-1].Output.PhysicalRows
	}
	none, half, all := rows(0), rows(30*time.Minute), rows(3*time.Hour)
	if none >= half || half >= all {
		t.Errorf("%d rows without retention, %d with 30 min, %d with 3 h: want them to grow",
			none, half, all)
	}
}
