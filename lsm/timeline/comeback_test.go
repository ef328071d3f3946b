package timeline_test

import (
	"testing"
	"time"

	"github.com/readamp/readamp/lsm/timeline"
)

// TestRowsComeBack empties a table from its head until the room for its first rows is given up, and
// then writes those rows again.
func TestRowsComeBack(t *testing.T) {
	c := newConfig(t, 4*time.Minute, load{script: "oltp_delete", tables: 1, rows: 300, rate: 200,
		to: 60 * time.Second, args: []string{"--rand-type=uniform", "--create-secondary=off"}})
	again := loadOf(t, c, "oltp_write_only", 100, at(100), at(240))
	again.Options.RandType = "uniform"
	c.Plan.Loads = append(c.Plan.Loads, again)
	c.Actions = append(minorFreezes(62, 80), timeline.Action{At: at(230), Freeze: "major"})
	tenant := run(t, c)
	last := totals(tenant)
	if last.Rows != 300 {
		t.Errorf("%d rows at the end, want all 300", last.Rows)
	}
	for _, m := range merges(tenant, "", timeline.MergeMajor) {
		if m.Output.Keys != 300 {
			t.Errorf("%s: a base of %d keys, want 300", m.Tablet, m.Output.Keys)
		}
	}
}

// TestIndexBaseIsThatOfTheFreeze: rows that come while a major waits for a thread are not in the
// index's new base.
func TestIndexBaseIsThatOfTheFreeze(t *testing.T) {
	c := newConfig(t, 3*time.Minute, load{script: "oltp_insert", tables: 1, rows: 1000,
		rate: 100})
	c.Options.CompactionLowThreads = 1
	c.Timing.MergeRowsPerSecond = 100 // the index waits for the main tablet's 30 s
	c.Actions = []timeline.Action{{At: at(20), Freeze: "major"}}
	majors := merges(run(t, c), "", timeline.MergeMajor)
	if len(majors) != 2 || majors[1].Start < at(50) {
		t.Fatalf("majors %+v, want the index's to wait", majors)
	}
	for _, m := range majors {
		if m.Output.Keys != 1000+20*100 {
			t.Errorf("%s: %d keys, want the 3,000 there were at the freeze", m.Tablet,
				m.Output.Keys)
		}
	}
}
