package plots

import (
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
)

// The drawing of CostByTerm, laid out as CPUByPhase is: bars lie, with their names level beside
// them. Whiskers stand below the bars, where they hide no number.

const (
	termPitch     = 23.0 // points from bar to bar
	termBarHeight = 13.0 // points: a line of text with room
	whiskerDrop   = 4.0  // points from a bar down to its whisker
	whiskerCap    = 4.0  // points, the height of its ends
)

// allTermLooks are the terms of the cost model and, behind them, looks for others. Sources of rows
// have their colours of other figures, but no hatch, which would hide numbers. Any two can be told
// apart, and neighbours in this order differ in lightness; a test holds this.
func allTermLooks(s Style) []cpuLook {
	return []cpuLook{
		{"statement", s.Measured, s.Ink},
		{"fast row", s.BaseFast, s.Paper},
		{"slow row", Fill{Color: s.BaseSlow.Color}, s.Paper},
		{"memtable row", s.Memtable, s.Ink},
		{"version", Fill{Color: rgb(0xb5, 0x47, 0x0a)}, s.Paper},
		{"open", Fill{Color: rgb(0xf0, 0xa8, 0x30)}, s.Ink},
		{"probe", Fill{Color: rgb(0x2c, 0x7a, 0x56)}, s.Paper},
		{"block", Fill{Color: s.IndexLine}, s.Ink},
		{"miss", Fill{Color: s.Ink}, s.Paper},
		{"", Fill{Color: rgb(0x6b, 0x71, 0x78)}, s.Paper},
		{"", Fill{Color: s.Paper}, s.Ink},
	}
}

// termLooks gives each term its look: that of its name, else the last one that is free, so that a
// term of another model does not take the colour of a source.
func termLooks(s Style, terms []string) []cpuLook {
	free := allTermLooks(s)
	looks := make([]cpuLook, len(terms))
	take := func(term, from int) {
		looks[term] = free[from]
		looks[term].name = terms[term]
		free = slices.Delete(free, from, from+1)
	}
	var others []int
	for i, name := range terms {
		from := slices.IndexFunc(free, func(l cpuLook) bool {
			return l.name != "" && strings.EqualFold(l.name, strings.TrimSpace(name))
		})
		if from < 0 {
			others = append(others, i)
			continue
		}
		take(i, from)
	}
	for _, i := range others {
		take(i, len(free)-1)
	}
	return looks
}

// termsDrawing is what is drawn.
type termsDrawing struct {
	rows  []TermsRow
	looks []cpuLook
}

// legend lists the terms that occur, in the order of the bars.
func (d termsDrawing) legend() []entry {
	list := []entry{{"CPU time of", nil}}
	for term, look := range d.looks {
		if slices.ContainsFunc(d.rows, func(r TermsRow) bool { return r.Micros[term] > 0 }) {
			list = append(list, entry{look.name, fillSample(look.fill)})
		}
	}
	if len(list) == 1 {
		list = nil
	}
	if slices.ContainsFunc(d.rows, TermsRow.hasInterval) {
		list = append(list, entry{"interval of the total", func(p *paper, r vg.Rectangle) {
			p.whisker(middle(r).Y, r.Min.X, r.Max.X)
		}})
	}
	return list
}

// highest is the end of the longest bar or whisker.
func (d termsDrawing) highest() float64 {
	highest := 0.0
	for _, r := range d.rows {
		highest = max(highest, r.total())
		if r.hasInterval() {
			highest = max(highest, r.HighMicros)
		}
	}
	return highest
}

// draw draws the bars from the top down, and the axis below.
func (d termsDrawing) draw(p *paper) {
	var name, total vg.Length
	for _, r := range d.rows {
		name = max(name, p.widthOf(p.text(), p.elide(p.text(), r.State, cpuNameWidth)))
		total = max(total, p.widthOf(p.text(), microsLabel(r.total())))
	}
	const edge = (termPitch - termBarHeight) / 2
	a := axes{
		span{0, axisTop(d.highest()), pageMargin + name + 2*labelGap,
			p.width - pageMargin - max(rightMargin, total+labelGap)},
		span{0, 1, p.y - vg.Length(len(d.rows))*termPitch - edge/2, p.y},
	}
	list := ticks(0, a.x.max, cpuSteps)
	a.grid(p, list, nil)
	for i, r := range d.rows {
		top := a.y.to - edge/2 - vg.Length(i)*termPitch
		d.row(p, r, box(a.x.from, top-termBarHeight, a.x.at(r.total()), top), a.x)
	}
	a.border(p)
	a.xTicks(p, list)
	a.xNumbers(p, list, "CPU time per statement (µs), with that of each term")
}

// row draws a bar with its name, its total and its whisker.
func (d termsDrawing) row(p *paper, r TermsRow, frame vg.Rectangle, x span) {
	y := middle(frame).Y
	name := p.elide(p.text(), r.State, cpuNameWidth)
	p.write(p.text(), at(x.from-2*labelGap, y), atEnd, atMiddle, 0, name)
	low := 0.0
	for term, look := range d.looks {
		high := low + r.Micros[term]
		segment := box(x.at(low), frame.Min.Y, x.at(high), frame.Max.Y)
		p.segment(look, segment, microsLabel(r.Micros[term]))
		low = high
	}
	p.write(p.text(), at(frame.Max.X+labelGap, y), atStart, atMiddle, 0, microsLabel(r.total()))
	if r.hasInterval() {
		p.whisker(frame.Min.Y-whiskerDrop, x.at(r.LowMicros), x.at(r.HighMicros))
	}
}

// segment draws a part of a level bar with a text where it fits. Very narrow ones have no edge,
// which would hide them.
func (p *paper) segment(look cpuLook, r vg.Rectangle, text string) {
	width := r.Size().X
	if width > 3*p.style.EdgePt {
		p.bar(look.fill, r)
	} else if width > 0 {
		p.fill(look.fill.Color, r.Path())
	}
	if p.widthOf(p.text(), text)+2*cpuTextRoom <= width {
		w := words{look.label, p.style.TextPt, false}
		p.write(w, middle(r), atMiddle, atMiddle, 0, text)
	}
}

// whisker draws a level line from low to high, in points, with a short bar at both ends.
func (p *paper) whisker(y, low, high vg.Length) {
	c, w := p.style.Ink, p.style.LinePt
	p.line(c, w, at(low, y), at(high, y))
	for _, x := range []vg.Length{low, high} {
		p.line(c, w, at(x, y-whiskerCap/2), at(x, y+whiskerCap/2))
	}
}
