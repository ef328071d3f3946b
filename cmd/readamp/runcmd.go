package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/readamp/readamp/internal/wholefile"
	"github.com/readamp/readamp/validate/protocol"
	"github.com/readamp/readamp/validate/record"
)

// embeddedTarget is the engine in this process, on stored rows.
const embeddedTarget = "embedded"

// runFlags are what the user may choose.
type runFlags struct {
	serverFlags
	target, protocol, rate, out, figures, format, blockCache string
	threads, steps                                           int
	events                                                   int64
	seed                                                     uint64
	profile                                                  bool

	time, readTime, writeTime, warmTime, refTime time.Duration

	sysbench *pflag.FlagSet // sysbench's options under their own names
	changed  func(flag string) bool
	command  []string // the command line
}

func newRunCmd(e env) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Measure reads before and after writes on a real engine, and record it",
		Long: `Load sysbench's tables, measure point selects and read-only events in one state after
the other, and record it all as a run, which compare and calibrate read.

  before-after  base; writes, with freezes as memory fills; after; a major freeze; recovered
  ladder        the same in steps: write, measure, minor freeze, measure, ...

The engine is embedded: rows are really stored, merged and fused, in this process and in
memory, without SQL. CPU per query is that of clients and engine. Every phase stands between
two reference loads, on a small table that nobody writes, and is compared over them.`,
		Example: `  readamp run --protocol ladder --out runs/one && readamp compare runs/one`,
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.changed = cmd.Flags().Changed
			f.command = commandLine(cmd)
			return runRun(cmd.Context(), e, &f)
		},
	}
	f.add(cmd.Flags())
	return cmd
}

func (f *runFlags) add(flags *pflag.FlagSet) {
	flags.Var(newChoice(&f.target, "target", embeddedTarget), "target", "what is measured")
	flags.Var(newChoice(&f.protocol, "protocol", protocol.Protocols()...), "protocol",
		"the order of phases")
	flags.IntVar(&f.threads, "threads", 0, "clients at once (default: one for each CPU)")
	flags.StringVar(&f.rate, "rate", "",
		"events a second of all clients, `12k/s` (default: no limit)")
	for _, t := range []struct {
		name, usage string
		into        *time.Duration
	}{
		{"time", "of every reading and writing phase", &f.time},
		{"read-time", "of a reading phase (default: 3s, in a ladder 1s)", &f.readTime},
		{"write-time", "of a writing phase, instead of --events", &f.writeTime},
		{"warm-time", "of filling caches (default: 1s, in a ladder 500ms)", &f.warmTime},
		{"ref-time", "of a reference load (default: 500ms, in a ladder 300ms)", &f.refTime},
	} {
		flags.Var(newSeconds(t.into, 0), t.name, t.usage)
	}
	flags.Int64Var(&f.events, "events", 0,
		"of a writing phase (default: 100000, in a ladder 20000)")
	flags.IntVar(&f.steps, "steps", protocol.Defaults().LadderSteps, "steps of a ladder")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of all statements and values")
	flags.StringVar(&f.out, "out", "", "record the run in this new `DIR`")
	flags.BoolVar(&f.profile, "profile", false,
		"with --out: keep CPU profiles, show their shares")
	flags.StringVar(&f.figures, "figures", "", "draw the CPU shares of --profile into this `DIR`")
	addFormatFlag(flags, &f.format)
	flags.StringVar(&f.blockCache, "block-cache", "256M", "`SIZE` of the block cache")
	f.addServer(flags)
	f.sysbench = pflag.NewFlagSet("sysbench", pflag.ContinueOnError)
	for _, s := range runSysbenchFlags() {
		f.sysbench.String(s, "", "sysbench: "+s)
	}
	group(f.sysbench, "Options of sysbench (4 tables of 100k rows, skip-trx on unless given):")
	flags.AddFlagSet(f.sysbench)
}

// runRun checks everything before it begins to work.
func runRun(ctx context.Context, e env, f *runFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	plan, err := f.plan()
	if err != nil {
		return err
	}
	f.remarkParams(e)
	for _, w := range plan.memory.limits.Warnings() {
		e.remark("warning: %s", w)
	}
	engines, err := plan.prepare(ctx, e)
	if err != nil {
		return err
	}
	report, ran := plan.run(ctx, e, f, engines)
	if err := engines.close(); err != nil {
		ran = errors.Join(ran, err)
	}
	if report == nil || len(report.Phases) == 0 {
		return ran
	}
	return errors.Join(f.show(e, report), ran) // of an interruption execute says so
}

// check looks at what needs no work.
func (f *runFlags) check() error {
	if f.profile && f.out == "" {
		return usageError("--profile needs --out: profiles are kept in the run's folder")
	}
	if f.figures != "" && !f.profile {
		return usageError("--figures needs --profile: the figure shows its CPU shares")
	}
	if f.changed("events") && f.changed("write-time") {
		return usageError("--events and --write-time: one of them ends a writing phase")
	}
	if f.changed("steps") && f.protocol != protocol.Ladder {
		return usageError("--steps: only --protocol ladder has steps")
	}
	if f.out == "" {
		return nil
	}
	if err := wholefile.MustBeFree(f.out); err != nil {
		return err
	}
	parent := filepath.Dir(f.out)
	if info, err := os.Stat(parent); err != nil || !info.IsDir() {
		return fmt.Errorf("--out: there is no folder %s", parent)
	}
	return nil
}

// run executes the protocol and records it. The report is of what was finished.
func (p *runPlan) run(ctx context.Context, e env, f *runFlags, on *engines) (*runReport, error) {
	about := p.about(f, on.measured.Engine())
	var w *record.Writer
	if f.out != "" {
		var err error
		if w, err = record.Create(f.out, about); err != nil {
			return nil, err
		}
	}
	tally := &runTally{}
	live := newLive(e, len(protocol.Plan(p.settings)))
	profiles := &profiles{dir: filepath.Join(f.out, "profiles")}
	watch := &protocol.Watcher{Progress: live.show}
	if f.profile {
		watch.BeforePhase, watch.AfterPhase = profiles.begin, profiles.end
	}
	summary, ran := protocol.Run(ctx, p.settings, on.measured, on.reference,
		func(entry record.Entry) error {
			tally.add(entry)
			if w == nil {
				return nil
			}
			return w.Append(entry)
		}, watch)
	live.end()
	if w != nil {
		ran = errors.Join(ran, w.Close())
	}
	if summary == nil {
		return nil, ran
	}
	report := &runReport{Summary: summary, Complete: ran == nil, Protocol: p.settings.Protocol,
		Engine: about.Engine, Settings: about.Options, WriteEvents: tally.writeEvents,
		MemoryFreezes: tally.memoryFreezes, Out: f.out}
	shares, err := profiles.shares(summary)
	report.CPUShares = shares
	return report, errors.Join(ran, err)
}
