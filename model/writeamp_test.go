package model_test

import (
	"math"
	"testing"

	"github.com/readamp/readamp/model"
)

// TestMergeCycleIsTheWalk compares writes and space with those of the walk, for all triggers and
// growths.
func TestMergeCycleIsTheWalk(t *testing.T) {
	const base = 10e6
	for trigger := range 17 {
		o, r := stackSetting(t, "4.2.1", trigger)
		for name, rows := range growths() {
			scaled := func(n int) float64 { return rows(n) / 100 }
			minis, minors, peak := 0.0, 0.0, 0.0
			before := base
			for i, step := range model.WalkStack(o, r, 80, scaled) {
				minis += scaled(1)
				merging := before + scaled(1)
				for _, m := range step.Merges {
					minors += m.Output.Rows
					merging += m.Output.Rows
				}
				settled := base
				for _, run := range step.Runs {
					settled += run.Rows
				}
				peak, before = max(peak, merging), settled
				c := model.MergeCycle{Trigger: trigger, Flushes: i + 1, Rows: scaled,
					BaseRows: base, NextBaseRows: base + 5}
				checkStackRows(t, "minis", c.Written().Minis, minis)
				checkStackRows(t, "minors", c.Written().Minors, minors)
				checkStackRows(t, "settled", c.SettledRows(i+1), settled)
				checkStackRows(t, "merging", c.MergingRows(i+1), merging)
				checkStackRows(t, "peak", c.PeakRows(), max(peak, settled+base+5))
				if t.Failed() {
					t.Fatalf("T = %d, %s, %d flushes", trigger, name, i+1)
				}
			}
		}
	}
}

func checkStackRows(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9*math.Abs(want) {
		t.Errorf("%s: %g, want %g", what, got, want)
	}
}

// TestMergedFlushes is the sum over merges, and the closed form right after one.
func TestMergedFlushes(t *testing.T) {
	for trigger := range 17 {
		period := float64(max(trigger, 1))
		for flushes := range 200 {
			c := model.MergeCycle{Trigger: trigger, Flushes: flushes, Rows: model.SteadyFlush(1)}
			if got := model.MergedFlushes(trigger, flushes); got != c.Written().Minors {
				t.Fatalf("T = %d, n = %d: %g, sum %g", trigger, flushes, got, c.Written().Minors)
			}
			n := float64(flushes)
			if shape := model.SettledShape(trigger, flushes); shape.MinorFlushes == flushes &&
				flushes > 0 {
				want := (n - 1) * (n + 1 + period) / (2 * period)
				checkStackRows(t, "after a merge", model.MergedFlushes(trigger, flushes), want)
			}
		}
	}
}

// TestPeakInAMinorMerge has a base so small that the peak isn't the major's.
func TestPeakInAMinorMerge(t *testing.T) {
	c := model.MergeCycle{Trigger: 2, Flushes: 5, Rows: model.SteadyFlush(100), BaseRows: 10,
		NextBaseRows: 10}
	// The minor of 3, two minis, and the minor of 5 that they become.
	if got := c.PeakRows(); got != 10+300+200+500 {
		t.Errorf("%g rows", got)
	}
	if got := (model.CycleWork{}).Amplification(); got != 0 {
		t.Errorf("amplification of nothing: %g", got)
	}
}

// TestLeastWritingFlushes tries all numbers of flushes.
func TestLeastWritingFlushes(t *testing.T) {
	for trigger := range 17 {
		for _, base := range []float64{0, 0.5, 1, 3, 50, 777.7} { // flushes
			amplification := func(n int) float64 {
				c := model.MergeCycle{Trigger: trigger, Flushes: n, Rows: model.SteadyFlush(2),
					BaseRows: 2 * base, NextBaseRows: 2 * base}
				return c.Written().Amplification()
			}
			best := 1
			for n := range 1000 {
				if n > 0 && amplification(n) < amplification(best)-1e-12 {
					best = n
				}
			}
			got := model.LeastWritingFlushes(trigger, 2*base, 2)
			if amplification(got) > amplification(best)+1e-12 {
				t.Errorf("T = %d, base of %g: %d flushes write %.4f, %d write %.4f", trigger, base,
					got, amplification(got), best, amplification(best))
			}
		}
	}
}
