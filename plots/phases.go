package plots

import (
	"strings"

	"gonum.org/v1/plot/vg"
)

// What the two figures by phase share: the column of panels, their common y axes, and the room of a
// bar. All y axes begin at 0, since a bar says its value by its length.

const (
	pageWidth   = 8 * 72.0 // points: a full page less margins
	panelHeight = 100.0    // points
	panelGap    = 6.0      // points between panels
	rightMargin = 10.0     // points right of the data
	minLeft     = 48.0     // points left of it: room for the first name, turned by 45 degrees
	barShare    = 0.72     // of the room of a phase
	ySteps      = 5        // steps on the y axis of a panel, at most
	topRoom     = 1.06     // y axis above the highest value, so that its mark has room
)

// byPhase draws the panels that the two figures by phase have in common. The callbacks know the
// numbers: top is the largest value of a row, draw puts one panel's rows between the axes.
type byPhase struct {
	ladder ladder
	yTitle string
	top    func(row int) float64
	draw   func(p *paper, a axes, bars []bar)
}

// panels draws all runs one below the other. Panels of one name share their y axis, so that runs
// can be compared by eye.
func (f byPhase) panels(p *paper) {
	tops := f.tops()
	left := vg.Length(minLeft)
	for _, top := range tops {
		left = max(left, p.yMargin(ticks(0, top, ySteps), f.yTitle, panelHeight))
	}
	x := span{from: left, to: p.width - pageMargin - rightMargin}
	for i, run := range f.ladder.runs {
		if i > 0 {
			p.y -= panelGap
		}
		x.min, x.max = -0.5, float64(len(run.phases))-0.5
		var a axes
		for _, panel := range run.panels {
			p.panelName(x.from, run.name, panel.name)
			top := tops[panel.name]
			a = axes{x: x, y: span{0, top, p.y - panelHeight, p.y}}
			list := ticks(0, top, ySteps)
			a.grid(p, nil, list)
			f.draw(p, a, panel.bars)
			a.border(p)
			a.yNumbers(p, list, f.yTitle)
			p.y = a.y.from - panelGap
		}
		a.xNames(p, run.phases)
	}
	p.xTitle(x, "phase, in the order of the run")
}

// tops is the upper end of the y axis of each panel name. Panels with the same name measure the
// same thing in different runs; with axes of their own they could not be compared by eye.
func (f byPhase) tops() map[string]float64 {
	highest := map[string]float64{}
	for _, run := range f.ladder.runs {
		for _, panel := range run.panels {
			for _, b := range panel.bars {
				highest[panel.name] = max(highest[panel.name], f.top(b.row))
			}
		}
	}
	for name, v := range highest {
		highest[name] = topRoom * v
		if v < minTop {
			highest[name] = 1
		}
	}
	return highest
}

// panelName writes what a panel shows above it, in bold.
func (p *paper) panelName(x vg.Length, run, panel string) {
	name := panel
	if strings.TrimSpace(run) != "" {
		name = run + ": " + panel
	}
	w := words{p.style.Ink, p.style.PanelPt, true}
	p.y -= labelGap
	p.write(w, at(x, p.y), atStart, atEnd, 0, p.elide(w, name, p.width-pageMargin-x))
	p.y -= lineHeight*w.size + labelGap
}

// barBox is the rectangle of a bar at x from low to high.
func (a axes) barBox(x int, low, high float64) vg.Rectangle {
	half := barShare / 2
	return box(a.x.at(float64(x)-half), a.y.at(low), a.x.at(float64(x)+half), a.y.at(high))
}

// markRadius is the radius of marks above bars, smaller when there are very many.
func (a axes) markRadius(s Style) vg.Length { return min(s.MarkPt, 0.2*(a.x.at(1)-a.x.at(0))) }
