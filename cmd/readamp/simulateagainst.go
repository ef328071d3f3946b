package main

import (
	"context"
	"slices"

	"github.com/readamp/readamp/internal/texttab"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/validate"
	"github.com/readamp/readamp/validate/record"
)

// againstFlags are what may be said beside --against.
var againstFlags = []string{"against", "arch", "format", "seed", "server-version"}

// runAgainst predicts a recorded run and judges the result.
func runAgainst(ctx context.Context, e env, f *simulateFlags) error {
	for _, name := range f.used {
		if !slices.Contains(againstFlags, name) {
			return usageError("--against and --%s: the recorded run says what is simulated", name)
		}
	}
	run, err := record.OpenRun(f.against)
	if err != nil {
		return err
	}
	if p := run.Config().Protocol; p != validate.Natural {
		return failure("%s: protocol %s: its freezes were asked for; readamp compare judges such "+
			"runs", run.File, p)
	}
	rules, err := rulesOf(f.serverVersion, f.arch)(run)
	if err != nil {
		return err
	}
	r, err := validate.CompareNatural(ctx, run, rules, timeline.DefaultTiming(), f.seed)
	if err != nil {
		return err
	}
	if err := writeAgainst(e, f.format, r); err != nil {
		return err
	}
	if !r.Passed {
		return answerNo("%s: a bar is missed", run.File)
	}
	return nil
}

// writeAgainst writes the verdict in the format.
func writeAgainst(e env, format string, r *validate.NaturalReport) error {
	if format == formatJSON {
		return writeJSON(e.stdout, r)
	}
	if err := writeTable(e, format, checksTable(r)); err != nil || format == formatCSV {
		return err
	}
	for _, t := range []*texttab.Table{freezesTable(r), mergesTable(r), rowsTable(r)} {
		if err := writeText(e, "\n"); err != nil {
			return err
		}
		if err := writeTable(e, format, t); err != nil {
			return err
		}
	}
	return nil
}

func checksTable(r *validate.NaturalReport) *texttab.Table {
	t := texttab.New(texttab.Column{Name: "check"}, texttab.Column{Name: "bar"},
		texttab.Column{Name: "result"}, number("compared", "compared", "", "%.0f"),
		number("missed", "missed", "", "%.0f"), texttab.Column{Name: "verdict"})
	for _, c := range r.Checks {
		verdict := "missed"
		if c.Passed {
			verdict = "held"
		}
		t.Row(c.What, c.Bar, c.Result, c.Of, c.Missed, verdict)
	}
	return t
}

func freezesTable(r *validate.NaturalReport) *texttab.Table {
	t := texttab.New(number("freeze", "freeze", "", "%.0f"),
		number("measured_at_s", "at", "s measured", "%.1f"),
		number("predicted_at_s", "at", "s predicted", "%.1f"),
		number("events_measured", "events since", "measured", "%.0f"),
		number("events_predicted", "events since", "predicted", "%.0f"),
		number("error_pct", "error", "%", "%+.1f"), number("error_s", "error", "s", "%+.1f"))
	for _, f := range r.Freezes {
		cells := []any{f.Number, cell(f.MeasuredAtS), cell(f.PredictedAtS), f.EventsMeasured,
			f.EventsPredicted, f.ErrorPct, f.ErrorS}
		if f.MeasuredAtS == nil { // one of them has no such freeze: there is no error either
			cells[3], cells[5], cells[6] = nil, nil, nil
		}
		if f.PredictedAtS == nil {
			cells[4], cells[5], cells[6] = nil, nil, nil
		}
		t.Row(cells...)
	}
	return t
}

func mergesTable(r *validate.NaturalReport) *texttab.Table {
	t := texttab.New(texttab.Column{Name: "tablet"}, texttab.Column{Name: "measured"},
		texttab.Column{Name: "predicted"})
	for _, m := range r.Merges {
		predicted := m.Predicted
		if m.Equal {
			predicted = "same"
		}
		t.Row(m.Tablet, m.Measured, predicted)
	}
	return t
}

func rowsTable(r *validate.NaturalReport) *texttab.Table {
	t := texttab.New(texttab.Column{Name: "state"},
		number("measured", "rows read", "measured", "%.1f"),
		number("predicted", "rows read", "predicted", "%.1f"),
		number("error_pct", "error", "%", "%+.1f"),
		number("told", "rows read", "told freezes", "%.1f"),
		number("told_pct", "error", "%", "%+.1f"),
		number("two_se", "2 standard", "errors %", "%.1f"))
	for _, l := range r.Rows {
		t.Row(l.Label, l.Measured, l.Predicted, l.ErrorPct, l.Told, l.ToldPct, l.TwoErrsPct)
	}
	return t
}
