package keydist

import "math/bits"

// A PCG is the generator of the same name in math/rand/v2: the same seeds give the same numbers.
// It is here again because its state must be in reach of [Sampler], which leaps over numbers that
// nobody wants and keeps the state in registers while it sums many. It is a rand.Source.
//
// Source: PCG64 DXSM, M. O'Neill, https://github.com/imneme/pcg-cpp, pcg_random.hpp.
type PCG struct{ state state }

// NewPCG returns a generator with the two halves of its first state.
func NewPCG(seed1, seed2 uint64) *PCG { return &PCG{state{seed1, seed2}} }

// Uint64 returns the next number.
func (p *PCG) Uint64() uint64 {
	p.state = p.state.next()
	return p.state.number()
}

// state is a 128-bit number. All of this is passed by value, so that it lives in registers.
type state struct{ hi, lo uint64 }

// A leap takes the state some steps on: a multiplication and an addition, modulo 2^128.
type leap struct{ factor, summand state }

// next returns the state one step on. It is a leap whose constants the compiler knows. The
// upper half enters last: the next step waits for it longest.
func (s state) next() state {
	const (
		factorHi, factorLo   = 2549297995355413924, 4865540595714422341
		summandHi, summandLo = 6364136223846793005, 1442695040888963407
	)
	hi, lo := bits.Mul64(s.lo, factorLo)
	lo, carry := bits.Add64(lo, summandLo, 0)
	hi, _ = bits.Add64(hi+s.lo*factorHi, summandHi, carry)
	return state{s.hi*factorLo + hi, lo}
}

// land returns the state after a leap.
func (s state) land(l *leap) state {
	hi, lo := bits.Mul64(s.lo, l.factor.lo)
	lo, carry := bits.Add64(lo, l.summand.lo, 0)
	hi, _ = bits.Add64(hi+s.lo*l.factor.hi, l.summand.hi, carry)
	return state{s.hi*l.factor.lo + hi, lo}
}

// number returns what the generator gives in this state.
func (s state) number() uint64 {
	const cheapFactor = 0xda942042e4dd58b5
	x := s.hi
	x ^= x >> 32
	x *= cheapFactor
	x ^= x >> 48
	return x * (s.lo | 1)
}

// newLeap returns the leap over steps numbers. Where it takes the states 0 and 1 tells what it is.
func newLeap(steps int) leap {
	zero, one := state{0, 0}, state{0, 1}
	for range steps {
		zero, one = zero.next(), one.next()
	}
	lo, borrow := bits.Sub64(one.lo, zero.lo, 0)
	hi, _ := bits.Sub64(one.hi, zero.hi, borrow)
	return leap{factor: state{hi, lo}, summand: zero}
}
