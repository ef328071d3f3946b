package model_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/readamp/readamp/model"
)

// scalingThreads are the numbers of threads of the tests.
var scalingThreads = []int{1, 2, 4, 8, 16, 32, 64, 128, 256}

// measuredAs gives a law's rates, each off by a random share of size noise.
func measuredAs(law func(threads int) float64, noise float64, seed uint64) []model.ScalingPoint {
	r := rand.New(rand.NewPCG(seed, 7))
	var points []model.ScalingPoint
	for _, n := range scalingThreads {
		qps := law(n) * (1 + noise*r.NormFloat64())
		points = append(points, model.ScalingPoint{Threads: n, QPS: qps})
	}
	return points
}

var (
	plantedUSL = []model.USL{{Lambda: 1000}, {Lambda: 4000, Sigma: 0.1},
		{Lambda: 700, Sigma: 0.03, Kappa: 1e-4}, {Lambda: 90, Kappa: 0.002}}
	plantedNetworks = []model.ClosedNetwork{
		{Cores: 2, ServerMicros: 150, ThinkMicros: 100},
		{Cores: 8, ServerMicros: 90, ThinkMicros: 700},
		{Cores: 26, ServerMicros: 600, ThinkMicros: 200},
	}
)

// TestFitUSLPlanted finds the law that made the rates, and with noise one that is as near as it.
func TestFitUSLPlanted(t *testing.T) {
	for _, planted := range plantedUSL {
		law := func(n int) float64 { return planted.QPS(float64(n)) }
		got, err := model.FitUSL(measuredAs(law, 0, 0))
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got.Lambda/planted.Lambda-1) > 1e-6 ||
			math.Abs(got.Sigma-planted.Sigma) > 1e-6 || math.Abs(got.Kappa-planted.Kappa) > 1e-9 {
			t.Errorf("got %+v, planted %+v", got, planted)
		}
		for seed := range uint64(10) {
			got, err := model.FitUSL(measuredAs(law, 0.03, seed))
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range scalingThreads {
				if off := got.QPS(float64(n))/law(n) - 1; math.Abs(off) > 0.09 {
					t.Errorf("%+v, seed %d: %d threads: off by %.3f", planted, seed, n, off)
				}
			}
		}
	}
}

// TestUSLPeak: a thread more or less than the peak never gives a higher rate.
func TestUSLPeak(t *testing.T) {
	for _, tc := range []struct {
		law  model.USL
		want float64
	}{
		{model.USL{Lambda: 10}, math.Inf(1)},
		{model.USL{Lambda: 10, Sigma: 0.5}, math.Inf(1)},
		{model.USL{Lambda: 10, Sigma: 0.19, Kappa: 1e-4}, 90},
		{model.USL{Lambda: 10, Kappa: 4}, 1},
		{model.USL{Lambda: 10, Sigma: 1.5, Kappa: 1}, 1},
	} {
		got := tc.law.Peak()
		if got != tc.want && math.Abs(got-tc.want) > 1e-9 {
			t.Errorf("%+v: peak %v, want %v", tc.law, got, tc.want)
		}
		if n := got; !math.IsInf(n, 0) && (tc.law.QPS(n) < tc.law.QPS(n+1) ||
			n > 1 && tc.law.QPS(n) < tc.law.QPS(n-1)) {
			t.Errorf("%+v: %v is not the peak", tc.law, n)
		}
	}
}

// TestFitClosedNetworkPlanted: with cores given, demand and delay come back; found with the rest,
// the rates do.
func TestFitClosedNetworkPlanted(t *testing.T) {
	for _, planted := range plantedNetworks {
		law := func(n int) float64 { return planted.At(n).QPS }
		points := measuredAs(law, 0, 0)
		got, err := model.FitClosedNetwork(points, planted.Cores)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got.ServerMicros/planted.ServerMicros-1) > 1e-4 ||
			math.Abs(got.ThinkMicros/planted.ThinkMicros-1) > 1e-4 {
			t.Errorf("got %+v, planted %+v", got, planted)
		}
		if got, err = model.FitClosedNetwork(points, 0); err != nil {
			t.Fatal(err)
		}
		for _, p := range points {
			if off := got.At(p.Threads).QPS/p.QPS - 1; math.Abs(off) > 0.002 {
				t.Errorf("%+v: %d threads: off by %.4f", got, p.Threads, off)
			}
		}
	}
}

