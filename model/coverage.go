package model

import "math"

// Expected numbers of keys when writes fall on keys at random and independently. A key that is hit
// x times on average is hit at all with probability 1 - exp(-x) (the hits are Poisson: many draws,
// each with a small chance). Exact in the limit of many keys of the same weight; for n draws of
// weight w, x = n w and the error is of order x w.

// Coverage is the probability that a key with x expected hits is hit.
func Coverage(x float64) float64 { return -math.Expm1(-x) }

// Union is the probability that a key is in at least one of two independent sets that have it with
// probabilities a and b.
func Union(a, b float64) float64 { return a + b - a*b }

// Stratum is a row of neighbouring ids of about the same weight.
type Stratum struct {
	First, Last int64   // ids
	Weight      float64 // mean probability of one of them in a draw
}

// N is the number of ids.
func (s Stratum) N() float64 { return float64(s.Last - s.First + 1) }

// Strata cuts the ids 1 to n into strata for one or more weights at once: within a stratum no
// weight differs from its neighbours' by more than a step of coarseness, unless it is one id. It
// returns the borders' strata, with Weight that of each function.
func Strata(n int64, weights []func(id int64) float64) [][]Stratum {
	cuts := []int64{}
	var split func(first, last int64)
	split = func(first, last int64) {
		if first == last || even(first, last, weights) {
			cuts = append(cuts, last)
			return
		}
		middle := first + (last-first)/2
		split(first, middle)
		split(middle+1, last)
	}
	// Begin with parts, so that a narrow peak between two looks is not missed.
	parts := min(n, strataParts)
	for i := range parts {
		split(n*i/parts+1, n*(i+1)/parts)
	}
	out := make([][]Stratum, len(weights))
	for j, weight := range weights {
		first := int64(1)
		total := 0.0
		for _, last := range cuts {
			s := Stratum{first, last, meanWeight(first, last, weight)}
			out[j] = append(out[j], s)
			total += s.Weight * s.N()
			first = last + 1
		}
		for i := range out[j] {
			out[j][i].Weight /= total
		}
	}
	return out
}

const (
	// strataParts is the number of parts the ids are cut into at first.
	strataParts = 256
	// strataStep is the ratio of two weights in a stratum.
	strataStep = 1.05
	// strataLeast is the share of a mean weight below which differences do not matter.
	strataLeast = 1e-4
)

// even says whether the weights of a row of ids are about the same.
func even(first, last int64, weights []func(int64) float64) bool {
	for _, weight := range weights {
		a, b, c := weight(first), weight(first+(last-first)/2), weight(last)
		low, high := min(a, b, c), max(a, b, c)
		if high > low*strataStep && high > strataLeast/float64(last) {
			return false
		}
	}
	return true
}

// meanWeight is the mean weight of a row of ids (Simpson's rule).
func meanWeight(first, last int64, weight func(int64) float64) float64 {
	if first == last {
		return weight(first)
	}
	return (weight(first) + 4*weight(first+(last-first)/2) + weight(last)) / 6
}

// Compactions is the expected number of compact nodes that in-memory row compaction adds to a row
// with single versions at rate a and pairs of versions at rate b (both Poisson means), one for
// every limit versions: the sum over j of P(versions >= j limit).
func Compactions(a, b float64, limit int) float64 {
	mean := a + 2*b
	if mean <= 0 {
		return 0
	}
	spread := math.Sqrt(a + 4*b)
	most := int(mean+8*spread) + 2*limit
	if most > compactionsExact {
		// Far above the limit the remainder of versions / limit is even.
		return max(mean/float64(limit)-0.5*float64(limit-1)/float64(limit), 0)
	}
	// P(versions = n) by the recursion of compound Poisson sums (Panjer, ASTIN 1981):
	// n P(n) = a P(n-1) + 2 b P(n-2).
	p1, p2 := 0.0, 0.0
	p := math.Exp(-a - b)
	total, sum := 1.0, 0.0
	for n := 0; n <= most; n++ {
		if n > 0 {
			p = (a*p1 + 2*b*p2) / float64(n)
		}
		if n > 0 && n%limit == 0 {
			sum += max(total, 0) // P(versions >= n)
		}
		total -= p
		p1, p2 = p, p1
	}
	return sum
}

// compactionsExact bounds the versions that are summed one by one.
const compactionsExact = 500
