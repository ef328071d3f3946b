package plots

import (
	"image/color"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
)

// The panel of ParetoFront. Dots of settings are pale and below everything; the front is a line
// with marks, and what a reader looks for first, the current setting and the best one, is largest.

const (
	dotRadius    = 1.4 // points, of a setting
	frontLine    = 1.3 // of LinePt, for the line of the front
	frontMark    = 0.8 // of MarkPt, for its points
	markGrowth   = 1.5 // of MarkPt, for the current setting and the best one
	crossRadius  = 1.6 // points, of a setting that breaks a constraint
	numberOffset = 5.0 // points from a point of the front to its number, on both axes
	markedOffset = 7.5 // points, from the current setting or the best one
)

// paretoDrawing is what is drawn.
type paretoDrawing struct {
	cost          string
	rows          []ParetoRow
	front         []int
	current, best int // rows; noRow is none
	work          workAxis
}

func newParetoDrawing(cost string, rows []ParetoRow) paretoDrawing {
	return paretoDrawing{cost: cost, rows: rows, front: paretoFront(rows),
		current: slices.IndexFunc(rows, func(r ParetoRow) bool { return r.Current }),
		best:    slices.IndexFunc(rows, func(r ParetoRow) bool { return r.Best }),
		work:    newWorkAxis(rows)}
}

// dotColor is that of settings beside the front.
func (s Style) dotColor() color.NRGBA { return tint(s.Faint, s.Paper, 0.6) }

// draw draws the panel, its axes and the key below.
func (d paretoDrawing) draw(p *paper) {
	a, xTicks, yTicks := d.axes(p)
	a.grid(p, xTicks, yTicks)
	a.border(p) // under the marks, as some may lie on it
	for i, r := range d.rows {
		switch {
		case r.Excluded:
			p.cross(p.style.dotColor(), d.point(a, i))
		default:
			p.fill(p.style.dotColor(), outline(Circle, d.point(a, i), dotRadius))
		}
	}
	d.drawFront(p, a)
	d.drawMarks(p, a)
	numbered := d.numbered(a)
	d.drawNumbers(p, a, numbered)
	a.xTicks(p, xTicks)
	a.yNumbers(p, yTicks, d.cost)
	a.xNumbers(p, xTicks, d.work.title())
	d.drawKey(p, a, numbered)
}

// point is where row i stands on the paper.
func (d paretoDrawing) point(a axes, i int) vg.Point {
	return a.point(d.work.of(d.rows[i].RewrittenBytesPerHour), d.rows[i].ReadCost)
}

// cross draws a small cross.
func (p *paper) cross(c color.NRGBA, center vg.Point) {
	var path vg.Path
	for _, side := range []vg.Length{-crossRadius, crossRadius} {
		path.Move(center.Add(at(-crossRadius, -side)))
		path.Line(center.Add(at(crossRadius, side)))
	}
	p.stroke(c, 1.5*p.style.EdgePt, path)
}

// drawFront draws the front in steps: from each setting level to the work of the next, then down
// to its cost.
func (d paretoDrawing) drawFront(p *paper, a axes) {
	var steps []vg.Point
	for n, i := range d.front {
		next := d.point(a, i)
		if n > 0 {
			steps = append(steps, at(next.X, steps[len(steps)-1].Y))
		}
		steps = append(steps, next)
	}
	p.line(p.style.BaseFast.Color, frontLine*p.style.LinePt, steps...)
	for _, i := range d.front {
		p.mark(Circle, p.style.BaseFast.Color, false, d.point(a, i), frontMark*p.style.MarkPt)
	}
}

// drawMarks draws the current setting, then the best one, which may be the same.
func (d paretoDrawing) drawMarks(p *paper, a axes) {
	for _, i := range []int{d.current, d.best} {
		if i != noRow {
			d.rowMark(p, i, d.point(a, i))
		}
	}
}

// rowMark draws the mark of row i.
func (d paretoDrawing) rowMark(p *paper, i int, center vg.Point) {
	if i == d.current {
		p.paretoMark(false, center, i == d.best)
	}
	if i == d.best {
		p.paretoMark(true, center, false)
	}
	if i != d.current && i != d.best {
		p.mark(Circle, p.style.BaseFast.Color, false, center, frontMark*p.style.MarkPt)
	}
}

// paretoMark draws the mark of the best or of the current setting. Where one setting is both, its
// square is seen around the diamond.
func (p *paper) paretoMark(best bool, center vg.Point, both bool) {
	radius := markGrowth * p.style.MarkPt
	switch {
	case best:
		p.mark(Diamond, p.style.Predicted, false, center, radius)
	case both:
		p.mark(Square, p.style.Ink, false, center, 1.5*radius)
	default:
		p.mark(Square, p.style.Ink, false, center, radius)
	}
}

// legend explains what occurs.
func (d paretoDrawing) legend(s Style) []entry {
	front := s.BaseFast.Color
	var list []entry
	add := func(drawn bool, text string, sample func(*paper, vg.Rectangle)) {
		if drawn {
			list = append(list, entry{text, sample})
		}
	}
	excluded := func(r ParetoRow) bool { return r.Excluded }
	add(len(d.front) > 0, "setting", func(p *paper, r vg.Rectangle) {
		p.fill(s.dotColor(), outline(Circle, middle(r), dotRadius))
	})
	add(slices.ContainsFunc(d.rows, excluded), "breaks a constraint",
		func(p *paper, r vg.Rectangle) { p.cross(s.dotColor(), middle(r)) })
	add(len(d.front) > 0, "front: no allowed setting is better in both",
		func(p *paper, r vg.Rectangle) {
			lineSample(front, frontLine*s.LinePt)(p, r)
			p.mark(Circle, front, false, middle(r), frontMark*s.MarkPt)
		})
	add(d.current != noRow, "current", func(p *paper, r vg.Rectangle) {
		p.paretoMark(false, middle(r), false)
	})
	add(d.best != noRow, "best", func(p *paper, r vg.Rectangle) {
		p.paretoMark(true, middle(r), false)
	})
	return list
}

// drawNumbers writes the numbers of the key beside their points: below on the left, where the front
// never runs, or where the axis is there, above on the right.
func (d paretoDrawing) drawNumbers(p *paper, a axes, numbered []int) {
	w := words{p.style.Ink, p.style.TextPt, true}
	for n, i := range numbered {
		text := strconv.Itoa(n + 1)
		point := d.point(a, i)
		away := at(numberOffset, numberOffset)
		if d.rows[i].Current || d.rows[i].Best {
			away = at(markedOffset, markedOffset)
		}
		corner := point.Sub(away)
		room := at(corner.X-p.widthOf(w, text), corner.Y-w.size*capHeight)
		if room.X > a.x.from && room.Y > a.y.from {
			p.write(w, corner, atEnd, atEnd, 0, text)
			continue
		}
		p.write(w, point.Add(away), atStart, atStart, 0, text)
	}
}
