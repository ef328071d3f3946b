package model_test

import (
	"slices"
	"testing"

	"github.com/readamp/readamp/model"
)

// What other simulators print, computed by their policies over this package's counts. The third is
// in outside_vinyl_test.go.

// tieredTree is the tiered policy of skyzh/mini-lsm (book, week 2 day 3) over tiers of files,
// newest first. A flush adds a tier of one file.
type tieredTree struct {
	tiers []int

	leastTiers   int     // num_tiers: below nothing is merged
	spaceTrigger float64 // files above the last tier for each of it
	sizeTrigger  float64 // a tier this many times all newer ones lets them be merged ...
	leastMerged  int     // ... if they are that many (min_merge_width)
	reduceRuns   bool    // where neither applies all are merged

	written, held, mostHeld int // files
}

func (t *tieredTree) flush() {
	t.tiers = slices.Insert(t.tiers, 0, 1)
	t.written++
	t.held++
	for n := t.pick(); n > 0; n = t.pick() {
		size := sumFiles(t.tiers[:n])
		t.written += size
		t.mostHeld = max(t.mostHeld, t.held+size) // the inputs go when the output is there
		t.tiers = slices.Replace(t.tiers, 0, n, size)
	}
	t.mostHeld = max(t.mostHeld, t.held)
}

// pick is the number of tiers that are merged, newest first.
func (t *tieredTree) pick() int {
	n := len(t.tiers)
	if n < t.leastTiers {
		return 0
	}
	newer := sumFiles(t.tiers[:n-1])
	if float64(newer)/float64(t.tiers[n-1]) >= t.spaceTrigger {
		return n
	}
	newer = 0
	for i, size := range t.tiers[:n-1] {
		newer += size
		ratio := float64(t.tiers[i+1]) / float64(newer)
		if ratio > t.sizeTrigger && i+1 >= t.leastMerged {
			return i + 1
		}
	}
	if t.reduceRuns {
		return n
	}
	return 0
}

func sumFiles(tiers []int) int {
	sum := 0
	for _, size := range tiers {
		sum += size
	}
	return sum
}

// miniLSM is 200 flushes under the options of checks 9.1 and 9.2.
func miniLSM(reduceRuns bool) *tieredTree {
	t := &tieredTree{leastTiers: 8, spaceTrigger: 2, sizeTrigger: 1.01, leastMerged: 2,
		reduceRuns: reduceRuns}
	for range 200 {
		t.flush()
	}
	return t
}

// TestOutside9_1 is exact.
func TestOutside9_1(t *testing.T) {
	tree := miniLSM(true)
	if want := []int{1, 1, 4, 5, 21, 28, 140}; !slices.Equal(tree.tiers, want) {
		t.Errorf("tiers %v, want %v", tree.tiers, want)
	}
	// It has no L0; its tiers count as the levels below do.
	if got := model.PebbleReadAmp(0, tree.tiers); got != 7 {
		t.Errorf("%d runs, want 7", got)
	}
	if tree.written != 742 || float64(tree.written)/200 != 3.710 || tree.mostHeld != 280 ||
		float64(tree.mostHeld)/200 != 1.400 {
		t.Errorf("written %d, most held %d, want 742 and 280", tree.written, tree.mostHeld)
	}
}

// TestOutside9_2 is exact.
func TestOutside9_2(t *testing.T) {
	tree := miniLSM(false)
	if tree.written != 537 || float64(tree.written)/200 != 2.685 || tree.mostHeld != 200 {
		t.Errorf("written %d, most held %d, want 537 and 200", tree.written, tree.mostHeld)
	}
	if got := model.PebbleReadAmp(0, tree.tiers); got != 38 || slices.Max(tree.tiers) != 78 {
		t.Errorf("%d runs, the largest of %d files, want 38 and 78", got, slices.Max(tree.tiers))
	}
}

// TestOutside9_4 is exact: L0 empty, levels 3 to 6 not (cockroachdb/pebble#29).
func TestOutside9_4(t *testing.T) {
	if got := model.PebbleReadAmp(0, []int{0, 0, 3, 12, 87, 940}); got != 4 {
		t.Errorf("%d, want 4", got)
	}
}

// TestPebbleReadAmpCountsSublevels has files of L0 that overlap count each for itself.
func TestPebbleReadAmpCountsSublevels(t *testing.T) {
	for _, test := range []struct {
		sublevels int
		below     []int
		want      int
	}{
		{0, nil, 0}, {3, nil, 3}, {2, []int{0, 0, 0, 0, 0, 9}, 3}, {5, []int{1, 1, 1, 1, 1, 1}, 11},
	} {
		if got := model.PebbleReadAmp(test.sublevels, test.below); got != test.want {
			t.Errorf("%+v: %d", test, got)
		}
	}
}
