package timeline_test

import (
	"testing"
	"time"

	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
)

// hotRow is a table of one row that is updated 2,000 times a second.
func hotRow(t *testing.T, length time.Duration) timeline.Config {
	return newConfig(t, length, load{script: "oltp_update_non_index", tables: 1, rows: 1,
		rate: 2000, args: []string{"--create-secondary=off"}})
}

// TestHotRowKeepsAllVersions: more versions of one row than the arrays have room for stay counted,
// in a mini, in a minor and in the major that ends them.
func TestHotRowKeepsAllVersions(t *testing.T) {
	c := hotRow(t, 5*time.Minute)
	c.Options.EnableFastFreeze = false
	c.Options.UndoRetention = time.Hour
	c.Actions = append(minorFreezes(50, 60, 100), timeline.Action{At: at(280), Freeze: "major"})
	tenant := run(t, c)
	minis := merges(tenant, "", timeline.MergeMini)
	for i, want := range []int64{50 * 2000, 10 * 2000, 40 * 2000, 180 * 2000} {
		if got := minis[i].Output; got.Versions != want || got.PhysicalRows != want+1 {
			t.Errorf("mini %d: %d versions in %d rows, want %d and a shadow row", i,
				got.Versions, got.PhysicalRows, want)
		}
	}
	minor := merges(tenant, "", timeline.MergeMinor)[0].Output
	if minor.Versions != 100*2000 || minor.PhysicalRows != minor.Versions+1 {
		t.Errorf("minor of %d versions in %d rows, want all 200,000", minor.Versions,
			minor.PhysicalRows)
	}
	major := merges(tenant, "", timeline.MergeMajor)[0].Output
	if major.Versions != 1 || major.Folded != 280*2000 {
		t.Errorf("major: %d versions, %d folded; want 1 and all others", major.Versions,
			major.Folded)
	}
}

// TestHotRowFolds: once the multi-version start has passed them, all are one.
func TestHotRowFolds(t *testing.T) {
	c := hotRow(t, 25*time.Minute)
	c.Options.EnableFastFreeze = false
	c.Options.UndoRetention = 0
	c.Plan.Loads[0].To = at(100)
	c.Plan.Loads = append(c.Plan.Loads, loadOf(t, c, "oltp_update_non_index", 0.1, at(1300),
		at(1500)), loadOf(t, c, "oltp_read_only", 1, 0, at(1500)))
	c.Actions = minorFreezes(90, 110, 1400)
	minors := merges(run(t, c), "", timeline.MergeMinor)
	if len(minors) != 1 || minors[0].Output.Versions != 1+1+10 {
		t.Errorf("minors %+v, want one with a version of each old mini and 10 new ones", minors)
	}
}

// TestFastFreezeOfHotRow: a row of more than twice _ob_elr_fast_freeze_threshold versions has its
// tablet frozen with the loop, once the memtable is 300 s old.
func TestFastFreezeOfHotRow(t *testing.T) {
	c := hotRow(t, 10*time.Minute)
	c.Plan.Loads[0].Rate.PerSecond = 100
	c.Options.FastFreezeThreshold = 10_000 // 20,000 versions in 200 s
	tenant := run(t, c)
	if f := tenant.Freezes; len(f) != 1 || f[0].Reason != "hot row" || f[0].At != at(360) {
		t.Errorf("freezes %+v, want one for a hot row with the loop at 360 s", f)
	}
	c.Options.FastFreezeThreshold = 20_000 // 36,000 versions at 360 s are too few
	if f := run(t, c).Freezes; len(f) != 1 || f[0].At != at(480) {
		t.Errorf("freezes %+v, want one with the loop at 480 s", f)
	}
	c.Options.EnableFastFreeze = false
	if f := run(t, c).Freezes; len(f) != 0 {
		t.Errorf("freezes %+v with _ob_enable_fast_freeze off", f)
	}
}

// TestFastFreezeOfTombstones: updates and deletes of 250,000 times the mode's factor, or deletes
// beyond the mode's limit. Queuing modes are looked at after 300 s x 0.4 x factor.
func TestFastFreezeOfTombstones(t *testing.T) {
	for mode, want := range map[string]time.Duration{
		"normal":   at(360), // 300 s old at the loop of 360 s, 288,000 updates
		"queuing":  at(360), // 225,000 x 0.9 come after 282 s
		"moderate": at(360), // 200,000 after 250 s
		"super":    at(240), // 150,000 after 188 s
		"extreme":  at(240), // 125,000 after 157 s
	} {
		c := newConfig(t, 7*time.Minute, load{script: "oltp_update_non_index", tables: 1,
			rows: 5000, rate: 800, mode: mode, args: []string{"--create-secondary=off"}})
		f := run(t, c).Freezes
		if len(f) == 0 || f[0].Reason != "tombstones" || f[0].At != want {
			t.Errorf("%s: freezes %+v, want the first for tombstones at %v", mode, f, want)
		}
	}
}

// TestFastFreezeOfQueue: an extreme queue's 1,000 deletes freeze its tablet as soon as its memtable
// is 60 s old, a normal queue's don't.
func TestFastFreezeOfQueue(t *testing.T) {
	for mode, want := range map[string]int{"normal": 0, "extreme": 3} {
		c := newConfig(t, 7*time.Minute, load{script: workload.Queue, tables: 1, rows: 500,
			rate: 100, mode: mode, args: []string{"--create-secondary=off"}})
		if n := len(run(t, c).Freezes); n != want {
			t.Errorf("%s: %d freezes in 7 minutes, want %d", mode, n, want)
		}
	}
}
