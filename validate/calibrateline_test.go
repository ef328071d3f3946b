package validate

import (
	"context"
	"math"
	"testing"

	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/validate/record"
)

// TestRowsLine: where the measured ratios are straight in the rows read per row, the lines of both
// scripts come back, and the dummy they make errs by nothing.
func TestRowsLine(t *testing.T) {
	run := plantedRun(t)
	p := predicted(t, run, handCost())
	perRow := p.rowsPerRow()
	for _, phase := range p.Phases {
		m, s := phase.Phase, observe(run)[phase.Phase].speed
		rows := perRow[phase.State] - 1
		idle := idleCPU(run) * (m.End - m.Start)
		m.QPS = s.qps * (1 - 0.25*rows)
		m.ServerCPUSeconds = idle + s.cpuMicros*(1+0.5*rows)*float64(m.Queries.Total)/1e6
	}
	cost, err := Calibrate(context.Background(), []*record.Run{run}, seekdbRules)
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range []string{"oltp_read_only", "oltp_point_select"} {
		l := cost.RowsLine[script]
		// The ids that a fit's statements draw follow from its rates: rows differ a little.
		if !near(l.CPU.Slope, 0.5, 0.01) || !near(l.CPU.Intercept, 0.5, 0.01) ||
			!near(l.Rate.Slope, -0.25, 0.01) || !near(l.Rate.Intercept, 1.25, 0.01) {
			t.Errorf("%s: %+v", script, l)
		}
	}
	r, err := Compare(context.Background(), run, seekdb(t), cost)
	if err != nil {
		t.Fatal(err)
	}
	if e := *r.Summary.DummyLineMedianAPE; e > 0.1 {
		t.Errorf("the line is off by %v %%", e)
	}
}

// TestRowsLineMissing: without ranges, or costs set by hand, there is no line.
func TestRowsLineMissing(t *testing.T) {
	for _, cost := range []*model.Cost{nil, handCost()} {
		got := straightRatios(cost, "oltp_read_only", 1)
		if !math.IsNaN(got[0]) || !math.IsNaN(got[1]) {
			t.Errorf("%v", got)
		}
	}
	if lines := new(lineFit).fit(); len(lines) != 0 {
		t.Errorf("of nothing: %v", lines)
	}
	if s := compared(t, plantedRun(t), false).Summary; s.DummyLineMedianAPE != nil {
		t.Errorf("costs set by hand: %v", *s.DummyLineMedianAPE)
	}
}
