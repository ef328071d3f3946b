package model_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

// strataCase is a workload and a server at which exact and expected numbers are compared.
type strataCase struct {
	kind    string
	exp     float64 // of zipfian
	skipTrx bool
	trigger int // minor_compact_trigger
	undo    time.Duration
	ranges  int64

	// Where these are not set, the script is oltp_write_only, its rate 700/s, row compaction comes
	// after 6 versions and the server is a 4.4.
	script   string
	rate     float64
	compact  int64
	server   string
	arch     string
	byMemory bool // freezes are up to the memstore
}

func (c strataCase) String() string {
	type fields strataCase
	return fmt.Sprintf("%+v", fields(c))
}

const (
	// A memtable is frozen every strataPause, so that the reports of active transactions, which
	// come every ten minutes, cut memtables at a quarter, two fifths and four fifths.
	strataPause  = 70 * time.Second
	strataLength = 27 * time.Minute
	strataTables = 4
	gib          = 1 << 30
)

func (c strataCase) load(t testing.TB) workload.Options {
	t.Helper()
	o, err := workload.ParseOptions(cmp.Or(c.script, "oltp_write_only"), []string{
		fmt.Sprintf("--tables=%d", strataTables), "--table-size=100000", "--rand-type=" + c.kind})
	if err != nil {
		t.Fatal(err)
	}
	o.Rand.ZipfianExp, o.SkipTrx, o.RangeSize = c.exp, c.skipTrx, c.ranges
	return o
}

func (c strataCase) config(t testing.TB) timeline.Config {
	t.Helper()
	o := c.load(t)
	ids, err := keydist.New(c.kind, o.TableSize, o.Rand)
	if err != nil {
		t.Fatal(err)
	}
	options := lsm.DefaultOptions()
	options.MinorCompactTrigger, options.UndoRetention = c.trigger, c.undo
	options.RowCompactionUpdateLimit = cmp.Or(c.compact, 6)
	rules, err := lsm.RulesFor(cmp.Or(c.server, "4.4"), cmp.Or(c.arch, "amd64"))
	if err != nil {
		t.Fatal(err)
	}
	plan := workload.OnePhase(o, workload.Rate{PerSecond: cmp.Or(c.rate, 700)}, strataLength)
	config := timeline.Config{Options: options, Rules: rules, ManualFreezes: !c.byMemory, Seed: 1,
		Limits: freeze.Resolve(options, rules, freeze.Unit{CPUs: 8, MemoryBytes: 4 * gib},
			freeze.Hold{}, freeze.Server{}),
		Timing: timeline.DefaultTiming(), Plan: plan, SampleEvery: 15 * time.Second,
		SampleTablets: strataTables, SampleStatements: 400,
		Probes: []timeline.Probe{{RangeSize: c.ranges, IDs: ids}}}
	config.OpenPages = config.Limits.OpenPages
	for at := strataPause; at < plan.Length() && !c.byMemory; at += strataPause {
		config.Actions = append(config.Actions, timeline.Action{At: at, Freeze: "minor"})
	}
	return config
}

var strataBlocks = lsm.BlockRows{Major: []int64{212}, Inc: []int64{212}}

type newContent func(timeline.Config, lsm.BlockRows) (timeline.Content, error)

