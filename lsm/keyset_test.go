package lsm

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// keySetOf makes a set.
func keySetOf(keys ...Key) KeySet {
	s := newKeySet()
	s.addMany(keys)
	return s
}

// keysOf lists a set.
func keysOf(s KeySet) []Key {
	keys := []Key{}
	s.All(func(k Key) { keys = append(keys, k) })
	return keys
}

// TestKeySetAgainstSlice compares every question with its answer from a sorted slice.
func TestKeySetAgainstSlice(t *testing.T) {
	g := rand.New(rand.NewPCG(1, 0))
	borders := []Key{0, 1, 1<<16 - 1, 1 << 16, 1<<32 - 1, 1 << 32, MaxKey - 1, MaxKey}
	for round := range 50 {
		s, plain := newKeySet(), []Key{}
		for range round {
			k := borders[g.IntN(len(borders))] + g.Uint64N(3)
			if g.IntN(2) == 0 {
				k = g.Uint64N(1 << 40)
			}
			s.add(k)
			plain = append(plain, k)
		}
		slices.Sort(plain)
		plain = slices.Compact(plain)
		if got := keysOf(s); !slices.Equal(got, plain) || s.Len() != int64(len(plain)) {
			t.Fatalf("%d keys %v, want %v", s.Len(), got, plain)
		}
		for i, k := range plain {
			if got, ok := s.at(int64(i)); !ok || got != k || s.below(k) != int64(i) || !s.Has(k) {
				t.Fatalf("position %d of %v: %d, %v", i, plain, got, ok)
			}
		}
		for range 20 {
			r := Range{borders[g.IntN(len(borders))], borders[g.IntN(len(borders))] + g.Uint64N(9)}
			want := 0
			for _, k := range plain {
				if r.First <= k && k <= r.Last {
					want++
				}
			}
			if got := s.Count(r); got != int64(want) {
				t.Fatalf("%v has %d keys in %v, want %d", plain, got, r, want)
			}
		}
	}
}

func TestKeySetBounds(t *testing.T) {
	s := keySetOf(3, 5)
	for _, n := range []int64{-1, 2, 1 << 40} {
		if k, ok := s.at(n); ok {
			t.Errorf("key %d at position %d of two", k, n)
		}
	}
	for r, want := range map[Range]int64{{0, 2}: 0, {3, 3}: 1, {3, 5}: 2, {5, 3}: 0, {4, 4}: 0,
		{6, MaxKey}: 0, AllKeys: 2} {
		if got := s.Count(r); got != want {
			t.Errorf("%d keys in %v, want %d", got, r, want)
		}
	}
	if keySetOf(MaxKey).Count(AllKeys) != 1 {
		t.Error("AllKeys is without the greatest key")
	}
}

// TestZeroKeySet reads a set that was never made: it is empty.
func TestZeroKeySet(t *testing.T) {
	var zero KeySet
	_, ok := zero.at(0)
	if zero.Len() != 0 || zero.Has(1) || zero.Count(AllKeys) != 0 || zero.below(9) != 0 || ok ||
		len(keysOf(zero)) != 0 || len(keysOf(zero.clone())) != 0 {
		t.Errorf("a zero set has keys")
	}
	s := keySetOf(1, 2)
	s.or(zero)
	s.minus(zero)
	if got := keysOf(s); !slices.Equal(got, []Key{1, 2}) {
		t.Errorf("%v after a zero set was added and taken away", got)
	}
	if s.and(zero); s.Len() != 0 {
		t.Errorf("%v in common with a zero set", keysOf(s))
	}
}

func TestKeySetOperations(t *testing.T) {
	tests := []struct {
		name string
		do   func(KeySet)
		want []Key
	}{
		{"add", func(s KeySet) { s.add(7) }, []Key{1, 2, 3, 7}},
		{"add again", func(s KeySet) { s.add(2) }, []Key{1, 2, 3}},
		{"remove", func(s KeySet) { s.remove(2) }, []Key{1, 3}},
		{"remove none", func(s KeySet) { s.remove(9) }, []Key{1, 2, 3}},
		{"range", func(s KeySet) { s.addRange(Range{3, 5}) }, []Key{1, 2, 3, 4, 5}},
		{"range of one", func(s KeySet) { s.addRange(Range{9, 9}) }, []Key{1, 2, 3, 9}},
		{"many", func(s KeySet) { s.addMany([]Key{9, 0, 9}) }, []Key{0, 1, 2, 3, 9}},
		{"or", func(s KeySet) { s.or(keySetOf(3, 4)) }, []Key{1, 2, 3, 4}},
		{"minus", func(s KeySet) { s.minus(keySetOf(3, 4)) }, []Key{1, 2}},
		{"and", func(s KeySet) { s.and(keySetOf(3, 4)) }, []Key{3}},
		{"clear", KeySet.clear, []Key{}},
	}
	for _, test := range tests {
		s := keySetOf(1, 2, 3)
		before := s.clone()
		if test.do(s); !slices.Equal(keysOf(s), test.want) {
			t.Errorf("%s: %v, want %v", test.name, keysOf(s), test.want)
		}
		if got := keysOf(before); !slices.Equal(got, []Key{1, 2, 3}) {
			t.Errorf("%s changed a clone to %v", test.name, got)
		}
	}
	a, b := keySetOf(1, 2, 3), keySetOf(2, 3, 4)
	if got := keysOf(intersection(a, b)); !slices.Equal(got, []Key{2, 3}) {
		t.Errorf("intersection %v", got)
	}
	if a.Len() != 3 || b.Len() != 3 {
		t.Error("an intersection changed what it was made of")
	}
}

// TestIndexKeys wants entries sorted by value, then by id, and a range of values to take in all
// ids.
func TestIndexKeys(t *testing.T) {
	sorted := []Key{IndexKey(0, 0), IndexKey(0, MaxIndexed), IndexKey(1, 0), IndexKey(1, 1),
		IndexKey(2, 0), IndexKey(MaxIndexed, 0), IndexKey(MaxIndexed, MaxIndexed)}
	if !slices.IsSorted(sorted) || sorted[len(sorted)-1] > MaxKey {
		t.Errorf("keys %x", sorted)
	}
	tests := []struct {
		values Range
		want   int64
	}{
		{Range{1, 1}, 2}, {Range{0, 1}, 4}, {Range{1, 2}, 3}, {Range{3, 99}, 0}, {Range{2, 1}, 0},
		{AllKeys, 7}, {Range{MaxIndexed, MaxKey}, 2},
	}
	for _, test := range tests {
		if got := keySetOf(sorted...).Count(IndexRange(test.values)); got != test.want {
			t.Errorf("%d entries with values %v, want %d", got, test.values, test.want)
		}
	}
}
