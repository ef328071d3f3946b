package timeline

import "math/bits"

// bitset is a set of small numbers.
type bitset []uint64

// reach makes room for the numbers below n.
func (b *bitset) reach(n int64) {
	if words := int(n+63) / 64; words > len(*b) {
		*b = append(*b, make([]uint64, words-len(*b))...)
	}
}

func (b bitset) add(i uint64) { b[i/64] |= 1 << (i % 64) }

func (b bitset) clear() { clear(b) }

// list are the numbers, ascending, each with first added; n is how many there are.
func (b bitset) list(first uint32, n int) []uint32 {
	out := make([]uint32, 0, n)
	for w, word := range b {
		for ; word != 0; word &= word - 1 {
			out = append(out, first+uint32(w*64+bits.TrailingZeros64(word)))
		}
	}
	return out
}