func runTenant(t testing.TB, c timeline.Config, of newContent) *timeline.Tenant {
	t.Helper()
	content, err := of(c, strataBlocks)
	if err != nil {
		t.Fatal(err)
	}
	tenant, err := timeline.New(c, content)
	if err != nil {
		t.Fatal(err)
	}
	if err := tenant.Run(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	return tenant
}

// figures are what a tenant reports, by name: sums over the merges of a kind, means over samples.
type figures map[string]float64

func figuresOf(t *timeline.Tenant) figures {
	f := figures{"freezes": float64(len(t.Freezes))}
	for _, r := range t.Freezes {
		f["freeze bytes"] += float64(r.RowBytes)
	}
	for _, m := range t.Merges {
		kind := strings.ToLower(strings.TrimSuffix(string(m.Kind), "_MERGE"))
		if strings.HasSuffix(m.Tablet, ".k") {
			kind += " of index"
		}
		f[kind+" number"]++
		f[kind+" inputs"] += float64(m.Inputs)
		f[kind+" keys"] += float64(m.Output.Keys)
		f[kind+" versions"] += float64(m.Output.Versions)
		f[kind+" rows"] += float64(m.Output.PhysicalRows)
		f[kind+" folded"] += float64(m.Output.Folded)
	}
	r := t.Report()
	f["user bytes"] = float64(r.Summary.UserBytes)
	f["write amplification"] = r.Summary.WriteAmplification
	n := float64(len(r.Samples) - 1)
	for _, s := range r.Samples[1:] {
		for name, x := range map[string]float64{"memstore": float64(s.MemstoreUsedBytes),
			"space": float64(s.SpaceBytes), "physical rows": float64(s.PhysicalRows),
			"minis and minors": s.IncTables, "range mean": s.Range.Mean, "range p5": s.Range.P5,
			"range p50": s.Range.P50, "range p95": s.Range.P95, "get mean": s.Get.Mean,
			"get p95": s.Get.P95, "index mean": s.Index.Mean,
			"block scan": s.BlockscanPct / 100} {
			f[name] += x / n
		}
	}
	return f
}

// worstFigure is a figure that is farthest from the exact one.
type worstFigure struct {
	off, exact, fast float64
	at               string
}

// compareStrata runs a case both ways. Every figure has to be within 1 %, but
//
//   - counts of the rows in merges within three standard deviations, if that is more;
//   - the memstore within two pages, if that is more: pages are whole, and each of eight tablets
//     has some;
//   - the share of block scan within half a percentage point, if that is more: there are 472
//     blocks in a table, each fast or slow for all statements until the next freeze, so the exact
//     figure is off its mean by so much itself.
func compareStrata(t *testing.T, name string, c timeline.Config, worst map[string]worstFigure) {
	t.Helper()
	exact := runTenant(t, c, timeline.NewKeys)
	fast := runTenant(t, c, model.NewStrata)
	got, want := figuresOf(fast), figuresOf(exact)
	for _, figure := range slices.Sorted(maps.Keys(want)) {
		x, y := want[figure], got[figure]
		allowed := 0.01 * x
		switch figure {
		case "memstore":
			allowed = max(allowed, 2*freeze.PageBytes)
		case "block scan":
			allowed = max(allowed, 0.005)
		default:
			if strings.Contains(figure, "mini ") || strings.Contains(figure, "minor ") {
				allowed = max(allowed, 3*math.Sqrt(x))
			}
		}
		if !(math.Abs(y-x) <= allowed) {
			t.Errorf("%s: %s %.6g, exact %.6g (%+.2f %%)", name, figure, y, x, 100*(y/x-1))
		}
		if off := math.Abs(y - x); x > 0 && off/x >= worst[figure].off {
			worst[figure] = worstFigure{off / x, x, y, name}
		}
	}
	compareMerges(t, name, mergesOf(exact), mergesOf(fast))
}

// mergesOf adds up the tables' first merges of a kind, their second ones and so on.
func mergesOf(t *timeline.Tenant) map[string]timeline.Size {
	sums, seen := map[string]timeline.Size{}, map[string]int{}
	for _, m := range t.Merges {
		of := m.Tablet + string(m.Kind)
		seen[of]++
		name := fmt.Sprintf("%s %d of %d tables", m.Kind, seen[of], m.Inputs)
		if strings.HasSuffix(m.Tablet, ".k") {
			name += " of an index"
		}
		s := sums[name]
		s.Keys += m.Output.Keys
		s.PhysicalRows += m.Output.PhysicalRows
		sums[name] = s
	}
	return sums
}

// compareMerges allows single merges 1 % and three standard deviations of what they count.
func compareMerges(t *testing.T, name string, want, got map[string]timeline.Size) {
	t.Helper()
	for _, merge := range slices.Sorted(maps.Keys(want)) {
		x, y := want[merge], got[merge]
		for what, n := range map[string][2]int64{"keys": {x.Keys, y.Keys},
			"rows": {x.PhysicalRows, y.PhysicalRows}} {

			exact, fast := float64(n[0]), float64(n[1])
			if !(math.Abs(fast-exact) <= 0.01*exact+3*math.Sqrt(exact)) {
				t.Errorf("%s: %s: %v %s, exact %v", name, merge, fast, what, exact)
			}
		}
	}
}

// logWorst tells how far each figure is off where it is farthest.
func logWorst(t *testing.T, worst map[string]worstFigure) {
	t.Helper()
	for _, figure := range slices.Sorted(maps.Keys(worst)) {
		w := worst[figure]
		t.Logf("%-24s %5.2f %%: %.6g, exact %.6g, %s", figure, 100*w.off, w.fast, w.exact, w.at)
	}
}

// TestStrataAgainstKeys compares expected with exact numbers: all distributions and triggers, with
// everything, something and nothing folded.
func TestStrataAgainstKeys(t *testing.T) {
	worst := map[string]worstFigure{}
	defer logWorst(t, worst)
	for i, c := range []strataCase{{kind: "special"}, {kind: "uniform"}, {kind: "gaussian"},
		{kind: "pareto"}, {kind: "zipfian", exp: 0.8}, {kind: "zipfian", exp: 1.2}} {

		for j, trigger := range []int{0, 2, 4} {
			if j == (i+2)%3 || testing.Short() && j != i%3 {
				continue
			}
			c.trigger, c.skipTrx = trigger, (i+j)%2 == 0
			c.undo = []time.Duration{0, 5 * time.Minute, 30 * time.Minute}[(i/2+j)%3]
			c.ranges = []int64{100, 10}[(i/3+j)%2]
			compareStrata(t, c.String(), c.config(t), worst)
		}
	}
}

// TestStrataOfOtherLoads compares where block scan has much to do, where memtables are large, and
// with other scripts and servers.
func TestStrataOfOtherLoads(t *testing.T) {
	worst := map[string]worstFigure{}
	defer logWorst(t, worst)
	like := strataCase{kind: "special", skipTrx: true, trigger: 2, ranges: 100}
	with := func(change func(*strataCase)) {
		c := like
		change(&c)
		compareStrata(t, c.String(), c.config(t), worst)
	}
	with(func(c *strataCase) { c.rate, c.ranges = 5, 300 })
	with(func(c *strataCase) { c.rate, c.kind = 2, "uniform" })
	with(func(c *strataCase) { c.rate, c.kind, c.ranges = 20, "pareto", 1 })
	with(func(c *strataCase) { c.compact = 2 })
	with(func(c *strataCase) { c.compact, c.skipTrx, c.kind = 1, false, "uniform" })
	with(func(c *strataCase) { c.script, c.compact, c.kind = "oltp_update_index", 3, "gaussian" })
	with(func(c *strataCase) { c.script, c.skipTrx = "oltp_update_non_index", false })
	with(func(c *strataCase) { c.server, c.arch = "4.2.1", "arm64" })
	with(func(c *strataCase) { c.server, c.arch, c.skipTrx = "4.2.1", "arm64", false })
}

// TestStrataOfSeveralLoads has loads of different distributions and scripts on the same tables, one
// after the other and at once, and a major freeze in between.
func TestStrataOfSeveralLoads(t *testing.T) {
	worst := map[string]worstFigure{}
	defer logWorst(t, worst)
	c := strataCase{kind: "uniform", skipTrx: true, trigger: 2, ranges: 100}
	config := c.config(t)
	more := func(from, to time.Duration, perSecond float64, c strataCase) {
		config.Plan.Loads = append(config.Plan.Loads, workload.Load{From: from, To: to,
			Script: cmp.Or(c.script, "oltp_write_only"), Options: c.load(t),
			Rate: workload.Rate{PerSecond: perSecond}})
	}
	config.Plan.Loads[0].To = strataLength / 2
	more(strataLength/3, strataLength, 600, strataCase{kind: "special", ranges: 100})
	more(0, strataLength, 300, strataCase{kind: "zipfian", exp: 1, ranges: 100,
		script: "oltp_update_index"})
	more(0, strataLength, 300, strataCase{kind: "uniform", ranges: 100,
		script: "oltp_point_select"})
	config.Actions = append(config.Actions,
		timeline.Action{At: strataLength/2 + time.Second, Freeze: "major"})
	slices.SortFunc(config.Actions, func(a, b timeline.Action) int { return int(a.At - b.At) })
	compareStrata(t, "several", config, worst)
}

// TestStrataFreezes compares freezes that the memstore gives the reason for. The memstore is looked
// at every 2 s, in which a thirtieth of a memtable is written here, so one a little larger may be
// frozen a look later. Times are compared to 1 % of the time since the start and three standard
// deviations of a walk whose steps are even between a look early and a look late.
func TestStrataFreezes(t *testing.T) {
	for _, c := range []strataCase{{kind: "special", skipTrx: true}, {kind: "pareto"},
		{kind: "gaussian", skipTrx: true}} {

		if testing.Short() && c.kind != "special" {
			continue
		}
		c.trigger, c.ranges, c.byMemory, c.rate = 2, 100, true, 1500
		config := c.config(t)
		exact := runTenant(t, config, timeline.NewKeys)
		fast := runTenant(t, config, model.NewStrata)
		n, m := len(exact.Freezes), len(fast.Freezes)
		if n < 20 || m < n-1 || m > n+1 {
			t.Errorf("%s: %d freezes, exact %d", c, m, n)
		}
		n = min(n, m)
		for i := range n {
			at, want := fast.Freezes[i].At, exact.Freezes[i].At
			walk := freeze.CheckInterval.Seconds() * math.Sqrt(float64(i+1)/3)
			if (at - want).Abs().Seconds() > want.Seconds()/100+3*walk {
				t.Errorf("%s: freeze %d at %v, exact %v", c, i+1, at, want)
			}
		}
		t.Logf("%s: freeze %d at %v, exact %v", c, n, fast.Freezes[n-1].At, exact.Freezes[n-1].At)
	}
}
