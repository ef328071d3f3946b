package plots

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// What the figures over time share: panels one below the other on one time axis, and under them
// strips that say when something happened, one for each kind of event.

const (
	stripHeight = 7.0  // points
	stripGap    = 2.0  // points between strips
	binWidth    = 2.0  // points: the width in which events of a crowded strip are counted
	crowdedFrom = 170  // events of a strip: from there on their lines would run together
	palest      = 0.25 // share of the colour where a crowded strip has the fewest events
	tints       = 5    // from the palest to the full colour
)

// timePanel is a pair of axes; y begins at 0 and ends at top. Without a yTitle there are no
// numbers either.
type timePanel struct {
	name, yTitle string
	height       vg.Length
	top          float64
	whole        bool // only whole numbers have ticks
	draw         func(p *paper, a axes)
}

// strip is a line of events under the panels, with its name left of it. draw gets its frame and
// the scale of time.
type strip struct {
	name string
	draw func(p *paper, frame vg.Rectangle, x span)
}

// overTime is a figure over time below its heading and legend. right is the room in points that
// labels need right of the data.
type overTime struct {
	time   timeAxis
	panels []timePanel
	strips []strip
	right  vg.Length
}

// drawPanels draws panels and strips and, under all, the time.
func (f overTime) drawPanels(p *paper) {
	x := span{f.time.low, f.time.high, f.left(p),
		p.width - pageMargin - max(f.right, rightMargin)}
	for i, panel := range f.panels {
		if i > 0 {
			p.y -= panelGap
		}
		if panel.name != "" {
			p.panelName(x.from, "", panel.name)
		}
		a := axes{x, span{0, panel.top, p.y - panel.height, p.y}}
		list := panel.ticks()
		a.grid(p, f.time.ticks, list)
		panel.draw(p, a)
		a.border(p)
		a.yNumbers(p, list, panel.yTitle)
		a.xTicks(p, f.time.ticks)
		p.y = a.y.from - tickLength
	}
	p.y -= stripGap
	for _, s := range f.strips {
		frame := box(x.from, p.y-stripHeight, x.to, p.y)
		p.fill(p.style.StripGround, frame.Path())
		s.draw(p, frame, x)
		p.write(p.text(), at(x.from-2*labelGap, middle(frame).Y), atEnd, atMiddle, 0, s.name)
		p.y -= stripHeight + stripGap
	}
	bottom := axes{x, span{0, 1, p.y + tickLength, p.y + 2*tickLength}}
	bottom.xNumbers(p, f.time.ticks, f.time.title)
}

// left is the x at which data begin: right of all numbers, titles and names.
func (f overTime) left(p *paper) vg.Length {
	left := vg.Length(minLeft)
	for _, panel := range f.panels {
		if panel.yTitle != "" {
			left = max(left, p.yMargin(panel.ticks(), panel.yTitle, panel.height))
		}
	}
	for _, s := range f.strips {
		left = max(left, pageMargin+p.widthOf(p.text(), s.name)+2*labelGap)
	}
	return left
}

// ticks are those of the y axis.
func (t timePanel) ticks() []tick {
	if t.yTitle == "" {
		return nil
	}
	const room = 14.0 // points for a number
	most := min(ySteps, int(t.height/room))
	step := math.Ceil(tickStep(t.top, most)) // 2.5 becomes 3
	if !t.whole || step >= 10 {
		return ticks(0, t.top, most)
	}
	var list []tick
	for v := 0.0; v <= t.top; v += step {
		list = append(list, tick{v, tickLabel(v, step, t.top)})
	}
	return list
}

// axisTop is the upper end of a y axis for values up to highest.
func axisTop(highest float64) float64 {
	if highest < minTop {
		return 1
	}
	return topRoom * highest
}

// eventTicks draws a strip with a line for each event or, where lines would run together, how many
// there are: the more, the darker.
func eventTicks(c color.NRGBA, times []float64) func(*paper, vg.Rectangle, span) {
	return func(p *paper, frame vg.Rectangle, x span) {
		if !crowded(len(times)) {
			var path vg.Path
			for _, s := range times {
				path.Move(at(x.at(s), frame.Min.Y))
				path.Line(at(x.at(s), frame.Max.Y))
			}
			p.stroke(c, 1.5*p.style.LinePt, path)
			return
		}
		counts := make([]float64, bins(frame))
		for _, s := range times {
			counts[bin(x.at(s), frame)]++
		}
		p.heat(c, frame, counts, slices.Max(counts))
	}
}

// crowded says whether so many events are drawn as counts.
func crowded(n int) bool { return n >= crowdedFrom }

// bins is the number of bins of a strip; bin is the one at an x.
func bins(frame vg.Rectangle) int { return int(frame.Size().X/binWidth) + 1 }

func bin(x vg.Length, frame vg.Rectangle) int {
	return min(max(0, int((x-frame.Min.X)/binWidth)), bins(frame)-1)
}

// heat fills the bins of a strip, from a pale tint for small values to c for the highest; nothing
// for 0. Equal neighbours are one box.
func (p *paper) heat(c color.NRGBA, frame vg.Rectangle, values []float64, highest float64) {
	levels := make([]int, len(values)+1) // the last one ends the box before
	for i, v := range values {
		levels[i] = min(max(0, int(math.Ceil(v/highest*tints))), tints)
	}
	areas := make([]area, tints+1)
	start := 0
	for i, level := range levels {
		if level == levels[start] && i < len(values) {
			continue
		}
		left := frame.Min.X + vg.Length(start)*binWidth
		right := min(frame.Min.X+vg.Length(i)*binWidth, frame.Max.X)
		areas[levels[start]].add(box(left, frame.Min.Y, right, frame.Max.Y))
		start = i
	}
	for level := 1; level <= tints; level++ {
		share := palest + (1-palest)*float64(level-1)/(tints-1)
		p.fillArea(tint(c, p.style.Paper, share), areas[level])
	}
}

// area is many rectangles of one colour, in a few paths: less than a path each, which would take
// room in the SVG, and more than one for all, which takes long to draw (see stretches).
type area []vg.Path

const boxesPerPath = 64

// add adds a rectangle.
func (a *area) add(r vg.Rectangle) {
	const corners = 5 // with the closing one
	if n := len(*a); n == 0 || len((*a)[n-1]) >= boxesPerPath*corners {
		*a = append(*a, nil)
	}
	path := &(*a)[len(*a)-1]
	path.Move(r.Min)
	path.Line(at(r.Max.X, r.Min.Y))
	path.Line(r.Max)
	path.Line(at(r.Min.X, r.Max.Y))
	path.Close()
}

// fillArea fills the rectangles.
func (p *paper) fillArea(c color.NRGBA, a area) {
	for _, path := range a {
		p.fill(c, path)
	}
}

// tint is a share of a colour on a ground.
func tint(c, ground color.NRGBA, share float64) color.NRGBA {
	mix := func(a, b uint8) uint8 {
		return uint8(math.Round(share*float64(a) + (1-share)*float64(b)))
	}
	return rgb(mix(c.R, ground.R), mix(c.G, ground.G), mix(c.B, ground.B))
}

// lineSample is the sample of a line in the legend.
func lineSample(c color.NRGBA, width vg.Length) func(p *paper, r vg.Rectangle) {
	return func(p *paper, r vg.Rectangle) {
		y := middle(r).Y
		p.line(c, width, at(r.Min.X, y), at(r.Max.X, y))
	}
}
