package model_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/readamp/readamp/model"
)

// TestMonkeyFilters has the doctest of IntersectMBO/lsm-tree's monkeyBits, which searches the
// optimum step by step: (1587, 23721) (6349, 76578) (25396, 233034). Its entries are cut to whole
// numbers, and so are they here for rates and costs.
func TestMonkeyFilters(t *testing.T) {
	levels := model.MonkeyFilters(monkeyTree, monkeyEntries, monkeyBits)
	for i, want := range []float64{23721, 76578, 233034} {
		if math.Abs(levels[i].RunBits-want) > 2e-4*want {
			t.Errorf("level %d: %.1f bits, want %.0f", i+1, levels[i].RunBits, want)
		}
	}
	rates := model.FilterRates(wholeFilters(levels))
	got := fmt.Sprintf("%.5f miss %.5f hit %.5f", rates, monkeyTree.MissIO(rates),
		monkeyTree.HitIO(rates))
	if want := "[0.00076 0.00304 0.01217] miss 0.04793 hit 1.03575"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestMonkeyIsBest divides bits at random: the sum stays, and no division has a cheaper miss.
func TestMonkeyIsBest(t *testing.T) {
	g := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		tree := model.LSMTree{Policy: model.LSMPolicy(g.IntN(2)), Ratio: 2 + g.IntN(9),
			Levels: 1 + g.IntN(5)}
		const entries = 1e6
		bits := entries * 12 * g.Float64() * g.Float64()
		levels := model.MonkeyFilters(tree, entries, bits)
		used := 0.0
		for _, l := range levels {
			used += l.RunBits * float64(tree.RunsPerLevel())
			if l.RunBits < 0 || l.Rate() > 1 {
				t.Errorf("%+v, %.0f bits: %+v", tree, bits, l)
			}
		}
		if math.Abs(used-bits) > 1e-6*bits {
			t.Errorf("%+v: %.0f bits used of %.0f", tree, used, bits)
		}
		best := tree.MissIO(model.FilterRates(levels))
		if equal := model.EqualFilters(tree, entries, bits); best >
			tree.MissIO(model.FilterRates(equal))*(1+1e-9) {
			t.Errorf("%+v, %.0f bits: worse than equal bits", tree, bits)
		}
		from, to := g.IntN(len(levels)), g.IntN(len(levels))
		moved := levels[from].RunBits * g.Float64() * 0.1
		levels[from].RunBits -= moved
		levels[to].RunBits += moved
		if other := tree.MissIO(model.FilterRates(levels)); other < best*(1-1e-9) {
			t.Errorf("%+v, %.0f bits: %g, but %g with %.0f bits moved from %d to %d", tree, bits,
				best, other, moved, from, to)
		}
	}
}

// TestMonkeyWithoutBits leaves filters out from the last level upwards.
func TestMonkeyWithoutBits(t *testing.T) {
	tree := model.LSMTree{Policy: model.Leveling, Ratio: 10, Levels: 3}
	for _, test := range []struct {
		bits     float64
		filtered int
	}{{0, 0}, {1000, 1}, {100_000, 2}, {10_000_000, 3}} {
		filtered := 0
		for i, l := range model.MonkeyFilters(tree, 1e6, test.bits) {
			if l.RunBits > 0 {
				filtered = i + 1
			}
		}
		if filtered != test.filtered {
			t.Errorf("%.0f bits: %d levels with filters, want %d", test.bits, filtered,
				test.filtered)
		}
	}
}

// TestBloomHashes compares the rate of whole numbers of hash functions with the bound.
func TestBloomHashes(t *testing.T) {
	for bits := 0.5; bits < 30; bits += 0.25 {
		hashes := model.BloomHashes(bits)
		rate := model.BloomHashRate(bits, hashes)
		for other := 1; other < 40; other++ {
			if model.BloomHashRate(bits, other) < rate {
				t.Errorf("%g bits: %d hash functions, %d are better", bits, hashes, other)
			}
		}
		if bound := model.BloomRate(bits); rate < bound || bits > 2 && rate > 1.05*bound {
			t.Errorf("%g bits: rate %g, bound %g", bits, rate, bound)
		}
		if got := model.BloomBits(model.BloomRate(bits)); math.Abs(got-bits) > 1e-9 {
			t.Errorf("%g bits: back as %g", bits, got)
		}
	}
	if model.BloomHashRate(0, 3) != 1 || model.BloomRate(0) != 1 || model.BloomBits(1) != 0 {
		t.Error("a filter without bits is not wrong always")
	}
}

// TestBloomRateIsTheFilters fills filters of bits at random and asks for keys that were not put in.
func TestBloomRateIsTheFilters(t *testing.T) {
	g := rand.New(rand.NewPCG(3, 4))
	const keys, asked = 20_000, 200_000
	for _, bits := range []int{4, 8, 10} {
		hashes := model.BloomHashes(float64(bits))
		filter := make([]bool, bits*keys)
		for range keys * hashes {
			filter[g.IntN(len(filter))] = true
		}
		wrong := 0
		for range asked {
			found := true
			for range hashes {
				found = filter[g.IntN(len(filter))] && found
			}
			if found {
				wrong++
			}
		}
		want := model.BloomHashRate(float64(bits), hashes)
		deviation := math.Sqrt(want / asked)
		if got := float64(wrong) / asked; math.Abs(got-want) > 4*deviation {
			t.Errorf("%d bits: %.5f of the keys found, want %.5f +- %.5f", bits, got, want,
				deviation)
		}
	}
}
