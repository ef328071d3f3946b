package validate

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The bars, in percent. Where a run's own noise is larger than a bar of a ratio, it takes its
// place.
const (
	rowsMedianBar  = 1.5
	rowsP95Bar     = 4
	ratioMedianBar = 5
	ratioP90Bar    = 14
	coverageLow    = 80
	coverageHigh   = 98
	dummyFactor    = 2 // a dummy's error over the model's
)

// accuracyRow is a line of the table: a figure and whether it meets its bar.
type accuracyRow struct {
	name, bar string
	of        func(Summary) *float64
	met       func(s Summary, v float64) bool // nil for a figure without a bar
}

// below is met up to a bar or the noise.
func below(bar float64, noise func(Summary) *float64) func(Summary, float64) bool {
	return func(s Summary, v float64) bool {
		if noise != nil {
			return v <= max(bar, *noise(s))
		}
		return v <= bar
	}
}

// beaten is met by a dummy that is off by at least twice as much as the model.
func beaten(s Summary, v float64) bool { return v >= dummyFactor**s.RatioMedianAPE }

func cpuNoise(s Summary) *float64 { return s.CPUNoisePct }
func qpsNoise(s Summary) *float64 { return s.QPSNoisePct }

var accuracyRows = []accuracyRow{
	{"rows read by ranges, median", "1.5",
		func(s Summary) *float64 { return s.RowsMedianAPE }, below(rowsMedianBar, nil)},
	{"rows read by ranges, 95th percentile", "4",
		func(s Summary) *float64 { return s.RowsP95APE }, below(rowsP95Bar, nil)},
	{"CPU per query over base, median", "5 or noise",
		func(s Summary) *float64 { return s.CPURatioMedianAPE }, below(ratioMedianBar, cpuNoise)},
	{"CPU per query over base, 90th percentile", "14 or noise",
		func(s Summary) *float64 { return s.CPURatioP90APE }, below(ratioP90Bar, cpuNoise)},
	{"noise: CPU of the same state again", "", cpuNoise, nil},
	{"QPS over base, median", "5 or noise",
		func(s Summary) *float64 { return s.QPSRatioMedianAPE }, below(ratioMedianBar, qpsNoise)},
	{"QPS over base, 90th percentile", "14 or noise",
		func(s Summary) *float64 { return s.QPSRatioP90APE }, below(ratioP90Bar, qpsNoise)},
	{"noise: QPS of the same state again", "", qpsNoise, nil},
	{"ratios inside their 90 % interval", "80 to 98",
		func(s Summary) *float64 { return s.CoveragePct },
		func(_ Summary, v float64) bool { return v >= coverageLow && v <= coverageHigh }},
	{"both ratios, dirty states, median", "",
		func(s Summary) *float64 { return s.RatioMedianAPE }, nil},
	{"dummy: base always", "twice that",
		func(s Summary) *float64 { return s.DummyBaseMedianAPE }, beaten},
	{"dummy: as in the state before", "twice that",
		func(s Summary) *float64 { return s.DummyPreviousMedianAPE }, beaten},
	{"dummy: straight line in rows per row", "twice that",
		func(s Summary) *float64 { return s.DummyLineMedianAPE }, beaten},
}

// accuracyTable is the table of the README: a bar that is not met is marked as missed.
func accuracyTable(names []string, summaries []Summary) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| error in %% | bar | %s |\n", strings.Join(names, " | "))
	b.WriteString("|" + strings.Repeat("---|", 2+len(names)) + "\n")
	for _, row := range accuracyRows {
		fmt.Fprintf(&b, "| %s | %s |", row.name, row.bar)
		for _, s := range summaries {
			fmt.Fprintf(&b, " %s |", row.cell(s))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func (r accuracyRow) cell(s Summary) string {
	v := r.of(s)
	switch {
	case v == nil:
		return "-"
	case r.met != nil && !r.met(s, *v):
		return fmt.Sprintf("%.1f missed", *v)
	}
	return fmt.Sprintf("%.1f", *v)
}

// TestAccuracyTable prints the table, and holds the README to it.
func TestAccuracyTable(t *testing.T) {
	var names []string
	var summaries []Summary
	var all []*RunReport
	for _, name := range ladderRuns {
		r := reportsOf(t)[name]
		names, summaries = append(names, "`"+name+"`"), append(summaries, r.Summary)
		all = append(all, r)
	}
	table := accuracyTable(append(names, "all"), append(summaries, Overall(all)))
	if testing.Verbose() {
		fmt.Print(table)
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(readme), table) {
		t.Errorf("README.md does not have this table (make accuracy prints it):\n%s", table)
	}
}

// TestAccuracyCell: a missed bar is said to be missed, and noise takes the place of a bar only
// where it is larger.
func TestAccuracyCell(t *testing.T) {
	f := func(v float64) *float64 { return &v }
	s := Summary{RowsMedianAPE: f(1.6), CPURatioMedianAPE: f(6), CPUNoisePct: f(7),
		CPURatioP90APE: f(14.1), QPSRatioMedianAPE: f(6), QPSNoisePct: f(4), CoveragePct: f(99),
		RatioMedianAPE: f(4), DummyBaseMedianAPE: f(8), DummyLineMedianAPE: f(7.9)}
	want := []string{"1.6 missed", "-", "6.0", "14.1 missed", "7.0", "6.0 missed", "-", "4.0",
		"99.0 missed", "4.0", "8.0", "-", "7.9 missed"}
	for i, row := range accuracyRows {
		if got := row.cell(s); got != want[i] {
			t.Errorf("%s: got %s, want %s", row.name, got, want[i])
		}
	}
}
