package plots

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/plot/vg"
)

// unitAxes have numbers that are points.
func unitAxes() axes { return axes{span{0, 500, 0, 500}, span{0, 100, 0, 100}} }

// A thinned line reaches as high and as low in every column as the samples do, begins and ends
// where they do, and holds few points.
func TestThinnedLine(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	const n = 100_000
	ys := make([]float64, n)
	for i := range ys {
		ys[i] = 100 * random.Float64()
	}
	x := func(i int) float64 { return 500 * float64(i) / n }
	l := unitAxes().curve(series{n, func(i int) (float64, float64) { return x(i), ys[i] }})
	low, high, points := map[int]vg.Length{}, map[int]vg.Length{}, 0
	for _, piece := range l {
		points += len(piece)
		for _, pt := range piece {
			column := columnOf(pt.X)
			if _, ok := low[column]; !ok {
				low[column], high[column] = pt.Y, pt.Y
			}
			low[column], high[column] = min(low[column], pt.Y), max(high[column], pt.Y)
		}
	}
	for i, y := range ys {
		column, want := columnOf(vg.Length(x(i))), vg.Length(y)
		if low[column] > want || high[column] < want {
			t.Fatalf("sample %d is outside what is drawn", i)
		}
	}
	last := l[len(l)-1]
	if l[0][0].Y != vg.Length(ys[0]) || last[len(last)-1].Y != vg.Length(ys[n-1]) {
		t.Error("the ends of the line are missing")
	}
	if points > 4*800 || !l.dense() {
		t.Errorf("%d points; dense: %v", points, l.dense())
	}
}

// Few samples are drawn as they are, in stretches that overlap by two.
func TestStretches(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, stretchColumns, stretchColumns + 1, 200} {
		l := unitAxes().curve(series{n, func(i int) (x, y float64) {
			return 2 * float64(i), float64(i % 7)
		}})
		next := 0 // the sample that a stretch must begin with
		for _, piece := range l {
			for i, pt := range piece {
				if pt != at(2*vg.Length(next+i), vg.Length((next+i)%7)) {
					t.Fatalf("%d samples: sample %d is at %v", n, next+i, pt)
				}
			}
			next += len(piece) - 2
		}
		if n > 0 && next+2 != n || n == 0 && len(l) > 0 {
			t.Errorf("%d samples: %d drawn", n, next+2)
		}
	}
}

func TestGaps(t *testing.T) {
	nan := math.NaN()
	ys := []float64{nan, 1, 2, nan, nan, 3, nan}
	l := unitAxes().curve(series{len(ys), func(i int) (x, y float64) {
		return 10 * float64(i), ys[i]
	}})
	if len(l) != 2 || len(l[0]) != 2 || len(l[1]) != 1 {
		t.Errorf("pieces %v, want two points and one", l)
	}
}

func TestCalm(t *testing.T) {
	l := unitAxes().calm(series{4, func(i int) (x, y float64) {
		return []float64{0, 0.1, 0.2, 10}[i], []float64{1, 2, 6, 5}[i]
	}})
	if len(l) != 1 || len(l[0]) != 2 || math.Abs(float64(l[0][0].Y-3)) > 1e-9 || l[0][1].Y != 5 {
		t.Errorf("means %v, want 3 and 5", l)
	}
}
