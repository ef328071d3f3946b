package plots

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// The figure of rates over time: the claim is that the rate of reads falls as the stack grows, by
// how much, and when writes had to wait.

const (
	readRateHeight  = 130.0 // points
	writeRateHeight = 56.0  // points
)

// RateSample is what a server does at a moment.
type RateSample struct {
	AtS float64 // seconds from 00:00 of the plan, not falling
	// ReadQPS is the predicted rate of the stated read load, in queries per second; NaN means not
	// predicted, and the line has a gap there.
	ReadQPS         float64
	WriteEventsPerS float64
	// ThrottledShare is the part of the time since the sample before in which writes were
	// throttled, 0 to 1.
	ThrottledShare float64
}

// RatesOverTime shows the predicted rate of reads over the writes that slow them down, on one time
// axis. When writes were throttled, a strip below is dark, the darker the larger the part of the
// time; its name has the sum in seconds.
//
// Errors: no samples, too many of them, no predicted rate at all, times that go back, a number that
// is infinite, negative or too large, a share above 1. They name the sample, counted from 1.
func RatesOverTime(title string, samples []RateSample) (Figure, error) {
	if err := checkRates(samples); err != nil {
		return Figure{}, fmt.Errorf("plots: rates over time: %w", err)
	}
	p := newPaper(DefaultStyle(), pageWidth)
	p.heading(title, "")
	newRatesDrawing(samples).over(p)
	return Figure{Title: title,
		Header: []string{"at_s", "read_qps", "write_events_per_s", "throttled_share"},
		Rows:   rateCells(samples), paper: p}, nil
}

// checkRates refuses what can't be drawn.
func checkRates(samples []RateSample) error {
	if err := checkSeries(len(samples), func(i int) float64 { return samples[i].AtS }); err != nil {
		return err
	}
	for i, s := range samples {
		list := append(measured(quantity{"read QPS", s.ReadQPS}),
			quantity{"write events per second", s.WriteEventsPerS},
			quantity{"throttled share", s.ThrottledShare})
		if err := checkNumbers(sampleName(i, s.AtS), list...); err != nil {
			return err
		}
		if s.ThrottledShare > 1 {
			return fmt.Errorf("%s: throttled share is %v; the most is 1", sampleName(i, s.AtS),
				s.ThrottledShare)
		}
	}
	if !slices.ContainsFunc(samples, func(s RateSample) bool { return !math.IsNaN(s.ReadQPS) }) {
		return errors.New("no read rate in any sample")
	}
	return nil
}

func rateCells(samples []RateSample) [][]string {
	cells := make([][]string, len(samples))
	for i, s := range samples {
		cells[i] = []string{cell(s.AtS), cellOrNone(s.ReadQPS), cell(s.WriteEventsPerS),
			cell(s.ThrottledShare)}
	}
	return cells
}

// ratesDrawing is what is drawn.
type ratesDrawing struct {
	samples      []RateSample
	during       extent
	reads, write float64 // the highest rates
	throttledS   float64
}

func newRatesDrawing(samples []RateSample) ratesDrawing {
	d := ratesDrawing{samples: samples}
	before := samples[0].AtS
	for _, s := range samples {
		d.during.add(s.AtS)
		if !math.IsNaN(s.ReadQPS) {
			d.reads = max(d.reads, s.ReadQPS)
		}
		d.write = max(d.write, s.WriteEventsPerS)
		d.throttledS += s.ThrottledShare * (s.AtS - before)
		before = s.AtS
	}
	return d
}

// over draws the two panels and the strip.
func (d ratesDrawing) over(p *paper) {
	curve := func(a axes, value func(RateSample) float64) line {
		return a.curve(series{len(d.samples), func(i int) (x, y float64) {
			return d.samples[i].AtS, value(d.samples[i])
		}})
	}
	f := overTime{time: d.during.axis()}
	f.panels = []timePanel{
		{name: "reads, predicted", yTitle: "queries per second", height: readRateHeight,
			top: axisTop(d.reads), draw: func(p *paper, a axes) {
				p.curve(p.style.Predicted, p.style.LinePt,
					curve(a, func(s RateSample) float64 { return s.ReadQPS }))
			}},
		{name: "writes", yTitle: "events per second", height: writeRateHeight,
			top: axisTop(d.write), draw: func(p *paper, a axes) {
				writes := curve(a, func(s RateSample) float64 { return s.WriteEventsPerS })
				p.under(p.style.Measured.Color, a.y.from, writes)
				p.curve(p.style.Faint, thinLine*p.style.LinePt, writes)
			}},
	}
	if d.throttledS > 0 {
		name := "throttled " + secondsLabel(d.throttledS)
		f.strips = []strip{{name, d.throttled}}
	}
	f.drawPanels(p)
}

// throttled draws the strip: in each bin the largest share, so that a short one is not lost among
// long quiet ones.
func (d ratesDrawing) throttled(p *paper, frame vg.Rectangle, x span) {
	shares := make([]float64, bins(frame))
	for i := 1; i < len(d.samples); i++ {
		from := bin(x.at(d.samples[i-1].AtS), frame)
		to := bin(x.at(d.samples[i].AtS), frame)
		for b := from; b <= to; b++ {
			shares[b] = max(shares[b], d.samples[i].ThrottledShare)
		}
	}
	p.heat(p.style.Ink, frame, shares, 1)
}

// secondsLabel writes a sum of seconds; less than one is not written as none.
func secondsLabel(s float64) string {
	if s < 1 {
		return "< 1 s"
	}
	return fmt.Sprintf("%.0f s", s)
}
