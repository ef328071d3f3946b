package model

import "math"

// Coverage is the probability that a key with x expected hits, x >= 0, is hit at all: 1 - exp(-x).
// Hits at random and independent are Poisson in the limit of many draws, each with a small chance
// (Poisson, Recherches sur la probabilité des jugements, 1837). For n draws of weight w, x = n w
// and the truth is 1 - (1-w)^n: the difference is at most x w exp(-x) / 2 to first order, which is
// less than 0.2 w.
func Coverage(x float64) float64 { return -math.Expm1(-x) }
