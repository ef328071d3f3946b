package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"
)

// adviseFlags are what the user may choose: what a simulation takes, and what was observed.
type adviseFlags struct {
	simulateFlags
	limit            float64
	tenant           string
	activeSince      time.Duration
	queries, counted []string
	intervals        string
}

func newAdviseCmd(e env) *cobra.Command {
	var f adviseFlags
	cmd := &cobra.Command{
		Use:   "advise",
		Short: "Say when a major is due, which table mode helps, what to change first, and why",
		Long: `Look ahead through a plan or from a recorded state, and at what was observed. Say
what to do first, with numbers and statements. It exits 0 whenever there is advice.`,
		Example: `  readamp advise --plan examples/shop-day.plan --memory 21G --cpus 26
  readamp advise --query returned=58,memstore=8016,ssstore=15330148,seconds=22.8`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.changed = cmd.Flags().Changed
			return runAdvise(cmd.Context(), e, &f)
		},
	}
	flags := cmd.Flags()
	f.planFlags.add(flags)
	f.length = adviseAhead
	flags.Lookup("time").DefValue = spell(adviseAhead)
	f.serverFlags.add(flags)
	flags.Float64Var(&f.limit, "limit", 2,
		"rows per row that 95 of 100 ranges may read")
	flags.StringVar(&f.state, "state", "",
		"look ahead from the last state in this recorded run or `FILE`")
	flags.StringArrayVar(&f.counted, "changed", nil,
		"live and changed rows of a table: `T=ROWS:CHANGED`")
	flags.StringArrayVar(&f.queries, "query", nil,
		"`AUDIT` row: returned=,memstore=,ssstore=[,seconds=,plan-type=,get]")
	flags.StringVar(&f.intervals, "tps", "",
		"`RATES` of intervals in a row, such as 16619,221.6: a stall?")
	flags.Var(newSeconds(&f.activeSince, 0), "active-since",
		"how long the oldest transaction has been open, such as `3h`")
	flags.StringVar(&f.tenant, "tenant", "",
		"statements of sys for tenant `NAME` (default: its own)")
	addFormatFlag(flags, &f.format)
	return cmd
}

// adviseAhead is how far a plan of flags looks ahead if nothing is said: to the next daily major.
const adviseAhead = 24 * time.Hour

func runAdvise(ctx context.Context, e env, f *adviseFlags) error {
	s, about, err := f.situation(ctx, e)
	if err != nil {
		return err
	}
	about.Findings = s.Findings()
	return writeAdvice(e, f.format, about)
}

// forgetful are the flags of which one at least is needed to look ahead; without them, what was
// observed is judged alone.
var forgetful = []string{"plan", "memory", "memstore-limit", "state", "rate", "params"}

// observedOnly says that there is nothing to look ahead at.
func (f *adviseFlags) observedOnly() bool {
	if len(f.queries)+len(f.counted) == 0 && f.intervals == "" {
		return false
	}
	for _, name := range forgetful {
		if f.changed(name) {
			return false
		}
	}
	return true
}
