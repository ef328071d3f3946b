package timeline_test

import (
	"slices"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
)

// queueOf is a queue of 5,000 rows in a table of some mode, with a freeze every four minutes.
func queueOf(t *testing.T, mode string, length time.Duration) timeline.Config {
	c := newConfig(t, length, load{script: workload.Queue, tables: 1, rows: 5000, rate: 100,
		mode: mode, args: []string{"--create-secondary=off"}})
	c.Options.EnableAdaptiveCompaction = true
	c.Options.UndoRetention = 0
	c.Options.EnableFastFreeze = false
	c.SampleEvery = time.Minute
	c.Actions = evenFreezes(int(length/(4*time.Minute))-1, 240)
	return c
}

// adaptiveMerges are the kinds of merges that nobody asked for.
func adaptiveMerges(tenant *timeline.Tenant) (mediums, metas int) {
	return len(merges(tenant, "", timeline.MergeMedium)), len(merges(tenant, "",
		timeline.MergeMeta))
}

// meanRows is the mean of the physical rows over the samples.
func meanRows(tenant *timeline.Tenant) float64 {
	sum := 0.0
	for _, s := range tenant.Samples {
		sum += float64(s.PhysicalRows)
	}
	return sum / float64(len(tenant.Samples))
}

// TestHigherModesShowFewerRows runs one write stream in every mode: a higher one never shows more
// physical rows over the day than a lower one, nor has the head of the queue read more.
func TestHigherModesShowFewerRows(t *testing.T) {
	before, read := 0.0, 0.0
	for i, mode := range adaptive.ModeNames() {
		tenant := run(t, queueOf(t, mode, 90*time.Minute))
		rows, head := meanRows(tenant), tenant.Report().Summary.Range.Mean
		if i > 0 && (rows > 1.001*before || head > 1.001*read) {
			t.Errorf("%s: %.0f physical rows, %.2f read for one; the mode below %.0f and %.2f",
				mode, rows, head, before, read)
		}
		before, read = rows, head
	}
}

// TestModeOfQueue says what merges each mode gets: mediums with the loop all of them, and while the
// last major is less than 600 s old, right after a mini, meta majors from moderate on.
func TestModeOfQueue(t *testing.T) {
	for i, mode := range adaptive.ModeNames() {
		mediums, metas := adaptiveMerges(run(t, queueOf(t, mode, time.Hour)))
		if mediums == 0 || metas > 0 && i < 2 {
			t.Errorf("%s: %d mediums, %d meta majors", mode, mediums, metas)
		}
	}
}

// TestAdaptiveSwitch: with _enable_adaptive_compaction off only extreme tables are merged early,
// but for moderate and super ones right after a major.
func TestAdaptiveSwitch(t *testing.T) {
	for i, mode := range adaptive.ModeNames() {
		c := queueOf(t, mode, time.Hour)
		c.Options.EnableAdaptiveCompaction = false
		tenant := run(t, c)
		mediums, metas := adaptiveMerges(tenant)
		if mediums > 0 || metas > 0 && i < 2 || metas == 0 && mode == "extreme" {
			t.Errorf("%s with the switch off: %d mediums, %d meta majors", mode, mediums, metas)
		}
		for _, m := range merges(tenant, "", timeline.MergeMeta) {
			if mode != "extreme" && m.Queued > 10*time.Minute {
				t.Errorf("%s with the switch off: a meta major at %v, long after the last major",
					mode, m.Queued)
			}
		}
	}
}

// TestExtremeInOldReleases: before 4.2.1.5 an extreme table is a normal one.
func TestExtremeInOldReleases(t *testing.T) {
	c := queueOf(t, "extreme", time.Hour)
	c.Rules = rulesFor(t, "4.2.0")
	c.Options.EnableAdaptiveCompaction = false
	if mediums, metas := adaptiveMerges(run(t, c)); mediums+metas > 0 {
		t.Errorf("4.2.0: %d mediums and %d meta majors of an extreme table with the switch off",
			mediums, metas)
	}
}

// TestMediumIsPaced: with the default retention of 30 min a normal table is merged at most once in
// a quarter of an hour, and never while what changed is less than half of it.
func TestMediumIsPaced(t *testing.T) {
	c := newConfig(t, 3*time.Hour, load{script: "oltp_update_non_index", tables: 1, rows: 20_000,
		rate: 200, args: []string{"--create-secondary=off", "--rand-type=uniform"}})
	c.Options.EnableAdaptiveCompaction = true
	c.Actions = evenFreezes(40, 240)
	mediums := merges(run(t, c), "", timeline.MergeMedium)
	if len(mediums) < 3 {
		t.Fatalf("%d mediums in 3 h, want some", len(mediums))
	}
	for i, m := range mediums {
		if m.Reason != "FREQUENT_WRITE" && m.Reason != "TOMBSTONE_SCENE" {
			t.Errorf("a medium for %s", m.Reason)
		}
		if i > 0 && m.Queued-mediums[i-1].Queued < 15*time.Minute {
			t.Errorf("mediums at %v and %v, want 15 min between", mediums[i-1].Queued, m.Queued)
		}
	}
	c.Plan.Loads[0].Rate.PerSecond = 0.5
	if n, _ := adaptiveMerges(run(t, c)); n > 0 {
		t.Errorf("%d mediums of a table that hardly changes", n)
	}
}

// TestMinisReportStatements: a delete and an insert in one transaction are one version, but an
// insert and a delete to the statistics.
func TestMinisReportStatements(t *testing.T) {
	c := newConfig(t, 2*time.Minute, load{script: "oltp_write_only", tables: 1, rows: 20_000,
		rate: 100, to: at(100), args: []string{"--index-updates=0", "--non-index-updates=0",
			"--rand-type=uniform"}})
	c.Plan.Loads = append(c.Plan.Loads, loadOf(t, c, "oltp_read_only", 1, 0, at(120)))
	c.Actions = minorFreezes(101)
	tenant := run(t, c)
	for _, tablet := range []string{"g0_1", "g0_1.k"} {
		got := tenant.Reported(tablet)
		if want := []int64{10_000, 0, 10_000}; !slices.Equal(got, want) {
			t.Errorf("%s: %v inserts, updates and deletes reported, want %v", tablet, got, want)
		}
	}
}
