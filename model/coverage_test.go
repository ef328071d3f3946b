package model_test

import (
	"math"
	"testing"

	"github.com/readamp/readamp/model"
)

// TestCoverageOfDraws compares with the probability that n draws of weight w hit a key.
func TestCoverageOfDraws(t *testing.T) {
	for _, w := range []float64{1e-9, 1e-6, 1e-3, 0.01, 0.15} {
		for _, n := range []float64{1, 7, 100, 1e4, 1e6, 1e9} {
			got := model.Coverage(n * w)
			want := -math.Expm1(n * math.Log1p(-w))
			if math.Abs(got-want) > 0.2*w+w*w {
				t.Errorf("%g draws of weight %g: %v, want %v", n, w, got, want)
			}
		}
	}
	if got := model.Coverage(0); got != 0 {
		t.Errorf("no draws: %v", got)
	}
	if got := model.Coverage(1e-18); got != 1e-18 {
		t.Errorf("next to none: %v", got)
	}
}
