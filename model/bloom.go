package model

import "math"

// BloomRate is the false positive rate of a Bloom filter with so many bits a key, 0 or more, and
// the best number of hash functions: exp(-b ln^2 2). It is [BloomHashRate] at k = b ln 2, a number
// that need not be whole, so it is a lower bound (Broder and Mitzenmacher, Network Applications of
// Bloom Filters, Internet Mathematics 1(4), 2004; equation 2 of Monkey, see [LSMTree]).
func BloomRate(bitsPerKey float64) float64 { return math.Exp(-bitsPerKey * math.Ln2 * math.Ln2) }

// BloomHashRate is the rate with k hash functions, 1 or more: (1 - exp(-k/b))^k. After n keys a bit
// of n b bits is still 0 with probability (1 - 1/nb)^nk, about exp(-k/b); a false positive finds k
// bits set. For filters of hundreds of bits and more.
func BloomHashRate(bitsPerKey float64, hashes int) float64 {
	if bitsPerKey <= 0 {
		return 1
	}
	k := float64(hashes)
	return math.Pow(-math.Expm1(-k/bitsPerKey), k)
}

// BloomHashes is the whole number of hash functions with the lowest rate, one of the two next to
// b ln 2 and at least 1.
func BloomHashes(bitsPerKey float64) int {
	down := max(int(bitsPerKey*math.Ln2), 1)
	if BloomHashRate(bitsPerKey, down+1) < BloomHashRate(bitsPerKey, down) {
		return down + 1
	}
	return down
}

// BloomBits is the number of bits a key that a rate takes, the inverse of [BloomRate]; 0 for rates
// of 1 and above. The rate must be above 0.
func BloomBits(rate float64) float64 { return max(-math.Log(rate), 0) / (math.Ln2 * math.Ln2) }
