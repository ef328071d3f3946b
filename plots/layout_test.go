package plots

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

// label is a text on the paper with the four corners of its box.
type label struct {
	text    string
	corners [4]vg.Point
}

// labels finds all text of a drawing. A box reaches from the descent to the ascent of most
// letters, 0.2 and 0.72 of the font size.
func labels(p *paper) []label {
	var list []label
	var origin vg.Point
	angle := 0.0
	for _, action := range p.rec.Actions {
		switch a := action.(type) {
		case *recorder.Translate:
			origin = a.Point
		case *recorder.Rotate:
			angle = a.Angle
		case *recorder.Pop:
			origin, angle = vg.Point{}, 0
		case *recorder.FillString:
			face := p.fonts.Lookup(a.Font, a.Size)
			low, high := a.Point.Y-0.2*a.Size, a.Point.Y+0.72*a.Size
			left, right := a.Point.X, a.Point.X+face.Width(a.String)
			l := label{text: a.String}
			sin, cos := math.Sincos(angle)
			s, c := vg.Length(sin), vg.Length(cos)
			for i, pt := range []vg.Point{at(left, low), at(right, low), at(right, high),
				at(left, high)} {
				l.corners[i] = origin.Add(at(pt.X*c-pt.Y*s, pt.X*s+pt.Y*c))
			}
			if right > left {
				list = append(list, l)
			}
		}
	}
	return list
}

// overlap says whether two boxes share area, by the separating axis theorem: they don't if and
// only if the direction of an edge tells them apart.
func overlap(a, b [4]vg.Point) bool {
	for _, box := range [][4]vg.Point{a, b} {
		for i := range 2 {
			axis := box[i+1].Sub(box[i])
			aLow, aHigh := shadow(a, axis)
			bLow, bHigh := shadow(b, axis)
			if aHigh <= bLow || bHigh <= aLow {
				return false
			}
		}
	}
	return true
}

// shadow is the extent of a box along an axis.
func shadow(box [4]vg.Point, axis vg.Point) (low, high vg.Length) {
	low, high = vg.Inch*1e9, -vg.Inch*1e9
	for _, c := range box {
		d := c.Dot(axis)
		low, high = min(low, d), max(high, d)
	}
	return low, high
}

func TestOverlap(t *testing.T) {
	square := [4]vg.Point{at(0, 0), at(2, 0), at(2, 2), at(0, 2)}
	tilted := func(x vg.Length) [4]vg.Point {
		return [4]vg.Point{at(x, 0), at(x+1, 1), at(x, 2), at(x-1, 1)}
	}
	for _, c := range []struct {
		x    vg.Length
		want bool
	}{{1, true}, {2.9, true}, {3.1, false}, {-1.1, false}} {
		if got := overlap(square, tilted(c.x)); got != c.want {
			t.Errorf("diamond at x %v: overlap %v, want %v", c.x, got, c.want)
		}
	}
}

// Nothing is cut off at the edge of the paper and no two texts touch, in all samples.
func TestLayout(t *testing.T) {
	for _, c := range append(smallFigures(t), awkwardFigures(t)...) {
		p := c.figure.paper
		width, height := p.size()
		inside := func(what string, pt vg.Point) {
			if pt.X < 0 || pt.X > width || pt.Y > 0 || pt.Y < -height ||
				math.IsNaN(float64(pt.X+pt.Y)) {
				t.Errorf("%s: %s at %.1f, %.1f is off the paper", c.name, what, pt.X, pt.Y)
			}
		}
		list := labels(p)
		for i, l := range list {
			for _, corner := range l.corners {
				inside("text "+l.text, corner)
			}
			for _, other := range list[:i] {
				if overlap(l.corners, other.corners) {
					t.Errorf("%s: %q overlaps %q", c.name, l.text, other.text)
				}
			}
		}
		for _, path := range paths(p) {
			for _, comp := range path {
				inside("line", comp.Pos)
			}
		}
	}
}

// paths are all areas and lines of a drawing.
func paths(p *paper) []vg.Path {
	var list []vg.Path
	for _, action := range p.rec.Actions {
		switch a := action.(type) {
		case *recorder.Stroke:
			list = append(list, a.Path)
		case *recorder.Fill:
			list = append(list, a.Path)
		}
	}
	return list
}

// The diagonal of the square rises by 45 degrees: both axes have the same scale.
func TestEqualScales(t *testing.T) {
	for _, c := range append(smallFigures(t), awkwardFigures(t)...) {
		if !strings.HasPrefix(c.name, "pairs") {
			continue
		}
		longest := vg.Point{}
		for _, path := range paths(c.figure.paper) {
			if len(path) != 2 {
				continue
			}
			d := path[1].Pos.Sub(path[0].Pos)
			if d.X > 0 && d.Y > longest.Y {
				longest = d
			}
		}
		if longest.X < squareWidth/2 || math.Abs(float64(longest.X-longest.Y)) > 1e-6 {
			t.Errorf("%s: diagonal goes %v right and %v up", c.name, longest.X, longest.Y)
		}
	}
}

// Sources, fitted phases and panels are really drawn: counted over the marks and bars.
func TestDrawnParts(t *testing.T) {
	rows := []QPSRow{
		{"r", "base", "s", 100, 90, 110, 100, true}, {"r", "mem", "s", 50, 40, 60, 55, false},
	}
	f, err := QPSByPhase("t", rows)
	fills := fillCounts(must(t, f, err).paper)
	style := DefaultStyle()
	if got := fills[style.Measured.Color]; got != 3 {
		t.Errorf("%d measured bars, want 2 and one in the legend", got)
	}
	if got := fills[style.Predicted]; got != 2 {
		t.Errorf("%d filled predictions, want 1 and one in the legend", got)
	}
	source := RowsRow{"r", "base", "s", 10, 1, 2, 3, 4, 10}
	noMemtable := source
	noMemtable.MemtableRows = 0
	g, err := RowsByPhase("t", []RowsRow{source, noMemtable})
	fills = fillCounts(must(t, g, err).paper)
	for _, c := range []struct {
		name string
		fill Fill
		want int
	}{
		{"memtable", style.Memtable, 2}, {"incremental", style.Incremental, 3},
		{"base slow", style.BaseSlow, 3}, {"base fast", style.BaseFast, 3},
	} {
		if got := fills[c.fill.Color]; got != c.want {
			t.Errorf("%s: %d areas, want %d with the legend's", c.name, got, c.want)
		}
	}
}

// fillCounts counts the filled areas of each colour.
func fillCounts(p *paper) map[color.Color]int {
	counts := map[color.Color]int{}
	var current color.Color
	for _, action := range p.rec.Actions {
		switch a := action.(type) {
		case *recorder.SetColor:
			current = a.Color
		case *recorder.Fill:
			counts[current]++
		}
	}
	return counts
}
