package validate

import (
	"math"
	"testing"

	"github.com/readamp/readamp/validate/record"
)

// handLine is a line of which only rows read and the two ratios matter, measured and predicted.
type handLine struct {
	label, script, statement string
	rows, cpu, qps           [2]float64
	fitted                   bool
	again                    bool // of the same phase as the line before
}

func handLines(list ...handLine) []Line {
	var lines []Line
	var phase *record.Phase
	for _, h := range list {
		if !h.again {
			phase = &record.Phase{Label: h.label, Script: h.script}
		}
		lines = append(lines, Line{Label: h.label, Script: h.script, Statement: h.statement,
			RowsRead: quantity(h.rows[0], h.rows[1]), CPURatio: quantity(h.cpu[0], h.cpu[1]),
			QPSRatio: quantity(h.qps[0], h.qps[1]), Fitted: h.fitted, Phase: phase})
	}
	return lines
}

// summarized is the summary of lines, all of one run.
func summarized(list ...handLine) Summary {
	return collectErrors("run", handLines(list...)).summary()
}

// is checks a figure; a want of NaN is a missing one.
func is(t *testing.T, name string, got *float64, want float64) {
	t.Helper()
	switch {
	case math.IsNaN(want) && got == nil:
	case math.IsNaN(want):
		t.Errorf("%s: got %v, want nothing", name, *got)
	case got == nil:
		t.Errorf("%s: nothing, want %v", name, want)
	case math.Abs(*got-want) > 1e-9:
		t.Errorf("%s: got %v, want %v", name, *got, want)
	}
}

var missing = math.NaN()

// TestQuantity: an error in percent of what was measured, and a difference where that is 0.
func TestQuantity(t *testing.T) {
	for _, c := range []struct{ measured, predicted, pct, abs float64 }{
		{200, 210, 5, missing}, {200, 190, -5, missing}, {-2, -1, -50, missing},
		{0, 0.25, missing, 0.25}, {0, 0, missing, 0}, {5, 0, -100, missing},
		{missing, 7, missing, missing}, {7, missing, missing, missing},
		{7, math.Inf(1), missing, missing},
	} {
		q := quantity(c.measured, c.predicted)
		is(t, "error_pct", q.ErrorPct, c.pct)
		is(t, "error_abs", q.ErrorAbs, c.abs)
		is(t, "measured", q.Measured, c.measured)
		if !math.IsInf(c.predicted, 0) {
			is(t, "predicted", q.Predicted, c.predicted)
		} else if q.Predicted != nil {
			t.Errorf("an infinite figure is shown: %v", *q.Predicted)
		}
	}
}

// TestQuantile interpolates between the values at the places next to 1 + (n-1) p.
func TestQuantile(t *testing.T) {
	for _, c := range []struct {
		p      float64
		values []float64
		want   float64
	}{
		{0.5, nil, missing}, {0.5, []float64{7}, 7}, {0.95, []float64{7}, 7},
		{0.5, []float64{4, 1, 3, 2}, 2.5},
		{0.9, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 10},
		{0.95, []float64{20, 10}, 19.5}, {0, []float64{2, 1}, 1}, {1, []float64{2, 1}, 2},
	} {
		values := append([]float64(nil), c.values...)
		is(t, "quantile", quantile(c.p, values), c.want)
		for i := range values {
			if values[i] != c.values[i] {
				t.Errorf("the values were sorted in place: %v", values)
			}
		}
	}
}

// TestSummary goes through a run of five states, read by ranges.
func TestSummary(t *testing.T) {
	// rows, CPU and QPS: measured, predicted.
	line := func(label string, rows, cpu, qps [2]float64) handLine {
		return handLine{label: label, script: "s", statement: "range", rows: rows, cpu: cpu,
			qps: qps}
	}
	s := summarized(
		line("base", [2]float64{100, 100}, [2]float64{0.98, 1}, [2]float64{1.01, 1}),
		line("base", [2]float64{100, 101}, [2]float64{1.02, 1}, [2]float64{0.99, 1}),
		line("mem", [2]float64{200, 204}, [2]float64{1.25, 1.5}, [2]float64{0.8, 0.7}),
		line("mini", [2]float64{400, 388}, [2]float64{2, 1.8}, [2]float64{0.5, 0.6}),
		line("recovered", [2]float64{100, 100}, [2]float64{1, 1}, [2]float64{1, 1}))
	// Errors of rows: 0, 1, 2, 3, 0 %.
	is(t, "rows median", s.RowsMedianAPE, 1)
	is(t, "rows 95th", s.RowsP95APE, 2.8)
	is(t, "gets", s.RowsAbsP95, missing)
	// Errors of CPU: 2/98, 2/102, 20, 10, 0 %.
	is(t, "CPU median", s.CPURatioMedianAPE, 200./98)
	is(t, "CPU 90th", s.CPURatioP90APE, 16)
	// Of QPS: 1/101, 1/99, 12.5, 20, 0 %.
	is(t, "QPS 90th", s.QPSRatioP90APE, 17)
	// Base and recovered are the same state. CPU: 0.98, 1.02, 1; QPS: 1.01, 0.99, 1.
	is(t, "CPU noise", s.CPUNoisePct, 2)
	is(t, "QPS noise", s.QPSNoisePct, 1)
	is(t, "noise", s.NoisePct, 2)
	// In the two dirty states: ours 20, 10, 12.5, 20 %; base always 20, 50, 25, 100 %; the state
	// before, CPU 1.02 and 1.25, QPS 0.99 and 0.8: 18.4, 37.5, 23.75, 60 %.
	is(t, "ours", s.RatioMedianAPE, 16.25)
	is(t, "dummy base", s.DummyBaseMedianAPE, 37.5)
	is(t, "dummy previous", s.DummyPreviousMedianAPE, (23.75+37.5)/2)
	// Rows: base always is off by 100 of 200 and 300 of 400, the state before by 50 and 50 %.
	is(t, "rows dummy base", s.RowsDummyBaseMedianAPE, 62.5)
	is(t, "rows dummy previous", s.RowsDummyPreviousMedianAPE, 50)
}

