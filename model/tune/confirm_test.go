package tune_test

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model/tune"
)

// labParameters are those of the recorded runs natural-* in testdata.
var labParameters = tune.Setting{{Name: "memory_limit", Value: "6G"},
	{Name: "ob_compaction_schedule_interval", Value: "3s"},
	{Name: "_enable_adaptive_compaction", Value: "False"},
	{Name: "_ob_enable_fast_freeze", Value: "False"},
	{Name: "_advance_checkpoint_interval", Value: "0"}, {Name: "undo_retention", Value: "0"},
	{Name: "major_freeze_duty_time", Value: "disable"}, {Name: "log_disk_size", Value: "6G"}}

// labConfig is a workload of the recorded runs on their server: four tables of 250,000 rows under
// oltp_write_only, for ten minutes without a break at the rate of their writing phases.
func labConfig(t testing.TB, kind string, axes ...string) tune.Config {
	t.Helper()
	o, err := workload.ParseOptions("oltp_write_only", []string{"--rand-type=" + kind,
		"--tables=4", "--table-size=250000", "--skip-trx=on"})
	if err != nil {
		t.Fatal(err)
	}
	ids, err := keydist.New(kind, o.TableSize, o.Rand)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := lsm.RulesFor("seekdb-1.2", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	sweep, err := tune.ParseSweep(axes)
	if err != nil {
		t.Fatal(err)
	}
	options := lsm.DefaultOptions()
	if err := labParameters.Apply(&options, nil); err != nil {
		t.Fatal(err)
	}
	limits := func(o lsm.Options) (freeze.Limits, error) {
		unit := freeze.LargestUnit(o, rules, freeze.Machine{CPUs: 2})
		return freeze.Resolve(o, rules, unit, freeze.Hold{}, freeze.Server{}), nil
	}
	plan := workload.OnePhase(o, rateOf(t, "650/s"), 10*time.Minute)
	base := timeline.Config{Options: options, Rules: rules, Timing: timeline.DefaultTiming(),
		Plan: plan, Seed: 1, SampleTablets: 4, SampleStatements: 25,
		SampleEvery: tune.MomentEvery(plan.Length()),
		Probes:      []timeline.Probe{{RangeSize: 100, IDs: ids}}}
	base.Limits, _ = limits(options)
	return tune.Config{Base: base, BlockRows: sysbenchBlocks, Sweep: sweep, Limits: limits}
}

// TestRecommendedIsConfirmed: on two lab workloads the setting that a sweep recommends reads at
// most 3 % more rows than the best of 12 settings, when all are simulated key by key.
func TestRecommendedIsConfirmed(t *testing.T) {
	for _, kind := range []string{"special", "uniform"} {
		config := labConfig(t, kind, "minor-compact-trigger=0,2,4,8",
			"freeze-trigger-percentage=1,2,4")
		results := ran(t, config)
		tuner := tunerOf(t, config)
		setting, number := tuner.InForce()
		now, err := tuner.Run(context.Background(), []int{tune.InForceNumber}, func(int) {})
		if err != nil {
			t.Fatal(err)
		}
		ranking := tune.Rank(config.Sweep, tune.Rules{Objective: tune.ObjectiveMean},
			results, tune.InForceResult{Setting: setting, Number: number, Result: now[0]})
		best := math.Inf(1)
		exact := map[int]float64{}
		for _, r := range ranking.Settings {
			o, err := tuner.Exact(context.Background(), r.Number,
				func(c timeline.Config) (timeline.Content, error) {
					return timeline.NewKeys(c, sysbenchBlocks)
				})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s %s: forecast %.3f, simulated %.3f, freezes %.0f, %.0f an hour", kind,
				r.Setting, r.Cost, o.ReadCost.Mean, r.Outcome.FreezesPerHour, o.FreezesPerHour)
			exact[r.Number] = o.ReadCost.Mean
			best = min(best, o.ReadCost.Mean)
		}
		top := ranking.Settings[0]
		if got := exact[top.Number]; !(got <= 1.03*best) {
			t.Errorf("%s: %s reads %.3f rows per row, the best %.3f", kind, top.Setting, got, best)
		}
	}
}
