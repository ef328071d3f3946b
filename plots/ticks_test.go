package plots

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		most      int
		want      string
	}{
		{0, 10500, 5, "0 2500 5000 7500 10000"},
		{0, 3.2, 5, "0 1 2 3"},
		{0, 0.3, 3, "0.0 0.1 0.2 0.3"},
		{0, 1, 4, "0.00 0.25 0.50 0.75 1.00"},
		{-7, 7, 4, "−5 0 5"},
		{-0.11, 0.11, 4, "−0.1 0.0 0.1"},
		{4950, 9800, 6, "5000 6000 7000 8000 9000"},
		{0, 2.1e6, 5, "0 5e+05 1e+06 1.5e+06 2e+06"},
		{0, 2e-5, 5, "0 5e-06 1e-05 1.5e-05 2e-05"},
	} {
		var got []string
		for _, k := range ticks(c.low, c.high, c.most) {
			got = append(got, k.label)
		}
		want := strings.ReplaceAll(c.want, "e-", "e−")
		if text := strings.Join(got, " "); text != want {
			t.Errorf("ticks from %v to %v: %s, want %s", c.low, c.high, text, want)
		}
	}
}

// Ticks of any axis are inside it, distinct, evenly apart, and neither too many nor too few.
func TestTicksAnyAxis(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 20000 {
		high := math.Pow(10, 28*random.Float64()-12)
		low := high * []float64{0, -1, 0.5, 0.98}[random.IntN(4)]
		most := 3 + random.IntN(5)
		list := ticks(low, high, most)
		if len(list) < 2 && most > 3 || len(list) < 1 || len(list) > most+1 {
			t.Fatalf("from %v to %v: %d ticks, at most %d steps", low, high, len(list), most)
		}
		slack := 1e-8 * (high - low)
		for i, k := range list {
			if k.value < low-slack || k.value > high+slack {
				t.Fatalf("from %v to %v: tick at %v", low, high, k.value)
			}
			if i > 0 && k.label == list[i-1].label {
				t.Fatalf("from %v to %v: label %s twice", low, high, k.label)
			}
		}
	}
}

func TestSpan(t *testing.T) {
	s := span{10, 20, 100, 300}
	for v, want := range map[float64]float64{10: 100, 20: 300, 12.5: 150} {
		if got := float64(s.at(v)); got != want {
			t.Errorf("%v is at %v, want %v", v, got, want)
		}
	}
}
