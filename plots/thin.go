package plots

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Lines over time. A day has tens of thousands of samples and a page has 1600 pixels, so of all
// samples in a column of the page only those that show are kept: the first, the lowest, the highest
// and the last. (This is the M4 aggregation of Jugel et al., VLDB 2014; the line that is drawn
// covers the same pixels as the line through all samples.) A saw-tooth keeps its height however
// dense it is, which a mean would flatten.

const (
	columnWidth    = 0.72 // points: two pixels of a PNG
	stretchColumns = 32   // columns of a stretch, see stretches
	denseFrom      = 2.5  // kept points per column from which a line is drawn finer
	fineLine       = 0.6  // of the width of a line, when it is dense
	groundShare    = 0.55 // of the colour of a dense line, under it
)

// series is a quantity over time: y is NaN where it was not measured.
type series struct {
	n  int
	at func(i int) (x, y float64)
}

// line is a series on paper, thinned: stretches of points from left to right.
type line [][]vg.Point

// curve puts a series on paper, keeping what shows.
func (a axes) curve(s series) line { return a.reduced(s, extremes) }

// calm puts a series on paper as its mean in each column: for lines that would hide others if they
// went up and down with every sample.
func (a axes) calm(s series) line { return a.reduced(s, mean) }

// reduced cuts a series at gaps and reduces each column of each piece.
func (a axes) reduced(s series, reduce func([]vg.Point) []vg.Point) line {
	var list line
	var piece []vg.Point
	for i := range s.n {
		x, y := s.at(i)
		if math.IsNaN(y) {
			list = append(list, stretches(piece, reduce)...)
			piece = nil
			continue
		}
		piece = append(piece, a.point(x, y))
	}
	return append(list, stretches(piece, reduce)...)
}

// stretches reduces the columns of points, which are in the order of x, and cuts the line where it
// is long: software that draws an outline pixel row by pixel row takes time quadratic in its
// points. Two columns with points belong to both stretches at a cut, so that joints and areas have
// no seams. Lines through the same samples are cut at the same places.
func stretches(points []vg.Point, reduce func([]vg.Point) []vg.Point) [][]vg.Point {
	var columns [][]vg.Point
	for start, end := 0, 0; start < len(points); start = end {
		column := columnOf(points[start].X)
		for end = start; end < len(points) && columnOf(points[end].X) == column; {
			end++
		}
		columns = append(columns, reduce(points[start:end]))
	}
	const shared = 2
	var list [][]vg.Point
	for end := 0; end < len(columns); {
		start := max(0, end-shared)
		end = min(start+stretchColumns, len(columns))
		list = append(list, slices.Concat(columns[start:end]...))
	}
	return list
}

func columnOf(x vg.Length) int { return int(math.Floor(float64(x / columnWidth))) }

// extremes leaves out the points of a column that would not be seen.
func extremes(column []vg.Point) []vg.Point {
	low, high := 0, 0
	for i, pt := range column {
		if pt.Y < column[low].Y {
			low = i
		}
		if pt.Y > column[high].Y {
			high = i
		}
	}
	var kept []vg.Point
	for i, pt := range column {
		if i == 0 || i == low || i == high || i == len(column)-1 {
			kept = append(kept, pt)
		}
	}
	return kept
}

// mean is the point in the middle of all.
func mean(column []vg.Point) []vg.Point {
	var sum vg.Point
	for _, pt := range column {
		sum = sum.Add(pt)
	}
	return []vg.Point{sum.Scale(1 / vg.Length(len(column)))}
}

// curve draws a line. A sample with gaps on both sides is a dash. A line that goes up and down in
// every column is drawn finer, on a paler ground from its lowest to its highest points: else it
// is a blot, or has white gaps that mean nothing.
func (p *paper) curve(c color.NRGBA, width vg.Length, l line) {
	if l.dense() {
		width *= fineLine
		for _, piece := range l {
			upper, lower := envelope(piece)
			p.between(tint(c, p.style.Paper, groundShare), upper, lower)
		}
	}
	for _, piece := range l {
		if len(piece) == 1 {
			half := at(columnWidth, 0)
			piece = []vg.Point{piece[0].Sub(half), piece[0].Add(half)}
		}
		p.line(c, width, piece...)
	}
}

// envelope are the highest and the lowest points of each column.
func envelope(points []vg.Point) (upper, lower []vg.Point) {
	for i, pt := range points {
		if i == 0 || columnOf(pt.X) != columnOf(points[i-1].X) {
			upper, lower = append(upper, pt), append(lower, pt)
			continue
		}
		last := len(upper) - 1
		upper[last].Y = max(upper[last].Y, pt.Y)
		lower[last].Y = min(lower[last].Y, pt.Y)
	}
	return upper, lower
}

// dense says whether a line goes up and down in most columns.
func (l line) dense() bool {
	points, columns := 0, 1
	for _, piece := range l {
		points += len(piece)
		columns += columnOf(piece[len(piece)-1].X) - columnOf(piece[0].X)
	}
	return float64(points) > denseFrom*float64(columns)
}

// under fills what lies between a line and the height y.
func (p *paper) under(c color.NRGBA, y vg.Length, l line) {
	for _, piece := range l {
		p.between(c, piece, []vg.Point{at(piece[0].X, y), at(piece[len(piece)-1].X, y)})
	}
}

// between fills what lies between two lines, both from left to right.
func (p *paper) between(c color.NRGBA, upper, lower []vg.Point) {
	var path vg.Path
	path.Move(upper[0])
	for _, pt := range upper[1:] {
		path.Line(pt)
	}
	for i := len(lower) - 1; i >= 0; i-- {
		path.Line(lower[i])
	}
	path.Close()
	p.fill(c, path)
}
