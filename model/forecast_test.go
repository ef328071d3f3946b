package model_test

import (
	"fmt"
	"math"
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

// forecastCase is a tenant that is simulated and forecast.
type forecastCase struct {
	kind       string
	rate       string
	length     time.Duration
	memory     int64
	percent    int64 // freeze_trigger_percentage
	trigger    int   // minor_compact_trigger
	mode       adaptive.Mode
	schedule   time.Duration
	major      time.Duration // of the day
	tables     int
	undo       time.Duration
	adaptively bool
}

func (c forecastCase) name() string {
	return fmt.Sprintf("%s %s %v %dG %d%% T%d %v %v", c.kind, c.rate, c.length, c.memory,
		c.percent, c.trigger, c.mode, c.schedule)
}

func (c forecastCase) config(t testing.TB) timeline.Config {
	t.Helper()
	o, err := workload.ParseOptions("oltp_write_only", []string{"--rand-type=" + c.kind,
		fmt.Sprintf("--tables=%d", c.tables), "--table-size=250000", "--skip-trx=on"})
	if err != nil {
		t.Fatal(err)
	}
	ids, err := keydist.New(c.kind, o.TableSize, o.Rand)
	if err != nil {
		t.Fatal(err)
	}
	options := lsm.DefaultOptions()
	options.MinorCompactTrigger, options.FreezeTriggerPercentage = c.trigger, c.percent
	options.CompactionScheduleInterval, options.MajorFreezeDutyTime = c.schedule, c.major
	options.EnableAdaptiveCompaction, options.UndoRetention = c.adaptively, c.undo
	rules, err := lsm.RulesFor("4.4", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	plan := workload.OnePhase(o, rateOf(t, c.rate), c.length)
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
			BlockRows: 212})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, tables)
	}
	return &model.Scenario{Options: c.Options, Rules: c.Rules, Limits: c.Limits,
		Timing: c.Timing, Plan: c.Plan, TimeOfDay: c.TimeOfDay,
		MomentEvery: c.SampleEvery}, all
}

var forecastCases = []forecastCase{
	{kind: "special", rate: "1k/s", length: time.Hour, memory: 4, percent: 20, trigger: 2,
		schedule: 2 * time.Minute, major: -1, tables: 4, undo: 30 * time.Minute},
	{kind: "special", rate: "1k/s", length: time.Hour, memory: 4, percent: 20, trigger: 0,
		schedule: 2 * time.Minute, major: -1, tables: 4, undo: 30 * time.Minute},
	{kind: "uniform", rate: "1k/s", length: time.Hour, memory: 4, percent: 10, trigger: 8,
		schedule: 2 * time.Minute, major: -1, tables: 4, undo: 30 * time.Minute},
	{kind: "uniform", rate: "4k/s", length: 30 * time.Minute, memory: 4, percent: 20, trigger: 2,
		schedule: 10 * time.Second, major: -1, tables: 4, undo: 0},
	{kind: "zipfian", rate: "2k/s", length: time.Hour, memory: 8, percent: 20, trigger: 2,
		schedule: 2 * time.Minute, major: 12*time.Hour + 30*time.Minute, tables: 8},
	{kind: "special", rate: "1k/s", length: time.Hour, memory: 8, percent: 40, trigger: 2,
		schedule: 2 * time.Minute, major: -1, tables: 4, undo: 0, adaptively: true},
	{kind: "special", rate: "1k/s", length: time.Hour, memory: 8, percent: 40, trigger: 2,
		schedule: 2 * time.Minute, major: -1, tables: 4, undo: 0, adaptively: true,
		mode: adaptive.Extreme},
}

// TestForecast: a forecast says what the simulated tenant shows, in which every tablet has its own
// times: rows per row on average within 4 %, bytes dumped and write amplification within 10 %,
// freezes within one or 4 %, the memstore's peak within 8 %.
func TestForecast(t *testing.T) {
	for _, c := range forecastCases {
		config := c.config(t)
		report := runTenant(t, config, model.NewStrata).Report()
		s, tables := scenarioOf(t, config)
		rows, n := 0.0, 0.0
		totals := model.NewForecaster(tables).Run(s, func(m *model.Moment) {
			rows += m.Reads[0].RowsPerRow()
			n++
		})
		w := report.Summary
		check := func(what string, got, want, allowed float64) {
			t.Helper()
			t.Logf("%s: %s %.4g, simulated %.4g", c.name(), what, got, want)
			if !(math.Abs(got-want) <= allowed) {
				t.Errorf("%s: %s %.4g, simulated %.4g", c.name(), what, got, want)
			}
		}
		check("rows per row", rows/n, w.Range.Mean, 0.04*w.Range.Mean)
		check("bytes dumped", totals.Mini.OutputBytes, float64(w.UserBytes),
			0.1*float64(w.UserBytes))
		check("write amplification", totals.WriteAmplification(), w.WriteAmplification,
			0.1*w.WriteAmplification)
		if !c.adaptively { // there single tablets are frozen for their updates as well
			check("freezes", float64(totals.Freezes), float64(w.Freezes),
				max(1, 0.04*float64(w.Freezes)))
		}
		check("memstore", totals.PeakHoldBytes, float64(w.MemstoreUsedMaxBytes),
			0.08*float64(w.MemstoreUsedMaxBytes))
	}
}

// TestForecastDistributions: writes of a night and of a day draw their ids differently, one after
// the other with a time of both. The night's reads are those of the night alone, within 2 %; the
// hour's mean is that of the simulation within 6 %, a minor more or less being some of it.
func TestForecastDistributions(t *testing.T) {
	for _, kinds := range [][2]string{{"uniform", "special"}, {"zipfian", "special"},
		{"gaussian", "pareto"}} {
		c := forecastCases[0]
		c.kind = kinds[1]
		config := c.config(t)
		other := config.Plan.Loads[0]
		other.Options.RandType = kinds[0]
		config.Plan.Loads[0].From, other.To = 20*time.Minute, 40*time.Minute
		other.Rate = rateOf(t, "500/s")
		config.Plan.Loads = append(config.Plan.Loads, other)
		samples := runTenant(t, config, model.NewStrata).Report().Samples
		s, tables := scenarioOf(t, config)
		i := 0
		var night, hour struct{ got, want float64 }
		model.NewForecaster(tables).Run(s, func(m *model.Moment) {
			got, want := m.Reads[0].RowsPerRow(), samples[i].Range.Mean
			if m.At < config.Plan.Loads[0].From {
				night.got, night.want = night.got+got, night.want+want
			}
			hour.got, hour.want = hour.got+got, hour.want+want
			i++
		})
		t.Logf("%v: night %.3f, hour %.3f of the simulated rows per row", kinds,
			night.got/night.want, hour.got/hour.want)
		if math.Abs(night.got/night.want-1) > 0.02 || math.Abs(hour.got/hour.want-1) > 0.06 {
			t.Errorf("%v: night %.3f, hour %.3f of the simulated rows per row", kinds,
				night.got/night.want, hour.got/hour.want)
		}
	}
}

func BenchmarkForecast(b *testing.B) {
	c := forecastCases[0]
	s, tables := scenarioOf(b, c.config(b))
	f := model.NewForecaster(tables)
	b.ReportAllocs()
	for b.Loop() {
		f.Run(s, func(*model.Moment) {})
	}
}
