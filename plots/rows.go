package plots

import (
	"fmt"

	"gonum.org/v1/plot/vg"
)

// The figure of rows read by phase: the claim is that bars end at the diamonds.

// RowsRow is one phase of one run for one kind of statement. All quantities are rows, counted over
// the same statements: either totals, or averages with ReturnedRows 1.
type RowsRow struct {
	Run, Phase, Statement string
	ReturnedRows          float64 // more than 0
	// Predicted rows read, by source. The base is the major SSTable: slow row by row because an
	// incremental key is near, fast by block scan.
	MemtableRows, IncrementalRows, BaseSlowRows, BaseFastRows float64
	// MeasuredRowsRead is the server's count over all sources.
	MeasuredRowsRead float64
}

// RowsByPhase shows how many rows are read for each row returned and where they come from: a bar
// stacks the predicted sources as the tablet stacks them, the base at the bottom; a diamond marks
// the measured total, which the top of the bar should meet. Panels are as in QPSByPhase, one for
// each run and statement.
//
// Errors are those of QPSByPhase, and no rows returned, since there is nothing to divide by then.
func RowsByPhase(title string, rows []RowsRow) (Figure, error) {
	l, err := checkedLadder(rows)
	if err != nil {
		return Figure{}, fmt.Errorf("plots: rows by phase: %w", err)
	}
	p := newPaper(DefaultStyle(), pageWidth)
	p.heading(title, "")
	p.legend(rowsLegend(p.style))
	byPhase{
		ladder: l,
		yTitle: "rows read per row returned",
		top: func(row int) float64 {
			r := rows[row]
			return max(r.predicted(), r.MeasuredRowsRead) / r.ReturnedRows
		},
		draw: func(p *paper, a axes, bars []bar) { drawRows(p, a, bars, rows) },
	}.panels(p)
	return Figure{Title: title, Header: rowsHeader(), Rows: rowsCells(rows), paper: p}, nil
}

func (r RowsRow) step() step { return step{r.Run, r.Statement, r.Phase} }

// predicted is the total over the sources, in rows.
func (r RowsRow) predicted() float64 {
	return r.MemtableRows + r.IncrementalRows + r.BaseSlowRows + r.BaseFastRows
}

// check refuses row i, also when a count is harmless but its quotient is not.
func (r RowsRow) check(i int) error {
	where := fmt.Sprintf("row %d (run %s, phase %s, %s)", i+1, r.Run, r.Phase, r.Statement)
	if r.ReturnedRows == 0 {
		return fmt.Errorf("%s: no rows returned, so there is nothing to divide by", where)
	}
	return checkNumbers(where, quantity{"returned rows", r.ReturnedRows},
		quantity{"memtable rows", r.MemtableRows},
		quantity{"incremental rows", r.IncrementalRows},
		quantity{"base slow rows", r.BaseSlowRows}, quantity{"base fast rows", r.BaseFastRows},
		quantity{"measured rows read", r.MeasuredRowsRead},
		quantity{"predicted rows per row returned", r.predicted() / r.ReturnedRows},
		quantity{"measured rows per row returned", r.MeasuredRowsRead / r.ReturnedRows})
}

// rowsHeader names the columns; all counts are in rows.
func rowsHeader() []string {
	return []string{"run", "phase", "statement", "returned_rows", "memtable_rows",
		"incremental_rows", "base_slow_rows", "base_fast_rows", "measured_rows_read"}
}

func rowsCells(rows []RowsRow) [][]string {
	cells := make([][]string, len(rows))
	for i, r := range rows {
		cells[i] = []string{r.Run, r.Phase, r.Statement, cell(r.ReturnedRows),
			cell(r.MemtableRows), cell(r.IncrementalRows), cell(r.BaseSlowRows),
			cell(r.BaseFastRows), cell(r.MeasuredRowsRead)}
	}
	return cells
}

// drawRows draws one panel: the sources as the tablet stacks them, from the base up, then the
// measured totals.
func drawRows(p *paper, a axes, bars []bar, rows []RowsRow) {
	for _, b := range bars {
		r := rows[b.row]
		low := 0.0
		for _, part := range []struct {
			fill Fill
			rows float64
		}{
			{p.style.BaseFast, r.BaseFastRows}, {p.style.BaseSlow, r.BaseSlowRows},
			{p.style.Incremental, r.IncrementalRows}, {p.style.Memtable, r.MemtableRows},
		} {
			high := low + part.rows/r.ReturnedRows
			p.bar(part.fill, a.barBox(b.x, low, high))
			low = high
		}
	}
	for _, b := range bars { // over all bars, as a mark may be wider than its own
		r := rows[b.row]
		y := a.y.at(r.MeasuredRowsRead / r.ReturnedRows)
		p.mark(Diamond, p.style.Ink, false, at(a.x.at(float64(b.x)), y), a.markRadius(p.style))
	}
}

// rowsLegend lists the sources from the top of a bar to its bottom.
func rowsLegend(s Style) []entry {
	return []entry{
		{"predicted rows from", nil},
		{"memtable", fillSample(s.Memtable)},
		{"incremental SSTables", fillSample(s.Incremental)},
		{"base, row by row", fillSample(s.BaseSlow)},
		{"base, block scan", fillSample(s.BaseFast)},
		{"measured total", func(p *paper, r vg.Rectangle) {
			p.mark(Diamond, s.Ink, false, middle(r), s.MarkPt)
		}},
	}
}

// fillSample is the sample of a source in the legend: a piece of its bar.
func fillSample(f Fill) func(p *paper, r vg.Rectangle) {
	return func(p *paper, r vg.Rectangle) { p.bar(f, r) }
}
