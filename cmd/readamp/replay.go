package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/readamp/readamp/internal/texttab"
	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/validate/record"
	"github.com/readamp/readamp/validate/replay"
)

// replayFlags are what the user may choose.
type replayFlags struct {
	format, target, arch, serverVersion string
	diff                                bool
}

// replayReport is the JSON of the command.
type replayReport struct {
	Files     []*replay.Result `json:"files"`
	Probes    int              `json:"probes"`
	Exact     int              `json:"exact"`
	ColdExtra int              `json:"cold_extra"`
	Differing int              `json:"differing"`

	ColdPredicted int `json:"cold_predicted"`

	*replay.StoredRows
}

func newReplayCmd(e env) *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay FILE...",
		Short: "Repeat recorded operations and compare every counter",
		Long: `Repeat the operations of recorded traces in the simulator and compare every
counter with what the engine showed. Exit 0 when nothing differs, 1 when something does.

A probe is a read statement, or a look at a tablet's stack. It is exact; or cold: exact but
for one or two SSTable rows more in the engine, in a statement that read from disk or was the
first on its tablet after a freeze, merge or cache flush (the server reads the tablet's own
state then; "as predicted" counts where the simulator expects just so many); or it differs.

There are two targets. counting keeps sets of keys and no rows. embedded stores rows, merges
them and reads them back. The rows it returns are compared with a plain map of what they should
be, and its counters with those of counting. "as counting" counts the probes where all are the
same; what block scan did may differ in some, since counting estimates it where a key has
several versions or a scan goes downwards. Any other difference is a bug: exit 3.`,
		Example: `  readamp replay traces/*.jsonl
  readamp replay --diff traces/point-gets.jsonl
  readamp replay --target embedded traces/*.jsonl`,
		Args: needs("FILE"),
		RunE: func(cmd *cobra.Command, files []string) error {
			return runReplay(cmd.Context(), e, f, files)
		},
	}
	flags := cmd.Flags()
	addFormatFlag(flags, &f.format)
	flags.BoolVar(&f.diff, "diff", false, "show each differing probe with the tablet's stack")
	flags.Var(newChoice(&f.target, "target", string(replay.Counting), string(replay.Embedded)),
		"target", "what repeats the operations")
	addVersionFlags(flags, &f.serverVersion, &f.arch)
	return cmd
}

func runReplay(ctx context.Context, e env, f replayFlags, files []string) error {
	var report replayReport
	if replay.Target(f.target) == replay.Embedded {
		report.StoredRows = &replay.StoredRows{}
	}
	for _, file := range files {
		result, err := replayFile(ctx, f, file)
		if err != nil {
			return err
		}
		report.add(result)
	}
	if err := writeReplay(e, f, &report); err != nil {
		return err
	}
	if report.Differing > 0 {
		hint := ""
		if !f.diff {
			hint = "; --diff shows them"
		}
		return answerNo("%d of %d probes differ%s", report.Differing, report.Probes, hint)
	}
	return nil
}

func replayFile(ctx context.Context, f replayFlags, file string) (*replay.Result, error) {
	trace, err := record.OpenTrace(file)
	if err != nil {
		return nil, err
	}
	rules, err := resolveRules(f.serverVersion, trace.Engine, f.arch)
	if err != nil {
		return nil, inRecording(file+":1", err)
	}
	return replay.Trace(ctx, trace, replay.Target(f.target), lsm.DefaultOptions(), rules)
}

func (r *replayReport) add(result *replay.Result) {
	r.Files = append(r.Files, result)
	r.Probes += result.Probes
	r.Exact += result.Exact
	r.ColdExtra += result.ColdExtra
	r.ColdPredicted += result.ColdPredicted
	r.Differing += len(result.Differing)
	if r.StoredRows != nil {
		r.AsCounting += result.AsCounting
		r.RowsCompared += result.RowsCompared
	}
}

func writeReplay(e env, f replayFlags, r *replayReport) error {
	if f.format == formatJSON {
		return writeJSON(e.stdout, r)
	}
	if err := writeTable(e, f.format, r.table(f.format == formatTable)); err != nil {
		return err
	}
	if !f.diff {
		return nil
	}
	out := e.stdout
	if f.format == formatCSV {
		out = e.stderr // among rows of numbers it would be no CSV
	}
	for _, file := range r.Files {
		for _, d := range file.Differing {
			if err := writeDifference(out, file.Path, d); err != nil {
				return err
			}
		}
	}
	return nil
}

// table lists the files, and their sum unless a program reads it.
func (r *replayReport) table(total bool) *texttab.Table {
	columns := []texttab.Column{{Name: "trace"},
		{Name: "probes", Right: true}, {Name: "exact", Right: true}, {Name: "cold", Right: true},
		{Name: "cold_predicted", Head: "as predicted", Right: true},
		{Name: "differing", Right: true}}
	if r.StoredRows != nil {
		columns = append(columns, texttab.Column{Name: "as_counting", Head: "as counting",
			Right: true}, texttab.Column{Name: "rows_compared", Head: "rows compared", Right: true})
	}
	t := texttab.New(columns...)
	row := func(stored *replay.StoredRows, cells ...any) {
		if stored != nil {
			cells = append(cells, stored.AsCounting, stored.RowsCompared)
		}
		t.Row(cells...)
	}
	for _, f := range r.Files {
		row(f.StoredRows, f.Name, f.Probes, f.Exact, f.ColdExtra, f.ColdPredicted, len(f.Differing))
	}
	if total && len(r.Files) > 1 {
		row(r.StoredRows, "total", r.Probes, r.Exact, r.ColdExtra, r.ColdPredicted, r.Differing)
	}
	return t
}

// writeDifference shows one differing probe: the statement, ours, the engine's, and the stack of
// the simulated tablet.
func writeDifference(w io.Writer, path string, d replay.Difference) error {
	ours, err := json.Marshal(d.Ours)
	if err != nil {
		return err
	}
	engine, err := json.Marshal(d.Engine)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "\n%s:%d: %s\n  ours    %s\n  engine  %s\n  stack   %s\n",
		path, d.Line, d.Detail, ours, engine, d.State)
	return err
}
