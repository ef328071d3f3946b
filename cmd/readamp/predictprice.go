package main

import (
	"fmt"
	"math"

	"github.com/spf13/pflag"

	"github.com/readamp/readamp/internal/texttab"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/validate"
)

// priceFlags say what reads cost and who reads.
type priceFlags struct {
	cost          string
	threads       int
	remoteClient  bool
	confidencePct float64
}

func (f *priceFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.cost, "cost", "", "price reads with the costs in this `FILE` of calibrate")
	flags.IntVar(&f.threads, "threads", 0,
		"`CLIENTS` that read (default: the plan's or cost file's)")
	flags.BoolVar(&f.remoteClient, "remote-client", false,
		"the clients have cores of their own (default: they share the server's)")
	flags.Float64Var(&f.confidencePct, "confidence", 100*validate.CostConfidence,
		"confidence of the intervals in `PERCENT`")
}

// pricing is a load of reads that is priced.
type pricing struct {
	flags  *priceFlags
	file   *validate.CostFile
	load   workload.Load
	mix    model.ReadMix
	pricer *model.Pricer
	cores  float64
}

// open reads the costs and finds the load; nil without costs. cores are those of the tenant, 0 for
// those of the machine that the costs were fitted on.
func (f *priceFlags) open(p *workload.Plan, cores int) (*pricing, error) {
	if f.cost == "" {
		if f.threads != 0 || f.remoteClient {
			return nil, usageError("--threads and --remote-client need --cost: without costs no " +
				"read is priced")
		}
		return nil, nil
	}
	switch {
	case f.threads < 0 || f.threads > threadsMost:
		return nil, usageError("--threads: %d clients, want 1 to %d", f.threads, threadsMost)
	case !(f.confidencePct > 0 && f.confidencePct < 100):
		return nil, usageError("--confidence: %v is not between 0 and 100", f.confidencePct)
	}
	file, err := validate.OpenCost(f.cost)
	if err != nil {
		return nil, err
	}
	if len(file.Runs) == 0 {
		return nil, failure("%s: the costs don't say what they were fitted to", f.cost)
	}
	x := &pricing{flags: f, file: file, cores: float64(cores)}
	if x.load, err = statedLoad(p, file); err != nil {
		return nil, err
	}
	if x.cores == 0 {
		x.cores = float64(file.Runs[0].Cores)
	}
	per := x.load.Options.PerEvent()
	gets := per[workload.Get]
	x.mix = model.ReadMix{Script: x.load.Script, Gets: float64(gets),
		Ranges: float64(per.Reads() - gets), Queries: float64(per.Queries())}
	if x.pricer, err = model.NewPricer(&file.Cost, x.mix); err != nil {
		return nil, failure("%s: %s", f.cost, withoutPackage(err))
	}
	return x, nil
}

// threadsMost bounds the clients of a priced load.
const threadsMost = 100_000

// priceLine is what the load gets, in JSON.
type priceLine struct {
	Script        string  `json:"script"`
	RandType      string  `json:"rand_type"`
	Threads       int     `json:"threads"`
	Cores         float64 `json:"cores"`
	RemoteClient  bool    `json:"remote_client"`
	ConfidencePct float64 `json:"confidence_pct"`

	CPUMicros      float64 `json:"cpu_us"` // of the server, for the mean query
	CPULowMicros   float64 `json:"cpu_low_us"`
	CPUHighMicros  float64 `json:"cpu_high_us"`
	QPS            float64 `json:"qps"`
	QPSLow         float64 `json:"qps_low"`
	QPSHigh        float64 `json:"qps_high"`
	LatencyMicros  float64 `json:"latency_us"` // of the mean query
	UtilisationPct float64 `json:"utilisation_pct"`

	// Over the same load where all tables are merged.
	CPUOverMerged float64 `json:"cpu_over_merged"`
	QPSOverMerged float64 `json:"qps_over_merged"`

	Terms []termLine `json:"terms"`
	// ByThreads is the same with other numbers of clients.
	ByThreads []threadsLine `json:"by_threads"`

	merged    model.Price // in reference statements
	mergedCPU []termLine
}

