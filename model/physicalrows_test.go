package model_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/model"
)

func TestPhysicalRowsOf(t *testing.T) {
	for versions, want := range map[int]int{-1: 0, 0: 0, 1: 1, 2: 3, 3: 4, 14: 15} {
		if got := model.PhysicalRowsOf(versions); got != want {
			t.Errorf("%d versions: %d rows, want %d", versions, got, want)
		}
	}
}

// poisson is the expectation of a function of a Poisson number with that mean, term by term.
func poisson(mean float64, of func(m int) float64) (sum float64) {
	p := math.Exp(-mean)
	for m := 0; m < 200; m++ {
		sum += p * of(m)
		p *= mean / float64(m+1)
	}
	return sum
}

// keptVersions is the number of versions that are left of young ones and old ones.
func keptVersions(young, old int) int { return young + min(old, 1) }

// TestPhysicalRowsPerKey holds the closed forms against sums over all numbers of versions.
func TestPhysicalRowsPerKey(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 1))
	for range 100 {
		young, old := 6*random.Float64(), 6*random.Float64()
		contentRel(t, "nothing folded", model.PhysicalRowsPerKey(young),
			poisson(young, func(m int) float64 { return float64(model.PhysicalRowsOf(m)) }), 1e-9)
		want := poisson(young, func(a int) float64 {
			return poisson(old, func(b int) float64 {
				return float64(model.PhysicalRowsOf(keptVersions(a, b)))
			})
		})
		contentRel(t, "some folded", model.PhysicalRowsFolded(young, old), want, 1e-9)
	}
}

// TestPhysicalRowsProperties: folding ends at one row a key and begins at none folded; a snapshot
// that keeps more versions never lowers the rows.
func TestPhysicalRowsProperties(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	for range 500 {
		u := 6 * random.Float64()
		contentAbs(t, "all folded", model.PhysicalRowsFolded(0, u), model.Coverage(u), 1e-12)
		contentAbs(t, "none folded", model.PhysicalRowsFolded(u, 0), model.PhysicalRowsPerKey(u),
			1e-12)
		young, more := u*random.Float64(), 0.1*u*random.Float64()
		few := model.PhysicalRowsFolded(young, u-young)
		if few > model.PhysicalRowsFolded(young+more, max(u-young-more, 0))+1e-12 {
			t.Fatalf("u %g: %g rows with %g young, fewer with %g", u, few, young, young+more)
		}
		shares := randomShares(random)
		rows, in := model.PhysicalRowsMerged(shares...), 0.0
		for _, s := range shares {
			in += s
		}
		if rows < in-1e-12 || rows > in+model.UnionShare(shares...)+1e-12 {
			t.Fatalf("%v merged: %g rows", shares, rows)
		}
	}
	contentAbs(t, "two that hold all", model.PhysicalRowsMerged(1, 1), 3, 0)
	contentAbs(t, "one", model.PhysicalRowsMerged(0.4), 0.4, 1e-15)
}

// TestPhysicalRowsInSimulation: minis of every distribution, and a minor.
func TestPhysicalRowsInSimulation(t *testing.T) {
	const n = 50_000
	for _, kind := range []string{"uniform", "special", "pareto", "zipfian", "gaussian"} {
		d := contentDist(t, kind, n)
		classes := model.ClassesOf(model.Strata(n, []func(int64) float64{d.Weight})[0])
		table := newContentTable(t, kind, n, 2, lsm.BlockRows{})
		table.flushes(1, n, oneColumn)
		rows := float64(table.Main.Runs()[1].PhysicalRows)
		contentRel(t, kind+", a mini", rows, model.PhysicalRows(n, d.Weight, n), 0.01)
		contentRel(t, kind+", classes", model.PhysicalRowsClasses(classes, n),
			model.PhysicalRows(n, d.Weight, n), 0.001)
		table.flushes(2, n, oneColumn)
		rows = float64(table.Main.Runs()[1].PhysicalRows)
		contentRel(t, kind+", a minor", rows, model.PhysicalRows(n, d.Weight, 2*n), 0.01)
	}
}
