package model_test

import (
	"slices"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/model"
)

// What others publish about the number of minis and minors under minor_compact_trigger T: the rule
// of ObPartitionMergePolicy::refine_minor_merge_result in oceanbase/oceanbase. Tolerance: exact.

// stackSetting is a trigger under the rules of a release.
func stackSetting(t testing.TB, version string, trigger int) (lsm.Options, lsm.Rules) {
	t.Helper()
	r, err := lsm.RulesFor(version, "amd64")
	if err != nil {
		t.Fatal(err)
	}
	o := lsm.DefaultOptions()
	o.MinorCompactTrigger = trigger
	return o, r
}

// checkSmallMinis holds the walk and the closed form to the settled counts, the peak and the mean.
// Counts are whole cycles.
func checkSmallMinis(t *testing.T, trigger int, want []int, wantPeak int, wantMean float64) {
	t.Helper()
	o, r := stackSetting(t, "4.2.1", trigger)
	counts, peak := model.SettledCounts(o, r, len(want), model.SteadyFlush(1000))
	if !slices.Equal(counts, want) || peak != wantPeak {
		t.Errorf("walk: %v, peak %d, want %v, peak %d", counts, peak, want, wantPeak)
	}
	sum := 0
	for i, runs := range want {
		sum += runs
		if got := model.SettledShape(trigger, i+1).Runs(); got != runs {
			t.Errorf("closed form: %d runs after %d flushes, want %d", got, i+1, runs)
		}
	}
	cycle := model.SettledCycle(trigger)
	if mean := float64(sum) / float64(len(want)); mean != wantMean || cycle.Mean != wantMean ||
		cycle.Peak != wantPeak {
		t.Errorf("mean %g, cycle %+v, want %g and a peak of %d", mean, cycle, wantMean, wantPeak)
	}
}

func TestOutside5_1(t *testing.T) {
	checkSmallMinis(t, 2, []int{1, 2, 1, 2, 1, 2, 1, 2}, 3, 1.5)
}

func TestOutside5_2(t *testing.T) {
	checkSmallMinis(t, 0, []int{1, 1, 1, 1, 1, 1, 1, 1}, 2, 1)
}

func TestOutside5_3(t *testing.T) {
	var counts []int
	for range 3 {
		for runs := 1; runs <= 16; runs++ {
			counts = append(counts, runs)
		}
	}
	checkSmallMinis(t, 16, counts, 17, 8.5)
}

// settle gives the rows of the runs that a stack of these rows, oldest first, settles to.
func settle(t *testing.T, version string, rows ...float64) []float64 {
	t.Helper()
	o, r := stackSetting(t, version, 2)
	var stack []model.StackRun
	for _, n := range rows {
		stack = append(stack, model.StackRun{Flushes: 1, Rows: n})
	}
	settled, _ := model.SettleStack(o, r, stack, nil)
	var left []float64
	for _, run := range settled {
		left = append(left, run.Rows)
	}
	return left
}

func checkSettled(t *testing.T, version string, rows, want []float64) {
	t.Helper()
	if got := settle(t, version, rows...); !slices.Equal(got, want) {
		t.Errorf("%s: %.0f becomes %.0f, want %.0f", version, rows, got, want)
	}
}

func TestOutside5_4(t *testing.T) {
	for _, version := range []string{"4.2.1", "4.3.3", "4.4", "seekdb"} {
		checkSettled(t, version, []float64{3e6, 200e3, 200e3}, []float64{3e6, 200e3, 200e3})
	}
}

func TestOutside5_5(t *testing.T) {
	for _, version := range []string{"4.2.1", "4.3.3", "4.4", "seekdb"} {
		checkSettled(t, version, []float64{3e6, 200e3, 200e3, 200e3}, []float64{3e6, 600e3})
	}
}

func TestOutside5_6(t *testing.T) {
	for _, version := range []string{"4.2.1", "4.3.3", "4.4", "seekdb"} {
		checkSettled(t, version, []float64{3e6, 300e3, 300e3, 300e3}, []float64{3.9e6})
	}
}

func TestOutside5_7(t *testing.T) {
	o, r := stackSetting(t, "4.2.1", 2)
	want := []int{1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 3, 1, 2, 3, 2}
	counts, peak := model.SettledCounts(o, r, len(want), model.SteadyFlush(300e3))
	if !slices.Equal(counts, want) || peak != 4 {
		t.Errorf("%v, peak %d, want %v, peak 4", counts, peak, want)
	}
}

func TestOutside5_8(t *testing.T) {
	for _, version := range []string{"4.1", "4.2.0"} {
		checkSettled(t, version, []float64{3e6, 200e3, 200e3}, []float64{3.4e6})
	}
}

// growths are rows by flushes: all distinct, keys that repeat and are folded (a million keys, a
// tenth of them drawn by each flush), and the same with every version kept and a shadow row for
// keys of two and more.
func growths() map[string]model.FlushRows {
	const keys, drawn = 1e6, 0.1
	return map[string]model.FlushRows{
		"distinct": model.SteadyFlush(100e3),
		"folded": func(flushes int) float64 {
			return keys * model.Coverage(drawn*float64(flushes))
		},
		"kept": func(flushes int) float64 {
			u := drawn * float64(flushes)
			return keys * (u + model.Coverage(u) - u*(1-model.Coverage(u)))
		},
	}
}

// TestOutside12Merges holds the relations about merges on every stack of the walk: a mini more
// never lowers the rows read, a merge never raises them, and its rows in are its rows out and those
// it dropped. The rows that a scan of the table reads are the distinct keys of each run.
func TestOutside12Merges(t *testing.T) {
	read := growths()["folded"]
	scanned := func(stack []model.StackRun) float64 {
		sum := 0.0
		for _, run := range stack {
			sum += read(run.Flushes)
		}
		return sum
	}
	merges := 0
	for trigger := range 17 {
		o, r := stackSetting(t, "4.2.1", trigger)
		before := []model.StackRun(nil)
		for i, step := range model.WalkStack(o, r, 60, read) {
			unmerged := append(slices.Clone(before), model.StackRun{Flushes: 1, Rows: read(1)})
			if scanned(unmerged) < scanned(before) || scanned(step.Runs) > scanned(unmerged)+1e-6 {
				t.Errorf("T = %d, flush %d: %.0f, %.0f with the mini, %.0f merged", trigger, i+1,
					scanned(before), scanned(unmerged), scanned(step.Runs))
			}
			for _, m := range step.Merges {
				merges++
				if m.DroppedRows() < 0 || m.Output.Rows+m.DroppedRows() != m.ReadRows {
					t.Errorf("T = %d, flush %d: %+v", trigger, i+1, m)
				}
			}
			before = step.Runs
		}
	}
	if merges < 100 {
		t.Errorf("only %d merges", merges)
	}
}
