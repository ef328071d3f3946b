package model

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// binomial draws how many of n keys are there, each with probability p.
func binomial(r *rand.Rand, n int64, p float64) (k int64) {
	if variance := float64(n) * p * (1 - p); variance > normalFrom {
		k := math.Round(float64(n)*p + r.NormFloat64()*math.Sqrt(variance))
		return int64(min(max(k, 0), float64(n)))
	}
	digits := uint64(p * (1 << digitsOfP))
	switch {
	case p <= 0:
		return 0
	case digits >= 1<<digitsOfP:
		return n
	}
	for ; n > 0; n -= 64 {
		k += trials(r, digits, min(n, 64))
	}
	return k
}

const (
	// normalFrom is the variance from which a binomial number is drawn as a normal one: their
	// distribution functions differ by less than 0.41 / sqrt(1000) = 0.013 (Berry-Esseen with
	// the constant of Nagaev and Chebotarev, 2011).
	normalFrom = 1000
	// digitsOfP are the binary digits of a probability that are looked at.
	digitsOfP = 40
)

// trials draws n <= 64 trials at once. Bit by bit from the highest on, each trial's random number
// is compared with the probability's digits, until all are decided: after about eight digits.
func trials(r *rand.Rand, digits uint64, n int64) int64 {
	open := ^uint64(0) >> (64 - n) // not decided yet
	hit := uint64(0)
	for at := digitsOfP - 1; at >= 0 && open != 0; at-- {
		random := r.Uint64()
		if digits>>at&1 == 1 {
			hit |= open &^ random // a smaller number
			open &= random
		} else {
			open &^= random
		}
	}
	return int64(bits.OnesCount64(hit))
}
