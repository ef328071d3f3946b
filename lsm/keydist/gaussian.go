package keydist

import "math/rand/v2"

// gaussian cuts [0, 1) into n cells; the id is the cell of a mean (sb_rand_gaussian).
type gaussian struct {
	n     int64
	terms int
	scale float64 // 1 / terms; sysbench multiplies by it, which is not quite a division
	law   meanLaw
}

func newGaussian(n int64, o Options) *gaussian {
	return &gaussian{
		n:     n,
		terms: o.SpecIter,
		scale: 1 / float64(o.SpecIter),
		law:   newMeanLaw(o.SpecIter),
	}
}

func (d *gaussian) N() int64 { return d.n }

// Draw rounds each product before it adds (the conversions), as the C code on amd64 does. It stays
// within n where the scale rounds up and all numbers are next to 1, which nobody will see.
func (d *gaussian) Draw(r *rand.Rand) int64 {
	sum, n := 0.0, float64(d.n)
	for range d.terms {
		sum += float64(float(r) * n)
	}
	return min(1+int64(sum*d.scale), d.n)
}

// Weight is the probability that the mean falls into the id's cell.
func (d *gaussian) Weight(id int64) float64 { return d.law.cell(id, d.n) }
