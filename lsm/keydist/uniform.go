package keydist

import "math/rand/v2"

// uniform gives every id of 1..n the same weight (sb_rand_uniform).
type uniform struct{ n int64 }

func (d uniform) N() int64 { return d.n }

// Draw cannot give n+1: float has 52 bits and n+1 at most 33.
func (d uniform) Draw(r *rand.Rand) int64 {
	return int64(1 + float64(float(r)*float64(d.n)))
}

func (d uniform) Weight(id int64) float64 {
	if id < 1 || id > d.n {
		return 0
	}
	return 1 / float64(d.n)
}
