package main

import (
	"fmt"

	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/plots"
)

// termsFigure is the name of the figure of predict.
const termsFigure = "cost-by-term"

// writeTermsFigure draws what carries the cost of a query, in merged tables and in the state.
func writeTermsFigure(e env, dir string, p *prediction) error {
	x := p.Price
	names := append([]string{"statement"}, model.TermNames[:]...)
	var terms []string // that cost something
	for _, name := range names {
		if sumOf(x.Terms, name)+sumOf(x.mergedCPU, name) > 0 {
			terms = append(terms, name)
		}
	}
	micros := p.pricing.file.ReferenceCPUMicros
	rows := []plots.TermsRow{
		{State: "all merged", LowMicros: x.merged.CPULow * micros,
			HighMicros: x.merged.CPUHigh * micros},
		{State: p.stackName(), LowMicros: x.CPULowMicros, HighMicros: x.CPUHighMicros}}
	for _, name := range terms {
		rows[0].Micros = append(rows[0].Micros, sumOf(x.mergedCPU, name))
		rows[1].Micros = append(rows[1].Micros, sumOf(x.Terms, name))
	}
	title := fmt.Sprintf("Server CPU of the mean query of %s, by what it is spent on", x.Script)
	figure, err := plots.CostByTerm(title, terms, rows)
	if err != nil {
		return fmt.Errorf("figure %s: %w", termsFigure, err)
	}
	return saveFigures(e, dir, []namedFigure{{termsFigure, figure}})
}

// sumOf is what a term costs in all kinds of statement.
func sumOf(list []termLine, name string) (micros float64) {
	for _, t := range list {
		if t.Term == name {
			micros += t.CPUMicros
		}
	}
	return micros
}

// stackName names the state of the priced tables, such as "minor + mini + memtable".
func (p *prediction) stackName() string {
	name := ""
	for i, s := range p.Groups[p.pricing.load.Group].Stack {
		if i > 0 {
			name += " + "
		}
		name += s.Kind
	}
	if name == "" {
		return "this state"
	}
	return name
}
