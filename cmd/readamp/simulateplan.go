package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/workload"
)

// planFlags say what is done to the tables.
type planFlags struct {
	plan, script, rate, mode string
	length                   time.Duration
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
		"without a plan: events, `12k/s` or 256x3ms")
	flags.Var(newSeconds(&f.length, time.Hour), "time",
		"without a plan: how long, `30m` or in seconds")
	flags.StringVar(&f.mode, "table-mode", "", "table_mode of all tables, a `MODE` such as extreme")
	f.sysbench = pflag.NewFlagSet("sysbench", pflag.ContinueOnError)
	for _, s := range sysbenchFlags {
		f.sysbench.String(s.name, "", "sysbench: "+s.help)
	}
	group(f.sysbench, "Options of sysbench, without a plan:")
	flags.AddFlagSet(f.sysbench)
}

// load makes the plan: that of the file, or that of the flags, which go before some options of
// sysbench.
func (f *planFlags) load(args []string, changed func(flag string) bool) (*workload.Plan, error) {
	if f.mode == "" {
		return f.read(args, changed)
	}
	mode, err := workload.ParseTableMode(f.mode)
	if err != nil {
		return nil, usageError("--table-mode: %w", err)
	}
	p, err := f.read(args, changed)
	if err != nil {
		return nil, err
	}
	for i := range p.Groups {
		p.Groups[i].Mode = mode
	}
	return p, nil
}

func (f *planFlags) read(args []string, changed func(flag string) bool) (*workload.Plan, error) {
	var names []string
	f.sysbench.VisitAll(func(o *pflag.Flag) {
		if o.Changed {
			args = append(args, "--"+o.Name+"="+o.Value.String())
			names = append(names, o.Name)
		}
	})
	if f.plan != "" {
		for _, name := range append([]string{"script", "rate", "time"}, names...) {
			if changed(name) {
				return nil, usageError("--plan and --%s: the plan says that", name)
			}
		}
		return readPlan(f.plan)
	}
	o, err := workload.ParseOptions(f.script, args)
	if err != nil {
		return nil, usageError("%s", withoutPackage(err))
	}
	rate, err := workload.ParseRate(f.rate)
	if err != nil {
		return nil, usageError("--rate: %s", strings.TrimPrefix(withoutPackage(err), "rate "))
	}
	if f.length <= 0 {
		return nil, usageError("--time: %v is no time to simulate", f.length)
	}
	return workload.OnePhase(o, rate, f.length), nil
}

// withoutPackage is the text of an error without the packages it came through: it is about a
// flag.
func withoutPackage(err error) string {
	drop := strings.NewReplacer("workload: ", "", "model: ", "", "keydist: ", "", "\n", "; ")
	return drop.Replace(err.Error())
}

// readPlan reads a plan file.
func readPlan(name string) (*workload.Plan, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return workload.ParsePlan(name, file)
}

// tablesOf puts the tables of a plan into words, such as "30 tables orders of 1M rows".
func tablesOf(p *workload.Plan) string {
	var list []string
	for _, g := range p.Groups {
		rows := roundCount(g.Rows) + " rows"
		if g.Rows == 1 {
			rows = "1 row"
		}
		text := fmt.Sprintf("%s %s of %s", counted(g.Tables, "table"), g.Name, rows)
		if g.Mode != adaptive.Normal {
			text += " (" + g.Mode.String() + ")"
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// loadsOf puts the loads of a plan into words: each script and distribution once, with its rate or
// the least and the highest. Results under different distributions can't be compared, so it is
// always said.
func loadsOf(p *workload.Plan) string {
	var order []string
	rates := map[string][]workload.Rate{}
	for _, l := range p.Loads {
		name := l.Script
		if l.Script != workload.Queue {
			name += " " + l.Options.RandType
		}
		if rates[name] == nil {
			order = append(order, name)
		}
		rates[name] = append(rates[name], l.Rate)
	}
	events := func(a, b workload.Rate) int {
		return cmp.Compare(a.EventsPerSecond(), b.EventsPerSecond())
	}
	for i, name := range order {
		low, high := slices.MinFunc(rates[name], events), slices.MaxFunc(rates[name], events)
		order[i] += " at " + low.String()
		if high != low {
			order[i] += " to " + high.String()
		}
	}
	return strings.Join(order, ", ")
}
