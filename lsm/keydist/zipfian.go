package keydist

import (
	"math"
	"math/rand/v2"
)

// zipfian gives id k a weight proportional to k^-e (sb_rand_zipfian of sysbench 1.1).
//
// It draws by rejection-inversion: W. Hörmann and G. Derflinger, Rejection-inversion to generate
// variates from monotone discrete distributions, ACM TOMACS 6(3), 1996, pages 169-184. With H an
// integral of x^-e, a point even in (H(1.5) - 1, H(n+0.5)] is turned into x by the inverse of H,
// rounded to k, and kept if it lies in the part of k's cell that is as wide as k^-e.
type zipfian struct {
	n        int64
	exponent float64
	shortcut float64 // k - x up to this is kept without computing H
	lowest   float64 // H(1.5) - 1
	highest  float64 // H(n + 0.5)
	total    float64 // sum of k^-e over the ids
}

// newZipfian computes the constants as sysbench does, once per run.
func newZipfian(n int64, o Options) *zipfian {
	d := &zipfian{n: n, exponent: o.ZipfianExp}
	d.shortcut = 2 - d.inverse(d.integral(2.5)-d.hat(2))
	d.lowest = d.integral(1.5) - 1
	d.highest = d.integral(float64(n) + 0.5)
	d.total = d.powerSum(n)
	return d
}

func (d *zipfian) N() int64 { return d.n }

// Draw keeps most points at once: the shortcut needs no logarithm, and id 1 is never rejected.
// A point that rounding put outside the ids counts for the nearest one.
func (d *zipfian) Draw(r *rand.Rand) int64 {
	for {
		u := d.highest + float64(float(r)*(d.lowest-d.highest))
		x := d.inverse(u)
		k := math.Floor(min(max(x+0.5, 1), float64(d.n)))
		if k-x <= d.shortcut || u >= d.integral(k+0.5)-d.hat(k) {
			return int64(k)
		}
	}
}

// Weight needs no correction for the rejection: it makes the draws follow k^-e exactly.
func (d *zipfian) Weight(id int64) float64 {
	if id < 1 || id > d.n {
		return 0
	}
	return d.hat(float64(id)) / d.total
}

// hat is x^-e.
func (d *zipfian) hat(x float64) float64 { return math.Exp(-d.exponent * math.Log(x)) }

// integral is H(x) = (x^(1-e) - 1) / (1-e), and log x for e = 1.
func (d *zipfian) integral(x float64) float64 {
	logX := math.Log(x)
	return expm1Ratio((1-d.exponent)*logX) * logX
}

// inverse is the x whose H is y.
func (d *zipfian) inverse(y float64) float64 {
	t := max(y*(1-d.exponent), -1) // below -1 only by rounding
	return math.Exp(log1pRatio(t) * y)
}

// seriesBelow is where sysbench takes the series instead of the quotient, next to 0/0.
const seriesBelow = 1e-8

// log1pRatio is log(1+x) / x.
func log1pRatio(x float64) float64 {
	if math.Abs(x) > seriesBelow {
		return math.Log1p(x) / x
	}
	return 1 - x/2 + x*x/3
}

// expm1Ratio is (exp(x) - 1) / x.
func expm1Ratio(x float64) float64 {
	if math.Abs(x) > seriesBelow {
		return math.Expm1(x) / x
	}
	return 1 + x/2 + x*x/6
}

// powerSum is the sum of k^-e for k in 1..n. From the 256th term on it is replaced by the
// Euler-Maclaurin formula to the third derivative, whose error is far below one rounding.
func (d *zipfian) powerSum(n int64) float64 {
	const first = 256
	sum := 0.0
	for k := int64(1); k <= min(n, first-1); k++ {
		sum += d.hat(float64(k))
	}
	if n < first {
		return sum
	}
	a, b := float64(first), float64(n)
	sum += d.integral(b) - d.integral(a) + (d.hat(a)+d.hat(b))/2
	return sum + d.correction(b) - d.correction(a)
}

// correction is f'(x)/12 - f”'(x)/720 for f = x^-e.
func (d *zipfian) correction(x float64) float64 {
	e, f := d.exponent, d.hat(x)
	return -e*f/x/12 + e*(e+1)*(e+2)*f/(x*x*x)/720
}
