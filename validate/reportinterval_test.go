package validate

import (
	"context"
	"math"
	"testing"

	"github.com/readamp/readamp/model"
)

// sureCost are the hand costs with a scatter of 4 % for quiet phases and nothing unsure of itself.
func sureCost() *model.Cost {
	c := handCost()
	c.Covariance = &model.CostCovariance{Names: []string{"get"}, Matrix: []float64{0},
		CPUResidual: 0.04, RateResidual: 0.03, Noise: quietNoise}
	return c
}

// TestRatioIntervals: a ratio scatters with its phase and with the base it is over. Where both lie
// between reference loads that agree, by sqrt(1 + 1/n); a single base phase is its own base.
func TestRatioIntervals(t *testing.T) {
	ref := handRef(4000, 8)
	run := handRun(t, ref, handState("base"), handRead("base", "oltp_point_select"), ref,
		handState("mini"), handRead("mini", "oltp_point_select"), ref)
	r, err := Compare(context.Background(), run, seekdb(t), sureCost())
	if err != nil {
		t.Fatal(err)
	}
	base, mini := r.Lines[0], r.Lines[1]
	is(t, "base, low", base.CPURatio.Low, 1)
	is(t, "base, high", base.QPSRatio.High, 1)
	for what, q := range map[string]Quantity{"CPU": mini.CPURatio, "QPS": mini.QPSRatio} {
		sd := math.Sqrt2 * map[string]float64{"CPU": 0.04, "QPS": 0.03}[what]
		factor := math.Exp(model.CostQuantile(CostConfidence) * sd)
		is(t, what+" low", q.Low, *q.Predicted/factor)
		is(t, what+" high", q.High, *q.Predicted*factor)
	}
	if r := compared(t, plantedRun(t), false); r.Lines[0].CPURatio.Low != nil {
		t.Error("costs set by hand have an interval")
	}
}

// TestRatioIntervalDrift: between reference loads that disagree the interval is wider.
func TestRatioIntervalDrift(t *testing.T) {
	of := func(after string) float64 {
		ref := handRef(4000, 8)
		run := handRun(t, ref, handState("base"), handRead("base", "oltp_point_select"), ref,
			handState("mini"), handRead("mini", "oltp_point_select"), after)
		r, err := Compare(context.Background(), run, seekdb(t), sureCost())
		if err != nil {
			t.Fatal(err)
		}
		return *r.Lines[1].CPURatio.High / *r.Lines[1].CPURatio.Low
	}
	if steady, drifting := of(handRef(4000, 8)), of(handRef(4000, 12)); drifting < 1.2*steady {
		t.Errorf("a factor of %v between ends, %v where the machine drifts", steady, drifting)
	}
}

// TestCoverage counts the judged ratios inside their intervals.
func TestCoverage(t *testing.T) {
	sampled := func(measured, low, high float64, fitted bool) sample {
		return sample{measured: measured, low: &low, high: &high, fitted: fitted}
	}
	got := coveragePct([]sample{sampled(1, 0.9, 1.1, false), sampled(1.2, 0.9, 1.1, false),
		sampled(0.9, 0.9, 1.1, false), sampled(5, 0.9, 1.1, true), {measured: 1}})
	is(t, "coverage", got, 200./3)
	is(t, "of nothing", coveragePct([]sample{{measured: 1}}), missing)
}
