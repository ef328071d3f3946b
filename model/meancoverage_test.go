package model_test

import (
	"math"
	"testing"

	"github.com/readamp/readamp/model"
)

// TestMeanCoverage compares with the mean of coverages at the middles of many short times.
func TestMeanCoverage(t *testing.T) {
	const parts = 20_000
	for _, x := range []float64{1e-12, 1e-6, 9.99e-4, 1.01e-3, 0.1, 1, 4.8, 50} {
		sum := 0.0
		for i := range parts {
			sum += model.Coverage(x * (float64(i) + 0.5) / parts)
		}
		if got, want := model.MeanCoverage(x), sum/parts; math.Abs(got/want-1) > 1e-6 {
			t.Errorf("up to %g hits: %v, want %v", x, got, want)
		}
	}
	if got := model.MeanCoverage(0); got != 0 {
		t.Errorf("no hits: %v", got)
	}
}
