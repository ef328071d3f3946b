package plots

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
)

// The grid of CostHeatmap. What a cell shows depends on its room: its number if it fits, else only
// its colour and what forbids it. The number stands on a plate, which keeps lines off it.

const (
	heatmapHeight = 300.0 // points for all rows, where there are many
	cellHeight    = 30.0  // points, where there are few
	cellWidth     = 120.0 // points, at most
	cellSeam      = 0.6   // points of paper around a cell
	seamShare     = 0.04  // of the smaller side of a cell: its seam is not wider
	plateRoom     = 2.0   // points around a number
	outlineWidth  = 1.6   // points, of the outlines of marked cells
	haloWidth     = 1.0   // points of paper on both sides of an outline or a line
	outlineInset  = cellSeam + haloWidth + outlineWidth/2
	nestedInset   = 4.5  // points between two outlines of the same cell
	outlineInside = 24.0 // points: cells that are smaller have their outline around them
	crossShare    = 0.1  // of the smaller side of a cell: its cross is not thicker
)

// draw draws the grid with its names and moves the cursor below.
func (d heatmap) draw(p *paper) {
	nx, ny := float64(len(d.xs)), float64(len(d.ys))
	height := min(vg.Length(ny)*cellHeight, heatmapHeight)
	yNames := p.rowNames(d.ys, height/vg.Length(ny))
	left := max(minLeft, p.yMargin(yNames, d.names.Y, height))
	width := min(p.width-pageMargin-rightMargin-left, vg.Length(nx)*cellWidth)
	a := axes{span{-0.5, nx - 0.5, left, left + width},
		span{-0.5, ny - 0.5, p.y - height, p.y}}
	for i := range d.cells {
		d.drawCell(p, i, d.box(a, i))
	}
	d.outlines(p, a)
	for i := range d.cells { // after outlines, which may reach into neighbours
		d.drawNumber(p, i, d.box(a, i))
	}
	a.yNumbers(p, yNames, d.names.Y)
	a.xNames(p, d.xs)
	p.xTitle(a.x, d.names.X)
}

// rowNames are ticks with the names of rows that are so high; where lines would touch, of some.
func (p *paper) rowNames(names []string, height vg.Length) []tick {
	every := max(1, int(math.Ceil(float64(lineHeight*p.style.TextPt/height))))
	var list []tick
	for i := 0; i < len(names); i += every {
		list = append(list, tick{float64(i), p.elide(p.text(), names[i], maxNameWidth)})
	}
	return list
}

// box is where cell i lies.
func (d heatmap) box(a axes, i int) vg.Rectangle {
	x := float64(slices.Index(d.xs, d.cells[i].X))
	y := float64(slices.Index(d.ys, d.cells[i].Y))
	return box(a.x.at(x-0.5), a.y.at(y-0.5), a.x.at(x+0.5), a.y.at(y+0.5))
}

// inset is a rectangle that is smaller on all sides.
func inset(r vg.Rectangle, by vg.Length) vg.Rectangle {
	return box(r.Min.X+by, r.Min.Y+by, r.Max.X-by, r.Max.Y-by)
}

// outlines draws those of the best and of the current cell: inside the cell where it is large,
// around it where it is small. If it is the same cell, the dashed outline is inside the solid one,
// or where there is no room for that, on it.
func (d heatmap) outlines(p *paper, a axes) {
	small := min(a.x.at(1)-a.x.at(0), a.y.at(1)-a.y.at(0)) < outlineInside
	around := func(i int) vg.Rectangle {
		if small {
			return inset(d.box(a, i), -outlineWidth-haloWidth-cellSeam)
		}
		return d.box(a, i)
	}
	if d.best != noCell {
		p.outlined(around(d.best), p.style.Predicted, false)
	}
	switch {
	case d.current == noCell:
	case d.current == d.best && small:
		p.outline(around(d.current), p.style.Ink, true)
	case d.current == d.best:
		p.outlined(inset(around(d.current), nestedInset), p.style.Ink, true)
	default:
		p.outlined(around(d.current), p.style.Ink, true)
	}
}

// drawCell fills a cell and draws what forbids it.
func (d heatmap) drawCell(p *paper, i int, r vg.Rectangle) {
	c, ground := d.cells[i], d.scale.color(p.style, d.cells[i].Value)
	r = inset(r, min(cellSeam, seamShare*min(r.Size().X, r.Size().Y)))
	p.fill(ground, r.Path())
	p.forbidden(c, ground, d.scale.ink(p.style, c.Value), r)
}

