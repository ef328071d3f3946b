package keydist

import "gonum.org/v1/gonum/integrate/quad"

// meanLaw is the law of the mean of some uniform numbers in [0, 1) (the Bates distribution).
//
// The sum x of m such numbers has a density made of m polynomials of degree m-1, one on each
// interval [k, k+1). With f(m, x) for that density,
//
//	(m-1) f(m, x) = x f(m-1, x) + (m-x) f(m-1, x-1)
//
// which is the recursion of B-splines on equal knots (C. de Boor, A Practical Guide to Splines,
// 1978, chapter X). It adds positive terms only, unlike the usual alternating sum.
type meanLaw struct {
	terms int

	// pieces[k] are the coefficients, constant first, of the density on [k, k+1) in x-k.
	pieces [][]float64

	// Gauss-Legendre nodes and weights on [0, 1], as many as make the integral of a piece exact.
	nodes, weights []float64
}

// newMeanLaw returns the law of the mean of terms numbers, terms >= 1.
func newMeanLaw(terms int) meanLaw {
	pieces := [][]float64{{1}}
	for m := 2; m <= terms; m++ {
		next := make([][]float64, m)
		for k := range next {
			next[k] = make([]float64, m)
			if k < m-1 {
				addProduct(next[k], pieces[k], float64(k), 1, 1/float64(m-1))
			}
			if k > 0 {
				addProduct(next[k], pieces[k-1], float64(m-k), -1, 1/float64(m-1))
			}
		}
		pieces = next
	}
	l := meanLaw{terms: terms, pieces: pieces}
	l.nodes = make([]float64, (terms+1)/2)
	l.weights = make([]float64, len(l.nodes))
	quad.Legendre{}.FixedLocations(l.nodes, l.weights, 0, 1)
	return l
}

// addProduct adds (constant + slope s) p(s) scale to the polynomial dst(s).
func addProduct(dst, p []float64, constant, slope, scale float64) {
	for i, c := range p {
		dst[i] += constant * c * scale
		dst[i+1] += slope * c * scale
	}
}

// cell returns the probability that the mean lies in cell i, counted from 1, of [0, 1) cut into
// equal cells. The law is symmetric; the lower half is used, where the pieces are most precise.
func (l meanLaw) cell(i, cells int64) float64 {
	i = min(i, cells+1-i)
	if i < 1 {
		return 0
	}
	perCell := float64(l.terms) / float64(cells)
	lo, hi := float64(i-1)*perCell, float64(i)*perCell
	p := 0.0
	for k := int(lo); k < l.terms && float64(k) < hi; k++ {
		from, to := max(lo-float64(k), 0), min(hi-float64(k), 1)
		p += l.integral(k, from, to)
	}
	return p
}

// integral returns the integral of piece k between from and to.
func (l meanLaw) integral(k int, from, to float64) float64 {
	sum := 0.0
	for j, node := range l.nodes {
		s, density := from+node*(to-from), 0.0
		for c := l.terms - 1; c >= 0; c-- {
			density = density*s + l.pieces[k][c]
		}
		sum += l.weights[j] * density
	}
	return sum * (to - from)
}
