package model

import (
	"math"
	"testing"
)

// handCovariance has two costs whose errors go together.
func handCovariance() *Cost {
	return &Cost{Constant: map[string]float64{"range": 1},
		Unit: map[string]float64{"slow_row": 0.01}, Server: 0.5,
		Client: map[string]float64{"s": 0.5},
		Covariance: &CostCovariance{Names: []string{"range", "slow_row"},
			Matrix: []float64{0.04, -0.0001, -0.0001, 0.000001}, CPUResidual: 0.03,
			RateResidual: 0.02}}
}

func slowRanges(rows float64) []Part {
	return []Part{{"range", 1, Work{SlowRows: rows}}}
}

// TestRelativeSD works out a variance by hand: 0.04 - 2 x 100 x 0.0001 + 100^2 x 1e-6 = 0.03.
func TestRelativeSD(t *testing.T) {
	c := handCovariance()
	if got, want := c.RelativeSD(slowRanges(100), nil), math.Sqrt(0.03)/2; !near(got, want, 1e-12) {
		t.Errorf("got %v, want %v", got, want)
	}
	// Over a base of no rows: (1, 100)/2 - (1, 0) = (-0.5, 50).
	want := math.Sqrt(0.25*0.04 + 2*0.5*50*0.0001 + 2500*1e-6)
	if got := c.RelativeSD(slowRanges(100), slowRanges(0)); !near(got, want, 1e-12) {
		t.Errorf("over base: got %v, want %v", got, want)
	}
	if got := c.RelativeSD(slowRanges(70), slowRanges(70)); got > 1e-9 {
		t.Errorf("over itself: %v", got)
	}
	c.Covariance = nil
	if got := c.RelativeSD(slowRanges(1), nil); got != 0 {
		t.Errorf("costs set by hand: %v", got)
	}
}

// TestIntervalsByHand: an interval is the point times and over a factor.
func TestIntervalsByHand(t *testing.T) {
	c := handCovariance()
	low, high := c.CPUInterval(slowRanges(100), 0.9)
	factor := math.Exp(1.6448536 * math.Sqrt(0.03/4+0.03*0.03))
	if !near(low, 2/factor, 1e-6) || !near(high, 2*factor, 1e-6) {
		t.Errorf("CPU in %v to %v, want a factor of %v around 2", low, high, factor)
	}
	// Of 1 + 0.5 of a query's time 2/3 are the server's.
	low, high = c.RateInterval("s", slowRanges(100), 0.9)
	factor = math.Exp(1.6448536 * math.Sqrt(4./9*0.03/4+0.02*0.02))
	if !near(low, 1/1.5/factor, 1e-6) || !near(high, 1/1.5*factor, 1e-6) {
		t.Errorf("rate in %v to %v, want a factor of %v around %v", low, high, factor, 1/1.5)
	}
	c.Covariance = nil
	if low, high := c.CPUInterval(slowRanges(100), 0.9); low != 2 || high != 2 {
		t.Errorf("without a covariance: %v to %v", low, high)
	}
	low, high = c.RateInterval("s", slowRanges(100), 0.9)
	if low != high || !near(low, 1/1.5, 1e-12) {
		t.Errorf("without a covariance: %v to %v", low, high)
	}
}

// TestIntervalCoverage: intervals of costs fitted to one noisy run hold nine in ten phases of
// others.
func TestIntervalCoverage(t *testing.T) {
	truth := planted()
	inside, all := 0, 0
	count := func(low, high, v float64) {
		all++
		if low <= v && v <= high {
			inside++
		}
	}
	for seed := range uint64(8) {
		c := fitIntervals(t, noisyLadder(truth, 16, 0.05, seed), 0.9)
		for _, o := range noisyLadder(truth, 16, 0.05, 1000+seed) {
			low, high := c.CPUInterval(o.Parts, 0.9)
			count(low, high, o.CPU)
			low, high = c.RateInterval(o.Script, o.Parts, 0.9)
			count(low, high, o.Rate)
		}
	}
	if share := float64(inside) / float64(all); share < 0.8 || share > 0.98 {
		t.Errorf("%d of %d phases in their 90 %% interval", inside, all)
	}
}

// TestIntervalAllocates nothing: sweeps ask for many.
func TestIntervalAllocates(t *testing.T) {
	c, parts := handCovariance(), slowRanges(100)
	if n := testing.AllocsPerRun(100, func() {
		c.CPUInterval(parts, 0.9)
		c.RateInterval("s", parts, 0.9)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkCPUInterval(b *testing.B) {
	c := fitBench(b)
	parts := ladder(planted(), 5)[9].Parts
	for b.Loop() {
		c.CPUInterval(parts, 0.9)
	}
}

func fitBench(b *testing.B) *Cost {
	c, err := FitCostIntervals(ladder(planted(), 12), 0.9)
	if err != nil {
		b.Fatal(err)
	}
	return c
}
