package plots

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
)

// The figure of rows read over time: the claim is that rows per row rise with each freeze, fall
// with each merge, and that a major brings them back.

const (
	rowsTimeHeight = 160.0 // points
	maxMajorLines  = 24    // more majors than this are a strip, as other events are
	thinLine       = 0.7   // of LinePt, for what stands beside the main line
)

// RowsSample is what reads cost at a moment, over tablets and ranges of keys. NaN means not
// measured: a line has a gap there, and no line or band is drawn of what was never measured.
type RowsSample struct {
	AtS                          float64 // seconds from 00:00 of the plan, not falling
	RangeMean, RangeP5, RangeP95 float64 // rows read per row returned by ranges
	GetMean                      float64 // tables per point get
	IndexMean                    float64 // rows read per row returned by index scans
}

// Mark is a moment at which the stack changed.
type Mark struct {
	AtS  float64 // seconds from 00:00 of the plan
	Kind string  // freeze, mini, minor, medium or major: what ended then
}

// markKinds are the kinds of marks, in the order of their strips.
var markKinds = []string{"freeze", "mini", "minor", "medium", "major"}

// markColor is the colour of a kind of mark, that of the table it makes.
func (s Style) markColor(kind string) color.NRGBA {
	switch kind {
	case "mini":
		return s.Mini.Color
	case "minor":
		return s.Minor.Color
	case "medium", "major":
		return s.BaseFast.Color
	}
	return s.Ink
}

// RowsOverTime shows how many rows are read for each row returned, over time: the mean of ranges as
// a line in the band from their 5th to their 95th percentile, and where measured, point gets and
// index scans as thinner lines. Freezes and merges are ticks in strips under the panel, a strip
// for each kind with their number; where ticks would run together, the strip is the darker the
// more there are. Majors are labelled lines through the panel.
//
// Errors: no samples, too many of them or of marks, nothing measured, times that go back, a number
// that is infinite, negative or too large, a 5th percentile above the 95th, an unknown kind of
// mark. They name the sample or the mark, counted from 1.
func RowsOverTime(title string, samples []RowsSample, marks []Mark) (Figure, error) {
	if err := checkRowsTime(samples, marks); err != nil {
		return Figure{}, fmt.Errorf("plots: rows over time: %w", err)
	}
	d := newRowsDrawing(samples, marks)
	p := newPaper(DefaultStyle(), pageWidth)
	p.heading(title, "")
	p.legend(d.legend(p.style))
	if d.majorLines() {
		p.y -= lineHeight * p.style.TextPt // their labels
	}
	f := overTime{time: d.during.axis(), strips: d.strips(p.style)}
	f.panels = []timePanel{{yTitle: "rows read per row returned", height: rowsTimeHeight,
		top: axisTop(d.highest), draw: d.draw}}
	f.drawPanels(p)
	return Figure{Title: title, Header: rowsTimeHeader(), Rows: rowsTimeCells(samples, marks),
		paper: p}, nil
}

// rowsDrawing is what the panel and its strips draw.
type rowsDrawing struct {
	samples []RowsSample
	times   map[string][]float64 // of marks, by kind
	during  extent
	highest float64
	// What was measured at all.
	ranges, band, gets, indexes bool
}

func newRowsDrawing(samples []RowsSample, marks []Mark) rowsDrawing {
	d := rowsDrawing{samples: samples, times: map[string][]float64{}}
	for _, s := range samples {
		d.during.add(s.AtS)
		for _, q := range measured(s.quantities()...) {
			d.highest = max(d.highest, q.value)
		}
		d.ranges = d.ranges || !math.IsNaN(s.RangeMean)
		d.band = d.band || s.hasBand()
		d.gets = d.gets || !math.IsNaN(s.GetMean)
		d.indexes = d.indexes || !math.IsNaN(s.IndexMean)
	}
	for _, m := range marks {
		d.during.add(m.AtS)
		kind := strings.ToLower(m.Kind)
		d.times[kind] = append(d.times[kind], m.AtS)
	}
	return d
}

// majorLines says whether majors are lines through the panel.
func (d rowsDrawing) majorLines() bool {
	n := len(d.times["major"])
	return n > 0 && n <= maxMajorLines
}

