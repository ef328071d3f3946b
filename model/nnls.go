package model

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// NNLS finds x >= 0 that minimises |a x - b|, by the active set method of Lawson and Hanson,
// Solving Least Squares Problems (1974), chapter 23. a has a row for each observation and a
// column for each unknown; len(b) is the number of rows.
func NNLS(a *mat.Dense, b []float64) ([]float64, error) {
	rows, cols := a.Dims()
	if rows != len(b) {
		panic(fmt.Sprintf("model: %d rows of a, %d of b", rows, len(b)))
	}
	x, free := make([]float64, cols), make([]bool, cols)
	for range iterationsPerUnknown * cols {
		gradient := descent(a, b, x)
		enter := -1
		for j, g := range gradient {
			if !free[j] && g > tolerance(a, b) && (enter < 0 || g > gradient[enter]) {
				enter = j
			}
		}
		if enter < 0 {
			return x, nil
		}
		free[enter] = true
		if err := settle(a, b, x, free); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("model: least squares did not settle in %d steps",
		iterationsPerUnknown*cols)
}

// iterationsPerUnknown bounds the search; Lawson and Hanson use three.
const iterationsPerUnknown = 30

// tolerance is the gradient taken as zero.
func tolerance(a *mat.Dense, b []float64) float64 {
	return 1e-11 * (1 + mat.Norm(a, 1)) * (1 + mat.Norm(mat.NewVecDense(len(b), b), math.Inf(1)))
}

// descent is a'(b - a x).
func descent(a *mat.Dense, b, x []float64) []float64 {
	var residual, gradient mat.VecDense
	residual.MulVec(a, mat.NewVecDense(len(x), x))
	residual.SubVec(mat.NewVecDense(len(b), b), &residual)
	gradient.MulVec(a.T(), &residual)
	return gradient.RawVector().Data
}

// settle solves for the free unknowns and steps towards the solution, fixing at zero the ones
// that would turn negative, until none does.
func settle(a *mat.Dense, b, x []float64, free []bool) error {
	for {
		z, err := solveFree(a, b, free)
		if err != nil {
			return err
		}
		step, blocked := 1.0, false
		for j := range x {
			if free[j] && z[j] <= 0 {
				blocked = true
				step = math.Min(step, x[j]/(x[j]-z[j]))
			}
		}
		for j := range x {
			if free[j] {
				x[j] += step * (z[j] - x[j])
			}
		}
		if !blocked {
			return nil
		}
		for j := range x {
			if free[j] && x[j] <= 1e-15 && z[j] <= 0 {
				x[j], free[j] = 0, false
			}
		}
	}
}

// solveFree is the plain least squares solution in the free unknowns, zero in the others.
func solveFree(a *mat.Dense, b []float64, free []bool) ([]float64, error) {
	rows, cols := a.Dims()
	var columns []int
	for j := range cols {
		if free[j] {
			columns = append(columns, j)
		}
	}
	sub := mat.NewDense(rows, len(columns), nil)
	for i, j := range columns {
		sub.SetCol(i, mat.Col(nil, j, a))
	}
	var svd mat.SVD
	if !svd.Factorize(sub, mat.SVDThin) {
		return nil, fmt.Errorf("model: singular values of %d observations not found", rows)
	}
	rank := svd.Rank(1e-10)
	z := make([]float64, cols)
	if rank == 0 {
		return z, nil
	}
	var solution mat.VecDense
	svd.SolveVecTo(&solution, mat.NewVecDense(rows, b), rank)
	for i, j := range columns {
		z[j] = solution.AtVec(i)
	}
	return z, nil
}

// nonNegative is NNLS of a tall problem: its rows are first rotated into as many as there are
// unknowns, which changes no solution.
func nonNegative(a *mat.Dense, b []float64) ([]float64, error) {
	rows, cols := a.Dims()
	if rows <= cols+1 {
		return NNLS(a, b)
	}
	both := mat.NewDense(rows, cols+1, nil)
	both.Slice(0, rows, 0, cols).(*mat.Dense).Copy(a)
	both.SetCol(cols, b)
	var qr mat.QR
	qr.Factorize(both)
	var r mat.Dense
	qr.RTo(&r)
	top := mat.DenseCopyOf(r.Slice(0, cols, 0, cols))
	return NNLS(top, mat.Col(nil, cols, r.Slice(0, cols, 0, cols+1)))
}
