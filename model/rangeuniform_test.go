package model_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/readamp/readamp/model"
)

// TestRangeUniformProperties: 1 without updates, more with more tables, more with more updates,
// never more than an engine that fuses nothing, and a merge of two tables reads no more.
func TestRangeUniformProperties(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	for range 500 {
		u, k := 5*random.Float64(), 1+random.IntN(16)
		rows := model.RangeRowsUniform(u, k)
		if rows > model.RangeRowsUniform(u, k+1) || rows > model.RangeRowsUniform(u+0.1, k) ||
			rows > model.RangeRowsUnfused(u) || rows < 1 {
			t.Fatalf("u %g, k %d: %g rows", u, k, rows)
		}
		shares := randomShares(random)
		if len(shares) < 2 {
			continue
		}
		merged := append([]float64{model.UnionShare(shares[:2]...)}, shares[2:]...)
		if model.RangeRowsShares(merged...) > model.RangeRowsShares(shares...)+1e-12 {
			t.Fatalf("%v: %v read more", shares, merged)
		}
	}
	contentAbs(t, "no updates", model.RangeRowsUniform(0, 3), 1, 0)
	contentAbs(t, "next to none", model.RangeRowsUniform(1e-12, 3), 1, 2e-12)
	contentAbs(t, "no table", model.RangeRowsUniform(0, 0), 1, 0)
	contentAbs(t, "fewer than none", model.RangeRowsUniform(2, -1), 1, 0)
	contentRel(t, "many tables", model.RangeRowsUniform(2, 1e6), model.RangeRowsUnfused(2), 1e-5)
}

// TestRangeFormsAgree: the general form with equal weights, of ranges that are not cut off.
func TestRangeFormsAgree(t *testing.T) {
	const n, size = 50_000, 2
	for _, u := range []float64{0.1, 1, 3} {
		draws := []float64{u * n / 2, u * n / 2}
		general := model.RangeRows(n, size, contentDist(t, "uniform", n).Weight, draws) / size
		contentRel(t, "u in two tables", general, model.RangeRowsUniform(u, 2), 1e-4)
		s := model.Coverage(u / 2)
		contentRel(t, "shares", model.RangeRowsShares(s, s), model.RangeRowsUniform(u, 2), 1e-12)
	}
	if got := model.RangeRowsShares(math.SmallestNonzeroFloat64); got != 1 {
		t.Errorf("next to no share: %g", got)
	}
}
