package keydist

import "math/rand/v2"

// special is sysbench's distribution of the same name (sb_rand_special).
//
// One random number u decides: below 1 - res/100 a mean is drawn, which never gives the last id
// because it is spread over n-1 cells. Otherwise the same u, now even in [1 - res/100, 1), is
// scaled to the hot band. So the lower part of the band stays empty.
type special struct {
	n     int64
	terms int
	scale float64 // 1 / terms
	law   meanLaw

	t         float64 // n - 1
	stretched float64 // t * 100 / (100 - res), infinite for res = 100

	width  float64 // of the whole hot band in ids
	offset float64 // where it begins, counted from 0

	hotShare  float64 // share of the draws that fall evenly on [hotBegin, hotEnd)
	hotBegin  float64
	hotEnd    float64
	meanShare float64 // the other draws
}

// newSpecial keeps the order of operations of the C code, as the ends of the band depend on it.
func newSpecial(n int64, o Options) *special {
	d := &special{
		n:        n,
		terms:    o.SpecIter,
		scale:    1 / float64(o.SpecIter),
		law:      newMeanLaw(o.SpecIter),
		t:        float64(n - 1),
		hotShare: float64(o.SpecRes) / 100,
	}
	d.stretched = d.t * (100 / float64(100-o.SpecRes))
	d.width = float64(d.t*(float64(o.SpecPct)/100)) + 1
	d.offset = d.t/2 - float64(d.t*(float64(o.SpecPct)/200))
	if n == 1 {
		d.hotShare = 1 // u*0 < 0 never holds
	}
	d.meanShare = 1 - d.hotShare
	d.hotBegin = d.meanShare*d.width + d.offset
	d.hotEnd = d.width + d.offset
	return d
}

// givesMean is the condition of the C code for u. With res = 100 and u = 0 the product is not a
// number, the comparison false, and the id comes from the band, as there.
func (d *special) givesMean(u float64) bool { return float64(u*d.stretched) < d.t }

// firstOfBand is the least number of 52 bits, perhaps 1<<52, that does not give a mean: comparing
// with it decides the same without waiting for floating-point steps. It is built up bit by bit.
func (d *special) firstOfBand() uint64 {
	first := uint64(0)
	for bit := uint64(1 << 52); bit > 0; bit >>= 1 {
		if more := first + bit; more <= 1<<52 && d.givesMean(unit((more-1)<<12)) {
			first = more
		}
	}
	return first
}

func (d *special) N() int64 { return d.n }

// Draw keeps the order and the rounding of the C code.
func (d *special) Draw(r *rand.Rand) int64 {
	u := float(r)
	if !d.givesMean(u) {
		return d.inBand(u)
	}
	sum := 0.0
	for range d.terms {
		sum += float(r)
	}
	return d.ofMean(sum)
}

// inBand is the id that an even u >= 1 - res/100 falls on.
func (d *special) inBand(u float64) int64 { return 1 + int64(float64(u*d.width)+d.offset) }

// ofMean is the id that a sum of terms numbers falls on.
func (d *special) ofMean(sum float64) int64 { return int64(1 + float64(sum*d.t*d.scale)) }

// Weight adds the id's cell of the mean to the part of [id-1, id) that the hot band covers.
func (d *special) Weight(id int64) float64 {
	if id < 1 || id > d.n {
		return 0
	}
	w := 0.0
	if d.meanShare > 0 {
		w = d.meanShare * d.law.cell(id, d.n-1)
	}
	begin, end := max(float64(id-1), d.hotBegin), min(float64(id), d.hotEnd)
	if d.hotShare > 0 && begin < end {
		w += d.hotShare * (end - begin) / (d.hotEnd - d.hotBegin)
	}
	return w
}
