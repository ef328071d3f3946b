package model

import "math"

// Stratum is a row of neighbouring ids of about the same weight.
type Stratum struct {
	First, Last int64   // ids
	Weight      float64 // mean probability of one of them in a draw
}

// N is the number of ids.
func (s Stratum) N() float64 { return float64(s.Last - s.First + 1) }

// Strata cuts the ids 1 to n, n >= 1, into strata for one or more weights at once: within a
// stratum no weight at its ends and in its middle differs by more than a twentieth, unless it is
// one id or the weight is next to nothing. It returns the same strata for each weight, with its
// own Weight, so that sum over strata of N * Weight = 1. There are at most 4096.
//
// A weight is looked at on 256 rows of ids first and cut in halves where it is uneven: a peak
// narrower than n / 256 is found if it is at an end or the middle of a row, as those of sysbench's
// distributions are.
func Strata(n int64, weights []func(id int64) float64) [][]Stratum {
	step := strataStep
	cuts := cut(n, weights, step)
	for len(cuts) > strataMost {
		step *= step
		cuts = cut(n, weights, step)
	}
	out := make([][]Stratum, len(weights))
	for j, weight := range weights {
		first, total := int64(1), 0.0
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
	// strataParts is the number of rows the ids are cut into at first.
	strataParts = 256
	// strataMost bounds the strata; the step grows until there are no more.
	strataMost = 4096
	// strataStep is the ratio of two weights in a stratum. An even spread over it leaves a
	// relative variance of 2e-4, by which Coverage at the mean differs by less than 1e-4 of
	// itself.
	strataStep = 1.05
	// strataLeast is the share of an even weight below which differences do not matter.
	strataLeast = 1e-4
)

// cut is where strata end, ascending.
func cut(n int64, weights []func(int64) float64, step float64) (cuts []int64) {
	var split func(first, last int64)
	split = func(first, last int64) {
		if first == last || even(first, last, n, weights, step) {
			cuts = append(cuts, last)
			return
		}
		middle := first + (last-first)/2
		split(first, middle)
		split(middle+1, last)
	}
	parts := min(n, strataParts)
	for i := range parts {
		split(n*i/parts+1, n*(i+1)/parts)
	}
	return cuts
}

// even says whether the weights of a row of ids are about the same.
func even(first, last, n int64, weights []func(int64) float64, step float64) bool {
	for _, weight := range weights {
		a, b, c := weight(first), weight(first+(last-first)/2), weight(last)
		low, high := min(a, b, c), max(a, b, c)
		if high > low*step && high > strataLeast/float64(n) {
			return false
		}
	}
	return true
}

// meanWeight is the mean weight of a row of ids (Simpson's rule).
func meanWeight(first, last int64, weight func(int64) float64) float64 {
	if last-first < 2 {
		return (weight(first) + weight(last)) / 2
	}
	return (weight(first) + 4*weight(first+(last-first)/2) + weight(last)) / 6
}

// cells are strata, or strata of the same weights put together.
type cells struct {
	n       []float64   // ids
	weights [][]float64 // by cell and column
}

// add adds a cell.
func (c *cells) add(n float64, weights []float64) {
	c.n, c.weights = append(c.n, n), append(c.weights, weights)
}

// classes puts strata together whose weights are about the same, wherever they lie: for numbers
// that don't depend on where keys are.
func classes(strata [][]Stratum) *cells {
	out, byBins := &cells{}, map[string]int{}
	for i, s := range strata[0] {
		bins := make([]byte, 0, 2*len(strata))
		for _, column := range strata {
			bin := 0.0 // of weights that do not matter
			if w := column[i].Weight; w > 0 {
				bin = max(math.Round(math.Log(w*strataLast)/math.Log(strataStep)), 0)
			}
			bins = append(bins, byte(int(bin)>>8), byte(int(bin)))
		}
		at, ok := byBins[string(bins)]
		if !ok {
			at = len(out.n)
			byBins[string(bins)] = at
			out.add(0, make([]float64, len(strata)))
		}
		more := s.N()
		for j, column := range strata {
			sum := out.weights[at][j]*out.n[at] + column[i].Weight*more
			out.weights[at][j] = sum / (out.n[at] + more)
		}
		out.n[at] += more
	}
	return out
}

// strataLast is far above the number of ids there can be: below its reciprocal, weights are alike.
const strataLast = 1e14
