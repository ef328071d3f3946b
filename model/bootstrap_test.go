package model

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// noisyLadder is a ladder whose figures scatter, its rate less than its CPU.
func noisyLadder(truth *Cost, states int, noise float64, seed uint64) []Observation {
	r := rand.New(rand.NewPCG(seed, 2))
	observed := ladder(truth, states)
	for i := range observed {
		factor := 1 + noise*r.NormFloat64()
		observed[i].CPU *= factor
		observed[i].Rate /= factor
		observed[i].Noise = noise
	}
	return observed
}

func fitIntervals(t *testing.T, observed []Observation, confidence float64) *Cost {
	t.Helper()
	c, err := FitCostIntervals(observed, confidence)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestBootstrapCoverage: planted parameters are recovered from runs with noise. Of the intervals
// of many such runs, about the stated share holds what was planted.
func TestBootstrapCoverage(t *testing.T) {
	truth := planted()
	inside, all := 0, 0
	for seed := range uint64(12) {
		c := fitIntervals(t, noisyLadder(truth, 24, 0.03, seed), 0.9)
		count := func(name string, i CostInterval, want float64) {
			all++
			if i.Low <= want && want <= i.High {
				inside++
			}
			if i.Low > i.High {
				t.Errorf("seed %d: %s in %+v", seed, name, i)
			}
		}
		for name, want := range truth.Unit {
			count(name, c.Intervals.Unit[name], want)
		}
		for kind, want := range truth.Constant {
			count(kind, c.Intervals.Constant[kind], want)
		}
	}
	// Percentile intervals of 24 states are a little too narrow, and seven costs of a run err
	// together.
	if share := float64(inside) / float64(all); share < 0.75 || share > 0.99 {
		t.Errorf("%d of %d intervals of 90 %% hold what was planted", inside, all)
	}
}

// TestBootstrapRepeats: the same phases give the same intervals to the last bit, and more
// confidence wider ones.
func TestBootstrapRepeats(t *testing.T) {
	observed := noisyLadder(planted(), 12, 0.05, 3)
	first, again := fitIntervals(t, observed, 0.9), fitIntervals(t, observed, 0.9)
	if !reflect.DeepEqual(first, again) {
		t.Errorf("got %+v, then %+v", first.Intervals, again.Intervals)
	}
	wide := fitIntervals(t, observed, 0.99)
	for name, in := range first.Intervals.Unit {
		if out := wide.Intervals.Unit[name]; out.Low > in.Low || out.High < in.High {
			t.Errorf("%s: 90 %% in %+v, 99 %% in %+v", name, in, out)
		}
	}
	if first.Intervals.ConfidencePct != 90 || first.Intervals.Resamples != bootstrapResamples {
		t.Errorf("%+v", first.Intervals)
	}
}

// TestBootstrapExact: without noise there is nothing to be unsure of.
func TestBootstrapExact(t *testing.T) {
	truth := planted()
	c := fitIntervals(t, ladder(truth, 24), 0.9)
	for name, i := range c.Intervals.Unit {
		if want := truth.Unit[name]; !near(i.Low/want, 1, 1e-4) || !near(i.High/want, 1, 1e-4) {
			t.Errorf("%s: planted %v, in %+v", name, want, i)
		}
	}
	if v := c.Covariance; v.CPUResidual > 1e-4 || v.RateResidual > 1e-4 {
		t.Errorf("residuals %v and %v", v.CPUResidual, v.RateResidual)
	}
	if c.LeftOut.Run != nil || c.LeftOut.State.Groups != 24 || c.LeftOut.State.Phases != 48 {
		t.Errorf("left out %+v", c.LeftOut)
	}
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
}