// TestFitClosedNetworkAnything: whatever the rates, the fit ends with a network that can be.
func TestFitClosedNetworkAnything(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 30 {
		var points []model.ScalingPoint
		for _, n := range scalingThreads[:3+r.IntN(4)] {
			qps := math.Pow(10, 12*r.Float64()-3)
			points = append(points, model.ScalingPoint{Threads: n, QPS: qps})
		}
		for _, cores := range []float64{0, 0.5, 16} {
			w, err := model.FitClosedNetwork(points, cores)
			if err == nil {
				err = w.Validate()
			}
			if err != nil {
				t.Errorf("%v, %v cores: %+v, %v", points, cores, w, err)
			}
		}
	}
}

// TestCompareScaling: the law that made the rates is found out, through a little noise.
func TestCompareScaling(t *testing.T) {
	check := func(law func(int) float64, want model.ScalingLaw) {
		for _, noise := range []float64{0, 0.002} {
			c, err := model.CompareScaling(measuredAs(law, noise, 1))
			if err != nil {
				t.Fatal(err)
			}
			if c.Better != want || (want == model.ScalingUSL) != (c.USLError < c.NetworkError) {
				t.Errorf("noise %v: %+v, want %s", noise, c, want)
			}
		}
	}
	for _, u := range plantedUSL[1:] {
		check(func(n int) float64 { return u.QPS(float64(n)) }, model.ScalingUSL)
	}
	for _, w := range plantedNetworks {
		check(func(n int) float64 { return w.At(n).QPS }, model.ScalingNetwork)
	}
}

// TestCompareScalingTie: rates in proportion to threads are both laws'.
func TestCompareScalingTie(t *testing.T) {
	points := measuredAs(func(n int) float64 { return 500 * float64(n) }, 0.05, 4)
	c, err := model.CompareScaling(points)
	if err != nil {
		t.Fatal(err)
	}
	if c.Better != model.ScalingTie || c.USLError > 0.15 || c.NetworkError > 0.15 {
		t.Errorf("%+v", c)
	}
}

// TestScalingRepeats: points in another order give the same verdict, twice the same ones the same
// bits.
func TestScalingRepeats(t *testing.T) {
	points := measuredAs(func(n int) float64 { return plantedUSL[2].QPS(float64(n)) }, 0.02, 3)
	first, err := model.CompareScaling(points)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := model.CompareScaling(points); err != nil || again != first {
		t.Errorf("got %+v (%v), then %+v", first, err, again)
	}
	slices.Reverse(points)
	back, err := model.CompareScaling(points)
	if err != nil || back.Better != first.Better ||
		math.Abs(back.NetworkError-first.NetworkError) > 1e-3 {
		t.Errorf("got %+v (%v), backwards %+v", first, err, back)
	}
}

func TestScalingErrors(t *testing.T) {
	three := []model.ScalingPoint{{1, 10}, {2, 19}, {4, 30}, {4, 31}}
	type points = []model.ScalingPoint
	usl := func(p points) error { _, err := model.FitUSL(p); return err }
	network := func(p points) error { _, err := model.FitClosedNetwork(p, 2); return err }
	compare := func(p points) error { _, err := model.CompareScaling(p); return err }
	for _, tc := range []struct {
		name   string
		do     func(points) error
		points points
		want   string
	}{
		{"usl, three", usl, three, ""},
		{"network, three", network, three, ""},
		{"compare, three", compare, three, "3 different numbers of threads, at least 4 are"},
		{"usl, two", usl, three[2:], "1 different numbers of threads, at least 3 are"},
		{"network, none", network, nil, "0 different numbers of threads, at least 3 are"},
		{"rate", usl, points{{1, 10}, {2, 0}}, "point 2: 0 queries per second with 2"},
		{"not a number", network, points{{1, math.NaN()}}, "point 1: NaN queries"},
		{"threads", compare, points{{0, 5}}, "point 1: 5 queries per second with 0"},
		{"falling too fast", usl, points{{2, 1. / 4}, {4, 1. / 16}, {8, 1. / 64}},
			"one thread would be infinitely fast"},
	} {
		err := tc.do(tc.points)
		if !saysOf(err, tc.want) {
			t.Errorf("%s: got %v, want %q", tc.name, err, tc.want)
		}
	}
	if _, err := model.FitClosedNetwork(three, math.Inf(1)); err == nil {
		t.Error("a network of infinitely many cores was fitted")
	}
}
