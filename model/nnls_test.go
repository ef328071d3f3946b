package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestNNLSKnown has problems that are solved on paper.
func TestNNLSKnown(t *testing.T) {
	cases := []struct {
		name string
		a    [][]float64
		b    []float64
		want []float64
	}{
		{"identity", [][]float64{{1, 0}, {0, 1}}, []float64{3, 4}, []float64{3, 4}},
		{"nothing to explain", [][]float64{{1, 2}, {3, 4}, {5, 6}}, []float64{0, 0, 0},
			[]float64{0, 0}},
		// x = 1, y = 2 solves all four equations.
		{"more equations than unknowns", [][]float64{{1, 0}, {0, 1}, {1, 1}, {2, 1}},
			[]float64{1, 2, 3, 4}, []float64{1, 2}},
		// The mean of 1, 2 and 6.
		{"mean", [][]float64{{1}, {1}, {1}}, []float64{1, 2, 6}, []float64{3}},
		{"all would be negative", [][]float64{{1, 0}, {0, 1}}, []float64{-1, -2},
			[]float64{0, 0}},
		// Unconstrained y = -2; with y = 0, x is b.a/a.a = (3+1)/2.
		{"one would be negative", [][]float64{{1, 0}, {1, 1}}, []float64{3, 1}, []float64{2, 0}},
		// x enters first, alone 1.4, and must leave again: y = 3 solves both equations.
		{"enters and leaves", [][]float64{{1, 0.5}, {3, 1.5 + 1e-3}}, []float64{1.5, 4.503},
			[]float64{0, 3}},
		{"a column of zeros", [][]float64{{2, 0}, {0, 0}}, []float64{4, 1}, []float64{2, 0}},
		{"no column counts", [][]float64{{0, 0}, {0, 0}}, []float64{4, 1}, []float64{0, 0}},
		// Rows come in hundreds and cost a hundredth of a table.
		{"sizes", [][]float64{{1e-3, 0}, {0, 1e3}}, []float64{1, 1}, []float64{1e3, 1e-3}},
	}
	for _, c := range cases {
		got, err := NNLS(dense(c.a), c.b)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for j := range c.want {
			if !near(got[j], c.want[j], 1e-8) {
				t.Errorf("%s: got %v, want %v", c.name, got, c.want)
				break
			}
		}
	}
}

// TestNNLSCollinear: of columns that say the same, any split is a solution; what they explain
// together is not open.
func TestNNLSCollinear(t *testing.T) {
	cases := []struct {
		name    string
		a       [][]float64
		b       []float64
		explain []float64 // a x
	}{
		{"equal", [][]float64{{1, 1}, {2, 2}}, []float64{3, 6}, []float64{3, 6}},
		{"multiples", [][]float64{{1, 10, 100}, {1, 10, 100}}, []float64{4, 6}, []float64{5, 5}},
		{"sum of two", [][]float64{{1, 0, 1}, {0, 1, 1}, {0, 0, 0}}, []float64{2, 5, 1},
			[]float64{2, 5, 0}},
		{"opposite", [][]float64{{1, -1}, {1, -1}}, []float64{-2, -2}, []float64{-2, -2}},
	}
	for _, c := range cases {
		a := dense(c.a)
		x, err := NNLS(a, c.b)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got mat.VecDense
		got.MulVec(a, mat.NewVecDense(len(x), x))
		for i, want := range c.explain {
			if !near(got.AtVec(i), want, 1e-9) || slices.Min(x) < 0 {
				t.Errorf("%s: x %v explains %v, want %v", c.name, x, got.RawVector().Data,
					c.explain)
				break
			}
		}
	}
}

// TestNNLSConditions checks random problems by what makes a solution one (Kuhn and Tucker): no
// unknown is negative, the gradient vanishes where one is positive and points outward where it is
// zero. Half of them have columns of very different sizes, as rows and tables have.
func TestNNLSConditions(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		cols := 1 + r.IntN(8)
		rows := cols + r.IntN(20)
		a, b := randomProblem(r, rows, cols, seed%2 == 1)
		x, err := NNLS(a, b)
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		if problem := conditions(a, b, x); problem != "" {
			t.Errorf("seed %d: %d x %d: %s", seed, rows, cols, problem)
		}
	}
}

// randomProblem draws a problem; one in three has a column twice.
func randomProblem(r *rand.Rand, rows, cols int, sizes bool) (*mat.Dense, []float64) {
	a, b := mat.NewDense(rows, cols, nil), make([]float64, rows)
	for j := range cols {
		size := 1.0
		if sizes {
			size = math.Pow(10, 6*r.Float64()-3)
		}
		for i := range rows {
			a.Set(i, j, size*r.NormFloat64())
		}
	}
	if cols > 1 && r.IntN(3) == 0 {
		a.SetCol(0, mat.Col(nil, cols-1, a))
	}
	for i := range b {
		b[i] = r.NormFloat64()
	}
	return a, b
}

// conditions says what keeps x from being the solution, "" if nothing does. Gradients are compared
// with the size of their column.
func conditions(a *mat.Dense, b, x []float64) string {
	var residual mat.VecDense
	residual.MulVec(a, mat.NewVecDense(len(x), x))
	residual.SubVec(mat.NewVecDense(len(b), b), &residual)
	for j := range x {
		column := a.ColView(j)
		gradient := mat.Dot(column, &residual) / (1 + mat.Norm(column, 2))
		switch {
		case x[j] < 0 || math.IsNaN(x[j]):
			return fmt.Sprintf("x[%d] is %v", j, x[j])
		case gradient > 1e-7:
			return fmt.Sprintf("more of x[%d] = %v would be better, gradient %g", j, x[j], gradient)
		case x[j] > 0 && gradient < -1e-7:
			return fmt.Sprintf("less of x[%d] = %v would be better, gradient %g", j, x[j], gradient)
		}
	}
	return ""
}

func TestNNLSShape(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("two rows and three right sides were taken")
		}
	}()
	_, _ = NNLS(mat.NewDense(2, 1, nil), []float64{1, 2, 3})
}

func BenchmarkNNLS(b *testing.B) {
	a, right := randomProblem(rand.New(rand.NewPCG(1, 1)), 50, 6, false)
	for b.Loop() {
		if _, err := NNLS(a, right); err != nil {
			b.Fatal(err)
		}
	}
}

func dense(rows [][]float64) *mat.Dense {
	a := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		a.SetRow(i, row)
	}
	return a
}

// near compares within a relative tolerance, absolute below 1.
func near(got, want, tolerance float64) bool {
	return math.Abs(got-want) <= tolerance*max(1, math.Abs(want))
}

// TestNonNegative: rotating a tall problem changes no solution.
func TestNonNegative(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 50 {
		rows, cols := 3+r.IntN(40), 1+r.IntN(6)
		a, b := mat.NewDense(rows, cols, nil), make([]float64, rows)
		for i := range rows {
			b[i] = r.NormFloat64()
			for j := range cols {
				a.Set(i, j, r.NormFloat64())
			}
		}
		want, err := NNLS(a, b)
		if err != nil {
			t.Fatal(err)
		}
		got, err := nonNegative(a, b)
		if err != nil {
			t.Fatal(err)
		}
		for j := range want {
			if rows >= cols && math.Abs(got[j]-want[j]) > 1e-8 {
				t.Errorf("%d x %d: got %v, want %v", rows, cols, got, want)
			}
		}
	}
}