// drawNumber writes the value of a cell if there is room.
func (d heatmap) drawNumber(p *paper, i int, r vg.Rectangle) {
	c, text := d.cells[i], d.label(i)
	w := words{d.scale.ink(p.style, c.Value), p.style.TextPt, false}
	width, height := p.widthOf(w, text)+2*plateRoom, capHeight*w.size+2*plateRoom
	if width > r.Size().X-2*nestedInset || height > r.Size().Y {
		return
	}
	at := middle(r)
	if !c.allowed() {
		plate := box(at.X-width/2, at.Y-height/2, at.X+width/2, at.Y+height/2)
		p.fill(d.scale.color(p.style, c.Value), plate.Path())
	}
	p.write(w, at, atMiddle, atMiddle, 0, text)
}

// forbidden hatches a cell where writes throttle, and crosses out one that breaks another
// constraint, in an ink that shows on its ground.
func (p *paper) forbidden(c HeatmapCell, ground, ink color.NRGBA, r vg.Rectangle) {
	if c.Throttled {
		for _, seg := range hatchLines(Rising, r) {
			p.line(ink, 1.2*p.style.EdgePt, seg[0], seg[1])
		}
	}
	if c.Refused {
		width := min(1.4*p.style.LinePt, crossShare*min(r.Size().X, r.Size().Y))
		r = inset(r, width) // so that the ends of lines stay in the cell
		for _, ends := range [][2]vg.Point{{r.Min, r.Max},
			{at(r.Min.X, r.Max.Y), at(r.Max.X, r.Min.Y)}} {
			if c.Throttled { // else the cross is lost in the hatch
				p.line(ground, 3*width, ends[0], ends[1])
			}
			p.line(ink, width, ends[0], ends[1])
		}
	}
}

// outlined draws the outline of a marked cell inside of it, between two lines of paper, which make
// it show on every ground.
func (p *paper) outlined(r vg.Rectangle, c color.NRGBA, dashes bool) {
	halo := inset(r, outlineInset).Path()
	p.stroke(p.style.Paper, outlineWidth+2*haloWidth, halo)
	p.outline(r, c, dashes)
}

// outline draws the outline alone.
func (p *paper) outline(r vg.Rectangle, c color.NRGBA, dashes bool) {
	path := inset(r, outlineInset).Path()
	if dashes {
		p.rec.SetLineDash([]vg.Length{2 * outlineWidth, 1.5 * outlineWidth}, 0)
	}
	p.stroke(c, outlineWidth, path)
	p.rec.SetLineDash(nil, 0)
}

// legend explains what occurs.
func (d heatmap) legend() []entry {
	var list []entry
	add := func(drawn bool, text string, sample func(*paper, vg.Rectangle)) {
		if drawn {
			list = append(list, entry{text, sample})
		}
	}
	add(d.best != noCell, "best"+d.placeName(d.best), func(p *paper, r vg.Rectangle) {
		p.outlined(r, p.style.Predicted, false)
	})
	add(d.current != noCell, "current"+d.placeName(d.current),
		func(p *paper, r vg.Rectangle) { p.outlined(r, p.style.Ink, true) })
	add(slices.ContainsFunc(d.cells, func(c HeatmapCell) bool { return c.Throttled }),
		"writes throttle", forbiddenSample(HeatmapCell{Throttled: true}))
	add(slices.ContainsFunc(d.cells, func(c HeatmapCell) bool { return c.Refused }),
		"breaks another constraint", forbiddenSample(HeatmapCell{Refused: true}))
	return list
}

// placeName is the place of cell i, to follow a word.
func (d heatmap) placeName(i int) string {
	if i == noCell {
		return ""
	}
	if name := strings.Trim(d.cells[i].X+", "+d.cells[i].Y, ", "); name != "" {
		return ": " + name
	}
	return ""
}

func forbiddenSample(c HeatmapCell) func(*paper, vg.Rectangle) {
	return func(p *paper, r vg.Rectangle) {
		p.fill(p.style.StripGround, r.Path())
		p.forbidden(c, p.style.StripGround, p.style.Ink, r)
		p.stroke(p.style.Ink, p.style.EdgePt, r.Path())
	}
}
