package model_test

import (
	"math/rand/v2"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/model"
)

// TestFastBlocksExact: cases that can be counted by hand.
func TestFastBlocksExact(t *testing.T) {
	contentAbs(t, "no key", model.FastBlocks(0, 80), 1, 0)
	contentAbs(t, "every key", model.FastBlocks(1, 80), 0, 0)
	contentAbs(t, "half of two", model.FastBlocks(0.5, 2), 0.25, 1e-15)
	first := func(row int64) float64 { return map[int64]float64{1: 1, 6: 1}[row] } // 6 is behind
	contentAbs(t, "one block of three", model.FastBlocksOf(5, 2, first), 2./3, 1e-15)
	contentAbs(t, "no rows", model.FastBlocksOf(0, 2, first), 0, 0)
	contentAbs(t, "no block", model.FastBlocksOf(5, 0, first), 0, 0)
	contentAbs(t, "no range", model.FastRangeRows(0.1, 0, 80), 0, 0)
	contentAbs(t, "range without blocks", model.FastRangeRows(0.1, 10, 0), 0, 0)
	contentAbs(t, "clean range", model.FastRangeRows(0, 100, 80), 100, 1e-9)
	contentAbs(t, "every row changed", model.FastRangeRows(1, 100, 80), 0, 0)
	// Blocks of two rows: the range of two is one block, or one row each of two.
	contentAbs(t, "two phases", model.FastRangeRows(0.5, 2, 2), (2*0.25+0.5+0.25)/2, 1e-12)
}

// TestFastBlocksProperties: denser keys and larger blocks leave fewer fast; keys that crowd in some
// blocks leave more.
func TestFastBlocksProperties(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 1))
	for range 300 {
		p, rows, size := 0.1*random.Float64(), 1+random.Int64N(200), 1+random.Int64N(500)
		share, ranged := model.FastBlocks(p, rows), model.FastRangeRows(p, size, rows)
		if share > model.FastBlocks(p/2, rows) || share < model.FastBlocks(p, rows+1) ||
			ranged > model.FastRangeRows(p/2, size, rows) || ranged > float64(size)+1e-9 {
			t.Fatalf("density %g, %d rows a block: %g, %g of %d", p, rows, share, ranged, size)
		}
		n := 10 * rows
		even := func(int64) float64 { return p }
		contentRel(t, "even", model.FastBlocksOf(n, rows, even), share, 1e-9)
		crowded := func(row int64) float64 { // the same mean, in five of the blocks
			return 2 * p * float64((row-1)/rows%2)
		}
		if got := model.FastBlocksOf(n, rows, crowded); got < share-1e-12 {
			t.Fatalf("density %g, %d rows a block: %g crowded, %g even", p, rows, got, share)
		}
	}
}

// TestFastBlocksOfDistributions: a mini of any distribution, block by block.
func TestFastBlocksOfDistributions(t *testing.T) {
	const n, rows, draws = 1_000_000, 80, 25_000
	for _, kind := range []string{"uniform", "special", "pareto", "zipfian"} {
		d := contentDist(t, kind, n)
		table := newContentTable(t, kind, n, 2, lsm.BlockRows{Major: []int64{rows}})
		table.flushes(1, draws, oneColumn)
		fast, blocks := 0.0, 0.0
		for from := lsm.Key(1); from <= n; from += rows {
			c := table.Main.Scan(lsm.Range{First: from, Last: from + rows - 1})
			if blocks++; c.MinorRows == 0 {
				fast++
			}
		}
		density := func(row int64) float64 { return model.Coverage(draws * d.Weight(row)) }
		contentAbs(t, kind, fast/blocks, model.FastBlocksOf(n, rows, density), 0.01)
	}
}

// TestFastRangeRowsInSimulation: every range of a size, whatever block it begins in.
func TestFastRangeRowsInSimulation(t *testing.T) {
	const n, rows = 80_000, 80
	for _, p := range []float64{0.001, 0.01} {
		table := newContentTable(t, "uniform", n, 2, lsm.BlockRows{Major: []int64{rows}})
		table.some(rand.New(rand.NewPCG(9, 2)), p)
		table.flush()
		for _, size := range []int64{20, 100, 1000} {
			sum, ranges := int64(0), 0
			for first := lsm.Key(1); int64(first)+size <= n; first += 3 {
				last := first + lsm.Key(size) - 1
				sum += table.Main.Scan(lsm.Range{First: first, Last: last}).FastRows
				ranges++
			}
			contentRel(t, "fast rows", float64(sum)/float64(ranges),
				model.FastRangeRows(p, size, rows), 0.04)
		}
	}
}
