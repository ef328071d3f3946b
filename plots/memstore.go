package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
)

// The figure of memory over time: the claim is that freezes come at the trigger, and use stays
// away from where writes are throttled.

const (
	memstoreHeight = 170.0 // points
	levelReach     = 2.6   // levels up to so many times the peak are drawn
	leaderLength   = 8.0   // points from the end of a level to its label
)

// MemstoreSample is the memory of a tenant's memtables at a moment.
type MemstoreSample struct {
	AtS         float64 // seconds from 00:00 of the plan, not falling
	ActiveBytes float64 // of the active memtables
	UsedBytes   float64 // held by all, those that are being flushed too
}

// MemstoreLevels are the levels that decide over freezes and throttling; 0 means there is none.
type MemstoreLevels struct {
	TriggerBytes  float64 // a freeze is due
	ThrottleBytes float64 // writes are slowed down
	LimitBytes    float64 // writes fail
}

// MemstoreOverTime shows the memory of memtables over time, used and active, against the freeze
// trigger, the throttle point and the limit. Levels far above the peak would press the saw-tooth
// flat; they are written above the panel instead of drawn, with how far away they are.
//
// Samples just before and after each freeze keep its peak in the figure, however far apart the
// others are; all samples may be given, since lines are thinned when they are drawn.
//
// MB and GB are 2^20 and 2^30 bytes, as in the server's parameters.
//
// Errors: no samples, too many of them, times that go back, a number that is NaN, infinite,
// negative or too large. They name the sample, counted from 1.
func MemstoreOverTime(title string, samples []MemstoreSample, levels MemstoreLevels) (
	Figure, error) {
	if err := checkMemstore(samples, levels); err != nil {
		return Figure{}, fmt.Errorf("plots: memstore over time: %w", err)
	}
	d := newMemstoreDrawing(samples, levels)
	p := newPaper(DefaultStyle(), pageWidth)
	p.heading(title, d.remark())
	p.legend(memstoreLegend(p.style))
	f := overTime{time: d.during.axis()}
	for _, l := range d.drawn {
		width := p.widthOf(p.text(), l.label())
		f.right = max(f.right, leaderLength+labelGap+width)
	}
	f.panels = []timePanel{{yTitle: "memory of memtables (" + d.unit.name + ")",
		height: memstoreHeight, top: axisTop(d.highest / d.unit.size), draw: d.draw}}
	f.drawPanels(p)
	return Figure{Title: title, Header: memstoreHeader(), Rows: memstoreCells(samples, levels),
		paper: p}, nil
}

// checkMemstore refuses what can't be drawn.
func checkMemstore(samples []MemstoreSample, levels MemstoreLevels) error {
	if err := checkSeries(len(samples), func(i int) float64 { return samples[i].AtS }); err != nil {
		return err
	}
	for i, s := range samples {
		if err := checkNumbers(sampleName(i, s.AtS), quantity{"active bytes", s.ActiveBytes},
			quantity{"used bytes", s.UsedBytes}); err != nil {
			return err
		}
	}
	return checkNumbers("the levels", quantity{"trigger bytes", levels.TriggerBytes},
		quantity{"throttle bytes", levels.ThrottleBytes},
		quantity{"limit bytes", levels.LimitBytes})
}

// memstoreDrawing is what is drawn and what is only written.
type memstoreDrawing struct {
	samples       []MemstoreSample
	drawn, beyond []level
	peak, highest float64 // bytes: of the samples, and of all that is drawn
	during        extent
	unit          byteUnit
}

// level is a line at a number of bytes.
type level struct {
	name  string
	bytes float64
}

func (l level) label() string { return l.name + " " + bytesLabel(l.bytes) }

func newMemstoreDrawing(samples []MemstoreSample, levels MemstoreLevels) memstoreDrawing {
	d := memstoreDrawing{samples: samples}
	for _, s := range samples {
		d.during.add(s.AtS)
		d.peak = max(d.peak, s.UsedBytes, s.ActiveBytes)
	}
	d.highest = d.peak
	for _, l := range []level{{"trigger", levels.TriggerBytes},
		{"throttle", levels.ThrottleBytes}, {"limit", levels.LimitBytes}} {
		scale := d.peak
		if scale == 0 {
			scale = d.highest // without use, the first level
		}
		switch {
		case l.bytes == 0:
		case scale == 0 || l.bytes <= levelReach*scale:
			d.drawn = append(d.drawn, l)
			d.highest = max(d.highest, l.bytes)
		default:
			d.beyond = append(d.beyond, l)
		}
	}
	d.unit = unitOf(d.highest)
	return d
}

