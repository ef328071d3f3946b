package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/readamp/readamp/internal/texttab"
	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/validate"
)

// writeCosts prints the costs and, for people, how far off they are and where they are from.
func writeCosts(e env, format string, file *validate.CostFile) error {
	if err := writeTable(e, format, costTable(file)); err != nil || format == formatCSV {
		return err
	}
	if file.LeftOut != nil {
		if err := writeText(e, "\n"); err != nil {
			return err
		}
		if err := writeTable(e, format, leftOutTable(file.LeftOut)); err != nil {
			return err
		}
	}
	return writeScale(e, file)
}

// costTable lists the costs in reference statements, with their intervals, and in time at the
// machine's speed. A term that the runs don't tell has a reason instead of numbers.
func costTable(c *validate.CostFile) *texttab.Table {
	intervals := model.CostIntervals{}
	if c.Intervals != nil {
		intervals = *c.Intervals
	}
	t := texttab.New(texttab.Column{Name: "cost"},
		number("ref_statements", "cost", "ref statements", "%.5f"),
		number("low", fmt.Sprintf("%.4g %% from", intervals.ConfidencePct), "", "%.5f"),
		number("high", "to", "", "%.5f"),
		number("cpu_us", "server CPU", "µs", "%.3f"), texttab.Column{Name: "not_told"})
	add := func(prefix string, names []string, values map[string]float64,
		of map[string]model.CostInterval, micros float64) {
		for _, name := range names {
			v, known := values[name]
			if !known {
				continue
			}
			cells := []any{prefix + name, v, nil, nil, nil, nil}
			if i, ok := of[name]; ok {
				cells[2], cells[3] = i.Low, i.High
			}
			if micros > 0 {
				cells[4] = v * micros
			}
			t.Row(cells...)
		}
	}
	kinds := slices.DeleteFunc(slices.Sorted(maps.Keys(c.Constant)), func(kind string) bool {
		return slices.ContainsFunc(c.Unidentified,
			func(u model.Unidentified) bool { return u.Term == kind })
	})
	add("statement ", kinds, c.Constant, intervals.Constant, c.ReferenceCPUMicros)
	add("", model.TermNames[:], c.Unit, intervals.Unit, c.ReferenceCPUMicros)
	for _, u := range c.Unidentified {
		t.Row(u.Term, nil, nil, nil, nil, reasonInWords(u))
	}
	const server = "server" // a factor on CPU, the rest is the client's
	add("", []string{server}, map[string]float64{server: c.Server},
		map[string]model.CostInterval{server: intervals.Server}, 0)
	add("client ", slices.Sorted(maps.Keys(c.Client)), c.Client, intervals.Client, 0)
	return t
}

// reasonInWords says why a term has no number.
func reasonInWords(u model.Unidentified) string {
	if len(u.With) == 0 {
		return u.Reason
	}
	return u.Reason + ": " + strings.Join(u.With, ", ")
}

// leftOutTable lists the errors of what was left out of the fit.
func leftOutTable(l *model.CostLeftOut) *texttab.Table {
	t := texttab.New(texttab.Column{Name: "left out of the fit"}, number("groups", "", "", "%d"),
		number("phases", "", "", "%d"),
		number("cpu_median_pct", "CPU/query", "median error %", "%.1f"),
		number("cpu_p90_pct", "CPU/query", "90th percentile", "%.1f"),
		number("qps_median_pct", "QPS", "median error %", "%.1f"),
		number("qps_p90_pct", "QPS", "90th percentile", "%.1f"))
	for _, row := range []struct {
		name   string
		errors *model.CostLeftOutErrors
	}{{"each state", l.State}, {"each run, up to its level", l.Run}} {
		if r := row.errors; r != nil {
			t.Row(row.name, int64(r.Groups), int64(r.Phases), r.CPUMedianPct, r.CPUP90Pct,
				r.RateMedianPct, r.RateP90Pct)
		}
	}
	return t
}

// writeScale says where moved costs were moved to.
func writeScale(e env, file *validate.CostFile) error {
	s := file.Scale
	if s == nil {
		return nil
	}
	var runs []string
	for _, run := range s.Runs {
		runs = append(runs, fmt.Sprintf("%s (%s, %s)", run.Run, counted(run.Cores, "core"),
			counted(run.Threads, "thread")))
	}
	return writeText(e, "\nMoved by a factor of %.3f on times and %.3f on rates, fitted on %s of "+
		"%s, which scatter by %.1f and %.1f %%.\n", s.CPU, s.QPS,
		counted(s.Phases, "clean phase"), strings.Join(runs, ", "), s.CPUSDPct, s.QPSSDPct)
}
