package plots

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// ladderPhases is a state ladder as a lab run records it: a clean base measured three times, then
// memtables and mini SSTables piling up, a minor merge, more, and a major that brings it back.
func ladderPhases() []string {
	return []string{"base", "base", "base", "mem1", "mini1", "mem2", "mini2", "mem3", "mini3",
		"minor1", "mem4", "mini4", "mem5", "mini5", "minor2", "mem6", "mini6", "major",
		"recovered", "recovered"}
}

// longPhases is a ladder at the limit of what a page must hold.
func longPhases() []string {
	var names []string
	for i := range 30 {
		names = append(names, fmt.Sprintf("mini%02d+mem", i+1))
	}
	return names
}

// depth is how many incremental tables a read crosses in a phase of ladderPhases, and what part of
// the base rows it reads row by row.
func depth(phase string, i int) (tables, slow float64) {
	switch {
	case phase == "base" || phase == "major" || phase == "recovered":
		return 0, 0
	case phase == "minor1" || phase == "minor2":
		return 1, 0.9
	}
	return 1 + float64(i%5)/2, 0.95
}

// sampleQPS makes rows of a size as measured on small servers: 9000 point selects per second and
// 500 read-only transactions of 16 queries, less for each table crossed, with 2 % noise.
func sampleQPS(runs []string, phases []string) []QPSRow {
	random := rand.New(rand.NewPCG(1, 2))
	var rows []QPSRow
	for _, run := range runs {
		for i, phase := range phases {
			for _, script := range []string{"oltp_point_select", "oltp_read_only"} {
				base, slope := 9300.0, 0.09
				if script == "oltp_read_only" {
					base, slope = 7900, 0.16
				}
				tables, _ := depth(phase, i)
				predicted := base / (1 + slope*tables)
				measured := predicted * (1 + 0.025*random.NormFloat64())
				rows = append(rows, QPSRow{run, phase, script, measured,
					measured * (0.9 + 0.05*random.Float64()),
					measured * (1.03 + 0.05*random.Float64()), predicted, i < 6})
			}
		}
	}
	return rows
}

// sampleRows makes rows that agree with sampleQPS: 1 to 3 rows read per row returned.
func sampleRows(runs []string, phases []string) []RowsRow {
	random := rand.New(rand.NewPCG(3, 4))
	var rows []RowsRow
	for _, run := range runs {
		for i, phase := range phases {
			for _, statement := range []string{"point select", "range of 100"} {
				tables, slow := depth(phase, i)
				const returned = 250000.0
				if statement == "point select" {
					slow = min(slow, 0.4)
				}
				r := RowsRow{run, phase, statement, returned, 0.25 * tables * returned,
					0.42 * tables * returned, slow * returned, (1 - slow) * returned, 0}
				r.MeasuredRowsRead = r.predicted() * (1 + 0.02*random.NormFloat64())
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// samplePairs turns rates into pairs, one group per script.
func samplePairs(rows []QPSRow) []Pair {
	var pairs []Pair
	for _, r := range rows {
		pairs = append(pairs, Pair{r.Script, r.Run + " " + r.Phase, r.MeasuredQPS, r.PredictedQPS,
			r.Fitted})
	}
	return pairs
}

// named is a figure with the name of its test case.
type named struct {
	name   string
	figure Figure
}

// must stops the test when a sample was refused.
func must(t testing.TB, f Figure, err error) Figure {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// smallFigures are one small figure of each kind, for goldens.
func smallFigures(t testing.TB) []named {
	run := []string{"run 1"}
	phases := ladderPhases()[2:9]
	qps := sampleQPS(run, phases)
	f1, err1 := QPSByPhase("Measured and predicted rates", qps)
	f2, err2 := RowsByPhase("Rows read per row returned", sampleRows(run, phases))
	f3, err3 := PredictedVsMeasured("Predicted against measured rates", "throughput",
		"queries per second", 2.5, samplePairs(qps))
	return append([]named{
		{"qps", must(t, f1, err1)}, {"rows", must(t, f2, err2)}, {"pairs", must(t, f3, err3)},
	}, runDay(shortPlan()).figures(t, "")...)
}

// awkwardFigures are the cases where drawings go wrong: many and long names, one value, no value,
// huge and tiny values, many groups.
func awkwardFigures(t testing.TB) []named {
	runs := []string{"seekdb 1.2, run 1", "4.3.5, three replicas", strings.Repeat("long ", 50)}
	var many []string
	for range 5 {
		many = append(many, ladderPhases()...)
	}
	long := []string{strings.Repeat("first-", 20), "b", strings.Repeat("last-", 20)}
	list := []named{}
	add := func(name string, f Figure, err error) {
		t.Helper()
		list = append(list, named{name, must(t, f, err)})
	}
	for _, c := range []struct {
		name   string
		runs   []string
		phases []string
	}{
		{"ladder", runs[:2], ladderPhases()}, {"thirty", runs, longPhases()},
		{"hundred", runs[:1], many}, {"fifty", runs[:1], many[:50]}, {"three", []string{""}, long},
		{"one", runs[:1], long[:1]}, {"long thirty", runs[2:], slices.Repeat(long, 10)},
	} {
		title := strings.Repeat("A title that goes on. ", 6)
		f, err := QPSByPhase(title, sampleQPS(c.runs, c.phases))
		add("qps "+c.name, f, err)
		f, err = RowsByPhase("", sampleRows(c.runs, c.phases))
		add("rows "+c.name, f, err)
	}
	for _, c := range []struct {
		name  string
		pairs []Pair
	}{
		{"ladder", samplePairs(sampleQPS(runs, ladderPhases()))},
		{"equal", []Pair{{"", "a", 12.5, 12.5, true}}},
		{"zero", []Pair{{"", "a", 0, 0, false}}},
		{"tiny", []Pair{{"", "a", 1e-320, 1e-320, false}}},
		{"huge", []Pair{{"", "a", maxValue, maxValue, false}, {"b", "", 1, 2, false}}},
		{"large and near", []Pair{{"", "a", 1234567, 1234568, false}}},
	} {
		f, err := PredictedVsMeasured("Predicted against measured", "rows read per row returned",
			"rows", 3, c.pairs)
		add("pairs "+c.name, f, err)
	}
	var groups []Pair
	for i := range 25 {
		groups = append(groups, Pair{fmt.Sprintf("group number %d", i), "", float64(i),
			float64(i) * 1.1, i%2 == 0})
	}
	f, err := PredictedVsMeasured("Groups", strings.Repeat("quantity ", 30), "unit", 0, groups)
	add("pairs groups", f, err)
	return append(list, awkwardDays(t)...)
}