// remark says where the levels are that are not drawn.
func (d memstoreDrawing) remark() string {
	text := "peak " + bytesLabel(d.peak)
	var parts []string
	for _, l := range d.beyond {
		part := l.label()
		if d.peak > 0 {
			part += fmt.Sprintf(" (%.*f × the peak)", decimalsFor(l.bytes/d.peak), l.bytes/d.peak)
		}
		parts = append(parts, part)
	}
	if len(parts) > 0 {
		text += "; above the panel: " + strings.Join(parts, ", ")
	}
	return text
}

// decimalsFor is a digit after the point for small ratios.
func decimalsFor(ratio float64) int {
	if ratio < 10 {
		return 1
	}
	return 0
}

// draw draws the active part as an area, as it fills up, and over it the use as a line.
func (d memstoreDrawing) draw(p *paper, a axes) {
	curve := func(value func(MemstoreSample) float64) line {
		return a.curve(series{len(d.samples), func(i int) (x, y float64) {
			return d.samples[i].AtS, value(d.samples[i]) / d.unit.size
		}})
	}
	active := curve(func(s MemstoreSample) float64 { return s.ActiveBytes })
	p.under(p.style.Memtable.Color, a.y.from, active)
	if !active.dense() { // else its line would cover the area
		p.curve(p.style.MemtableEdge, thinLine*p.style.LinePt, active)
	}
	p.curve(p.style.Predicted, p.style.LinePt,
		curve(func(s MemstoreSample) float64 { return s.UsedBytes }))
	d.drawLevels(p, a)
}

// drawLevels draws the levels and, right of their ends, their labels, moved apart where they would
// touch.
func (d memstoreDrawing) drawLevels(p *paper, a axes) {
	var ys []vg.Length
	for _, l := range d.drawn {
		ys = append(ys, a.y.at(l.bytes/d.unit.size))
	}
	places := apart(ys, lineHeight*p.style.TextPt, a.y.from, a.y.to)
	for i, l := range d.drawn {
		p.dashed(p.style.Ink, p.style.LinePt, at(a.x.from, ys[i]), at(a.x.to, ys[i]))
		end := at(a.x.to+leaderLength, places[i])
		p.line(p.style.Faint, p.style.EdgePt, at(a.x.to, ys[i]), end)
		p.write(p.text(), end.Add(at(labelGap, 0)), atStart, atMiddle, 0, l.label())
	}
}

// apart moves heights that are nearer than gap away from each other, within low and high if they
// fit in there. Equal heights stay in their order.
func apart(ys []vg.Length, gap, low, high vg.Length) []vg.Length {
	order := make([]int, len(ys))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ys[a], ys[b]) })
	places := slices.Clone(ys)
	floor := low
	for _, i := range order {
		places[i] = max(places[i], floor)
		floor = places[i] + gap
	}
	ceiling := high
	for _, i := range slices.Backward(order) {
		places[i] = min(places[i], ceiling)
		ceiling = places[i] - gap
	}
	return places
}

func memstoreLegend(s Style) []entry {
	return []entry{
		{"used by all memtables", lineSample(s.Predicted, s.LinePt)},
		{"active part", func(p *paper, r vg.Rectangle) {
			p.fill(s.Memtable.Color, r.Path())
			p.line(s.MemtableEdge, thinLine*s.LinePt, at(r.Min.X, r.Max.Y), r.Max)
		}},
	}
}

func memstoreHeader() []string {
	return []string{"at_s", "active_bytes", "used_bytes", "trigger_bytes", "throttle_bytes",
		"limit_bytes"}
}

// memstoreCells repeats the levels in every line, so that a line can be judged alone.
func memstoreCells(samples []MemstoreSample, levels MemstoreLevels) [][]string {
	cells := make([][]string, len(samples))
	for i, s := range samples {
		cells[i] = []string{cell(s.AtS), cell(s.ActiveBytes), cell(s.UsedBytes),
			cell(levels.TriggerBytes), cell(levels.ThrottleBytes), cell(levels.LimitBytes)}
	}
	return cells
}

// byteUnit is a unit of memory.
type byteUnit struct {
	name string
	size float64
}

// unitOf is the largest unit of which v has at least one.
func unitOf(v float64) byteUnit {
	unit := byteUnit{"bytes", 1}
	for i, name := range []string{"KB", "MB", "GB", "TB"} {
		if size := math.Exp2(10 * float64(i+1)); v >= size {
			unit = byteUnit{name, size}
		}
	}
	return unit
}

// bytesLabel writes a size with three digits and its unit.
func bytesLabel(v float64) string {
	unit := unitOf(v)
	if unit.size == 1 {
		return fmt.Sprintf("%.0f bytes", v)
	}
	text := threeDigits(v / unit.size)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text + " " + unit.name
}
