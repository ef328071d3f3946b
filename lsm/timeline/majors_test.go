package timeline_test

import (
	"slices"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm/timeline"
)

// writes is one table that is updated 100 times a second.
func writes(t *testing.T, length time.Duration) timeline.Config {
	return newConfig(t, length, load{script: "oltp_update_non_index", tables: 1, rows: 2000,
		rate: 100, args: []string{"--create-secondary=off"}})
}

// TestDailyMajor: a test that crosses 02:00 gets a major in its middle, once a day.
func TestDailyMajor(t *testing.T) {
	c := writes(t, 25*time.Hour)
	c.Plan.Loads[0].Rate.PerSecond = 0.1
	c.Options.MajorFreezeDutyTime = 2 * time.Hour
	c.TimeOfDay = time.Hour + 30*time.Minute
	tenant := run(t, c)
	var times []time.Duration
	for _, m := range merges(tenant, "", timeline.MergeMajor) {
		times = append(times, m.Queued.Truncate(time.Minute))
	}
	if !slices.Equal(times, []time.Duration{30 * time.Minute, 24*time.Hour + 30*time.Minute}) {
		t.Errorf("majors at %v, want 30 min after 01:30 and a day later", times)
	}
	for _, f := range tenant.Freezes {
		if f.Reason != "duty time" {
			t.Errorf("a freeze for %q", f.Reason)
		}
	}
	c.Options.EnableMajorFreeze = false
	if n := len(merges(run(t, c), "", timeline.MergeMajor)); n != 0 {
		t.Errorf("%d majors with enable_major_freeze off", n)
	}
}

// TestMajorCompactTrigger: after so many freezes by memory the next one is a major freeze.
func TestMajorCompactTrigger(t *testing.T) {
	c := writes(t, 20*time.Minute)
	c.Plan.Loads[0].Rate.PerSecond = 4000
	c.Limits = limits(24*mebi, 4<<30)
	c.Options.MajorCompactTrigger = 3
	c.Options.CompactionScheduleInterval = 10 * time.Second
	var reasons []string
	for _, f := range run(t, c).Freezes {
		reasons = append(reasons, f.Reason)
	}
	const memory, major = "memory", "major_compact_trigger"
	want := []string{memory, memory, memory, major, memory, memory, memory, major}
	if len(reasons) < len(want) || !slices.Equal(reasons[:len(want)], want) {
		t.Errorf("freezes for %q, want %q first", reasons, want)
	}
}

// TestMajorDuringMediums: a medium of one tablet does not keep the tenant from a major freeze; its
// tablet is merged for it afterwards.
func TestMajorDuringMediums(t *testing.T) {
	c := writes(t, 40*time.Minute)
	c.Plan.Loads[0].Rate.PerSecond = 50
	c.Options.EnableAdaptiveCompaction = true
	c.Options.UndoRetention = 0
	c.Timing.MergeRowsPerSecond = 200 // a medium takes minutes
	c.Actions = minorFreezes(300, 600, 900)
	medium := merges(run(t, c), "", timeline.MergeMedium)
	if len(medium) == 0 {
		t.Fatal("no medium: the test is about one")
	}
	middle := (medium[0].Start + medium[0].End) / 2
	c.Actions = append(c.Actions, timeline.Action{At: middle, Freeze: "major"})
	majors := merges(run(t, c), "", timeline.MergeMajor)
	if len(majors) != 1 || majors[0].Queued != medium[0].End {
		t.Errorf("majors %+v, want one right after the medium that ended at %v", majors,
			medium[0].End)
	}
}

// TestMajorWhileMajorRuns: the second is ignored.
func TestMajorWhileMajorRuns(t *testing.T) {
	c := writes(t, 10*time.Minute)
	c.Timing.MergeRowsPerSecond = 100
	c.Actions = []timeline.Action{{At: at(60), Freeze: "major"}, {At: at(70), Freeze: "major"}}
	tenant := run(t, c)
	if n := len(merges(tenant, "", timeline.MergeMajor)); n != 1 || len(tenant.Freezes) != 1 {
		t.Errorf("%d majors and %d freezes, want one of each", n, len(tenant.Freezes))
	}
}

// TestMiniStopsAtMajor: memtables from before a major freeze are dumped apart from those behind it,
// so that the new base holds all of the former and none of the latter.
func TestMiniStopsAtMajor(t *testing.T) {
	c := writes(t, 4*time.Minute)
	c.Timing.MiniPhase = 50 * time.Second // three memtables wait by then
	c.Actions = []timeline.Action{{At: at(20), Freeze: "minor"}, {At: at(30), Freeze: "major"},
		{At: at(40), Freeze: "minor"}}
	tenant := run(t, c)
	if got := inputs(merges(tenant, "", timeline.MergeMini)); !slices.Equal(got, []int{2, 1}) {
		t.Errorf("minis of %v memtables, want two before the major and one behind", got)
	}
	majors := merges(tenant, "", timeline.MergeMajor)
	if len(majors) != 1 || majors[0].Inputs != 1 {
		t.Errorf("majors %+v, want one of one mini", majors)
	}
	if s := tenant.Stacks()[0].Letters(); s != "Bia" {
		t.Errorf("stack %s, want base, mini and active memtable", s)
	}
}

// TestPassedTablesAreReadUntilKnown: after a major a read goes on opening what it took in until the
// task that comes every 30 s has seen that its transactions have ended.
func TestPassedTablesAreReadUntilKnown(t *testing.T) {
	c := writes(t, 2*time.Minute)
	c.Plan.Loads[0].To = at(34)
	c.Plan.Loads = append(c.Plan.Loads, loadOf(t, c, "oltp_read_only", 1, 0, at(120)))
	c.Actions = []timeline.Action{{At: at(35), Freeze: "major"}}
	tenant := newTenant(t, c)
	letters := map[float64]string{}
	for _, second := range []float64{36, 50, 61} {
		tenant.Schedule(at(second), func() { letters[second] = tenant.Stacks()[0].Letters() })
	}
	runTenant(t, tenant)
	major := merges(tenant, "", timeline.MergeMajor)[0]
	if major.End > at(50) {
		t.Fatalf("the major ended at %v, want it before the first look", major.End)
	}
	want := map[float64]string{36: "Bf", 50: "Bi", 61: "B"}
	for second, letters := range letters {
		if letters != want[second] {
			t.Errorf("%v s: stack %s, want %s", second, letters, want[second])
		}
	}
}
