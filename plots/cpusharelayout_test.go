package plots

import (
	"image/color"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

// Nothing is cut off at the edge of the paper and no two texts touch.
func TestCPULayout(t *testing.T) {
	for _, c := range append(awkwardCPU(t), smallCPU(t)) {
		p := c.figure.paper
		width, height := p.size()
		off := func(pt vg.Point) bool {
			return pt.X < 0 || pt.X > width || pt.Y > 0 || pt.Y < -height ||
				math.IsNaN(float64(pt.X+pt.Y))
		}
		list := labels(p)
		for i, l := range list {
			if slices.ContainsFunc(l.corners[:], off) {
				t.Errorf("%s: %q is off the paper", c.name, l.text)
			}
			for _, other := range list[:i] {
				if overlap(l.corners, other.corners) {
					t.Errorf("%s: %q overlaps %q", c.name, l.text, other.text)
				}
			}
		}
		for _, path := range paths(p) {
			for _, comp := range path {
				if off(comp.Pos) {
					t.Errorf("%s: a line at %v is off the paper", c.name, comp.Pos)
				}
			}
		}
	}
}

// lab is CIE L*a*b* (D65) of a colour as a reader sees it.
func lab(c color.NRGBA, see func(r, g, b float64) (float64, float64, float64)) [3]float64 {
	r, g, b := see(linear(c.R), linear(c.G), linear(c.B))
	// Lightness of grey turns each of X, Y and Z, relative to white, into 116 f - 16.
	x := lightnessOver(0.4124*r+0.3576*g+0.1805*b, 0.9505)
	y := lightnessOver(0.2126*r+0.7152*g+0.0722*b, 1)
	z := lightnessOver(0.0193*r+0.1192*g+0.9505*b, 1.089)
	return [3]float64{y, 500 * (x - y) / 116, 200 * (y - z) / 116}
}

func lightnessOver(v, white float64) float64 {
	grey := max(0, v/white)
	return lightness(grey, grey, grey)
}

// Any two classes can be told apart by all readers, as those between them may have no time; those
// that follow each other differ in lightness too. Shares can be read on their ground.
func TestCPULooks(t *testing.T) {
	looks := cpuLooks(DefaultStyle())
	if n := len(CPURow{}.parts()); len(looks) != n || len(cpuHeader()) != n+3 {
		t.Fatalf("%d looks and %d columns for %d classes", len(looks), len(cpuHeader()), n)
	}
	for _, reader := range readers {
		for i, a := range looks {
			l := lab(a.fill.Color, reader.see)
			if text := lab(a.label, reader.see); math.Abs(text[0]-l[0]) < 40 {
				t.Errorf("%s: the share of %s hardly shows", reader.name, a.name)
			}
			for j, b := range looks[:i] {
				m := lab(b.fill.Color, reader.see)
				apart := math.Hypot(math.Hypot(l[0]-m[0], l[1]-m[1]), l[2]-m[2])
				if apart < 15 {
					t.Errorf("%s: %s and %s are %.0f apart", reader.name, b.name, a.name, apart)
				}
				if j == i-1 && math.Abs(l[0]-m[0]) < 15 {
					t.Errorf("%s: L* of %s is %.0f, of %s %.0f", reader.name, b.name, m[0],
						a.name, l[0])
				}
			}
		}
	}
}
