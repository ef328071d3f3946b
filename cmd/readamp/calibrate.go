package main

import (
	"context"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/readamp/readamp/internal/texttab"
	"github.com/readamp/readamp/internal/wholefile"
	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/validate"
	"github.com/readamp/readamp/validate/record"
)

// calibrateFlags are what the user may choose.
type calibrateFlags struct {
	out, format, arch, serverVersion string
}

func newCalibrateCmd(e env) *cobra.Command {
	var f calibrateFlags
	cmd := &cobra.Command{
		Use:   "calibrate RUN...",
		Short: "Fit what rows and tables cost to recorded runs",
		Long: `Fit the cost of a statement, a fast row, a slow row, a memtable row and a table
opened or probed to the measured phases of recorded runs (folders with a phases.jsonl). Costs
are relative to the mean query of the reference load beside each phase, so that they hold on a
machine whose speed drifts.`,
		Example: `  readamp calibrate runs/ladder-special-8t -o cost.json
  readamp compare runs/ladder-uniform-8t --cost cost.json`,
		Args: needs("RUN"),
		RunE: func(cmd *cobra.Command, runs []string) error {
			return runCalibrate(cmd.Context(), e, f, runs)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.out, "out", "o", "", "write the costs to this new `FILE`")
	addFormatFlag(flags, &f.format)
	addVersionFlags(flags, &f.serverVersion, &f.arch)
	return cmd
}

func runCalibrate(ctx context.Context, e env, f calibrateFlags, paths []string) error {
	if f.out != "" {
		if err := wholefile.MustBeFree(f.out); err != nil {
			return err
		}
	}
	runs, err := openRuns(paths)
	if err != nil {
		return err
	}
	cost, err := validate.Calibrate(ctx, runs, rulesOf(f.serverVersion, f.arch))
	if err != nil {
		return err
	}
	file := validate.NewCostFile(version(), runs, cost)
	if f.out != "" {
		if err := wholefile.Write(f.out, file.Write); err != nil {
			return err
		}
	}
	if f.format == formatJSON {
		return file.Write(e.stdout)
	}
	return writeTable(e, f.format, costTable(file))
}

// openRuns reads all runs before any work begins.
func openRuns(paths []string) ([]*record.Run, error) {
	var runs []*record.Run
	for _, path := range paths {
		run, err := record.OpenRun(path)
		if err != nil {
			return nil, err
		}
		runs = append(runs, run)
	}
	return runs, nil
}

// rulesOf resolves each run's rules: those of the version the user names, else of the recorded
// engine.
func rulesOf(version, arch string) validate.RulesOf {
	return func(run *record.Run) (lsm.Rules, error) {
		rules, err := resolveRules(version, run.Config().Engine, arch)
		return rules, inRecording(run.File, err)
	}
}

// costTable lists the costs in reference statements and in time at the run's machine speed.
func costTable(c *validate.CostFile) *texttab.Table {
	t := texttab.New(texttab.Column{Name: "cost"},
		texttab.Column{Name: "ref_statements", Head: "cost", Unit: "ref statements", Right: true,
			Verb: "%.5f"},
		texttab.Column{Name: "cpu_us", Head: "server CPU", Unit: "µs", Right: true, Verb: "%.3f"})
	add := func(prefix string, values map[string]float64) {
		for _, name := range slices.Sorted(maps.Keys(values)) {
			t.Row(prefix+name, values[name], values[name]*c.ReferenceCPUMicros)
		}
	}
	add("statement ", c.Constant)
	add("", c.Unit)
	return t
}
