package keydist

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// mustNew is New for arguments that are right.
func mustNew(t testing.TB, name string, n int64, o Options) Dist {
	t.Helper()
	d, err := New(name, n, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// optionSets are defaults, unusual values, and the ends of the ranges.
var optionSets = []Options{
	{},
	{SpecIter: 3, SpecPct: 20, SpecRes: 40, ParetoH: 0.6, ZipfianExp: 1.3},
	{SpecIter: 1, SpecPct: Zero, SpecRes: Zero, ParetoH: 0.999, ZipfianExp: Zero},
	{SpecIter: 2, SpecPct: 100, SpecRes: 100, ParetoH: 0.001, ZipfianExp: 1},
	{SpecIter: maxSpecIter, SpecPct: 50, SpecRes: 99, ParetoH: 0.5, ZipfianExp: maxZipfianExp},
}

// forEach runs f for every kind, option set and some numbers of ids.
func forEach(t *testing.T, f func(t *testing.T, d Dist)) {
	for _, name := range Names() {
		for i, o := range optionSets {
			for _, n := range []int64{1, 2, 3, 10, 999} {
				t.Run(fmt.Sprintf("%s/options%d/n=%d", name, i, n), func(t *testing.T) {
					f(t, mustNew(t, name, n, o))
				})
			}
		}
	}
}

func TestWeightsSumToOne(t *testing.T) {
	forEach(t, func(t *testing.T, d Dist) {
		sum := 0.0
		for id := int64(1); id <= d.N(); id++ {
			w := d.Weight(id)
			if !(w >= 0 && w <= 1+1e-12) {
				t.Fatalf("weight of %d is %v", id, w)
			}
			sum += w
		}
		if math.Abs(sum-1) > 1e-10 {
			t.Errorf("weights sum to 1%+.3g", sum-1)
		}
		for _, id := range []int64{math.MinInt64, -1, 0, d.N() + 1, math.MaxInt64} {
			if w := d.Weight(id); w != 0 {
				t.Errorf("weight of %d is %v, want 0", id, w)
			}
		}
	})
}

func TestDrawsFollowWeights(t *testing.T) {
	forEach(t, func(t *testing.T, d Dist) {
		const draws = 50_000
		r := rand.New(rand.NewPCG(1, 2))
		counts := make([]float64, d.N())
		for range draws {
			counts[d.Draw(r)-1]++
		}
		checkCounts(t, d, counts, draws)
	})
}

// checkCounts fails if counts, in equal bins over the ids, do not look like draws from d:
// chi-square over bins pooled to an expectation of at least 10, at a probability of 1 in 10,000.
func checkCounts(t *testing.T, d Dist, counts []float64, draws float64) {
	t.Helper()
	perBin := d.N() / int64(len(counts))
	var chi2, expected, seen float64
	pooled, id := -1, int64(1)
	for bin, count := range counts {
		binExpected := 0.0
		for ; id <= int64(bin+1)*perBin; id++ {
			binExpected += d.Weight(id) * draws
		}
		if binExpected == 0 && count > 0 {
			t.Fatalf("bin %d has weight 0 but %v draws", bin, count)
		}
		expected, seen = expected+binExpected, seen+count
		if expected >= 10 {
			chi2 += (seen - expected) * (seen - expected) / expected
			pooled, expected, seen = pooled+1, 0, 0
		}
	}
	if expected > 0 {
		chi2 += (seen - expected) * (seen - expected) / max(expected, 1)
	}
	if pooled < 1 {
		return // a single outcome
	}
	if p := (distuv.ChiSquared{K: float64(pooled)}).Survival(chi2); p < 1e-4 {
		t.Errorf("chi-square %.1f with %d degrees of freedom: p = %.2g", chi2, pooled, p)
	}
}

// endless is a random source that gives one number for ever.
type endless uint64

func (e endless) Uint64() uint64 { return uint64(e) }

func TestDrawStaysInRangeAtTheEnds(t *testing.T) {
	for _, name := range Names() {
		for _, o := range optionSets {
			for _, n := range []int64{1, 2, 100, 1<<31 - 1, MaxN} {
				d := mustNew(t, name, n, o)
				for _, bits := range []endless{0, 1 << 63, math.MaxUint64} {
					id := d.Draw(rand.New(bits))
					if id < 1 || id > n {
						t.Errorf("%s %+v: drew %d of %d from %#x", name, o, id, n, uint64(bits))
					}
				}
			}
		}
	}
}

func TestDrawDoesNotAllocate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range Names() {
		d := mustNew(t, name, 1_000_000, Options{})
		if allocs := testing.AllocsPerRun(1000, func() { d.Draw(r) }); allocs != 0 {
			t.Errorf("%s: %v allocations per draw", name, allocs)
		}
	}
}

func TestNewErrors(t *testing.T) {
	tests := []struct {
		name    string
		n       int64
		options Options
		want    string
	}{
		{"gausian", 10, Options{}, `unknown distribution "gausian"; did you mean gaussian?`},
		{"", 10, Options{}, `""; one of uniform, gaussian, special, pareto, zipfian`},
		{"uniform", 0, Options{}, "0 ids, want 1 to 4294967295"},
		{"uniform", MaxN + 1, Options{}, "4294967296 ids"},
		{"uniform", 9, Options{SpecIter: 101}, "--rand-spec-iter is 101, want 1 to 100"},
		{"uniform", 9, Options{SpecIter: Zero}, "--rand-spec-iter is 0, want"},
		{"special", 9, Options{SpecPct: 101}, "--rand-spec-pct is 101, want 0 to 100"},
		{"special", 9, Options{SpecRes: -2}, "--rand-spec-res is -2, want 0 to 100"},
		{"pareto", 9, Options{ParetoH: 1}, "--rand-pareto-h is 1, want more than 0"},
		{"pareto", 9, Options{ParetoH: Zero}, "--rand-pareto-h is 0, want more than 0"},
		{"pareto", 9, Options{ParetoH: math.NaN()}, "--rand-pareto-h is NaN"},
		{"zipfian", 9, Options{ZipfianExp: 101}, "--rand-zipfian-exp is 101, want 0 to 100"},
	}
	for _, test := range tests {
		if _, err := New(test.name, test.n, test.options); err == nil {
			t.Errorf("New(%q, %d, %+v): no error", test.name, test.n, test.options)
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("New(%q, %d, %+v): %v, want %s",
				test.name, test.n, test.options, err, test.want)
		}
	}
}

func TestValidateReportsEverything(t *testing.T) {
	err := Options{SpecIter: -9, SpecPct: -9, SpecRes: -9, ParetoH: -9, ZipfianExp: -9}.Validate()
	if got := len(strings.Split(err.Error(), "\n")); got != 5 {
		t.Errorf("%d complaints, want 5:\n%v", got, err)
	}
}

func ExampleNew() {
	d, _ := New("special", 1_000_000, Options{})
	r := rand.New(rand.NewPCG(1, 2))
	fmt.Println(d.Draw(r), d.Draw(r), d.Draw(r))
	fmt.Printf("%.3g %.3g\n", d.Weight(500_000), d.Weight(400_000))
	// Output:
	// 502694 501165 502845
	// 0.000101 5.91e-07
}

func BenchmarkDraw(b *testing.B) {
	for _, name := range Names() {
		b.Run(name, func(b *testing.B) {
			d := mustNew(b, name, 1_000_000, Options{})
			r := rand.New(rand.NewPCG(1, 2))
			b.ReportAllocs()
			for b.Loop() {
				d.Draw(r)
			}
		})
	}
}

func BenchmarkWeight(b *testing.B) {
	for _, name := range Names() {
		b.Run(name, func(b *testing.B) {
			d, id := mustNew(b, name, 1_000_000, Options{}), int64(0)
			for b.Loop() {
				id = id%d.N() + 1
				d.Weight(id)
			}
		})
	}
}