// TestSummaryGets: gets are judged in rows, not in percent, and a phase's ratio counts once however
// many statements it has.
func TestSummaryGets(t *testing.T) {
	one := [2]float64{1, 1}
	s := summarized(
		handLine{label: "base", script: "ro", statement: "get", rows: [2]float64{0.1, 0.2},
			cpu: one, qps: one},
		handLine{label: "base", script: "ro", statement: "range", rows: [2]float64{100, 100},
			cpu: one, qps: one, again: true},
		handLine{label: "mem", script: "ro", statement: "get", rows: [2]float64{1.5, 1.2},
			cpu: [2]float64{2, 1}, qps: one},
		handLine{label: "mem", script: "ro", statement: "range", rows: [2]float64{200, 200},
			cpu: [2]float64{9, 1}, qps: one, again: true})
	is(t, "gets 95th", s.RowsAbsP95, 0.1+0.95*0.2) // of 0.1 and 0.3
	is(t, "rows median", s.RowsMedianAPE, 0)
	is(t, "CPU 90th", s.CPURatioP90APE, 45) // of 0 and 50 %
}

// TestSummaryFitted: what was fitted is not judged, but is part of the noise and of what the
// dummies know.
func TestSummaryFitted(t *testing.T) {
	one := [2]float64{1, 1}
	s := summarized(
		handLine{label: "base", script: "s", statement: "range", rows: [2]float64{100, 300},
			cpu: [2]float64{0.9, 5}, qps: one, fitted: true},
		handLine{label: "base", script: "s", statement: "range", rows: [2]float64{100, 100},
			cpu: [2]float64{1.1, 1.1}, qps: one},
		handLine{label: "mem", script: "s", statement: "range", rows: [2]float64{150, 999},
			cpu: [2]float64{1.6, 9}, qps: one, fitted: true},
		handLine{label: "mini", script: "s", statement: "range", rows: [2]float64{200, 210},
			cpu: [2]float64{2, 2.2}, qps: one})
	is(t, "rows 95th", s.RowsP95APE, 0.95*5) // of 0 and 5 %
	is(t, "CPU 90th", s.CPURatioP90APE, 0.9*10)
	is(t, "CPU noise", s.CPUNoisePct, 100*math.Sqrt(0.02))
	// Of the dirty states only mini is judged: CPU 2 after 1.6, and QPS 1 after 1.
	is(t, "dummy previous", s.DummyPreviousMedianAPE, 10)
	is(t, "rows dummy previous", s.RowsDummyPreviousMedianAPE, 25)
	is(t, "rows dummy base", s.RowsDummyBaseMedianAPE, 50)
}

// TestSummaryMissing: nothing measured gives no figure, and no division by zero.
func TestSummaryMissing(t *testing.T) {
	none := [2]float64{missing, 1}
	s := summarized(handLine{label: "base", script: "s", statement: "range",
		rows: none, cpu: none, qps: none},
		handLine{label: "mini", script: "s", statement: "get", rows: none, cpu: none, qps: none})
	if s != (Summary{}) {
		t.Errorf("got %+v", s)
	}
	if s := collectErrors("run", nil).summary(); s != (Summary{}) {
		t.Errorf("of nothing: %+v", s)
	}
	// A single base repeats nothing: no noise.
	one := [2]float64{1, 1}
	s = summarized(handLine{label: "base", script: "s", statement: "range",
		rows: [2]float64{0, 5}, cpu: one, qps: one})
	is(t, "noise", s.NoisePct, missing)
	is(t, "rows of nothing measured", s.RowsMedianAPE, missing)
	is(t, "CPU", s.CPURatioMedianAPE, 0)
}

// TestOverall pools runs: errors together, noise within each run and script. Both runs scatter by
// 1 %, around bases that differ by half.
func TestOverall(t *testing.T) {
	report := func(name string, measured ...float64) *RunReport {
		var list []handLine
		for _, m := range measured {
			list = append(list, handLine{label: "base", script: "s", statement: "range",
				rows: [2]float64{100, 100 * m}, cpu: [2]float64{m, m}, qps: [2]float64{1, 1}})
		}
		return &RunReport{Run: name, errors: collectErrors(name, handLines(list...))}
	}
	s := Overall([]*RunReport{report("a", 1.01, 1, 0.99), report("b", 1.515, 1.5, 1.485)})
	is(t, "CPU noise", s.CPUNoisePct, 1)
	is(t, "QPS noise", s.QPSNoisePct, 0)
	// Errors of rows: 1, 0, 1, 51.5, 50, 48.5 %.
	is(t, "rows median", s.RowsMedianAPE, (1+48.5)/2)
	if s := Overall(nil); s != (Summary{}) {
		t.Errorf("of no run: %+v", s)
	}
}
