package plots

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
)

// The drawing of PredictedVsMeasured: a square, since only with equal scales does the distance from
// the diagonal mean the same everywhere, and below it the errors in percent, which the square shows
// too small to judge.

const (
	squareWidth    = 5 * 72.0 // points: a column and a half
	errorHeight    = 84.0     // points, of the panel of errors
	squareSteps    = 6        // steps on both axes of the square, at most
	errorSteps     = 4        // steps on the axis of errors, at most
	zeroBelow      = 0.35     // axes begin at 0 when the data reach below this part of their top
	minErrorPct    = 1.0      // the axis of errors reaches at least this far, in percent
	squareEdgeRoom = 0.05     // of the range of the data, free on both sides
)

// pairsDrawing is what the two panels of PredictedVsMeasured draw.
type pairsDrawing struct {
	pairs    []Pair
	groups   []string
	noisePct float64
}

// panels draws the square and below it the errors, with the same x axis.
func (d pairsDrawing) panels(p *paper, quantity, unit string) {
	low, high := d.bounds()
	list := ticks(low, high, squareSteps)
	reach := d.reach()
	errors := ticks(-reach, reach, errorSteps)
	yTitle := axisTitle("predicted "+quantity, unit)
	left := max(p.yMargin(list, yTitle, p.width/2),
		p.yMargin(errors, errorTitle, errorHeight))
	x := span{low, high, left, p.width - pageMargin - rightMargin}

	top := axes{x, span{low, high, p.y - (x.to - x.from), p.y}}
	top.grid(p, list, list)
	p.line(p.style.Ink, p.style.EdgePt, top.point(low, low), top.point(high, high))
	top.border(p) // under the marks, as some lie on it
	d.marks(p, func(r Pair) (vg.Point, bool) { return top.point(r.Measured, r.Predicted), true })
	top.xTicks(p, list)
	top.yNumbers(p, list, yTitle)
	p.y = top.y.from - 2*panelGap

	bottom := axes{x, span{-reach, reach, p.y - errorHeight, p.y}}
	if d.noisePct > 0 {
		p.fill(p.style.Noise, box(x.from, bottom.y.at(-d.noisePct), x.to,
			bottom.y.at(d.noisePct)).Path())
	}
	bottom.grid(p, list, errors)
	p.line(p.style.Ink, p.style.EdgePt, bottom.point(low, 0), bottom.point(high, 0))
	bottom.border(p)
	d.marks(p, func(r Pair) (vg.Point, bool) {
		pct, ok := r.errorPct()
		return bottom.point(r.Measured, pct), ok
	})
	bottom.xTicks(p, list)
	bottom.yNumbers(p, errors, errorTitle)
	bottom.xNumbers(p, list, axisTitle("measured "+quantity, unit))
}

const errorTitle = "error (% of measured)"

// axisTitle puts the unit in brackets.
func axisTitle(quantity, unit string) string {
	if unit == "" {
		return quantity
	}
	return fmt.Sprintf("%s (%s)", quantity, unit)
}

// point is where a pair of numbers stands on the paper.
func (a axes) point(x, y float64) vg.Point { return at(a.x.at(x), a.y.at(y)) }

// bounds is the range of both axes of the square. It begins at 0 when the data come near it, so
// that ratios can be seen; else it is the range of the data, so that differences can.
func (d pairsDrawing) bounds() (low, high float64) {
	low, high = d.pairs[0].Measured, d.pairs[0].Measured
	for _, r := range d.pairs {
		low = min(low, r.Measured, r.Predicted)
		high = max(high, r.Measured, r.Predicted)
	}
	if high < minTop {
		return 0, 1
	}
	// At least a hundredth of the top, so that equal values still span an axis.
	room := max(squareEdgeRoom*(high-low), 0.01*high)
	if low < zeroBelow*high {
		return 0, high + squareEdgeRoom*high
	}
	return low - room, high + room
}

// reach is how far the axis of errors goes on both sides of 0, in percent.
func (d pairsDrawing) reach() float64 {
	reach := max(minErrorPct, d.noisePct)
	for _, r := range d.pairs {
		pct, _ := r.errorPct()
		reach = max(reach, pct, -pct)
	}
	return 1.15 * reach // room for half a mark
}

// marks draws every pair that has a place.
func (d pairsDrawing) marks(p *paper, place func(Pair) (vg.Point, bool)) {
	for _, r := range d.pairs {
		if center, ok := place(r); ok {
			shape, shade := p.style.mark(slices.Index(d.groups, r.Group))
			p.mark(shape, shade, r.Fitted, center, p.style.MarkPt)
		}
	}
}

// legend lists the groups, then only what occurs: hollow marks, the band.
func (d pairsDrawing) legend(s Style) []entry {
	var list []entry
	for i, group := range d.groups {
		if strings.TrimSpace(group) == "" {
			if len(d.groups) == 1 {
				continue // one nameless group needs no key
			}
			group = "no group"
		}
		shape, shade := s.mark(i)
		list = append(list, entry{group, func(p *paper, r vg.Rectangle) {
			p.mark(shape, shade, false, middle(r), s.MarkPt)
		}})
	}
	if slices.ContainsFunc(d.pairs, func(r Pair) bool { return r.Fitted }) {
		list = append(list, entry{"hollow: used in the fit", func(p *paper, r vg.Rectangle) {
			p.mark(Circle, s.Ink, true, middle(r), s.MarkPt)
		}})
	}
	list = append(list, entry{"predicted = measured", func(p *paper, r vg.Rectangle) {
		p.line(s.Ink, s.EdgePt, r.Min, r.Max)
	}})
	if d.noisePct > 0 {
		list = append(list, entry{
			fmt.Sprintf("noise of measurements, ±%.3g %%", d.noisePct),
			func(p *paper, r vg.Rectangle) { p.fill(s.Noise, r.Path()) },
		})
	}
	return list
}
