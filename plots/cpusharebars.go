package plots

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
)

// The drawing of CPUByPhase. Bars lie, other than in the figures by phase: nine segments need the
// width of the page, and names of phases stand level beside them.

const (
	cpuPitch     = 18.0  // points from bar to bar
	cpuBarHeight = 13.0  // points: a line of text with room
	cpuNameWidth = 100.0 // points: longer names of phases are shortened
	cpuSteps     = 8     // steps on the axis, at most
	cpuTextRoom  = 2.0   // points left and right of a share in its segment
)

// cpuLook is how a class of work looks, in the bar and in the legend.
type cpuLook struct {
	name  string
	fill  Fill
	label color.NRGBA // of the share in the segment
}

// cpuLooks are the classes from the axis on. What versions cost is warm; sources have the colours
// that they have in other figures, or ones near to them; what is not the engine is grey. Neighbours
// differ in lightness as the sources of rows do. There are no hatches, since they would hide the
// shares.
func cpuLooks(s Style) []cpuLook {
	return []cpuLook{
		{"merging", Fill{Color: rgb(0xb5, 0x47, 0x0a)}, s.Paper},
		{"fusing", Fill{Color: rgb(0xf0, 0xa8, 0x30)}, s.Ink},
		{"memtable walk", s.Memtable, s.Ink},
		{"block reading and decoding", Fill{Color: s.IndexLine}, s.Ink},
		{"block scan", s.BaseFast, s.Paper},
		{"probing of gets", Fill{Color: rgb(0x4c, 0xa8, 0x7c)}, s.Ink},
		{"client", s.Measured, s.Ink},
		{"Go runtime", Fill{Color: rgb(0x6b, 0x71, 0x78)}, s.Paper},
		{"other", Fill{Color: s.Paper}, s.Ink},
	}
}

// cpuLegend lists what occurs, in the order of the bars.
func cpuLegend(s Style, rows []CPURow) []entry {
	list := []entry{{"CPU time of", nil}}
	for part, look := range cpuLooks(s) {
		if slices.ContainsFunc(rows, func(r CPURow) bool { return r.parts()[part] > 0 }) {
			list = append(list, entry{look.name, fillSample(look.fill)})
		}
	}
	if len(list) == 1 {
		return nil
	}
	return list
}

// cpuDrawing is what is drawn.
type cpuDrawing struct {
	rows   []CPURow
	ladder ladder
}

// panels draws all runs and scripts one below the other, with their edges in line.
func (d cpuDrawing) panels(p *paper) {
	tops := byPhase{ladder: d.ladder,
		top: func(row int) float64 { return d.rows[row].total() }}.tops()
	left, right := d.margins(p)
	for i, run := range d.ladder.runs {
		for j, panel := range run.panels {
			if i+j > 0 {
				p.y -= panelGap
			}
			p.panelName(left, run.name, panel.name)
			d.panel(p, panel, span{0, tops[panel.name], left, right})
		}
	}
}

// margins are where data begin and end: between the names of phases and the totals.
func (d cpuDrawing) margins(p *paper) (left, right vg.Length) {
	var name, total vg.Length
	for _, r := range d.rows {
		short := p.elide(p.text(), r.Phase, cpuNameWidth)
		name = max(name, p.widthOf(p.text(), short))
		total = max(total, p.widthOf(p.text(), microsLabel(r.total())))
	}
	return pageMargin + name + 2*labelGap, p.width - pageMargin - max(rightMargin, total+labelGap)
}

// panel draws the bars of a panel from the top down, and the axis below.
func (d cpuDrawing) panel(p *paper, panel ladderPanel, x span) {
	const edge = (cpuPitch - cpuBarHeight) / 2
	height := vg.Length(len(panel.bars))*cpuPitch + edge
	a := axes{x, span{0, 1, p.y - height, p.y}}
	list := ticks(0, x.max, cpuSteps)
	a.grid(p, list, nil)
	for i, b := range panel.bars {
		r := d.rows[b.row]
		top := a.y.to - edge - vg.Length(i)*cpuPitch
		frame := box(x.from, top-cpuBarHeight, x.at(r.total()), top)
		name := p.elide(p.text(), r.Phase, cpuNameWidth)
		y := middle(frame).Y
		p.write(p.text(), at(x.from-2*labelGap, y), atEnd, atMiddle, 0, name)
		d.bar(p, r, frame, x)
		p.write(p.text(), at(frame.Max.X+labelGap, y), atStart, atMiddle, 0,
			microsLabel(r.total()))
	}
	a.border(p)
	a.xTicks(p, list)
	a.xNumbers(p, list, "CPU time per query (µs), with the share of each class")
}

// bar draws the segments of a row. Very narrow ones have no edge, which would hide them.
func (d cpuDrawing) bar(p *paper, r CPURow, frame vg.Rectangle, x span) {
	low, total := 0.0, r.total()
	parts := r.parts()
	for i, look := range cpuLooks(p.style) {
		high := low + parts[i]
		segment := box(x.at(low), frame.Min.Y, x.at(high), frame.Max.Y)
		low = high
		width := segment.Size().X
		if width > 3*p.style.EdgePt {
			p.bar(look.fill, segment)
		} else if width > 0 {
			p.fill(look.fill.Color, segment.Path())
		}
		text := percent(parts[i] / total)
		if p.widthOf(p.text(), text)+2*cpuTextRoom <= width {
			w := words{look.label, p.style.TextPt, false}
			p.write(w, middle(segment), atMiddle, atMiddle, 0, text)
		}
	}
}

// microsLabel writes a total with three digits.
func microsLabel(micros float64) string {
	if micros >= 100 && micros < 1e6 {
		return fmt.Sprintf("%.0f", micros)
	}
	return fmt.Sprintf("%.3g", micros)
}
