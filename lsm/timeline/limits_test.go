package timeline_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm/timeline"
)

// inputs are the numbers of tables that merges took.
func inputs(list []timeline.MergeRecord) (n []int) {
	for _, m := range list {
		n = append(n, m.Inputs)
	}
	return n
}

// evenFreezes are freezes by hand at even distances.
func evenFreezes(n int, every float64) []timeline.Action {
	var seconds []float64
	for i := range n {
		seconds = append(seconds, every*float64(i+1))
	}
	return minorFreezes(seconds...)
}

// TestMinorTrigger: with T = minor_compact_trigger the table after the T-th starts a merge of all,
// and T = 0 is like 1. Each of ten freezes is long settled when the next one comes.
func TestMinorTrigger(t *testing.T) {
	for trigger, want := range map[int][]int{
		0:  {2, 2, 2, 2, 2, 2, 2, 2, 2},
		1:  {2, 2, 2, 2, 2, 2, 2, 2, 2},
		2:  {3, 3, 3, 3},
		16: nil,
	} {
		c := newConfig(t, 11*150*time.Second, load{script: "oltp_update_non_index", tables: 1,
			rows: 500, rate: 20})
		c.Options.MinorCompactTrigger = trigger
		c.Actions = evenFreezes(10, 150)
		got := inputs(merges(run(t, c), "g0_1", timeline.MergeMinor))
		if !slices.Equal(got, want) {
			t.Errorf("minor_compact_trigger %d: merges of %v tables, want %v", trigger, got, want)
		}
	}
}

// TestMinorAtSeventeen: T = 16 merges the 17th with all others.
func TestMinorAtSeventeen(t *testing.T) {
	c := newConfig(t, 20*130*time.Second, load{script: "oltp_update_non_index", tables: 1,
		rows: 500, rate: 20})
	c.Options.MinorCompactTrigger = 16
	c.Actions = evenFreezes(18, 130)
	if got := inputs(merges(run(t, c), "g0_1", timeline.MergeMinor)); !slices.Equal(got,
		[]int{17}) {
		t.Errorf("merges of %v tables, want one of 17", got)
	}
}

// TestYoungTablesAreNotMerged: a mini whose rows are younger than the snapshot that minors may
// reach is left out; the loop takes it two minutes later.
func TestYoungTablesAreNotMerged(t *testing.T) {
	c := newConfig(t, 250*time.Second, load{script: "oltp_update_non_index", tables: 1, rows: 500,
		rate: 20})
	c.Actions = minorFreezes(20, 40, 60)
	minors := merges(run(t, c), "g0_1", timeline.MergeMinor)
	if len(minors) != 1 || minors[0].Queued != at(120) || minors[0].Inputs != 3 {
		t.Errorf("minors %+v, want one of 3 tables with the loop at 120 s", minors)
	}
	c.Timing.SnapshotDelay = 0
	tenant := run(t, c)
	minors = merges(tenant, "g0_1", timeline.MergeMinor)
	third := merges(tenant, "g0_1", timeline.MergeMini)[2].End
	if len(minors) != 1 || minors[0].Queued != third {
		t.Errorf("minors %+v without a delay, want one right after the mini at %v", minors, third)
	}
}

// slowMinors is a tenant with a freeze every 5 s whose first minor merge takes so long that tables
// pile up behind it.
func slowMinors(t *testing.T, freezes int) timeline.Config {
	c := newConfig(t, time.Duration(freezes+1)*5*time.Second, load{tables: 1, rows: 2000,
		script: "oltp_update_non_index", rate: 200, args: []string{"--create-secondary=off"}})
	c.Timing.MergeRowsPerSecond = 5
	c.Actions = evenFreezes(freezes, 5)
	return c
}

// TestTooManyTables has the store refuse minis at 63 minis and minors; the memtables stay and pile
// up, 16 at most.
func TestTooManyTables(t *testing.T) {
	c := slowMinors(t, 90)
	c.Timing.MergeRowsPerSecond = 0.1
	tenant := run(t, c)
	stack := tenant.Stacks()[0].Letters()
	tables := strings.Count(stack, "i") + strings.Count(stack, "m")
	memtables := strings.Count(stack, "f") + strings.Count(stack, "a")
	if tables != 63 || memtables != 16 || tenant.Refused == 0 {
		t.Errorf("%d minis, %d memtables, %d minis refused; want 63 and 16", tables, memtables,
			tenant.Refused)
	}
}

// TestUnsafeTables: once a tablet has 32 tables, the base counted, minors take all of them, also
// those whose rows are younger than the snapshot; below, those are left alone.
func TestUnsafeTables(t *testing.T) {
	young := func(freezes int) int {
		c := newConfig(t, 20*time.Minute, load{tables: 1, rows: 2000, rate: 200,
			script: "oltp_update_non_index", args: []string{"--create-secondary=off"}})
		c.Options.MinorCompactTrigger = 16
		c.Timing.SnapshotDelay = time.Hour // all are young
		c.Actions = evenFreezes(freezes, 10)
		minors := merges(run(t, c), "g0_1", timeline.MergeMinor)
		if len(minors) == 0 {
			return 0
		}
		return minors[0].Inputs
	}
	if n := young(30); n != 0 {
		t.Errorf("a minor of %d young tables beside the base, want none below 31", n)
	}
	if n := young(31); n != 31 {
		t.Errorf("a minor of %d tables, want all 31", n)
	}
}
