package plots

import (
	"fmt"

	"gonum.org/v1/plot/vg"
)

// The figure of rates by phase: the claim is that points stay inside the intervals.

// aside is how far intervals stand left of the middle of a bar and predictions right of it, as a
// part of the room of a phase, so that neither hides the other.
const aside = 0.17

// maxCapWidth is the width in points of the bars at the ends of an interval, where there is room.
const maxCapWidth = 8

// QPSRow is one phase of one run under one sysbench script. Rates are in queries per second.
type QPSRow struct {
	Run, Phase, Script string
	MeasuredQPS        float64 // mean of the phase
	LowQPS, HighQPS    float64 // interval of the rates of its single seconds
	PredictedQPS       float64 // what the model says without having seen the measured rate
	Fitted             bool    // the model was fitted on this phase: agreement proves less
}

// QPSByPhase shows how the rate falls and recovers from phase to phase, and how far the prediction
// follows: measured rates as bars with the interval of the single seconds, predicted rates as
// points. There is a panel for each run and script, in order of appearance; a phase stands at the
// same x in all panels of a run, and panels of the same script have the same y axis. Rows that
// were not measured are left out by the caller.
//
// Errors: no rows, too many of them, a number that is NaN, infinite or negative, an interval that
// ends below its beginning. They name the row, counted from 1.
func QPSByPhase(title string, rows []QPSRow) (Figure, error) {
	l, err := checkedLadder(rows)
	if err != nil {
		return Figure{}, fmt.Errorf("plots: QPS by phase: %w", err)
	}
	p := newPaper(DefaultStyle(), pageWidth)
	p.heading(title, "")
	p.legend(qpsLegend(rows))
	byPhase{
		ladder: l,
		yTitle: "queries per second",
		top:    func(row int) float64 { return rows[row].highest() },
		draw:   func(p *paper, a axes, bars []bar) { drawQPS(p, a, bars, rows) },
	}.panels(p)
	return Figure{Title: title, Header: qpsHeader(), Rows: qpsCells(rows), paper: p}, nil
}

func (r QPSRow) step() step { return step{r.Run, r.Script, r.Phase} }

// highest is the largest rate that is drawn for the row, in queries per second.
func (r QPSRow) highest() float64 { return max(r.HighQPS, r.MeasuredQPS, r.PredictedQPS) }

// check refuses row i. The interval need not hold the mean, because it may leave out stray seconds.
func (r QPSRow) check(i int) error {
	where := fmt.Sprintf("row %d (run %s, phase %s, %s)", i+1, r.Run, r.Phase, r.Script)
	if r.LowQPS > r.HighQPS {
		return fmt.Errorf("%s: low QPS %v is above high QPS %v", where, r.LowQPS, r.HighQPS)
	}
	return checkNumbers(where, quantity{"measured QPS", r.MeasuredQPS},
		quantity{"low QPS", r.LowQPS}, quantity{"high QPS", r.HighQPS},
		quantity{"predicted QPS", r.PredictedQPS})
}

// qpsHeader names the columns, with the unit in the name.
func qpsHeader() []string {
	return []string{"run", "phase", "script", "measured_qps", "low_qps", "high_qps",
		"predicted_qps", "fitted"}
}

func qpsCells(rows []QPSRow) [][]string {
	cells := make([][]string, len(rows))
	for i, r := range rows {
		cells[i] = []string{r.Run, r.Phase, r.Script, cell(r.MeasuredQPS), cell(r.LowQPS),
			cell(r.HighQPS), cell(r.PredictedQPS), yesNo(r.Fitted)}
	}
	return cells
}

// drawQPS draws one panel: bars with their intervals, then the line of predictions, then its marks
// over both. The line is broken where the panel has no row for a phase.
func drawQPS(p *paper, a axes, bars []bar, rows []QPSRow) {
	for _, b := range bars {
		r := rows[b.row]
		p.bar(p.style.Measured, a.barBox(b.x, 0, r.MeasuredQPS))
		x := a.x.at(float64(b.x) - aside)
		width := min(a.x.at(aside)-a.x.at(0), maxCapWidth)
		p.interval(x, a.y.at(r.LowQPS), a.y.at(r.HighQPS), width)
	}
	center := func(b bar) vg.Point {
		return at(a.x.at(float64(b.x)+aside), a.y.at(rows[b.row].PredictedQPS))
	}
	for i := 1; i < len(bars); i++ {
		if bars[i].x == bars[i-1].x+1 {
			p.line(p.style.Predicted, p.style.LinePt, center(bars[i-1]), center(bars[i]))
		}
	}
	for _, b := range bars {
		p.mark(Circle, p.style.Predicted, rows[b.row].Fitted, center(b), a.markRadius(p.style))
	}
}

// qpsLegend explains the hollow marks only where there are some.
func qpsLegend(rows []QPSRow) []entry {
	list := []entry{
		{"measured: mean of the phase", func(p *paper, r vg.Rectangle) {
			p.bar(p.style.Measured, r)
		}},
		{"low to high of the single seconds", func(p *paper, r vg.Rectangle) {
			p.interval(middle(r).X, r.Min.Y, r.Max.Y, r.Size().X/2)
		}},
		{"predicted", predictedSample(false)},
	}
	for _, r := range rows {
		if r.Fitted {
			return append(list, entry{"predicted, phase used in the fit", predictedSample(true)})
		}
	}
	return list
}

// predictedSample is the sample of a prediction in the legend: a mark on its line.
func predictedSample(hollow bool) func(p *paper, r vg.Rectangle) {
	return func(p *paper, r vg.Rectangle) {
		y := middle(r).Y
		p.line(p.style.Predicted, p.style.LinePt, at(r.Min.X, y), at(r.Max.X, y))
		p.mark(Circle, p.style.Predicted, hollow, middle(r), p.style.MarkPt)
	}
}
