package model

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// ScalingPoint is a rate measured with some number of threads.
type ScalingPoint struct {
	Threads int
	QPS     float64
}

// USL is the universal scalability law (Gunther, Guerrilla Capacity Planning, 2007, chapter 4):
//
//	X(N) = Lambda N / (1 + Sigma (N - 1) + Kappa N (N - 1))
//
// It says how the rate falls behind the number of threads, not why: Sigma is the share of the work
// that is done one at a time, Kappa what each pair of threads costs by waiting for one another's
// data. With Kappa 0 it is Amdahl's law.
type USL struct {
	Lambda       float64 // QPS of one thread
	Sigma, Kappa float64 // no unit, >= 0
}

// QPS is the rate with so many threads, which may be a fraction.
func (u USL) QPS(threads float64) float64 {
	return u.Lambda * threads / (1 + u.Sigma*(threads-1) + u.Kappa*threads*(threads-1))
}

// Peak is the number of threads with the highest rate; infinite where more threads never harm.
func (u USL) Peak() float64 {
	switch {
	case u.Sigma >= 1:
		return 1
	case u.Kappa == 0:
		return math.Inf(1)
	}
	return math.Max(1, math.Sqrt((1-u.Sigma)/u.Kappa))
}

// minScalingThreads is how many different numbers of threads a fit takes: as many as the law and
// the network have unknowns.
const minScalingThreads = 3

// FitUSL fits the law to points with three different numbers of threads at least. The law is linear
// in 1/Lambda, Sigma/Lambda and Kappa/Lambda where it gives N/X, so that the fit is least squares
// with none of them negative; each point counts by its relative error.
func FitUSL(points []ScalingPoint) (USL, error) {
	if err := checkScaling(points); err != nil {
		return USL{}, err
	}
	a := mat.NewDense(len(points), 3, nil)
	for i, p := range points {
		n := float64(p.Threads)
		perThread := p.QPS / n
		a.SetRow(i, []float64{perThread, perThread * (n - 1), perThread * n * (n - 1)})
	}
	x, err := nnlsScaled(a, ones(len(points)))
	if err != nil {
		return USL{}, err
	}
	if x[0] <= 0 {
		return USL{}, errors.New("model: rates do not fit a law of scaling: one thread would be " +
			"infinitely fast")
	}
	return USL{Lambda: 1 / x[0], Sigma: x[1] / x[0], Kappa: x[2] / x[0]}, nil
}

// nnlsScaled is [NNLS] with the columns of a, which may be far from one another in size, brought to
// length one first.
func nnlsScaled(a *mat.Dense, b []float64) ([]float64, error) {
	_, cols := a.Dims()
	scaled, length := mat.DenseCopyOf(a), make([]float64, cols)
	for j := range cols {
		if length[j] = mat.Norm(a.ColView(j), 2); length[j] == 0 {
			length[j] = 1
		}
		scaled.ColView(j).(*mat.VecDense).ScaleVec(1/length[j], a.ColView(j))
	}
	x, err := NNLS(scaled, b)
	for j := range x {
		x[j] /= length[j]
	}
	return x, err
}

// checkScaling says what points no law can be fitted to.
func checkScaling(points []ScalingPoint) error {
	var threads []int
	for i, p := range points {
		if p.Threads < 1 || !(p.QPS > 0) || math.IsInf(p.QPS, 0) {
			return fmt.Errorf("model: scaling point %d: %v queries per second with %d threads", i+1,
				p.QPS, p.Threads)
		}
		threads = append(threads, p.Threads)
	}
	slices.Sort(threads)
	if n := len(slices.Compact(threads)); n < minScalingThreads {
		return fmt.Errorf("model: %d different numbers of threads, at least %d are needed to fit "+
			"how a rate scales", n, minScalingThreads)
	}
	return nil
}