// termLine is what one term of the mean query costs.
type termLine struct {
	Statement string  `json:"statement"`
	Term      string  `json:"term"`
	CPUMicros float64 `json:"cpu_us"`
	SharePct  float64 `json:"share_pct"`
}

// price prices the load where reads find this. busy are the cores that merges take.
func (x *pricing) price(t *model.Tables, r *model.Reads, gets, busy float64) (*priceLine, error) {
	merged := t.Read(nil, gets)
	confidence := x.flags.confidencePct / 100
	now, then := x.pricer.Price(r, confidence), x.pricer.Price(&merged, confidence)
	threads := x.clients()
	state, err := x.network(now.CPU, threads, busy)
	if err != nil {
		return nil, err
	}
	clean, err := x.network(then.CPU, threads, 0)
	if err != nil {
		return nil, err
	}
	micros := x.file.ReferenceCPUMicros
	line := &priceLine{Script: x.load.Script, RandType: x.load.Options.RandType,
		Threads: threads, Cores: x.cores, RemoteClient: x.flags.remoteClient,
		ConfidencePct: x.flags.confidencePct, CPUMicros: now.CPU * micros,
		CPULowMicros: now.CPULow * micros, CPUHighMicros: now.CPUHigh * micros,
		QPS: state.QPS, QPSLow: state.QPS * now.RateLow / now.Rate,
		QPSHigh: state.QPS * now.RateHigh / now.Rate, LatencyMicros: state.LatencyMicros,
		UtilisationPct: 100 * state.Utilisation, CPUOverMerged: now.CPU / then.CPU,
		QPSOverMerged: state.QPS / clean.QPS, Terms: x.terms(r, now.CPU), merged: then,
		mergedCPU: x.terms(&merged, then.CPU)}
	line.ByThreads, err = x.byThreads(now.CPU, then.CPU, threads, busy)
	return line, err
}

// threadsLine is what a load gets with a number of clients.
type threadsLine struct {
	Threads        int     `json:"threads"`
	QPS            float64 `json:"qps"`
	MergedQPS      float64 `json:"merged_qps"` // of the same load where all tables are merged
	LatencyMicros  float64 `json:"latency_us"`
	UtilisationPct float64 `json:"utilisation_pct"`
}

// byThreads doubles the clients up to the least power of two that is no less than those of the
// load.
func (x *pricing) byThreads(cpu, merged float64, threads int, busy float64) (
	list []threadsLine, err error) {

	for n := 1; ; n *= 2 {
		now, err := x.network(cpu, n, busy)
		if err != nil {
			return nil, err
		}
		clean, err := x.network(merged, n, 0)
		if err != nil {
			return nil, err
		}
		list = append(list, threadsLine{n, now.QPS, clean.QPS, now.LatencyMicros,
			100 * now.Utilisation})
		if n >= threads {
			return list, nil
		}
	}
}

// byClients is a table of them.
func (x *priceLine) byClients() *texttab.Table {
	number := func(name, head, unit string) texttab.Column {
		return texttab.Column{Name: name, Head: head, Unit: unit, Right: true, Verb: "%.0f"}
	}
	t := texttab.New(texttab.Column{Name: "clients", Right: true},
		number("qps", "queries", "per second"), number("merged_qps", "if merged", "per second"),
		number("latency_us", "a query takes", "µs"), number("utilisation_pct", "cores", "% busy"))
	for _, l := range x.ByThreads {
		t.Row(l.Threads, l.QPS, l.MergedQPS, l.LatencyMicros, l.UtilisationPct)
	}
	return t
}

