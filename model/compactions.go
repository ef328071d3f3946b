package model

import (
	"math"
	"math/cmplx"
)

// Compacted are expected numbers of the nodes that in-memory row compaction adds to a row: whole
// rows, rows that give the column c, and others.
type Compacted struct{ Full, C, K float64 }

// Sum is the number of nodes of all kinds.
func (c Compacted) Sum() float64 { return c.Full + c.C + c.K }

// Compactions are the compact nodes of a row after Poisson numbers of updates of k, rewrites of c
// and pairs of a delete and an insert with these means, each 0 or more. Every limit nodes (1 or
// more; a pair is two) one is added (ObMemtableRowCompactor), in the state that the row is in then:
//
//	K     after a delete, or after updates of k alone
//	C     after updates with c among them, but no pair
//	Full  after an insert, whatever followed
//
// With a = updates + rewrites, b = pairs, L = limit and the roots of unity z = exp(2 pi i k / L), N
// nodes are N = r modulo L with probability
//
//	1/L sum over k of z^-r exp(a (z-1) + b (z^2-1))
//
// by the generating function of a compound Poisson sum (Feller, An Introduction to Probability
// Theory and Its Applications I, XII.2). From it follow the mean of [N / L] and, integrated over
// time, how often a delete is node L, 2L and so on. Nodes before the first pair or the first
// rewrite are a Poisson process that stops at an exponential time.
//
// Exact up to rounding, which is 1e-16 of the limit: a mean of less than that is noise.
func Compactions(updates, rewrites, pairs float64, limit int) Compacted {
	single := updates + rewrites
	mean := single + 2*pairs
	if mean <= 0 {
		return Compacted{}
	}
	deletes, rest := 1.0, float64(limit-1)/2 // of the root 1: what is left is even
	for k := 1; k < limit; k++ {
		z := root(k, limit)
		x := complex(single, 0)*(z-1) + complex(pairs, 0)*(z*z-1)
		rest += real(cmplx.Exp(x) / (1/z - 1))
		deletes += real(z * integral(x))
	}
	total := (mean - rest) / float64(limit)
	deletes *= pairs / float64(limit)
	unpaired := beforeStop(single, pairs, limit)
	onlyK := beforeStop(updates, rewrites+pairs, limit)
	return Compacted{Full: max(total-deletes-unpaired, 0), C: max(unpaired-onlyK, 0),
		K: max(deletes+onlyK, 0)}
}

// root is exp(2 pi i k / n).
func root(k, n int) complex128 { return cmplx.Rect(1, 2*math.Pi*float64(k)/float64(n)) }

// integral is (exp(x) - 1) / x, the integral of exp(x t) over t from 0 to 1.
func integral(x complex128) complex128 {
	if cmplx.Abs(x) < 1e-4 { // the next term is x^3 / 24
		return 1 + x/2 + x*x/6
	}
	return (cmplx.Exp(x) - 1) / x
}

// beforeStop is the expected whole part of S / limit, where S are the events at rate a in a time of
// 1 that ends early at rate stop.
func beforeStop(a, stop float64, limit int) float64 {
	if a <= 0 {
		return 0
	}
	sum := a*real(integral(complex(-stop, 0))) - float64(limit-1)/2
	for k := 1; k < limit; k++ {
		z := root(k, limit)
		x := complex(a, 0)*(z-1) - complex(stop, 0)
		sum -= real((cmplx.Exp(x) + complex(stop, 0)*integral(x)) / (1/z - 1))
	}
	return sum / float64(limit)
}
