package model

import (
	"fmt"
	"math"
)

// WeightClass is a number of keys that have the same weight, the probability of one of them in a
// draw. Some of them are a histogram of how often keys are written or read; over all classes the
// sum of Keys * Weight is 1, or less where some draws go elsewhere.
type WeightClass struct{ Keys, Weight float64 }

// ClassesOf are the classes of the strata that [Strata] cuts. There are at most 4096, so that sums
// over them take no time, and they differ from sums over all ids by less than 2e-4 of themselves.
func ClassesOf(strata []Stratum) []WeightClass {
	classes := make([]WeightClass, 0, len(strata))
	for _, s := range strata {
		classes = append(classes, WeightClass{Keys: s.N(), Weight: s.Weight})
	}
	return classes
}

// Distinct is the expected number of distinct ids in so many draws, draws >= 0, from the ids 1 to
// n, whose weights are probabilities that sum to 1:
//
//	distinct = sum over ids of 1 - (1 - w)^draws
//
// It is exact for independent draws: an id is missed by each with probability 1 - w. The uniform
// case is Unique in efficient/msls-eval (Lim, Andersen and Kaminsky, Towards Accurate and Fast
// Evaluation of Multi-Stage Log-Structured Designs, FAST 2016). Time grows with n;
// [DistinctClasses] of [ClassesOf] is faster.
func Distinct(n int64, weight func(id int64) float64, draws float64) (distinct float64) {
	for id := int64(1); id <= n; id++ {
		distinct += drawnOnce(weight(id), draws)
	}
	return distinct
}

// DistinctUniform is [Distinct] where every one of n ids has the same weight:
//
//	distinct = n (1 - (1 - 1/n)^draws)
func DistinctUniform(n int64, draws float64) float64 {
	if n < 1 {
		return 0
	}
	return float64(n) * drawnOnce(1/float64(n), draws)
}

// DistinctClasses is [Distinct] of keys that are given as a histogram.
func DistinctClasses(classes []WeightClass, draws float64) (distinct float64) {
	for _, c := range classes {
		distinct += c.Keys * drawnOnce(c.Weight, draws)
	}
	return distinct
}

// drawnOnce is the probability 1 - (1-w)^draws that a key is drawn at all. Through logarithms
// nothing is lost where w is so small that 1 - w rounds to 1.
func drawnOnce(w, draws float64) float64 {
	switch {
	case w <= 0 || draws <= 0:
		return 0
	case w >= 1:
		return 1
	}
	return -math.Expm1(draws * math.Log1p(-w))
}

// DrawsFor is the number of draws after which so many distinct keys are expected: the inverse of a
// function that grows with the draws, from 0 at 0, such as
//
//	func(draws float64) float64 { return model.DistinctUniform(1_000_000, draws) }
//
// It asks about 100 times at most, so give it a fast one. Numbers that no draws reach, and the
// number of all keys, which any large number of draws gives, are errors.
func DrawsFor(distinct float64, of func(draws float64) float64) (draws float64, err error) {
	if !(distinct >= 0) || math.IsInf(distinct, 1) {
		return 0, fmt.Errorf("model: %g distinct keys, want a number of 0 or more", distinct)
	}
	if distinct == 0 {
		return 0, nil
	}
	high, reached := 1.0, of(1)
	for !(reached >= distinct) {
		if high > drawsMost {
			return 0, fmt.Errorf("model: %g distinct keys: %g draws reach no more than %g",
				distinct, high, reached)
		}
		high *= 2
		reached = of(high)
	}
	draws = grows(distinct, high, of)
	if of(2*draws) <= distinct {
		return 0, fmt.Errorf("model: %g distinct keys are all there are: %g draws give them, and "+
			"any number above", distinct, draws)
	}
	return draws, nil
}

// drawsMost is about the largest number of draws that is tried: 30 years of a billion a second.
const drawsMost = 1e18

// grows is where a growing function passes a value that it reaches at high, by halving.
func grows(value, high float64, of func(float64) float64) float64 {
	low := 0.0
	if high > 1 {
		low = high / 2
	}
	for range halvings {
		if middle := low + (high-low)/2; of(middle) < value {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// halvings of a factor of two leave a relative error of 2^-44 = 6e-14.
const halvings = 44
