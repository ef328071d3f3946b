package model

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// inflationMost is the variance inflation up to which a term counts as told: its standard error is
// then ten times what it would be if no other term changed with it. The recorded ladders lie apart:
// 370 and more in every single run, 30 and less where runs of two distributions are pooled.
const inflationMost = 100

// Reasons why a term is not identified.
const (
	reasonAbsent    = "no measured phase counts it"
	reasonCollinear = "it always changes with others"
)

// giveUpOrder is which of several collinear terms is given up first. Rows stay longest, since
// their counters are measured; a slow row outlasts a fast one, which costs less.
var giveUpOrder = []int{missTerm, blockTerm, versionTerm, openTerm, fastRowTerm, probeTerm,
	memtableRowTerm, slowRowTerm}

// identify drops the terms whose costs the equations don't tell, and ties constants that they
// don't tell apart. The equations are those of the fit: weighted, in relative errors.
func (d *costDesign) identify() (dropped []Unidentified) {
	for j := len(d.terms) - 1; j >= 0; j-- {
		if column := d.column(len(d.tied) + j); mat.Norm(column, 2) == 0 {
			dropped = append(dropped, Unidentified{Term: TermNames[d.terms[j]],
				Reason: reasonAbsent})
			d.terms = slices.Delete(d.terms, j, j+1)
			d.build()
		}
	}
	slices.Reverse(dropped)
	for {
		j := d.leastTold()
		if j < 0 {
			return append(dropped, d.tie()...)
		}
		lost := Unidentified{Term: TermNames[d.terms[j]], Reason: reasonCollinear,
			With: d.companions(len(d.tied) + j)}
		dropped = append(dropped, lost)
		d.terms = slices.Delete(d.terms, j, j+1)
		d.build()
	}
}

// leastTold is the place of the term to give up next, -1 if all are told.
func (d *costDesign) leastTold() int {
	for _, term := range giveUpOrder {
		j := slices.Index(d.terms, term)
		if j >= 0 && d.inflation(len(d.tied)+j) > inflationMost {
			return j
		}
	}
	return -1
}

// tie gives constants that are not told apart one value: the first kind's.
func (d *costDesign) tie() (tied []Unidentified) {
	for k := len(d.tied) - 1; k > 0; k-- {
		if d.inflation(k) <= inflationMost {
			continue
		}
		name := d.tied[k][0]
		tied = append(tied, Unidentified{Term: name, Reason: reasonCollinear,
			With: d.companions(k)})
		d.tied[0] = append(d.tied[0], d.tied[k]...)
		d.tied = slices.Delete(d.tied, k, k+1)
		d.build()
	}
	return tied
}

// inflation is the variance inflation factor of a column: 1/(1 - R^2) of its regression on the
// others.
func (d *costDesign) inflation(j int) float64 {
	column := d.column(j)
	_, left := d.regress(j)
	if left == 0 {
		return math.Inf(1)
	}
	whole := mat.Norm(column, 2)
	return whole * whole / (left * left)
}

// companionShare is how much of a column another must carry to be named as its companion.
const companionShare = 0.2

// companions are the names of the columns that a column follows from.
func (d *costDesign) companions(j int) (names []string) {
	x, _ := d.regress(j)
	whole := mat.Norm(d.column(j), 2)
	for i, name := range d.names() {
		if i != j && math.Abs(x[i])*mat.Norm(d.column(i), 2) >= companionShare*whole {
			names = append(names, name)
		}
	}
	return names
}

// regress explains a column by the others: coefficients (0 at its own place) and the norm of what
// is left.
func (d *costDesign) regress(j int) (x []float64, left float64) {
	rows, cols := d.a.Dims()
	free := make([]bool, cols)
	for i := range free {
		free[i] = i != j
	}
	target := mat.Col(nil, j, d.a)
	whole := mat.Norm(d.column(j), 2)
	x, err := solveFree(d.a, target, free)
	if err != nil {
		return make([]float64, cols), whole
	}
	var residual mat.VecDense
	residual.MulVec(d.a, mat.NewVecDense(cols, x))
	residual.SubVec(mat.NewVecDense(rows, target), &residual)
	if left = mat.Norm(&residual, 2); left < 1e-9*whole {
		left = 0
	}
	return x, left
}
