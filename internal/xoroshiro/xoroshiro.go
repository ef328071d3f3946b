// Package xoroshiro gives tests the random numbers that sysbench had, so that what is drawn from
// them can be compared with a recording one by one.
//
// The generator is sysbench's, xoroshiro128+ by D. Blackman and S. Vigna (2016 constants).
//
// Glossary:
//
//	state  two words of 64 bits that give all numbers to come
//	seed   sysbench's --rand-seed, from which each of its threads gets a state
package xoroshiro

import (
	"math/bits"
	"math/rand/v2"
)

// Seed7 is a source in the state in which --rand-seed=7 leaves the first thread.
func Seed7() rand.Source { return &state{0x3e52dff56f19e243, 0x4bda073b1b7b9caf} }

type state [2]uint64

// Uint64 returns the next number.
func (s *state) Uint64() uint64 {
	a, b := s[0], s[1]^s[0]
	result := s[0] + s[1]
	s[0] = bits.RotateLeft64(a, 55) ^ b ^ b<<14
	s[1] = bits.RotateLeft64(b, 36)
	return result
}
