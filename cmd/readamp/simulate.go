package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/validate"
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
}

func newSimulateCmd(e env) *cobra.Command {
	var f simulateFlags
	cmd := &cobra.Command{
		Use:   "simulate",
		Short: "Run a workload through simulated time: stack, rows read, freezes, merges",
		Long: `Run a workload against a tenant under simulated time: writes fill memtables, the
memstore's freeze trigger freezes them, minis, minors and majors merge them, and samples say
how many rows a read finds on the way. The workload is a plan file (--plan; see examples), or
one sysbench script at one rate (--script, --rate, --time and sysbench's options).

Parameters of the server have their own names: --minor-compact-trigger 4,
--freeze-trigger-percentage 30, or --params FILE with a SHOW PARAMETERS dump or name=value
lines. Memory follows from --memory and --cpus, or from what a server showed in
GV$OB_MEMSTORE (--memstore-limit, --freeze-trigger).

--state FILE starts from a recorded state instead of freshly merged tables. --fast keeps
expected numbers by stratum instead of single keys. --against RUN predicts a recorded run in
which freezes came by themselves, and exits 1 if a bar is missed.`,
		Example: `  readamp simulate --plan examples/shop-day.plan --memory 21G --cpus 26
  readamp simulate --script oltp_write_only --tables 30 --table-size 1000000 --skip-trx=on \
      --rate 12k/s --time 2h --memory 21G --minor-compact-trigger 4 --format csv
  readamp simulate --against runs/natural-special-t2`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.changed = cmd.Flags().Changed
			return runSimulate(cmd.Context(), e, &f)
		},
	}
	flags := cmd.Flags()
	f.planFlags.add(flags)
	f.serverFlags.add(flags)
	flags.StringVar(&f.cost, "cost", "", "price reads with the costs in this `FILE` of calibrate")
	flags.IntVar(&f.readThreads, "read-threads", 0,
		"clients of the stated read load, for its latency (default: those of the cost file's runs)")
	flags.StringVar(&f.state, "state", "",
		"start from the last state line of this recorded run or `FILE`")
	flags.BoolVar(&f.fast, "fast", false, "expected numbers by stratum instead of single keys")
	flags.StringVar(&f.against, "against", "", "predict this recorded `RUN` and judge the result")
	flags.DurationVar(&f.sample, "sample", 0, "time between samples (default: 1/480 of the plan)")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of all draws")
	flags.StringVar(&f.figures, "figures", "", "draw figures, with their numbers, into this `DIR`")
	addFormatFlag(flags, &f.format)
	return cmd
}

func runSimulate(ctx context.Context, e env, f *simulateFlags) error {
	if f.against != "" {
		return runAgainst(ctx, e, f)
	}
	c, err := f.config()
	if err != nil {
		return err
	}
	var cost *validate.CostFile
	if f.cost != "" {
		if cost, err = validate.OpenCost(f.cost); err != nil {
			return err
		}
	}
	tenant, err := newTenant(c, f.fast)
	if err != nil {
		return err
	}
	remarkLimits(e, c)
	ran := tenant.Run(ctx, progressTo(e))
	interrupted := errors.Is(ran, context.Canceled)
	if ran != nil && !interrupted {
		return ran
	}
	report := simulation{Report: tenant.Report(), Settings: settingsOf(c, f.fast)}
	if err := report.price(f, c, tenant, cost); err != nil {
		return err
	}
	if interrupted {
		e.remark("interrupted: what follows was reached at %s of %s",
			clock(tenant.At()), clock(c.Plan.Length()))
	}
	if err := writeSimulation(e, f.format, &report); err != nil {
		return err
	}
	if f.figures != "" {
		if err := writeSimulationFigures(e, f.figures, tenant, &report); err != nil {
			return err
		}
	}
	if interrupted {
		return failure("interrupted at %s", clock(tenant.At()))
	}
	return nil
}

// progressTo reports how far a simulation is, at most once a second of real time.
func progressTo(e env) func(timeline.Progress) {
	begun, last := time.Now(), time.Now()
	return func(p timeline.Progress) {
		now := time.Now()
		if now.Sub(last) < time.Second {
			return
		}
		last = now
		e.remark("%s of %s simulated, %.1fM write events, %.2fM events/s, %d merges",
			clock(p.At), clock(p.Length), float64(p.Events)/1e6,
			float64(p.Events)/1e6/now.Sub(begun).Seconds(), p.Merges)
	}
}
