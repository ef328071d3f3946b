package keydist

import (
	"math"
	"math/rand/v2"
)

// pareto cuts [0, 1) into n cells; the id is the cell of u to a power (sb_rand_pareto).
type pareto struct {
	n     int64
	power float64 // log h / log (1-h), so that u = 1-h falls on the share h of the ids
}

// newPareto takes h from the options, between 0 and 1.
func newPareto(n int64, o Options) *pareto {
	return &pareto{n: n, power: math.Log(o.ParetoH) / math.Log(1-o.ParetoH)}
}

func (d *pareto) N() int64 { return d.n }

// Draw stays within n where the power rounds to 1: possible for h > 0.5, once in 2^52 draws.
func (d *pareto) Draw(r *rand.Rand) int64 {
	return min(1+int64(float64(d.n)*math.Pow(float(r), d.power)), d.n)
}

// Weight is (id/n)^q - ((id-1)/n)^q with q = 1/power, written so that it does not cancel.
func (d *pareto) Weight(id int64) float64 {
	if id < 1 || id > d.n {
		return 0
	}
	q := 1 / d.power
	upTo := math.Pow(float64(id)/float64(d.n), q)
	return -upTo * math.Expm1(q*math.Log1p(-1/float64(id)))
}
