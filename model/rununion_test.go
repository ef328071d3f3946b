package model_test

import (
	"math/rand/v2"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/model"
)

// TestUnionExact: cases that can be counted by hand.
func TestUnionExact(t *testing.T) {
	for _, c := range []struct {
		shares         []float64
		union, overlap float64
	}{
		{nil, 0, 0},
		{[]float64{0.3}, 0.3, 0},
		{[]float64{0.5, 0.4}, 0.7, 0.2},
		{[]float64{1, 1, 1}, 1, 2},
		{[]float64{0, 0.25, 0}, 0.25, 0},
	} {
		contentAbs(t, "union", model.UnionShare(c.shares...), c.union, 1e-12)
		contentAbs(t, "overlap", model.OverlapShare(c.shares...), c.overlap, 1e-12)
	}
}

// randomShares are up to six shares.
func randomShares(random *rand.Rand) []float64 {
	shares := make([]float64, random.IntN(7))
	for i := range shares {
		shares[i] = random.Float64()
	}
	return shares
}

// TestUnionProperties: rows in are rows out and rows dropped, order does not matter, and nothing is
// lost or made up.
func TestUnionProperties(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 1))
	for range 500 {
		shares := randomShares(random)
		union, overlap := model.UnionShare(shares...), model.OverlapShare(shares...)
		in, largest := 0.0, 0.0
		for _, s := range shares {
			in, largest = in+s, max(largest, s)
		}
		contentAbs(t, "rows in", in, union+overlap, 1e-12)
		if union < largest-1e-12 || union > 1 {
			t.Fatalf("%v: union %g", shares, union)
		}
		random.Shuffle(len(shares), func(i, j int) {
			shares[i], shares[j] = shares[j], shares[i]
		})
		contentAbs(t, "in another order", model.OverlapShare(shares...), overlap, 1e-12)
	}
}

// TestUnionOfHotKeys: with hot keys runs are not independent, and the union is that of all draws.
func TestUnionOfHotKeys(t *testing.T) {
	const n = 50_000
	d := contentDist(t, "special", n)
	s := model.Distinct(n, d.Weight, n/4) / n
	apart, together := model.UnionShare(s, s, s, s), model.Distinct(n, d.Weight, n)/n
	if apart < 1.2*together {
		t.Errorf("union of independent runs %g, of all draws %g", apart, together)
	}
	table := newContentTable(t, "special", n, 3, lsm.BlockRows{})
	table.flushes(4, n, oneColumn)
	merged := float64(table.Main.Runs()[1].Keys.Len()) / n
	contentRel(t, "merged in the simulation", merged, together, 0.02)
}

// TestOverlapInSimulation: what a merge of three minis drops.
func TestOverlapInSimulation(t *testing.T) {
	const n = 100_000
	random := rand.New(rand.NewPCG(2, 2))
	shares := []float64{0.1, 0.5, 0.3}
	table := newContentTable(t, "uniform", n, 16, lsm.BlockRows{})
	for _, s := range shares {
		table.some(random, s)
		table.flush()
	}
	in := table.Main.Scan(lsm.AllKeys).MinorRows
	if err := table.tenant.SetParameter("minor_compact_trigger", "2"); err != nil {
		t.Fatal(err)
	}
	runs := table.Main.Runs()
	if len(runs) != 2 {
		t.Fatalf("%d runs", len(runs))
	}
	out := runs[1].Keys.Len()
	contentRel(t, "rows out", float64(out)/n, model.UnionShare(shares...), 0.01)
	contentRel(t, "rows dropped", float64(in-out)/n, model.OverlapShare(shares...), 0.01)
	contentRel(t, "physical rows", float64(runs[1].PhysicalRows)/n,
		model.PhysicalRowsMerged(shares...), 0.01)
}

// some updates each row with probability p.
func (c contentTable) some(random *rand.Rand, p float64) {
	rows := c.Main.Rows()
	for id := int64(1); id <= rows; id++ {
		if random.Float64() < p {
			c.write(id, oneColumn)
		}
	}
}
