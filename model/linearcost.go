package model

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// RunShape is what a read of an LSM tree opens: a memtable or none, and runs on disk, each file of
// level 0 and each deeper level that is not empty.
type RunShape struct {
	Memtable bool
	Runs     int
}

// RunTime is a time measured in a shape.
type RunTime struct {
	Shape  RunShape
	Micros float64
}

// RunRead is a read of a tree whose memtable and runs overlap, most keys of a range being in one
// run. A get has no steps.
type RunRead struct {
	Keys  float64 // of the tree, at least 2
	Steps float64 // of an iterator after its seek, 0 for a get
}

// RunCost is the time of reads as a line in the number of runs:
//
//	t = Constant + Memtable [there is one] + Run * (runs + Steps * compared / log2 Keys)
//	compared = 0 for one source of rows, 1 for two, 2 for three and more
//
// A run costs a descent, which takes log2 Keys comparisons of keys at most. A step of a merging
// iterator compares the new key with the heads of the other sources: with the root's two children
// where a binary heap holds them (as RocksDB's merging iterator), since the next key mostly comes
// from the same source and stays at the root. A comparison is taken to cost the same in both
// places. All three are in microseconds and not negative: a memtable is not one more run, it has
// its own cost.
type RunCost struct {
	Constant, Memtable, Run float64
}

// minRunTimes is how many measured shapes a fit takes: as many as it has unknowns.
const minRunTimes = 3

// FitRunCost fits the costs of a read to its times in three shapes at least, by least squares on
// relative errors. Shapes with and without a memtable, and with few and many runs, tell the costs
// apart.
func FitRunCost(read RunRead, times []RunTime) (RunCost, error) {
	if len(times) < minRunTimes {
		return RunCost{}, fmt.Errorf("model: %d measured shapes, at least %d are needed to fit "+
			"what runs cost", len(times), minRunTimes)
	}
	if !(read.Keys >= 2) || !(read.Steps >= 0) {
		return RunCost{}, fmt.Errorf("model: a read with %v steps in a tree of %v keys", read.Steps,
			read.Keys)
	}
	a := mat.NewDense(len(times), 3, nil)
	for i, m := range times {
		if !(m.Micros > 0) || m.Shape.Runs < 0 {
			return RunCost{}, fmt.Errorf("model: shape %d: %v microseconds with %d runs", i+1,
				m.Micros, m.Shape.Runs)
		}
		terms := read.terms(m.Shape)
		a.SetRow(i, []float64{1 / m.Micros, terms[0] / m.Micros, terms[1] / m.Micros})
	}
	x, err := NNLS(a, ones(len(times)))
	if err != nil {
		return RunCost{}, err
	}
	return RunCost{Constant: x[0], Memtable: x[1], Run: x[2]}, nil
}

// Micros is the time of a read in a shape.
func (c RunCost) Micros(read RunRead, shape RunShape) float64 {
	terms := read.terms(shape)
	return c.Constant + c.Memtable*terms[0] + c.Run*terms[1]
}

// terms are what Memtable and Run are multiplied by.
func (r RunRead) terms(s RunShape) [2]float64 {
	memtable, sources := 0.0, float64(s.Runs)
	if s.Memtable {
		memtable, sources = 1, sources+1
	}
	compared := math.Max(0, math.Min(sources-1, 2))
	return [2]float64{memtable, float64(s.Runs) + r.Steps*compared/math.Log2(r.Keys)}
}

func ones(n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = 1
	}
	return list
}
