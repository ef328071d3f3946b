package tune_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

// tenantCase is a tenant that is tuned: four tables of 250,000 rows, written by 1,000 events a
// second of special ids.
type tenantCase struct {
	length     time.Duration
	memory     int64 // GB
	percent    int64 // freeze_trigger_percentage
	mode       adaptive.Mode
	undo       time.Duration
	adaptively bool
}

// The cases: many freezes; few of them and adaptive merges; the same with an eager table mode.
var (
	busyCase = tenantCase{length: time.Hour, memory: 4, percent: 20, undo: 30 * time.Minute}
	calmCase = tenantCase{length: time.Hour, memory: 8, percent: 40, adaptively: true}
	keenCase = tenantCase{length: time.Hour, memory: 8, percent: 40, adaptively: true,
		mode: adaptive.Extreme}
)

func (c tenantCase) config(t testing.TB) timeline.Config {
	t.Helper()
	o, err := workload.ParseOptions("oltp_write_only", []string{"--rand-type=special",
		"--tables=4", "--table-size=250000", "--skip-trx=on"})
	if err != nil {
		t.Fatal(err)
	}
	ids, err := keydist.New("special", o.TableSize, o.Rand)
	if err != nil {
		t.Fatal(err)
	}
	options := lsm.DefaultOptions()
	options.FreezeTriggerPercentage, options.UndoRetention = c.percent, c.undo
	options.MajorFreezeDutyTime, options.EnableAdaptiveCompaction = -1, c.adaptively
	rules, err := lsm.RulesFor("4.4", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	plan := workload.OnePhase(o, rateOf(t, "1k/s"), c.length)
	plan.Groups[0].Mode = c.mode
	config := timeline.Config{Options: options, Rules: rules, Seed: 1,
		Limits: freeze.Resolve(options, rules, freeze.Unit{CPUs: 8, MemoryBytes: c.memory << 30},
			freeze.Hold{}, freeze.Server{}),
		Timing: timeline.DefaultTiming(), Plan: plan, SampleEvery: c.length / 200,
		SampleTablets: 2, SampleStatements: 200, TimeOfDay: 12 * time.Hour,
		Probes: []timeline.Probe{{RangeSize: 100, IDs: ids}}}
	config.OpenPages = config.Limits.OpenPages
	return config
}

func rateOf(t testing.TB, text string) workload.Rate {
	t.Helper()
	r, err := workload.ParseRate(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// sysbenchBlocks is how many rows share a block.
var sysbenchBlocks = lsm.BlockRows{Major: []int64{212}, Inc: []int64{212}}

// scenarioOf is the forecast of a simulation.
func scenarioOf(t testing.TB, c timeline.Config) (*model.Scenario, []*model.Tables) {
	t.Helper()
	var all []*model.Tables
	for g, group := range c.Plan.Groups {
		var loads []workload.Load
		for _, l := range c.Plan.Loads {
			if l.Group == g {
				loads = append(loads, l)
			}
		}
		tables, err := model.NewTables(model.TablesConfig{Group: group, Loads: loads,
			Rules: c.Rules, RowCompactionLimit: c.Options.RowCompactionUpdateLimit,
			BlockRows: float64(sysbenchBlocks.Major[0])})
		if err != nil {
			t.Fatal(fmt.Errorf("%s: %w", group.Name, err))
		}
		all = append(all, tables)
	}
	return &model.Scenario{Options: c.Options, Rules: c.Rules, Limits: c.Limits,
		Timing: c.Timing, Plan: c.Plan, TimeOfDay: c.TimeOfDay, MomentEvery: c.SampleEvery}, all
}
