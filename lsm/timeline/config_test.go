package timeline_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
)

const mebi = 1 << 20

// load is a sysbench script, or workload.Queue, against tables of its own.
type load struct {
	script, mode string
	tables       int
	rows         int64
	rate         float64 // events a second
	from, to     time.Duration
	args         []string // options of sysbench
}

// newConfig is a tenant with room for everything that a test writes in some minutes: freezes come
// by Actions or by limits that a test sets. Nothing happens by the clock that a test doesn't ask
// for. Loads without a time last as long as the plan.
func newConfig(t testing.TB, length time.Duration, loads ...load) timeline.Config {
	t.Helper()
	rules, err := lsm.RulesFor("4.3.5", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	o := lsm.DefaultOptions()
	o.MajorFreezeDutyTime, o.AdvanceCheckpointInterval = -1, 0
	o.EnableAdaptiveCompaction = false
	p := &workload.Plan{}
	c := timeline.Config{Options: o, Rules: rules, Plan: p, Timing: timeline.DefaultTiming(),
		Limits: limits(1<<30, 4<<30), Seed: 1, SampleEvery: length,
		SampleTablets: 4, SampleStatements: 20}
	c.Relimit = func(lsm.Options) freeze.Limits { return c.Limits }
	for i, l := range loads {
		options := l.options(t)
		p.Groups = append(p.Groups, workload.TableGroup{Name: fmt.Sprintf("g%d_", i),
			Tables: l.tables, Rows: l.rows, Index: options.CreateSecondary,
			Mode: l.tableMode(t)})
		if l.to == 0 {
			l.to = length
		}
		p.Loads = append(p.Loads, workload.Load{From: l.from, To: l.to, Group: i,
			Script: l.script, Options: options, Rate: workload.Rate{PerSecond: l.rate}})
		ids, err := keydist.New("uniform", l.rows, keydist.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c.Probes = append(c.Probes, timeline.Probe{RangeSize: 20, IDs: ids,
			FromHead: l.script == workload.Queue})
	}
	return c
}

func (l load) tableMode(t testing.TB) adaptive.Mode {
	t.Helper()
	mode, err := workload.ParseTableMode(cmp.Or(l.mode, "normal"))
	if err != nil {
		t.Fatal(err)
	}
	return mode
}

// options are those of the script.
func (l load) options(t testing.TB) workload.Options {
	t.Helper()
	args := append([]string{fmt.Sprintf("--tables=%d", l.tables),
		fmt.Sprintf("--table-size=%d", l.rows)}, l.args...)
	script := l.script
	if script == workload.Queue {
		script = "oltp_insert"
	}
	o, err := workload.ParseOptions(script, args)
	if err != nil {
		t.Fatal(err)
	}
	if l.script == workload.Queue {
		o.Script, o.SkipTrx = workload.Queue, true
	}
	return o
}

// limits are those of a memstore of one open page a group, throttled at 60 % of its limit.
func limits(trigger, limit int64) freeze.Limits {
	return freeze.Limits{MemstoreLimitBytes: limit, TriggerBytes: trigger,
		ThrottleBytes: limit / 100 * 60, HardLimitBytes: limit, OpenPages: freeze.Groups,
		MaxCachedBytes: freeze.Groups * freeze.CachedPageBytes}
}

// blockRows is how many rows share a block of a base.
var blockRows = lsm.BlockRows{Major: []int64{212}}

func newTenant(t testing.TB, c timeline.Config) *timeline.Tenant {
	t.Helper()
	content, err := timeline.NewKeys(c, blockRows)
	if err != nil {
		t.Fatal(err)
	}
	tenant, err := timeline.New(c, content)
	if err != nil {
		t.Fatal(err)
	}
	return tenant
}

// run runs a configuration to its end.
func run(t testing.TB, c timeline.Config) *timeline.Tenant {
	t.Helper()
	tenant := newTenant(t, c)
	if err := tenant.Run(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	return tenant
}

// minorFreezes are freezes by hand at some seconds.
func minorFreezes(seconds ...float64) []timeline.Action {
	var list []timeline.Action
	for _, s := range seconds {
		list = append(list, timeline.Action{At: at(s), Freeze: "minor"})
	}
	return list
}

// at is a moment given in seconds.
func at(seconds float64) time.Duration {
	return time.Duration(seconds * float64(time.Second))
}

// merges are the merges of one kind of a tablet, in order; "" stands for all tablets.
func merges(tenant *timeline.Tenant, tablet string,
	kind timeline.MergeKind) (list []timeline.MergeRecord) {

	for _, m := range tenant.Merges {
		if m.Kind == kind && (tablet == "" || m.Tablet == tablet) {
			list = append(list, m)
		}
	}
	return list
}

// reportJSON is the report as it is printed.
func reportJSON(t testing.TB, tenant *timeline.Tenant) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(tenant.Report()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// runTenant runs a tenant that something was scheduled for.
func runTenant(t testing.TB, tenant *timeline.Tenant) {
	t.Helper()
	if err := tenant.Run(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
}

func rulesFor(t testing.TB, version string) lsm.Rules {
	t.Helper()
	r, err := lsm.RulesFor(version, "amd64")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// wantError runs a configuration and wants it to end with an error that says something.
func wantError(t testing.TB, c timeline.Config, text string) {
	t.Helper()
	err := newTenant(t, c).Run(context.Background(), nil)
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("error %v, want one with %q", err, text)
	}
}

// loadOf is a load against the first tables of a configuration.
func loadOf(t testing.TB, c timeline.Config, script string, rate float64,
	from, to time.Duration, args ...string) workload.Load {

	t.Helper()
	g := c.Plan.Groups[0]
	o := load{script: script, tables: g.Tables, rows: g.Rows, args: args}.options(t)
	o.CreateSecondary = g.Index
	return workload.Load{From: from, To: to, Script: script, Options: o,
		Rate: workload.Rate{PerSecond: rate}}
}
