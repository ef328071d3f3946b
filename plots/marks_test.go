package plots

import (
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
)

// Hatches stay inside their box, whatever its size, lie at 45 degrees in their direction, and
// show in every bar that is not tiny.
func TestHatchLines(t *testing.T) {
	for _, h := range []Hatch{Rising, Falling} {
		for _, size := range []vg.Point{at(20, 5), at(5, 20), at(4, 4), at(0.5, 80), at(300, 1)} {
			r := box(10, -50, 10+size.X, -50+size.Y)
			lines := hatchLines(h, r)
			if len(lines) == 0 {
				t.Errorf("hatch %v has no line in %v", h, size)
			}
			for _, l := range lines {
				for _, pt := range l {
					if pt.X < r.Min.X-1e-9 || pt.X > r.Max.X+1e-9 || pt.Y < r.Min.Y-1e-9 ||
						pt.Y > r.Max.Y+1e-9 {
						t.Errorf("hatch %v: %v is outside %v", h, pt, r)
					}
				}
				d := l[1].Sub(l[0])
				want := d.Y
				if h == Falling {
					want = -d.Y
				}
				if math.Abs(float64(d.X-want)) > 1e-9 || d.Y <= 0 {
					t.Errorf("hatch %v runs along %v", h, d)
				}
			}
		}
	}
	if lines := hatchLines(NoHatch, box(0, 0, 9, 9)); len(lines) != 0 {
		t.Errorf("no hatch has %d lines", len(lines))
	}
}

// All shapes have about the same area, so that no group looks more important.
func TestShapesHaveOneArea(t *testing.T) {
	for _, s := range []Shape{Square, Triangle, Diamond, Wedge} {
		var area float64
		path := outline(s, at(5, 5), 2)
		n := len(path) - 1 // the last component closes the path
		for i := range n {
			a, b := path[i].Pos, path[(i+1)%n].Pos
			area += float64(a.X*b.Y-b.X*a.Y) / 2
		}
		if circle := math.Pi * 4; math.Abs(area/circle-1) > 0.15 {
			t.Errorf("shape %d has area %.2f, a circle %.2f", s, area, circle)
		}
	}
}
