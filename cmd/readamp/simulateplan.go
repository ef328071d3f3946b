package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/pflag"

	"github.com/readamp/readamp/lsm/workload"
)

// planFlags say what is done to the tables.
type planFlags struct {
	plan, script, rate, mode string
	length                   time.Duration
	changed                  func(flag string) bool
	sysbench                 *pflag.FlagSet // sysbench's options under their own names
}

// sysbenchFlags are the options of sysbench that change what is written or read.
var sysbenchFlags = []struct{ name, help string }{
	{"tables", "number of tables"},
	{"table-size", "rows of each table"},
	{"rand-type", "distribution of ids: special, uniform, gaussian, pareto, zipfian"},
	{"range-size", "ids a range query covers"},
	{"skip-trx", "on: each statement commits by itself"},
	{"create-secondary", "off: no index on k"},
	{"index-updates", "updates of k in an event"},
	{"non-index-updates", "updates of c in an event"},
	{"delete-inserts", "pairs of a delete and an insert in an event"},
	{"rand-spec-pct", "percentage of ids in the hot band of special"},
	{"rand-spec-res", "percentage of draws from it"},
	{"rand-pareto-h", "parameter h of pareto"},
	{"rand-zipfian-exp", "exponent of zipfian"},
}

func (f *planFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.plan, "plan", "", "run the loads of this `FILE` (see examples)")
	flags.StringVar(&f.script, "script", "oltp_write_only", "without a plan: sysbench's `SCRIPT`")
	flags.StringVar(&f.rate, "rate", "1k/s",
		"without a plan: events, as `12k/s` or as 256x3ms: 256 clients, 3 ms an event")
	flags.DurationVar(&f.length, "time", time.Hour, "without a plan: how long")
	flags.StringVar(&f.mode, "table-mode", "", "table_mode of all tables (default: the plan's)")
	f.sysbench = pflag.NewFlagSet("sysbench", pflag.ContinueOnError)
	for _, s := range sysbenchFlags {
		f.sysbench.String(s.name, "", "sysbench: "+s.help)
	}
	flags.AddFlagSet(f.sysbench)
}

// load makes the plan: that of the file or that of the flags.
func (f *planFlags) load() (*workload.Plan, error) {
	p, err := f.read()
	if err != nil || f.mode == "" {
		return p, err
	}
	for i := range p.Groups {
		p.Groups[i].Mode = f.mode
	}
	return p, nil
}

func (f *planFlags) read() (*workload.Plan, error) {
	var args []string
	f.sysbench.VisitAll(func(o *pflag.Flag) {
		if o.Changed {
			args = append(args, "--"+o.Name+"="+o.Value.String())
		}
	})
	if f.plan != "" {
		for _, name := range []string{"script", "rate", "time"} {
			if f.changed(name) {
				return nil, usageError("--%s and --plan: the plan says that", name)
			}
		}
		if len(args) > 0 {
			return nil, usageError("%s and --plan: the plan says that", args[0])
		}
		return readPlan(f.plan)
	}
	o, err := workload.ParseOptions(f.script, args)
	if err != nil {
		return nil, usageError("%w", err)
	}
	rate, err := workload.ParseRate(f.rate)
	if err != nil {
		return nil, usageError("--rate: %w", err)
	}
	if f.length <= 0 {
		return nil, usageError("--time: %v is no time", f.length)
	}
	return workload.OnePhase(o, rate, f.length), nil
}

// readPlan reads a plan file.
func readPlan(name string) (*workload.Plan, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return workload.ParsePlan(name, file)
}

// clock writes a time of a plan as hours, minutes and seconds.
func clock(d time.Duration) string {
	s := int64(d.Round(time.Second).Seconds())
	return fmt.Sprintf("%02d:%02d:%02d", s/3600, s/60%60, s%60)
}
