package plots

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// The figure of a predicted cost by its terms: the claim is which term makes one state dearer than
// another.

const (
	// maxTermBars bounds the figure: 100 bars make a page of 80 centimetres.
	maxTermBars = 100
	// intervalSlack is the part of a total by which it may miss its interval: sums in another order
	// differ in their last digits.
	intervalSlack = 1e-9
)

// TermsRow is the predicted CPU time of a statement in one state, or of one kind of statement.
type TermsRow struct {
	State  string
	Micros []float64 // microseconds per statement, one for each term in their order
	// LowMicros and HighMicros are the interval of the sum of all terms, in microseconds; both are
	// NaN where there is none.
	LowMicros, HighMicros float64
}

// CostByTerm shows what a statement costs and for what: a level bar for each row is as long as its
// CPU time, and its segments are the terms in the order given, each with its microseconds where
// there is room. Behind the bar stands the total, below it a whisker over the interval of the
// total. A remark under the title says which term makes most of the difference between the
// cheapest bar and the dearest one.
//
// Terms of the cost model have colours of their own: statement, fast row, slow row, memtable row,
// version, open, probe, block, miss. Others take what is left.
//
// Errors: no terms or more than 11, a term without a name or twice, no rows or more than 100, a row
// with more or fewer numbers than there are terms, a number that is NaN, infinite, negative or too
// large, an interval with one end, with its ends swapped, or without the total. They name the row,
// counted from 1.
func CostByTerm(title string, terms []string, rows []TermsRow) (Figure, error) {
	if err := checkTerms(terms, rows); err != nil {
		return Figure{}, fmt.Errorf("plots: cost by term: %w", err)
	}
	p := newPaper(DefaultStyle(), pageWidth)
	p.heading(title, termsRemark(terms, rows))
	d := termsDrawing{rows, termLooks(p.style, terms)}
	p.legend(d.legend())
	d.draw(p)
	return Figure{Title: title, Header: termsHeader(terms), Rows: termsCells(rows), paper: p}, nil
}

// total is the CPU time of a statement, in microseconds.
func (r TermsRow) total() float64 {
	sum := 0.0
	for _, micros := range r.Micros {
		sum += micros
	}
	return sum
}

// hasInterval says whether the total has one.
func (r TermsRow) hasInterval() bool {
	return !math.IsNaN(r.LowMicros) || !math.IsNaN(r.HighMicros)
}

// checkTerms refuses what can't be drawn.
func checkTerms(terms []string, rows []TermsRow) error {
	if len(terms) == 0 {
		return errors.New("no terms")
	}
	if most := len(allTermLooks(DefaultStyle())); len(terms) > most {
		return fmt.Errorf("%d terms; only %d colours can be told apart", len(terms), most)
	}
	seen := map[string]bool{}
	for i, name := range terms {
		column := termColumn(name)
		if strings.TrimSpace(name) == "" {
			return fmt.Errorf("term %d has no name", i+1)
		}
		if seen[column] {
			return fmt.Errorf("term %d (%s) is given twice", i+1, name)
		}
		seen[column] = true
	}
	if len(rows) == 0 {
		return errors.New("no rows")
	}
	if len(rows) > maxTermBars {
		return fmt.Errorf("%d rows; a figure holds %d", len(rows), maxTermBars)
	}
	for i, r := range rows {
		if err := r.check(fmt.Sprintf("row %d (%s)", i+1, r.State), terms); err != nil {
			return err
		}
	}
	return nil
}

// check refuses one row; where names it.
func (r TermsRow) check(where string, terms []string) error {
	if len(r.Micros) != len(terms) {
		return fmt.Errorf("%s: %d numbers for %d terms", where, len(r.Micros), len(terms))
	}
	var list []quantity
	for i, micros := range r.Micros {
		list = append(list, quantity{termColumn(terms[i]), micros})
	}
	total := r.total()
	list = append(list, quantity{"CPU time in all", total})
	if r.hasInterval() {
		list = append(list, quantity{"low end of the interval", r.LowMicros},
			quantity{"high end of the interval", r.HighMicros})
	}
	if err := checkNumbers(where, list...); err != nil || !r.hasInterval() {
		return err
	}
	if r.LowMicros > r.HighMicros {
		return fmt.Errorf("%s: low end %v is above high end %v", where, r.LowMicros, r.HighMicros)
	}
	if total < r.LowMicros*(1-intervalSlack) || total > r.HighMicros*(1+intervalSlack) {
		return fmt.Errorf("%s: the total %v is not in its interval, %v to %v", where, total,
			r.LowMicros, r.HighMicros)
	}
	return nil
}

// termColumn is the column of a term: its name in lower case with its unit.
func termColumn(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(name), "_")) + "_us"
}

// termsHeader names the columns; all times are microseconds per statement.
func termsHeader(terms []string) []string {
	header := []string{"state"}
	for _, name := range terms {
		header = append(header, termColumn(name))
	}
	return append(header, "all_us", "interval_low_us", "interval_high_us")
}

// termsCells leaves the ends of an interval empty where there is none.
func termsCells(rows []TermsRow) [][]string {
	cells := make([][]string, len(rows))
	for i, r := range rows {
		cells[i] = []string{r.State}
		for _, micros := range r.Micros {
			cells[i] = append(cells[i], cell(micros))
		}
		cells[i] = append(cells[i], cell(r.total()), cellOrNone(r.LowMicros),
			cellOrNone(r.HighMicros))
	}
	return cells
}

// termsRemark says which term grows most from the cheapest bar to the dearest, and what part of
// the difference it makes; of a single bar, or of equal ones, which term is the largest.
func termsRemark(terms []string, rows []TermsRow) string {
	cheapest, dearest := rows[0], rows[0]
	for _, r := range rows {
		if r.total() < cheapest.total() {
			cheapest = r
		}
		if r.total() > dearest.total() {
			dearest = r
		}
	}
	most, growth := 0, math.Inf(-1)
	difference := dearest.total() - cheapest.total()
	alike := difference < 0.005*dearest.total()
	for i := range terms {
		more := dearest.Micros[i]
		if !alike {
			more -= cheapest.Micros[i]
		}
		if more > growth {
			most, growth = i, more
		}
	}
	switch {
	case dearest.total() < minTop:
		return ""
	case alike:
		return fmt.Sprintf("The largest term is %s, %s of %s µs.", terms[most],
			percent(growth/dearest.total()), microsLabel(dearest.total()))
	}
	return fmt.Sprintf("%s costs %s µs more than %s: %s µs more for %s, the term that grows most.",
		dearest.State, microsLabel(difference), cheapest.State, microsLabel(growth), terms[most])
}
