package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/readamp/readamp/model/tune"
)

// tuneFlags are what the user may choose.
type tuneFlags struct {
	scenarioFlags
	sweep, robustRand             []string
	objective, cost, maxMemory    string
	maxSpace, shard, out, figures string
	format                        string
	maxWriteAmplification, robust float64
	allowThrottle, merge, exact   bool
	top, finalists                int
	seed                          uint64
	used                          []string // flags
}

func newTuneCmd(e env) *cobra.Command {
	var f tuneFlags
	cmd := &cobra.Command{
		Use:   "tune",
		Short: "Sweep parameters, rank them under constraints, say what each costs",
		Long: `Forecast a plan under every combination of the parameters' values, and rank those
that keep the constraints by what reads cost: rows read for each row returned, or CPU.`,
		Example: `  readamp tune --memory 21G --rate 12k/s --sweep minor-compact-trigger=0:16 \
    --sweep freeze-trigger-percentage=5:60:5 --sweep table-mode=all --exact
  readamp tune ... --shard 0/2 --out a  # and 1/2 to b, then: readamp tune --merge a b`,
		Args: f.arguments,
		RunE: func(cmd *cobra.Command, files []string) error {
			cmd.Flags().Visit(func(o *pflag.Flag) { f.used = append(f.used, o.Name) })
			if f.merge {
				return runTuneMerge(e, &f, files)
			}
			return runTune(cmd.Context(), e, &f)
		},
	}
	f.add(cmd.Flags())
	return cmd
}

func (f *tuneFlags) add(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.sweep, "sweep", nil,
		"`NAME`=0:16, =5:60:5, =A,B or =all; once for each parameter")
	flags.Var(newChoice(&f.objective, "objective", tune.Objectives()...), "objective",
		"what read cost is, over time")
	flags.StringVar(&f.cost, "cost", "",
		"read cost is CPU, by the costs in this `FILE` of calibrate")
	flags.Float64Var(&f.maxWriteAmplification, "max-write-amplification", 0,
		"most bytes that merges write for each of the users'")
	flags.StringVar(&f.maxMemory, "max-memory", "", "most that the memstore takes, a `SIZE`")
	flags.StringVar(&f.maxSpace, "max-space", "", "most that SSTables take, a `SIZE`")
	flags.BoolVar(&f.allowThrottle, "allow-throttle", false, "let writes be slowed down")
	flags.Float64Var(&f.robust, "robust", 0,
		"rank by regret under rates lower and higher by a `SHARE`")
	flags.StringSliceVar(&f.robustRand, "robust-rand", nil,
		"and under other distributions of ids, `special,uniform`")
	flags.IntVar(&f.top, "top", 0, "settings to list (default: 10 in a table, else all)")
	flags.BoolVar(&f.exact, "exact", false,
		"simulate the best and what is in force key by key, too")
	flags.IntVar(&f.finalists, "finalists", 3, "how many of the best --exact simulates")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the draws of --exact")
	flags.StringVar(&f.shard, "shard", "", "forecast part `I/N` of the settings, 0/4 to 3/4")
	flags.StringVar(&f.out, "out", "", "write what was forecast into this new `FILE`")
	flags.StringVar(&f.figures, "figures", "", "draw figures, with their numbers, into this `DIR`")
	flags.BoolVar(&f.merge, "merge", false, "put the files of all shards together")
	addFormatFlag(flags, &f.format)
	f.scenarioFlags.add(flags)
}

// arguments are the files of --merge.
func (f *tuneFlags) arguments(cmd *cobra.Command, args []string) error {
	if !f.merge {
		return noArguments(cmd, args)
	}
	return needs("file that tune --out wrote")(cmd, args)
}

// runTune checks everything, forecasts and ranks.
func runTune(ctx context.Context, e env, f *tuneFlags) error {
	plan, err := f.tuning()
	if err != nil {
		return err
	}
	f.remarkParams(e)
	if f.serverVersion == "" {
		e.remark("no --server-version: rules and defaults are those of %s",
			plan.config.Base.Rules.Version)
	}
	numbers := plan.shard.numbers(plan.config.Sweep.Count())
	t := &tuning{tuneHeader: plan.header, Shard: plan.shard}
	begun := time.Now()
	now, err := plan.tuner.Run(ctx, []int{tune.InForceNumber}, func(int) {})
	if err != nil {
		return err
	}
	t.InForce.Outcomes = now[0].Outcomes
	var stopped error
	t.results, stopped = plan.tuner.Run(ctx, numbers, sweepProgress(e, begun, len(numbers)))
	interrupted := errors.Is(stopped, context.Canceled)
	if stopped != nil && !interrupted {
		return stopped
	}
	if !interrupted && f.out != "" {
		if err := t.save(f.out); err != nil {
			return err
		}
		e.remark("%s in %s", counted(len(t.results), "setting"), f.out)
	}
	if f.shard != "" && !interrupted {
		return nil
	}
	return plan.report(ctx, e, f, t, stopped)
}

// report ranks what was forecast, simulates the finalists and writes it all. stopped is why some
// were not forecast.
func (p *tunePlan) report(ctx context.Context, e env, f *tuneFlags, t *tuning,
	stopped error) error {

	if len(t.results) == 0 {
		return stopped
	}
	t.rank()
	if stopped == nil && f.exact {
		stopped = p.simulateFinalists(ctx, e, f.finalists, t)
		if stopped != nil && !errors.Is(stopped, context.Canceled) {
			return stopped
		}
	}
	if stopped != nil {
		e.remark("interrupted: this is what was reached, %d of %s", len(t.results),
			counted(t.Sweep.Count(), "setting"))
	}
	t.incomplete = stopped != nil
	if err := t.writeAll(e, f); err != nil {
		return err
	}
	if stopped != nil {
		return stopped // execute says so
	}
	return t.answer()
}

// writeAll writes the ranking, and figures if they are wanted.
func (t *tuning) writeAll(e env, f *tuneFlags) error {
	if err := t.write(e, f); err != nil || f.figures == "" {
		return err
	}
	return t.writeFigures(e, f.figures)
}

// answer is the error where no setting keeps the constraints.
func (t *tuning) answer() error {
	if t.ranking.Feasible == 0 {
		return answerNo("no setting keeps the constraints")
	}
	return nil
}

// sweepProgress reports how far a sweep is.
func sweepProgress(e env, begun time.Time, of int) func(ready int) {
	next := begun.Add(progressPause)
	return func(ready int) {
		if now := time.Now(); now.After(next) && ready < of {
			next = now.Add(progressPause)
			e.remark("%d of %d settings forecast", ready, of)
		}
	}
}

// mergeFlags are what may be said beside --merge.
var mergeFlags = []string{"merge", "figures", "format", "top", "out"}

// runTuneMerge puts shards together.
func runTuneMerge(e env, f *tuneFlags, files []string) error {
	for _, name := range f.used {
		if !slices.Contains(mergeFlags, name) {
			return usageError("--merge and --%s: the files say what was forecast", name)
		}
	}
	if f.top < 0 {
		return usageError("--top: %d settings", f.top)
	}
	t, err := mergeShards(files)
	if err != nil {
		return err
	}
	if f.out != "" {
		if err := t.save(f.out); err != nil {
			return err
		}
	}
	t.rank()
	if err := t.writeAll(e, f); err != nil {
		return err
	}
	return t.answer()
}
