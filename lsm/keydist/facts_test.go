package keydist

import (
	"math"
	"math/rand/v2"
	"testing"
)

// share is the sum of the weights of the ids from..to.
func share(d Dist, from, to int64) float64 {
	sum := 0.0
	for id := from; id <= to; id++ {
		sum += d.Weight(id)
	}
	return sum
}

// near fails unless got is want within a relative tolerance.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance*math.Abs(want) {
		t.Errorf("%s is %.15g, want %.15g", what, got, want)
	}
}

// With sysbench's defaults 0.75 % of the ids get 75 % of the draws, plus their part of the
// gaussian draws. The band is [497499.75, 505000.5): 1 % is 10000.99 wide and begins at
// 494999.5, its lowest quarter is empty.
func TestSpecialHotBand(t *testing.T) {
	d := mustNew(t, "special", 1_000_000, Options{})
	gauss := mustNew(t, "gaussian", 999_999, Options{})
	near(t, "band", share(d, 497_500, 505_001), 0.75+0.25*share(gauss, 497_500, 505_001), 1e-9)
	near(t, "inside", d.Weight(500_000), 0.75/(0.75*10_000.99)+gauss.Weight(500_000)/4, 1e-9)
	near(t, "below", d.Weight(497_499), gauss.Weight(497_499)/4, 1e-9)
	near(t, "above", d.Weight(505_002), gauss.Weight(505_002)/4, 1e-9)
	near(t, "first of band", d.Weight(497_500),
		0.2475/10_000.99+gauss.Weight(497_500)/4, 1e-6)
	if w := d.Weight(1_000_000); w != 0 {
		t.Errorf("the last id has weight %v, want 0", w)
	}
}

// A share h of the ids gets a share 1-h of the draws: the 80/20 rule for the default.
func TestParetoRule(t *testing.T) {
	near(t, "first 20 %", share(mustNew(t, "pareto", 1000, Options{}), 1, 200), 0.8, 1e-12)
	near(t, "first 60 %", share(mustNew(t, "pareto", 1000, Options{ParetoH: 0.6}), 1, 600),
		0.4, 1e-12)
	near(t, "one id at h = 0.5", mustNew(t, "pareto", 1000, Options{ParetoH: 0.5}).Weight(7),
		1e-3, 1e-12)
}

func TestZipfianIsAPowerLaw(t *testing.T) {
	const n = 100_000
	for _, e := range []float64{Zero, 0.3, 0.8, 1, 1 + 1e-10, 2, 7.5} {
		sum := 0.0
		for k := n; k >= 1; k-- {
			sum += math.Pow(float64(k), -max(e, 0))
		}
		d := mustNew(t, "zipfian", n, Options{ZipfianExp: e})
		for _, k := range []int64{1, 2, 255, 256, n} {
			near(t, "weight", d.Weight(k), math.Pow(float64(k), -max(e, 0))/sum, 1e-12)
		}
	}
}

// The Riemann zeta function at 2 is pi^2/6; the ids beyond n would add 1/n - 1/(2n^2).
func TestZipfianOfAllIds(t *testing.T) {
	d := mustNew(t, "zipfian", MaxN, Options{ZipfianExp: 2})
	near(t, "first", d.Weight(1), 1/(math.Pi*math.Pi/6-1/float64(MaxN)), 1e-14)
}

// The law of the sum of m uniform numbers has the distribution function
// sum over k <= x of (-1)^k (x-k)^m / (k! (m-k)!), precise enough in its lower half for small m.
func TestMeanLaw(t *testing.T) {
	for _, terms := range []int{1, 2, 3, 12} {
		l := newMeanLaw(terms)
		for _, cells := range []int64{1, 2, 7, 12, 100} {
			sum := 0.0
			for i := int64(1); i <= cells; i++ {
				sum += l.cell(i, cells)
				want := irwinHall(terms, float64(i)*float64(terms)/float64(cells))
				if math.Abs(sum-want) > 1e-12 {
					t.Errorf("%d terms: cells 1..%d of %d hold %v, want %v",
						terms, i, cells, sum, want)
				}
			}
		}
	}
}

func irwinHall(m int, x float64) float64 {
	if x > float64(m)/2 {
		return 1 - irwinHall(m, float64(m)-x)
	}
	sum := 0.0
	for k := 0; k <= m && float64(k) < x; k++ {
		term := math.Pow(x-float64(k), float64(m)) / math.Gamma(float64(k+1)) /
			math.Gamma(float64(m-k+1))
		if k%2 == 1 {
			term = -term
		}
		sum += term
	}
	return sum
}

// The tails keep their relative precision: x^m / m! of the volume lies below a sum of x.
func TestMeanLawTails(t *testing.T) {
	l := newMeanLaw(12)
	want := math.Pow(12e-6, 12) / math.Gamma(13)
	near(t, "first of a million", l.cell(1, 1_000_000), want, 1e-12)
	near(t, "last of a million", l.cell(1_000_000, 1_000_000), want, 1e-12)
}

// Many terms come close to the normal law with variance 1/(12 terms), which an error in the
// recursion would not survive.
func TestMeanLawOfManyTerms(t *testing.T) {
	l := newMeanLaw(maxSpecIter)
	sigma := math.Sqrt(1 / (12.0 * maxSpecIter))
	near(t, "middle", l.cell(501, 1001)*1001, 1/(sigma*math.Sqrt(2*math.Pi)), 2e-3)
	variance := 0.0
	for i := int64(1); i <= 1000; i++ {
		offset := (float64(i)-0.5)/1000 - 0.5
		variance += l.cell(i, 1000) * offset * offset
	}
	near(t, "variance", variance-1.0/12e6, sigma*sigma, 1e-9)
}

// Seeds repeat: the same source gives the same ids.
func TestDrawIsRepeatable(t *testing.T) {
	for _, name := range Names() {
		d := mustNew(t, name, 1000, Options{})
		a, b := rand.New(rand.NewPCG(3, 4)), rand.New(rand.NewPCG(3, 4))
		for range 100 {
			if x, y := d.Draw(a), d.Draw(b); x != y {
				t.Fatalf("%s: drew %d and %d", name, x, y)
			}
		}
	}
}
