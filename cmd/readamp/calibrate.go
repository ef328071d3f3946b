package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/readamp/readamp/internal/wholefile"
	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/validate"
	"github.com/readamp/readamp/validate/record"
)

// calibrateFlags are what the user may choose.
type calibrateFlags struct {
	out, format, arch, serverVersion, scaleFrom string

	confidencePct float64
}

func newCalibrateCmd(e env) *cobra.Command {
	var f calibrateFlags
	cmd := &cobra.Command{
		Use:   "calibrate RUN...",
		Short: "Fit what rows and tables cost to recorded runs",
		Long: `Fit the cost of a statement of each kind, a fast row, a slow row, a memtable row, an
SSTable opened by a scan and one probed by a get to the measured phases of recorded runs (folders
with a phases.jsonl), each weighed by its own noise. Costs are relative to the mean query of the
reference load beside each phase, so that they hold on a machine whose speed drifts.

Every number comes with an interval, bootstrapped over states. What the runs don't tell apart is
named and not shown as a number: runs of several distributions and range sizes tell more than one.
The errors are those of states, and of whole runs, that were left out of the fit.

With --scale-from nothing is fitted but two factors, on all times and on all rates: the costs of
that file move to the machine of the runs, of which a few clean phases (base and recovered) are
enough.`,
		Example: `  readamp calibrate runs/ladder-special-8t runs/ladder-uniform-8t -o cost.json
  readamp compare runs/ladder-pareto-4t --cost cost.json
  readamp calibrate --scale-from cost.json runs/elsewhere -o moved.json`,
		Args: needs("RUN"),
		RunE: func(cmd *cobra.Command, runs []string) error {
			return runCalibrate(cmd.Context(), e, f, runs)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.out, "out", "o", "", "write the costs to this new `FILE`")
	flags.StringVar(&f.scaleFrom, "scale-from", "",
		"move the costs of this `FILE` to the machine of the runs")
	flags.Float64Var(&f.confidencePct, "confidence", 100*validate.CostConfidence,
		"confidence of the intervals in `PERCENT`")
	addFormatFlag(flags, &f.format)
	addVersionFlags(flags, &f.serverVersion, &f.arch)
	return cmd
}

func runCalibrate(ctx context.Context, e env, f calibrateFlags, paths []string) error {
	if !(f.confidencePct > 0 && f.confidencePct < 100) {
		return usageError("--confidence: %v is not between 0 and 100", f.confidencePct)
	}
	if f.out != "" {
		if err := wholefile.MustBeFree(f.out); err != nil {
			return err
		}
	}
	runs, err := openRuns(paths)
	if err != nil {
		return err
	}
	file, err := calibrated(ctx, f, runs)
	if err != nil {
		return err
	}
	if f.out != "" {
		if err := wholefile.Write(f.out, file.Write); err != nil {
			return err
		}
	}
	if f.format == formatJSON {
		return file.Write(e.stdout)
	}
	return writeCosts(e, f.format, file)
}

// calibrated fits costs, or moves those of a file.
func calibrated(ctx context.Context, f calibrateFlags, runs []*record.Run) (
	*validate.CostFile, error,
) {
	rules := rulesOf(f.serverVersion, f.arch)
	if f.scaleFrom != "" {
		from, err := validate.OpenCost(f.scaleFrom)
		if err != nil {
			return nil, err
		}
		moved, err := validate.MoveCost(ctx, from, runs, rules)
		if err == nil {
			moved.Readamp = version()
		}
		return moved, err
	}
	cost, err := validate.CalibrateAt(ctx, runs, rules, f.confidencePct/100)
	if err != nil {
		return nil, err
	}
	return validate.NewCostFile(version(), runs, cost), nil
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
