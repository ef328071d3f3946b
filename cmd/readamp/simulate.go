package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/readamp/readamp/lsm/timeline"
)

// simulateFlags are what the user may choose.
type simulateFlags struct {
	planFlags
	serverFlags
	cost, figures, format, state, against string
	fast                                  bool
	sample                                time.Duration
	seed                                  uint64
	readThreads                           int
	changed                               func(flag string) bool
	used                                  []string // flags
}

func newSimulateCmd(e env) *cobra.Command {
	var f simulateFlags
	cmd := &cobra.Command{
		Use:   "simulate",
		Short: "Run a workload through simulated time: stack, rows read, freezes, merges",
		Long: `Run a plan file, or a sysbench script at one rate, through simulated time: what reads
find on the way, when freezes and merges come, whether writes wait. A recorded run can judge it.`,
		Example: `  readamp simulate --plan examples/shop-day.plan --memory 21G --cpus 26 --fast
  readamp simulate --tables 30 --table-size 1000000 --rate 12k/s --time 2h --memory 21G
  readamp simulate --against testdata/runs/natural-special-t2`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.changed = cmd.Flags().Changed
			cmd.Flags().Visit(func(o *pflag.Flag) { f.used = append(f.used, o.Name) })
			return runSimulate(cmd.Context(), e, &f)
		},
	}
	flags := cmd.Flags()
	f.planFlags.add(flags)
	f.serverFlags.add(flags)
	flags.StringVar(&f.cost, "cost", "", "price reads with the costs in this `FILE` of calibrate")
	flags.IntVar(&f.readThreads, "read-threads", 0,
		"clients of priced reads (default: the cost file's)")
	flags.StringVar(&f.state, "state", "",
		"start from the last state in this recorded run or `FILE`")
	flags.BoolVar(&f.fast, "fast", false, "expected numbers by stratum instead of single keys")
	flags.StringVar(&f.against, "against", "",
		"predict this recorded `RUN`; exit 1 if a bar is missed")
	flags.Var(newSeconds(&f.sample, 0), "sample",
		"time between samples, such as `10s` (default: 480 samples or more)")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of all draws")
	flags.StringVar(&f.figures, "figures", "", "draw figures, with their numbers, into this `DIR`")
	addFormatFlag(flags, &f.format)
	return cmd
}

// noArguments refuses arguments, and flags that took the next flag for their value.
func noArguments(cmd *cobra.Command, args []string) error {
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if v := f.Value.String(); err == nil && strings.HasPrefix(v, "--") {
			err = usageError("--%s needs a value, but is followed by %s", f.Name, v)
		}
	})
	if err == nil && len(args) > 0 {
		return usageError("%s takes no arguments, but there is %q", cmd.Name(), args[0])
	}
	return err
}

func runSimulate(ctx context.Context, e env, f *simulateFlags) error {
	if f.changed("against") {
		return runAgainst(ctx, e, f)
	}
	from, err := f.openState()
	if err != nil {
		return err
	}
	c, m, err := f.config(from)
	if err != nil {
		return err
	}
	reads, err := newReadLoad(f, c)
	if err != nil {
		return err
	}
	tenant, err := newTenant(c, f.fast)
	if err != nil {
		return err
	}
	f.remarkParams(e)
	warnings := f.warnings(c)
	if f.serverVersion == "" && from.engine() == defaultServer {
		e.remark("no --server-version: rules and defaults are those of %s", c.Rules.Version)
	}
	for _, w := range warnings {
		e.remark("warning: %s", w)
	}
	if err := from.begin(e, c, tenant); err != nil {
		return err
	}
	ran := tenant.Run(ctx, progressTo(e))
	interrupted := errors.Is(ran, context.Canceled)
	if ran != nil && !interrupted {
		return ran
	}
	report := &simulation{Report: tenant.Report(), Settings: f.settings(c, m, warnings),
		plan: c.Plan, memory: m}
	report.Settings.StartedFrom = from.name()
	report.complete(tenant)
	report.price(reads, tenant.Samples)
	if interrupted {
		e.remark("interrupted: this is what was reached, %s of %s", clock(tenant.At()),
			clock(c.Plan.Length()))
	}
	if err := writeSimulation(e, f.format, report); err != nil {
		return err
	}
	if f.figures != "" {
		if err := writeSimulationFigures(e, f.figures, tenant, report); err != nil {
			return err
		}
	}
	if interrupted {
		return ran // execute says so
	}
	return nil
}

const (
	// progressPause is the least real time between two remarks on the progress, progressLater the
	// one from progressFrom on.
	progressPause = time.Second
	progressFrom  = 10 * time.Second
	progressLater = 10 * time.Second
)

// progressTo reports how far a simulation is.
func progressTo(e env) func(timeline.Progress) {
	begun := time.Now()
	next := begun.Add(progressPause)
	return func(p timeline.Progress) {
		now := time.Now()
		if now.Before(next) {
			return
		}
		next = now.Add(progressPause)
		if now.Sub(begun) >= progressFrom {
			next = now.Add(progressLater)
		}
		events := float64(p.Events)
		e.remark("%s of %s simulated, %s write events, %s events/s, %s", clock(p.At),
			clock(p.Length), short(events), short(events/now.Sub(begun).Seconds()),
			counted(p.Merges, "merge"))
	}
}
