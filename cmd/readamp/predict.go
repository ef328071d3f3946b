package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

// predictFlags are what the user may choose.
type predictFlags struct {
	scenarioFlags
	settledFlags
	priceFlags
	stack, format, figures string
	at                     time.Duration
}

func newPredictCmd(e env) *cobra.Command {
	var f predictFlags
	cmd := &cobra.Command{
		Use:   "predict",
		Short: "Say at once what reads find in a state, or after a plan",
		Long: `Say in closed form what stands above the base and what reads find there: rows by
source, tables asked, and with --cost CPU, rate and latency. The state is named (--stack, in
write events of all tables), or follows from --freezes, or from a plan and --memory.`,
		Example: `  readamp predict --tables 30 --table-size 1000000 --stack minor=1.4M,memtable=50k
  readamp predict --freezes 7 --freeze-events 100k --minor-compact-trigger 4
  readamp predict --plan examples/shop-day.plan --at 18h --memory 21G --cpus 26`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runPredict(cmd.Context(), e, &f)
		},
	}
	flags := cmd.Flags()
	f.scenarioFlags.add(flags)
	flags.StringVar(&f.stack, "stack", "",
		"what stands above the base, `KIND=EVENTS,...`, oldest first; or base")
	flags.IntVar(&f.freezes, "freezes", 0, "instead: freezes since the major")
	flags.StringVar(&f.perFreeze, "freeze-events", "", "write `EVENTS` of each of them")
	flags.StringVar(&f.active, "memtable-events", "", "write `EVENTS` since the last of them")
	flags.StringVar(&f.gets, "gets", "0",
		"`GETS` since rows were last cached anew, which fill the fuse row cache")
	f.priceFlags.add(flags)
	flags.StringVar(&f.figures, "figures", "", "draw what carries the cost into this `DIR`")
	flags.Var(newSeconds(&f.at, 0), "at", "moment of a plan, `2h` (default: its end)")
	addFormatFlag(flags, &f.format)
	return cmd
}

func runPredict(_ context.Context, e env, f *predictFlags) error {
	s, err := f.load()
	if err != nil {
		return err
	}
	f.remarkParams(e)
	remarkBlended(e, s.plan, s.tables)
	p := &prediction{}
	if f.figures != "" && f.cost == "" {
		return usageError("--figures needs --cost: the figure shows what carries the cost")
	}
	cores := 0
	if f.changed("cpus") {
		cores = f.cpus
	}
	if p.pricing, err = f.priceFlags.open(s.plan, cores); err != nil {
		return err
	}
	gets, err := workload.ParseCount(f.gets)
	if err != nil {
		return usageError("--gets: %w", err)
	}
	switch {
	case f.changed("stack") || f.changed("freezes"):
		err = f.predictState(s, p, gets)
	default:
		err = f.predictPlan(s, p)
	}
	if err != nil {
		return err
	}
	if err := writePrediction(e, f.format, p); err != nil || f.figures == "" {
		return err
	}
	return writeTermsFigure(e, f.figures, p)
}

// predictState predicts the state that flags name. It is that of the plan's only group.
func (f *predictFlags) predictState(s *scenario, p *prediction, gets float64) error {
	if n := len(s.plan.Groups); n > 1 {
		return usageError("--stack and --freezes are for one group of tables, the plan has %d", n)
	}
	if f.changed("stack") == f.changed("freezes") {
		return usageError("--stack or --freezes, not both")
	}
	above, err := parseStack(f.stack)
	tables := float64(s.plan.Groups[0].Tables)
	for i := range above {
		above[i].Events /= tables
	}
	if f.changed("freezes") {
		above, err = f.settled(s, 0)
	}
	if err != nil {
		return err
	}
	reads := s.tables[0].Read(above, gets/tables)
	p.add(s, 0, above, reads)
	return p.price(s.tables[0], &reads, gets/tables, 0)
}

// predictPlan goes through the plan up to a moment.
func (f *predictFlags) predictPlan(s *scenario, p *prediction) error {
	length := s.plan.Length()
	at := length
	if f.changed("at") {
		at = f.at
	}
	if at <= 0 || at > length {
		return usageError("--at: %s is not within the plan of %s", spell(at), spell(length))
	}
	s.plan = clip(s.plan, at)
	c, m, err := f.forecast(s)
	if err != nil {
		return err
	}
	var reads []model.Reads
	totals := model.NewForecaster(s.tables).Run(c, func(moment *model.Moment) {
		if moment.At != at {
			return
		}
		reads = append(reads, moment.Reads...)
		for g := range s.tables {
			p.add(s, g, moment.Stacks[g], moment.Reads[g])
		}
	})
	p.planned(s, m, totals)
	if p.pricing == nil {
		return nil
	}
	g := p.pricing.load.Group
	return p.price(s.tables[g], &reads[g], 0, totals.MergeThreads())
}

// clip ends a plan at a moment.
func clip(p *workload.Plan, at time.Duration) *workload.Plan {
	out := &workload.Plan{Groups: p.Groups}
	for _, l := range p.Loads {
		if l.From < at {
			l.To = min(l.To, at)
			out.Loads = append(out.Loads, l)
		}
	}
	return out
}
