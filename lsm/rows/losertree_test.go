package rows

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestLoserTree merges random sorted lists and holds every winner, and the smallest key of all
// others, against a plain look at all lists.
func TestLoserTree(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 0))
		lists := make([][]uint64, 1+rng.IntN(12))
		for i := range lists {
			for range rng.IntN(20) {
				lists[i] = append(lists[i], rng.Uint64N(30))
			}
			slices.Sort(lists[i])
		}
		var tree loserTree
		tree.reset(len(lists))
		head := func(i int) uint64 {
			if len(lists[i]) == 0 {
				return noKey
			}
			return lists[i][0]
		}
		for i := range lists {
			tree.order[i] = head(i)
		}
		tree.build()
		for {
			w := int(tree.winner())
			second := uint64(noKey)
			for i := range lists {
				if head(i) < head(w) || head(i) == head(w) && i < w {
					t.Fatalf("seed %d: %d wins with %d, %d has %d", seed, w, head(w), i, head(i))
				}
				if i != w {
					second = min(second, head(i))
				}
			}
			if got := tree.second(); got != second {
				t.Fatalf("seed %d: the second is %d, want %d", seed, got, second)
			}
			if head(w) == noKey {
				break
			}
			lists[w] = lists[w][1:]
			if tree.order[w] = head(w); rng.IntN(4) == 0 {
				tree.build()
			} else {
				tree.replay()
			}
		}
	}
}
