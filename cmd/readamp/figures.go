package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/readamp/readamp/plots"
	"github.com/readamp/readamp/validate"
)

// comparisonFigures are the rate by phase, the rows read by source, and every predicted figure
// against the measured one.
var comparisonFigures = []struct {
	name string
	draw func(compareReport) (plots.Figure, error)
}{
	{"qps-by-phase", drawQPS},
	{"rows-by-source", drawRows},
	{"rows-predicted-measured", drawRowsAgreement},
	{"cpu-predicted-measured", drawCPUAgreement},
}

// writeFigures draws a comparison into a folder; earlier figures there give way. Nothing is
// written unless all can be drawn.
func writeFigures(dir string, report compareReport) error {
	var figures []plots.Figure
	for _, f := range comparisonFigures {
		figure, err := f.draw(report)
		if err != nil {
			return fmt.Errorf("figure %s: %w", f.name, err)
		}
		figures = append(figures, figure)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for i, f := range comparisonFigures {
		if err := figures[i].Save(dir, f.name); err != nil {
			return err
		}
	}
	return nil
}

// remarkFigures says where the figures are.
func remarkFigures(e env, dir string) {
	for _, f := range comparisonFigures {
		e.remark("figure %s.svg, .png, numbers in .csv", filepath.Join(dir, f.name))
	}
}

// phaseLines are the first lines of each phase of a run.
func phaseLines(run *validate.RunReport) []validate.Line {
	var lines []validate.Line
	for i, l := range run.Lines {
		if validate.FirstOfPhase(run.Lines, i) {
			lines = append(lines, l)
		}
	}
	return lines
}

func drawQPS(report compareReport) (plots.Figure, error) {
	var rows []plots.QPSRow
	for _, run := range report.Runs {
		for _, l := range phaseLines(run) {
			if l.QPS.Measured == nil || len(l.Phase.Intervals) == 0 {
				continue
			}
			rows = append(rows, plots.QPSRow{Run: shortRun(run.Run), Phase: l.Label,
				Script: l.Script, MeasuredQPS: *l.QPS.Measured, PredictedQPS: *l.QPS.Predicted,
				LowQPS:  min(slices.Min(l.Phase.Intervals), *l.QPS.Measured),
				HighQPS: max(slices.Max(l.Phase.Intervals), *l.QPS.Measured),
				Fitted:  l.Fitted})
		}
	}
	return plots.QPSByPhase("Queries per second by phase, measured and predicted", rows)
}

func drawRows(report compareReport) (plots.Figure, error) {
	var rows []plots.RowsRow
	for _, run := range report.Runs {
		for _, l := range run.Lines {
			if l.RowsRead.Measured == nil || !drawnStatement(l) || l.Rows.Returned == 0 {
				continue
			}
			rows = append(rows, plots.RowsRow{Run: shortRun(run.Run), Phase: l.Label,
				Statement: l.Statement, ReturnedRows: l.Rows.Returned,
				MemtableRows: l.Rows.Memstore, IncrementalRows: l.Rows.Incremental,
				BaseSlowRows: l.Rows.BaseSlow, BaseFastRows: l.Rows.BaseFast,
				MeasuredRowsRead: *l.RowsRead.Measured})
		}
	}
	return plots.RowsByPhase("Rows read per row returned, by where they were read", rows)
}

// drawnStatement picks one statement of each shape: gets, and one of the four ranges, which read
// alike.
func drawnStatement(l validate.Line) bool {
	return l.Statement == "get" && l.Script == "oltp_point_select" || l.Statement == "range"
}

func drawRowsAgreement(report compareReport) (plots.Figure, error) {
	var pairs []plots.Pair
	for _, run := range report.Runs {
		for _, l := range run.Lines {
			if l.Statement != "get" && l.RowsRead.Measured != nil {
				pairs = append(pairs, plots.Pair{Group: shortRun(run.Run),
					Label: l.Label + " " + l.Statement, Measured: *l.RowsRead.Measured,
					Predicted: *l.RowsRead.Predicted})
			}
		}
	}
	return plots.PredictedVsMeasured("Rows read by range statements", "rows read per statement",
		"rows", 0, pairs)
}

func drawCPUAgreement(report compareReport) (plots.Figure, error) {
	var pairs []plots.Pair
	for _, run := range report.Runs {
		for _, l := range phaseLines(run) {
			if l.CPURatio.Measured != nil && l.CPURatio.Predicted != nil {
				pairs = append(pairs, plots.Pair{Group: shortRun(run.Run),
					Label: l.Label + " " + l.Script, Measured: *l.CPURatio.Measured,
					Predicted: *l.CPURatio.Predicted, Fitted: l.Fitted})
			}
		}
	}
	noise := 0.0
	if n := report.Summary.CPUNoisePct; n != nil {
		noise = *n
	}
	return plots.PredictedVsMeasured("Server CPU per query over the run's base",
		"CPU per query", "times base", noise, pairs)
}
