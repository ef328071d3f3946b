package model

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestLn holds the short logarithm against the long one over all magnitudes of events.
func TestLn(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		x := math.Exp(60*r.Float64() - 20)
		if got, want := ln(x), math.Log(x); math.Abs(got-want) > 1e-9 {
			t.Fatalf("ln(%v) = %v, want %v", x, got, want)
		}
	}
	for _, x := range []float64{0.5, 1, 2, math.Nextafter(2, 0), 1e9} {
		if got, want := ln(x), math.Log(x); math.Abs(got-want) > 1e-9 {
			t.Errorf("ln(%v) = %v, want %v", x, got, want)
		}
	}
}

// TestCurves: what saturates is looked up within 2e-5, below and above the points as well.
func TestCurves(t *testing.T) {
	const amount, rate = 1000.0, 1e-4
	c := newCurves(func(x float64, p *[curveCount]float64) {
		p[keyCurve] = amount * Coverage(rate*x)
	})
	for x := 1e-4; x < 1e12; x *= 1.37 {
		want := amount * Coverage(rate*x)
		if got := c.at(x, keyCurve); math.Abs(got-want) > 2e-5*want {
			t.Errorf("after %g: %v, want %v", x, got, want)
		}
	}
	if c.at(0, keyCurve) != 0 || c.at(-1, keyCurve) != 0 {
		t.Error("something after nothing")
	}
}
