package plots

import (
	"math"
	"strings"
	"testing"
)

// modelTerms are the terms of the cost model, in its order.
func modelTerms() []string {
	return []string{"statement", "fast row", "slow row", "memtable row", "version", "open", "probe",
		"block", "miss"}
}

// sampleTerms are states of a stack that grows and is then merged: versions and slow rows come with
// each table, fast rows go. The interval is a tenth of the total to both sides.
func sampleTerms(states []string) []TermsRow {
	var rows []TermsRow
	for i, state := range states {
		tables, slow := depth(state, i)
		r := TermsRow{State: state, Micros: []float64{38, 21 * (1 - slow), 26 * slow, 7 * tables,
			24 * tables, 4 + 3*tables, 1.2 * tables, 9 + 5*tables, 2.5 * tables}}
		r.LowMicros, r.HighMicros = 0.9*r.total(), 1.1*r.total()
		rows = append(rows, r)
	}
	return rows
}

func smallTerms(t testing.TB) named {
	rows := sampleTerms([]string{"base", "mini1", "mini2", "mini3", "minor1", "recovered"})
	rows[4].LowMicros, rows[4].HighMicros = math.NaN(), math.NaN()
	f, err := CostByTerm("Versions make a read on a grown stack dear", modelTerms(), rows)
	return named{"terms", must(t, f, err)}
}

// awkwardTerms are the cases where the drawing goes wrong.
func awkwardTerms(t testing.TB) []named {
	none := math.NaN()
	long := strings.Repeat("a long name ", 30)
	others := []string{long, "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"}
	elevens := make([]float64, len(others))
	for i := range elevens {
		elevens[i] = float64(i + 1)
	}
	var list []named
	for _, c := range []struct {
		name  string
		terms []string
		rows  []TermsRow
	}{
		{"ladder", modelTerms(), sampleTerms(ladderPhases())},
		{"others", others, []TermsRow{{long, elevens, 20, 200}, {"", elevens, none, none}}},
		{"zero", []string{"a"}, []TermsRow{{"none", []float64{0}, 0, 0}}},
		{"tiny", []string{"a"}, []TermsRow{{"tiny", []float64{5e-324}, 0, 1}}},
		{"huge", []string{"a", "b"}, []TermsRow{{"huge", []float64{maxValue, 0}, 0, maxValue},
			{"small", []float64{1e-5, 1}, none, none}}},
		{"most", modelTerms(), sampleTerms(make([]string, maxTermBars))},
	} {
		f, err := CostByTerm("Terms "+c.name, c.terms, c.rows)
		list = append(list, named{"terms " + c.name, must(t, f, err)})
	}
	return list
}
