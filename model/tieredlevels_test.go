package model_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/readamp/readamp/model"
)

// playLSM flushes buffers into a tree of levels and gives the buffers written to each level, until
// the last level would overflow.
func playLSM(policy model.LSMPolicy, ratio, levels int) (written []int, runs int) {
	written = make([]int, levels)
	arrived := make([]int, levels) // since the level was emptied, each of ratio^level buffers
	for {
		size := 1
		level := 0
		for ; level < levels && arrived[level] == ratio-1; level++ {
			arrived[level] = 0 // merged with what came, straight into the next level
			size *= ratio
		}
		if level == levels {
			return written, runs
		}
		arrived[level]++
		if policy == model.Leveling {
			written[level] += size * arrived[level]
		} else {
			written[level] += size
		}
		runs = 0
		for _, n := range arrived {
			if policy == model.Leveling {
				n = min(n, 1)
			}
			runs += n
		}
	}
}

// TestLSMTreeIsTheWalk plays a whole filling of a tree: T^L flushes, of which the last overflows.
func TestLSMTreeIsTheWalk(t *testing.T) {
	for _, policy := range []model.LSMPolicy{model.Tiering, model.Leveling} {
		for ratio := 2; ratio <= 6; ratio++ {
			for levels := 1; levels <= 4; levels++ {
				tree := model.LSMTree{Policy: policy, Ratio: ratio, Levels: levels}
				written, runs := playLSM(policy, ratio, levels)
				sum := 0
				for _, buffers := range written {
					sum += buffers
				}
				perFlush := float64(sum) / math.Pow(float64(ratio), float64(levels))
				checkStackRows(t, "write amplification", tree.WriteAmplification(), perFlush)
				if runs != tree.Runs() {
					t.Errorf("%+v: %d runs, walk %d", tree, tree.Runs(), runs)
				}
				entries := 0.0
				for _, run := range tree.RunEntries(1000) {
					entries += run * float64(tree.RunsPerLevel())
				}
				checkStackRows(t, "entries", entries, 1000)
			}
		}
	}
}

// TestLSMPoliciesMeet has both policies be one at ratio 2, and part ways above: tiering writes less
// and keeps more.
func TestLSMPoliciesMeet(t *testing.T) {
	figures := func(policy model.LSMPolicy, ratio int) string {
		tree := model.LSMTree{Policy: policy, Ratio: ratio, Levels: 3}
		return fmt.Sprintf("%.4f %d %.4f", tree.WriteAmplification(), tree.Runs(),
			tree.SpaceAmplification())
	}
	for _, test := range []struct {
		ratio             int
		tiering, leveling string
	}{
		{2, "1.5000 3 1.7500", "1.5000 3 1.7500"},
		{4, "2.2500 9 3.9375", "4.5000 3 1.3125"},
		{10, "2.7000 27 9.9900", "13.5000 3 1.1100"},
	} {
		if got := figures(model.Tiering, test.ratio); got != test.tiering {
			t.Errorf("tiering, T = %d: %s, want %s", test.ratio, got, test.tiering)
		}
		if got := figures(model.Leveling, test.ratio); got != test.leveling {
			t.Errorf("leveling, T = %d: %s, want %s", test.ratio, got, test.leveling)
		}
	}
}

// TestLSMLevels has the other doctests of IntersectMBO/lsm-tree's numLevels, bounds, and the
// logarithm of the paper where both must agree.
func TestLSMLevels(t *testing.T) {
	for _, test := range []struct {
		entries, buffer float64
		ratio, want     int
	}{
		{10_000, 100, 4, 4}, {10_000, 100, 100, 1}, {100, 100, 2, 0}, {101, 100, 2, 1},
		{300, 100, 2, 1}, {301, 100, 2, 2}, {0, 100, 2, 0},
		{1000, 0, 0, 9}, // taken for a buffer of 1 and a ratio of 2
	} {
		if got := model.LSMLevels(test.entries, test.buffer, test.ratio); got != test.want {
			t.Errorf("%+v: %d", test, got)
		}
	}
	for ratio := 2; ratio <= 12; ratio++ {
		for entries := 1100.0; entries < 1e9; entries *= 1.37 {
			base := float64(ratio)
			want := math.Ceil(math.Log(entries/1000*(base-1)/base+1/base) / math.Log(base))
			if got := model.LSMLevels(entries, 1000, ratio); float64(got) != want {
				t.Errorf("%.0f entries, T = %d: %d, want %.0f", entries, ratio, got, want)
			}
		}
	}
}

// TestLSMReadIO has filters that never fail and ones that always do.
func TestLSMReadIO(t *testing.T) {
	for _, policy := range []model.LSMPolicy{model.Tiering, model.Leveling} {
		tree := model.LSMTree{Policy: policy, Ratio: 5, Levels: 3}
		never, always := []float64{0, 0, 0}, []float64{1, 1, 1}
		if miss, hit := tree.MissIO(never), tree.HitIO(never); miss != 0 || hit != 1 {
			t.Errorf("%+v, perfect filters: miss %g, hit %g", tree, miss, hit)
		}
		runs := float64(tree.Runs())
		if miss, hit := tree.MissIO(always), tree.HitIO(always); miss != runs || hit != runs {
			t.Errorf("%+v, no filters: miss %g, hit %g, %g runs", tree, miss, hit, runs)
		}
	}
}
