package plots

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// Axes are drawn here and not by plot.Plot, because figures need what it doesn't offer: a data area
// of exactly given size (the square of PredictedVsMeasured), panels whose edges and titles line up,
// and names under an axis that turn when they would touch. Everything is placed from the frame
// outwards; what needs room to the left is measured first (yMargin), what needs room below moves
// the cursor of the paper.

const (
	tickLength = 3.0 // points
	labelGap   = 3.0 // points between tick and label, label and axis title
)

// axes is one panel: its scales give the frame on the paper (from, to) and the numbers at the edges
// of the frame (min, max).
type axes struct {
	x, y span
}

// grid draws faint lines under the data: horizontal ones at yTicks, vertical ones at xTicks.
func (a axes) grid(p *paper, xTicks, yTicks []tick) {
	for _, t := range xTicks {
		x := a.x.at(t.value)
		p.line(p.style.Grid, p.style.EdgePt, at(x, a.y.from), at(x, a.y.to))
	}
	for _, t := range yTicks {
		y := a.y.at(t.value)
		p.line(p.style.Grid, p.style.EdgePt, at(a.x.from, y), at(a.x.to, y))
	}
}

// border draws the axes themselves, over the data.
func (a axes) border(p *paper) {
	p.line(p.style.Ink, 1.5*p.style.EdgePt, at(a.x.from, a.y.to), at(a.x.from, a.y.from),
		at(a.x.to, a.y.from))
}

// yNumbers draws ticks and numbers left of the frame, and the title at the edge of the page, where
// the titles of all panels line up, in as many lines as the height asks for.
func (a axes) yNumbers(p *paper, list []tick, title string) {
	for _, t := range list {
		y := a.y.at(t.value)
		p.line(p.style.Ink, p.style.EdgePt, at(a.x.from-tickLength, y), at(a.x.from, y))
		p.write(p.text(), at(a.x.from-tickLength-labelGap, y), atEnd, atMiddle, 0, t.label)
	}
	for i, line := range p.wrap(p.text(), title, a.y.to-a.y.from) {
		x := pageMargin + (vg.Length(i)*lineHeight+capHeight)*p.style.TextPt
		p.write(p.text(), at(x, (a.y.from+a.y.to)/2), atMiddle, atStart, math.Pi/2, line)
	}
}

// yMargin is the width that yNumbers needs left of a frame of that height, page margin included.
func (p *paper) yMargin(list []tick, title string, height vg.Length) vg.Length {
	lines := vg.Length(len(p.wrap(p.text(), title, height)))
	return pageMargin + lines*lineHeight*p.style.TextPt + p.widest(list) + labelGap + tickLength
}

// widest is the width of the longest label.
func (p *paper) widest(list []tick) vg.Length {
	var widest vg.Length
	for _, t := range list {
		widest = max(widest, p.widthOf(p.text(), t.label))
	}
	return widest
}

// xTicks draws ticks under the frame.
func (a axes) xTicks(p *paper, list []tick) {
	for _, t := range list {
		x := a.x.at(t.value)
		p.line(p.style.Ink, p.style.EdgePt, at(x, a.y.from-tickLength), at(x, a.y.from))
	}
}

// xNumbers writes the numbers and the title under the frame and moves the cursor below them.
func (a axes) xNumbers(p *paper, list []tick, title string) {
	y := a.y.from - tickLength - labelGap
	for _, t := range list {
		p.write(p.text(), at(a.x.at(t.value), y), atMiddle, atEnd, 0, t.label)
	}
	p.y = y - p.style.TextPt*capHeight - labelGap
	p.xTitle(a.x, title)
}

// xTitle writes the title of an x axis in the middle of its span, below the cursor.
func (p *paper) xTitle(x span, title string) {
	p.y -= labelGap
	title = p.elide(p.text(), title, x.to-x.from)
	p.write(p.text(), at((x.from+x.to)/2, p.y), atMiddle, atEnd, 0, title)
	p.y -= lineHeight * p.style.TextPt
}

// xNames writes one name under each whole number from 0 and moves the cursor below the longest.
func (a axes) xNames(p *paper, names []string) {
	short := make([]string, len(names))
	for i, name := range names {
		short[i] = p.elide(p.text(), name, maxNameWidth)
	}
	turn := p.turnOf(short, a.x.at(1)-a.x.at(0))
	sin, cos := math.Sincos(turn.angle)
	y := a.y.from - tickLength - labelGap
	deepest := vg.Length(0)
	for i, name := range short {
		x := a.x.at(float64(i))
		p.line(p.style.Ink, p.style.EdgePt, at(x, a.y.from-tickLength), at(x, a.y.from))
		if i%turn.every != 0 {
			continue
		}
		p.write(p.text(), at(x, y), turn.alongX, turn.alongY, turn.angle, name)
		depth := p.widthOf(p.text(), name)*vg.Length(sin) +
			p.style.TextPt*capHeight*vg.Length(cos)
		deepest = max(deepest, depth)
	}
	p.y = y - deepest - labelGap
}

// turn is how names stand under an axis: their angle in radians, the part of the text that lies
// under the tick, and which of them are written (every n-th).
type turn struct {
	angle, alongX, alongY float64
	every                 int
}

// turnOf chooses from the room in points between one name and the next: level when all fit, else
// turned by 45 degrees, and when there are too many even for that, upright and only some of them.
func (p *paper) turnOf(names []string, room vg.Length) turn {
	widest := vg.Length(0)
	for _, name := range names {
		widest = max(widest, p.widthOf(p.text(), name))
	}
	line := lineHeight * p.style.TextPt
	switch {
	case widest+2*labelGap <= room:
		return turn{0, atMiddle, atEnd, 1}
	case line <= room*math.Sqrt2/2: // turned lines come closer by the cosine
		return turn{math.Pi / 4, atEnd, atEnd, 1}
	}
	return turn{math.Pi / 2, atEnd, atMiddle, int(math.Ceil(float64(line / room)))}
}
