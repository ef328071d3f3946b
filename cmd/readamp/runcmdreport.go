package main

import (
	"path/filepath"

	"github.com/readamp/readamp/internal/texttab"
	"github.com/readamp/readamp/validate/profile"
	"github.com/readamp/readamp/validate/protocol"
	"github.com/readamp/readamp/validate/record"
)

// runReport is the JSON of the command.
type runReport struct {
	Protocol string            `json:"protocol"`
	Engine   string            `json:"engine"`
	Settings map[string]string `json:"settings"` // by the names of their flags
	Complete bool              `json:"complete"` // false if interrupted
	*protocol.Summary
	WriteEvents   int64      `json:"write_events"`
	MemoryFreezes int64      `json:"memory_freezes"` // that came by themselves
	CPUShares     []cpuShare `json:"cpu_shares,omitempty"`
	Out           string     `json:"out,omitempty"` // the run's folder
}

// runTally counts what the summary doesn't tell.
type runTally struct {
	writeEvents, memoryFreezes int64

	minor int64 // freezes asked for since the last major
	own   int64 // that came by themselves since the last major
}

// add takes an entry of the run.
func (t *runTally) add(e record.Entry) {
	switch {
	case e.Phase != nil && e.Phase.Queries.Write > 0:
		t.writeEvents += e.Phase.Events
	case e.Do != nil && e.Do.Action.Kind == record.FreezeMajor:
		t.minor, t.own = 0, 0
	case e.Do != nil && e.Do.Action.Kind == record.FreezeMinor:
		t.minor++
	case e.State != nil:
		own := max(e.State.Memstore.FreezeCnt-t.minor, t.own)
		t.memoryFreezes += own - t.own
		t.own = own
	}
}

// show writes the report and says where the rest is.
func (f *runFlags) show(e env, r *runReport) error {
	if err := r.write(e, f.format); err != nil {
		return err
	}
	if short := r.shortProfiles(); f.profile && short > 0 {
		e.remark("%s used less than %v s of CPU time, too little for a profile to say where",
			counted(short, "phase"), profileSecondsMin)
	}
	if f.figures != "" && len(r.CPUShares) > 0 {
		if err := writeCPUFigure(f.figures, filepath.Base(f.out), r.CPUShares); err != nil {
			return err
		}
		e.remark("figure %s.svg, .png, numbers in .csv", filepath.Join(f.figures, cpuFigure))
	}
	if r.MemoryFreezes > 0 && r.Protocol == protocol.Ladder {
		e.remark("warning: %s came by memory, which compare does not repeat; more --memory or "+
			"fewer --events leave them out", counted(int(r.MemoryFreezes), "freeze"))
	}
	switch {
	case f.out != "" && !r.Complete:
		e.remark("what was finished is recorded in %s", f.out)
	case f.out != "":
		e.remark("recorded in %s; readamp compare %s predicts it, readamp calibrate %s fits costs "+
			"to it", f.out, f.out, f.out)
	}
	return nil
}

func (r *runReport) write(e env, format string) error {
	if format == formatJSON {
		return writeJSON(e.stdout, r)
	}
	if err := writeTable(e, format, r.table()); err != nil || format == formatCSV {
		return err
	}
	if len(r.CPUShares) > 0 {
		if err := writeText(e, "\n"); err != nil {
			return err
		}
		if err := writeTable(e, format, r.shareTable()); err != nil {
			return err
		}
	}
	for i, sentence := range r.words() {
		gap := ""
		if i == 0 {
			gap = "\n"
		}
		if err := writeText(e, "%s%s\n", gap, sentence); err != nil {
			return err
		}
	}
	return nil
}

// table has a row for each measured phase.
func (r *runReport) table() *texttab.Table {
	t := texttab.New(texttab.Column{Name: "label", Head: "state"}, texttab.Column{Name: "script"},
		number("qps", "QPS", "", "%.0f"),
		number("cpu_us_per_query", "CPU/query", "µs", "%.2f"),
		number("rows_per_row", "rows read", "per row", "%.2f"),
		number("rows_per_get", "rows read", "per get", "%.2f"),
		number("event_p50_us", "event p50", "µs", "%.1f"),
		number("event_p95_us", "p95", "µs", "%.1f"), number("event_p99_us", "p99", "µs", "%.1f"),
		number("qps_ratio", "QPS", "over base", "%.3f"),
		number("cpu_ratio", "CPU/query", "over base", "%.3f"))
	for _, p := range r.Phases {
		if p.Warm {
			continue
		}
		l := p.Latencies.Events
		t.Row(p.Label, p.Script, p.QPS, p.CPUMicros, known(p.RowsPerRow), known(p.RowsPerGet),
			l.P50, l.P95, l.P99, known(p.QPSRatio), known(p.CPURatio))
	}
	return t
}

// known is a figure as a table takes it: nothing when there is none.
func known(v float64) any {
	if v == 0 {
		return nil
	}
	return v
}

// shareTable says where the CPU time of each phase went.
func (r *runReport) shareTable() *texttab.Table {
	var classes []string
	for _, c := range profile.Classes() {
		classes = append(classes, c.Name)
	}
	classes = append(classes, profile.Other)
	columns := []texttab.Column{{Name: "CPU time, %"}, {Name: "script"}}
	for _, c := range classes {
		columns = append(columns, number(c, c, "", "%.1f"))
	}
	t := texttab.New(columns...)
	for _, s := range r.CPUShares {
		sum := 0.0
		for _, micros := range s.MicrosPerQuery {
			sum += micros
		}
		cells := []any{s.Label, s.Script}
		for _, c := range classes {
			cells = append(cells, 100*s.MicrosPerQuery[c]/max(sum, 1e-9))
		}
		t.Row(cells...)
	}
	return t
}