// draw draws the panel from what covers most to what covers least. The thinner lines are calm, so
// that they are seen before the saw-tooth of ranges and leave it to be seen.
func (d rowsDrawing) draw(p *paper, a axes) {
	d.drawBand(p, a)
	if d.majorLines() {
		d.drawMajors(p, a)
	}
	p.curve(p.style.Predicted, p.style.LinePt,
		a.curve(d.series(func(s RowsSample) float64 { return s.RangeMean })))
	p.curve(p.style.IndexLine, thinLine*p.style.LinePt,
		a.calm(d.series(func(s RowsSample) float64 { return s.IndexMean })))
	p.curve(p.style.GetLine, thinLine*p.style.LinePt,
		a.calm(d.series(func(s RowsSample) float64 { return s.GetMean })))
}

// series is a quantity of the samples.
func (d rowsDrawing) series(value func(RowsSample) float64) series {
	return series{len(d.samples), func(i int) (x, y float64) {
		return d.samples[i].AtS, value(d.samples[i])
	}}
}

// drawBand fills each stretch of samples that have both percentiles.
func (d rowsDrawing) drawBand(p *paper, a axes) {
	edge := func(value func(RowsSample) float64) line {
		return a.curve(d.series(func(s RowsSample) float64 {
			if !s.hasBand() {
				return math.NaN()
			}
			return value(s)
		}))
	}
	lower := edge(func(s RowsSample) float64 { return s.RangeP5 })
	upper := edge(func(s RowsSample) float64 { return s.RangeP95 })
	for i := range upper {
		p.between(p.style.bandColor(), upper[i], lower[i])
	}
}

// bandColor is that of the band around the line of ranges.
func (s Style) bandColor() color.NRGBA { return tint(s.Predicted, s.Paper, 0.25) }

// drawMajors draws the lines of majors, and above the panel their labels as far as there is room.
func (d rowsDrawing) drawMajors(p *paper, a axes) {
	const text = "major"
	half := p.widthOf(p.text(), text) / 2
	free := vg.Length(0) // where the last label ends
	for _, s := range slices.Sorted(slices.Values(d.times["major"])) {
		x := a.x.at(s)
		p.dashed(p.style.markColor("major"), p.style.LinePt, at(x, a.y.from), at(x, a.y.to))
		left := min(max(x-half, a.x.from), p.width-pageMargin-2*half)
		if left >= free {
			p.write(p.text(), at(left, a.y.to+labelGap), atStart, atStart, 0, text)
			free = left + 2*half + 2*labelGap
		}
	}
}

// inStrip says whether a kind of marks has a strip: all that occur, but not majors drawn as lines.
func (d rowsDrawing) inStrip(kind string) bool {
	return len(d.times[kind]) > 0 && !(kind == "major" && d.majorLines())
}

// strips are those of the kinds that occur.
func (d rowsDrawing) strips(style Style) []strip {
	var list []strip
	for _, kind := range markKinds {
		if times := d.times[kind]; d.inStrip(kind) {
			name := fmt.Sprintf("%s × %d", kind, len(times))
			list = append(list, strip{name, eventTicks(style.markColor(kind), times)})
		}
	}
	return list
}

// crowded says whether some strip is.
func (d rowsDrawing) crowded() bool {
	return slices.ContainsFunc(markKinds, func(kind string) bool {
		return d.inStrip(kind) && crowded(len(d.times[kind]))
	})
}

// legend explains what is drawn.
func (d rowsDrawing) legend(s Style) []entry {
	var list []entry
	add := func(drawn bool, text string, sample func(*paper, vg.Rectangle)) {
		if drawn {
			list = append(list, entry{text, sample})
		}
	}
	add(d.ranges, "ranges, mean", lineSample(s.Predicted, s.LinePt))
	add(d.band, "ranges, 5th to 95th percentile", func(p *paper, r vg.Rectangle) {
		p.fill(s.bandColor(), r.Path())
	})
	add(d.gets, "point gets (tables per get)", lineSample(s.GetLine, thinLine*s.LinePt))
	add(d.indexes, "index scans", lineSample(s.IndexLine, thinLine*s.LinePt))
	add(d.crowded(), "strips are darker where there is more", nil)
	return list
}
