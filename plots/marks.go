package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// Marks and hatches are paths, not patterns or symbols of the file format, so that SVG and PNG show
// exactly the same and no viewer has to support more than lines and areas.

// hatchGap is the distance in points between the lines of a hatch, measured along the x axis:
// wide enough to stay lines in print, close enough to show in a bar of 4 points.
const hatchGap = 4.0

// hatchLines returns the segments of a 45 degree hatch inside r. Lines are anchored to the corner
// of r, so that bars of one kind look alike wherever they stand.
func hatchLines(h Hatch, r vg.Rectangle) [][2]vg.Point {
	if h == NoHatch {
		return nil
	}
	width, height := r.Size().X, r.Size().Y
	var segs [][2]vg.Point
	// A rising line through (start, 0) meets y = d at x = start + d; start runs over all lines
	// that touch the box. A falling hatch is the same in the mirror.
	first := hatchGap/2 - hatchGap*vg.Length(math.Ceil(float64(height/hatchGap)))
	for start := first; start < width; start += hatchGap {
		from := max(0, -start) // distances along the line where it is inside the box
		to := min(height, width-start)
		if to <= from {
			continue
		}
		a, b := at(start+from, from), at(start+to, to)
		if h == Falling {
			a.X, b.X = width-a.X, width-b.X
		}
		segs = append(segs, [2]vg.Point{r.Min.Add(a), r.Min.Add(b)})
	}
	return segs
}

// mark draws a mark: filled, or hollow (a white mark with an edge in its colour). A white rim
// keeps a filled mark apart from what it lies on.
func (p *paper) mark(s Shape, c color.NRGBA, hollow bool, center vg.Point,
	radius vg.Length) {
	path := outline(s, center, radius)
	if hollow {
		p.fill(p.style.Paper, path)
		p.stroke(c, 2*p.style.EdgePt, path)
		return
	}
	p.fill(p.style.Paper, outline(s, center, radius+p.style.EdgePt))
	p.fill(c, path)
}

// outline is the path of a shape; all shapes have about the area of the circle of that radius.
func outline(s Shape, center vg.Point, radius vg.Length) vg.Path {
	switch s {
	case Square:
		return polygon(center, 1.25*radius, 4, math.Pi/4)
	case Triangle:
		return polygon(center, 1.45*radius, 3, math.Pi/2)
	case Diamond:
		return polygon(center, 1.3*radius, 4, 0)
	case Wedge:
		return polygon(center, 1.45*radius, 3, -math.Pi/2)
	}
	var path vg.Path
	path.Move(center.Add(at(radius, 0)))
	path.Arc(center, radius, 0, 2*math.Pi)
	path.Close()
	return path
}

// polygon is a regular polygon with its first corner at the angle first, in radians.
func polygon(center vg.Point, radius vg.Length, corners int, first float64) vg.Path {
	var path vg.Path
	for i := range corners {
		sin, cos := math.Sincos(first + 2*math.Pi*float64(i)/float64(corners))
		corner := center.Add(at(radius*vg.Length(cos), radius*vg.Length(sin)))
		if i == 0 {
			path.Move(corner)
		} else {
			path.Line(corner)
		}
	}
	path.Close()
	return path
}

// interval draws a vertical line from low to high, in points, with a short bar at both ends.
func (p *paper) interval(x, low, high, capWidth vg.Length) {
	c, w := p.style.Ink, p.style.LinePt
	p.line(c, w, at(x, low), at(x, high))
	p.line(c, w, at(x-capWidth/2, low), at(x+capWidth/2, low))
	p.line(c, w, at(x-capWidth/2, high), at(x+capWidth/2, high))
}
