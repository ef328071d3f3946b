package model

import "math"

// MeanCoverage is the mean of [Coverage] while a key's expected hits grow from 0 to x at a steady
// rate, as in a memtable that a load fills: what its reads find on average over the time.
//
//	1/x * integral of (1 - exp(-h)) dh from 0 to x = 1 - (1 - exp(-x)) / x
func MeanCoverage(x float64) float64 {
	if x < seriesBelow { // the difference of two numbers near 1 would lose its digits
		return x / 2 * (1 - x/3*(1-x/4))
	}
	return 1 + math.Expm1(-x)/x
}

// seriesBelow is where four terms of the series, and the digits that are left of the difference,
// are both good for ten digits.
const seriesBelow = 1e-3
