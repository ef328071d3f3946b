package model_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/model"
)

// someDists are sysbench's distributions with usual and extreme options.
func someDists(t *testing.T, n int64) map[string]keydist.Dist {
	t.Helper()
	dists := map[string]keydist.Dist{}
	for _, kind := range keydist.Names() {
		for i, o := range []keydist.Options{{},
			{SpecPct: 20, SpecRes: 40, ParetoH: 0.6, ZipfianExp: 1.2},
			{SpecPct: keydist.Zero, SpecRes: 99, ParetoH: 0.01, ZipfianExp: 5},
			{SpecIter: 100, SpecRes: 100, ParetoH: 0.9, ZipfianExp: keydist.Zero}} {

			d, err := keydist.New(kind, n, o)
			if err != nil {
				t.Fatal(err)
			}
			dists[fmt.Sprintf("%s %d of %d", kind, i, n)] = d
		}
	}
	return dists
}

// TestStrataOfDistributions wants strata that are few, side by side and cover all ids, with
// weights that add up to 1.
func TestStrataOfDistributions(t *testing.T) {
	for _, n := range []int64{1, 2, 3, 255, 256, 257, 1000, 99_999, 1_000_000, 1 << 31} {
		for name, d := range someDists(t, n) {
			strata := model.Strata(n, []func(int64) float64{d.Weight})[0]
			checkStrata(t, name, strata, n)
		}
	}
}

func checkStrata(t *testing.T, name string, strata []model.Stratum, n int64) {
	t.Helper()
	if len(strata) > 4096 {
		t.Errorf("%s: %d strata", name, len(strata))
	}
	next, sum := int64(1), 0.0
	for _, s := range strata {
		if s.First != next || s.Last < s.First {
			t.Fatalf("%s: a stratum from %d to %d, want it to begin at %d", name, s.First, s.Last,
				next)
		}
		next = s.Last + 1
		sum += s.N() * s.Weight
	}
	if next != n+1 {
		t.Errorf("%s: the strata end at %d", name, next-1)
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("%s: the weights add up to 1%+.3g", name, sum-1)
	}
}

// TestStrataCover counts the keys that are hit, by strata and one by one.
func TestStrataCover(t *testing.T) {
	const n = 50_000
	for name, d := range someDists(t, n) {
		strata := model.Strata(n, []func(int64) float64{d.Weight})[0]
		weights := make([]float64, n)
		for i := range weights {
			weights[i] = d.Weight(int64(i + 1))
		}
		for _, draws := range []float64{1000, 30_000, 1e6} {
			got, want := 0.0, 0.0
			for _, s := range strata {
				got += s.N() * model.Coverage(draws*s.Weight)
			}
			for _, w := range weights {
				want += model.Coverage(draws * w)
			}
			if math.Abs(got-want) > 1e-3*want {
				t.Errorf("%s: %g draws hit %.1f keys, want %.1f", name, draws, got, want)
			}
		}
	}
}

// TestStrataOfTwoWeights cuts where either weight changes.
func TestStrataOfTwoWeights(t *testing.T) {
	step := func(at int64) func(int64) float64 {
		return func(id int64) float64 {
			if id > at {
				return 1.5e-3
			}
			return 0.5e-3
		}
	}
	both := model.Strata(1000, []func(int64) float64{step(500), step(123)})
	for j, at := range []int64{500, 123} {
		checkStrata(t, fmt.Sprint("step at ", at), both[j], 1000)
		for i, s := range both[j] {
			if s.First <= at && at < s.Last {
				t.Errorf("the stratum from %d to %d has two weights", s.First, s.Last)
			}
			if other := both[1-j][i]; other.First != s.First || other.Last != s.Last {
				t.Errorf("strata %v and %v", s, other)
			}
		}
	}
}

// TestStrataAreFew has a weight that never repeats.
func TestStrataAreFew(t *testing.T) {
	saw := func(id int64) float64 { return float64(id*7919%10_007+1) / 1e10 }
	checkStrata(t, "saw", model.Strata(1_000_000, []func(int64) float64{saw})[0], 1_000_000)
}

func BenchmarkStrata(b *testing.B) {
	for _, kind := range keydist.Names() {
		b.Run(kind, func(b *testing.B) {
			d, err := keydist.New(kind, 1<<31, keydist.Options{})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				strata := model.Strata(d.N(), []func(int64) float64{d.Weight})
				b.ReportMetric(float64(len(strata[0])), "strata")
			}
		})
	}
}
