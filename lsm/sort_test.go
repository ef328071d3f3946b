package lsm

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSortKeys sorts keys that differ in few and in many digits, in high and in low ones.
func TestSortKeys(t *testing.T) {
	g := rand.New(rand.NewPCG(1, 0))
	draws := map[string]func() Key{
		"equal":       func() Key { return 7 },
		"one digit":   func() Key { return g.Uint64N(1 << radixBits) },
		"two digits":  func() Key { return g.Uint64N(1_000_000) },
		"high digits": func() Key { return g.Uint64N(1000)<<53 | 12345 },
		"two apart":   func() Key { return g.Uint64N(9)<<40 | g.Uint64N(9) },
		"index keys":  func() Key { return IndexKey(g.Uint64N(1_000_000), g.Uint64N(1_000_000)) },
		"all digits":  g.Uint64,
	}
	for name, draw := range draws {
		for _, n := range []int{0, 1, 2, 3, 63, 64, 65, 5000} {
			keys := make([]Key, n)
			for i := range keys {
				keys[i] = draw()
			}
			want := slices.Sorted(slices.Values(keys))
			sortKeys(keys, make([]Key, n))
			if !slices.Equal(keys, want) {
				t.Errorf("%s: %d keys are not sorted", name, n)
			}
		}
	}
}
