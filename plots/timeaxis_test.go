package plots

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestTimeAxis(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{0, 300, "s: 0 30 60 90 120 150 180 210 240 270 300"},
		{0, 600, "min: 0 1 2 3 4 5 6 7 8 9 10"},
		{610, 760, "min:s: 10:15 10:30 10:45 11:00 11:15 11:30 11:45 12:00 12:15 12:30"},
		{0, 2700, "min: 0 5 10 15 20 25 30 35 40 45"},
		{0, 86400, "h:min: 00:00 03:00 06:00 09:00 12:00 15:00 18:00 21:00 24:00"},
		{64800, 64900, "h:min:s: 18:00:00 18:00:10 18:00:20 18:00:30 18:00:40 18:00:50 18:01:00 " +
			"18:01:10 18:01:20 18:01:30 18:01:40"},
		{64800, 79200, "h:min: 18:00 18:30 19:00 19:30 20:00 20:30 21:00 21:30 22:00"},
		{0, 259200, "h:min: 00:00 12:00 24:00 36:00 48:00 60:00 72:00"},
		{0, 864000, "days: 0 1 2 3 4 5 6 7 8 9 10"},
		{5, 5, "s: 5.0 5.2 5.4 5.6 5.8 6.0"},
	} {
		axis := newTimeAxis(c.low, c.high)
		var labels []string
		for _, k := range axis.ticks {
			labels = append(labels, k.label)
		}
		_, unit, _ := strings.Cut(axis.title, "(")
		got := strings.TrimSuffix(unit, ")") + ": " + strings.Join(labels, " ")
		if got != c.want {
			t.Errorf("from %v to %v s:\n got %s\nwant %s", c.low, c.high, got, c.want)
		}
	}
}

// Ticks of any time axis are inside it, told apart, and neither too many nor too few.
func TestAnyTimeAxis(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 20000 {
		length := math.Pow(10, 10*random.Float64()-1)
		low := (maxTimeS - length) * random.Float64() * float64(random.IntN(2))
		if length > maxTimeS {
			continue
		}
		axis := newTimeAxis(low, low+length)
		if n := len(axis.ticks); n < 2 || n > timeSteps+1 {
			t.Fatalf("from %v for %v s: %d ticks", low, length, n)
		}
		for i, k := range axis.ticks {
			if k.value < axis.low-1e-6 || k.value > axis.high+1e-6 {
				t.Fatalf("from %v for %v s: tick at %v", low, length, k.value)
			}
			if i > 0 && k.label == axis.ticks[i-1].label {
				t.Fatalf("from %v for %v s: label %s twice", low, length, k.label)
			}
		}
	}
}
