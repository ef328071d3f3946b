package plots

import (
	"math"
	"testing"
)

func TestSummary(t *testing.T) {
	near := Pair{"g", "near", 100, 101, false}
	far := Pair{"g", "far", 100, 80, false}
	fitted := Pair{"g", "fitted", 100, 150, true}
	zero := Pair{"g", "zero", 0, 1, false}
	for _, c := range []struct {
		name  string
		pairs []Pair
		want  string
	}{
		{"one", []Pair{near}, "1 pair: median error 1.0 %, largest +1.0 % (g, near)"},
		{"an even number has the mean of the two in the middle", []Pair{near, far},
			"2 pairs: median error 10.5 %, largest −20.0 % (g, far)"},
		{"fitted pairs are not judged", []Pair{near, fitted},
			"1 pair not used in the fit: median error 1.0 %, largest +1.0 % (g, near); " +
				"1 pair used in the fit (hollow)"},
		{"unless there are no others", []Pair{fitted},
			"1 pair, all used in the fit: median error 50.0 %, largest +50.0 % (g, fitted)"},
		{"measured as 0", []Pair{near, zero}, "2 pairs: median error 1.0 %, largest +1.0 % " +
			"(g, near); 1 pair measured as 0, without an error in percent"},
		{"only 0", []Pair{zero},
			"1 pair; 1 pair measured as 0, without an error in percent"},
	} {
		if got := summary(c.pairs); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestBounds(t *testing.T) {
	for _, c := range []struct {
		name      string
		pairs     []Pair
		low, high float64
	}{
		{"far from 0", []Pair{{Measured: 50, Predicted: 100}}, 47.5, 102.5},
		{"near 0", []Pair{{Measured: 10, Predicted: 100}}, 0, 105},
		{"one value", []Pair{{Measured: 100, Predicted: 100}}, 99, 101},
		{"nothing", []Pair{{}}, 0, 1},
	} {
		low, high := pairsDrawing{pairs: c.pairs}.bounds()
		if math.Abs(low-c.low) > 1e-9 || math.Abs(high-c.high) > 1e-9 {
			t.Errorf("%s: from %v to %v, want %v to %v", c.name, low, high, c.low, c.high)
		}
	}
}

// The axis of errors holds every error and the band.
func TestReach(t *testing.T) {
	pair := Pair{Measured: 100, Predicted: 96}
	for _, c := range []struct{ noisePct, want float64 }{{0, 4.6}, {2, 4.6}, {10, 11.5}} {
		got := pairsDrawing{pairs: []Pair{pair}, noisePct: c.noisePct}.reach()
		if math.Abs(got-c.want) > 1e-9 {
			t.Errorf("noise %v: axis to %v, want %v", c.noisePct, got, c.want)
		}
	}
}