// terms splits the CPU of the mean query.
func (x *pricing) terms(r *model.Reads, cpu float64) []termLine {
	list := []termLine{}
	for _, term := range x.pricer.Terms(r) {
		list = append(list, termLine{term.Kind, term.Term,
			term.CPU * x.file.ReferenceCPUMicros, 100 * term.CPU / cpu})
	}
	return list
}

// clients are those of the flag, of a load in a plan that is a closed loop, or of the costs' run.
func (x *pricing) clients() int {
	switch {
	case x.flags.threads > 0:
		return x.flags.threads
	case x.load.Rate.Threads > 0:
		return x.load.Rate.Threads
	}
	return x.file.Runs[0].Threads
}

// leastCores is what merges leave to reads, as a share of the cores: threads of merges and of reads
// take turns.
const leastCores = 0.1

// network is the load at the server's cores.
func (x *pricing) network(cpu float64, threads int, busy float64) (model.NetworkState, error) {
	fitted := x.file.Runs[0]
	w, err := x.file.Network(x.load.Script, cpu, model.CostMachine{Cores: float64(fitted.Cores),
		Threads: fitted.Threads, ThinkMicros: model.LoopbackThinkMicros})
	if err != nil {
		return model.NetworkState{}, failure("%s: %s", x.flags.cost, withoutPackage(err))
	}
	w.Cores, w.ClientShares = x.cores, !x.flags.remoteClient
	w.BusyCores = math.Min(busy, (1-leastCores)*x.cores)
	return w.At(threads), nil
}

// priceWords say what the load gets.
func (p *prediction) priceWords() []string {
	x := p.Price
	if x == nil {
		return nil
	}
	where := "on the server's cores"
	if x.RemoteClient {
		where = "on cores of their own"
	}
	return []string{
		fmt.Sprintf("%s %s, %d clients %s, %g cores:", x.Script, x.RandType, x.Threads, where,
			x.Cores),
		fmt.Sprintf("%.0f queries per second (%.0f to %.0f with %g %% confidence), %.2f of those "+
			"of merged tables", x.QPS, x.QPSLow, x.QPSHigh, x.ConfidencePct, x.QPSOverMerged),
		fmt.Sprintf("%.0f µs of server CPU a query (%.0f to %.0f), %.2f times that of merged "+
			"tables", x.CPUMicros, x.CPULowMicros, x.CPUHighMicros, x.CPUOverMerged),
		fmt.Sprintf("%.0f µs a query as a client sees it; %.0f %% of the cores are busy",
			x.LatencyMicros, x.UtilisationPct)}
}

// terms is a table of what carries the cost.
func (x *priceLine) terms() *texttab.Table {
	t := texttab.New(texttab.Column{Name: "statement"}, texttab.Column{Name: "term"},
		texttab.Column{Name: "cpu_us", Head: "server CPU", Unit: "µs of the mean query",
			Right: true, Verb: "%.1f"},
		texttab.Column{Name: "share_pct", Head: "share", Unit: "%", Right: true, Verb: "%.1f"})
	for _, term := range x.Terms {
		t.Row(term.Statement, term.Term, term.CPUMicros, term.SharePct)
	}
	return t
}

// figures are the numbers of a price for CSV.
func (x *priceLine) figures() []figure {
	list := []figure{{"cpu_us", x.CPUMicros}, {"cpu_low_us", x.CPULowMicros},
		{"cpu_high_us", x.CPUHighMicros}, {"qps", x.QPS}, {"qps_low", x.QPSLow},
		{"qps_high", x.QPSHigh}, {"latency_us", x.LatencyMicros},
		{"utilisation_pct", x.UtilisationPct}, {"cpu_over_merged", x.CPUOverMerged},
		{"qps_over_merged", x.QPSOverMerged}}
	for _, term := range x.Terms {
		list = append(list, figure{term.Statement + "_" + term.Term + "_cpu_us", term.CPUMicros})
	}
	return list
}
