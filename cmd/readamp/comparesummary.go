package main

import (
	"path/filepath"

	"github.com/readamp/readamp/internal/texttab"
	"github.com/readamp/readamp/validate"
)

// summaries has a row for each judged figure and a column for each run and for all.
func (r compareReport) summaries() *texttab.Table {
	columns := []texttab.Column{{Name: "error of phases not fitted"}, {Name: "unit"}}
	for _, run := range r.Runs {
		columns = append(columns, number(run.Run, shortRun(run.Run), "", "%.2f"))
	}
	columns = append(columns, number("all", "all", "", "%.2f"))
	t := texttab.New(columns...)
	for _, row := range summaryRows {
		cells := []any{row.name, row.unit}
		for _, run := range r.Runs {
			cells = append(cells, cell(row.of(run.Summary)))
		}
		t.Row(append(cells, cell(row.of(r.Summary)))...)
	}
	return t
}

// summaryRows are the figures of a summary in the order they are shown.
var summaryRows = []struct {
	name, unit string
	of         func(validate.Summary) *float64
}{
	{"rows read by ranges, median", "%",
		func(s validate.Summary) *float64 { return s.RowsMedianAPE }},
	{"rows read by ranges, 95th percentile", "%",
		func(s validate.Summary) *float64 { return s.RowsP95APE }},
	{"  dummy: base always, dirty states", "%",
		func(s validate.Summary) *float64 { return s.RowsDummyBaseMedianAPE }},
	{"  dummy: state before, dirty states", "%",
		func(s validate.Summary) *float64 { return s.RowsDummyPreviousMedianAPE }},
	{"rows read by gets, 95th percentile", "rows",
		func(s validate.Summary) *float64 { return s.RowsAbsP95 }},
	{"CPU per query over base, median", "%",
		func(s validate.Summary) *float64 { return s.CPURatioMedianAPE }},
	{"CPU per query over base, 90th percentile", "%",
		func(s validate.Summary) *float64 { return s.CPURatioP90APE }},
	{"  noise of the same state", "%",
		func(s validate.Summary) *float64 { return s.CPUNoisePct }},
	{"QPS over base, median", "%",
		func(s validate.Summary) *float64 { return s.QPSRatioMedianAPE }},
	{"QPS over base, 90th percentile", "%",
		func(s validate.Summary) *float64 { return s.QPSRatioP90APE }},
	{"  noise of the same state", "%",
		func(s validate.Summary) *float64 { return s.QPSNoisePct }},
	{"both ratios, dirty states, median", "%",
		func(s validate.Summary) *float64 { return s.RatioMedianAPE }},
	{"  dummy: base always", "%",
		func(s validate.Summary) *float64 { return s.DummyBaseMedianAPE }},
	{"  dummy: as in the state before", "%",
		func(s validate.Summary) *float64 { return s.DummyPreviousMedianAPE }},
	{"  dummy: straight line in rows per row", "%",
		func(s validate.Summary) *float64 { return s.DummyLineMedianAPE }},
	{"both ratios, inside their 90 % interval", "%",
		func(s validate.Summary) *float64 { return s.CoveragePct }},
}

// shortRun is a run's name in a table.
func shortRun(run string) string { return filepath.Base(run) }
