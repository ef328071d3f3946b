package tune_test

import (
	"context"
	"errors"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/readamp/readamp/internal/interrupt"
	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/model/tune"
)

// tunerOf is one over the first case of the forecasts, and its sweep.
func tunerOf(t testing.TB, c tune.Config) *tune.Tuner {
	t.Helper()
	tuner, err := tune.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return tuner
}

// ran are the results of all settings.
func ran(t testing.TB, c tune.Config) []tune.Result {
	t.Helper()
	last := 0
	results, err := tunerOf(t, c).Run(context.Background(), numbersOf(c.Sweep), func(n int) {
		if n <= last {
			t.Errorf("%d ready after %d", n, last)
		}
		last = n
	})
	if err != nil || last != len(results) {
		t.Fatalf("%d of %d, %v", last, len(results), err)
	}
	return results
}

// TestTuneIsForecast: an outcome is that of a forecast under the setting, table_mode and limits
// included.
func TestTuneIsForecast(t *testing.T) {
	c := calmCase
	base := c.config(t)
	config := tuneConfig(t, base, c.memory, "minor-compact-trigger=0,4",
		"freeze-trigger-percentage=20,40", "row-compaction-update-limit=6,50", "table-mode=all")
	for number, r := range ran(t, config) {
		if number%3 != 0 {
			continue
		}
		one := config.Base
		plan := *base.Plan
		plan.Groups = append([]workload.TableGroup{}, plan.Groups...)
		one.Plan = &plan
		modes := []adaptive.Mode{0}
		if err := config.Sweep.Setting(number).Apply(&one.Options, modes); err != nil {
			t.Fatal(err)
		}
		plan.Groups[0].Mode = modes[0]
		var err error
		if one.Limits, err = config.Limits(one.Options); err != nil {
			t.Fatal(err)
		}
		s, tables := scenarioOf(t, one)
		rows, n := 0.0, 0.0
		totals := model.NewForecaster(tables).Run(s, func(m *model.Moment) {
			rows += m.Reads[0].RowsPerRow()
			n++
		})
		o := r.Outcomes[0]
		if diff := o.RowsPerRow.Mean - rows/n; diff > 1e-9 || diff < -1e-9 || r.Number != number ||
			o.WriteAmplification != totals.WriteAmplification() ||
			o.FreezesPerHour != float64(totals.Freezes) || o.ReadCost != o.RowsPerRow {
			t.Errorf("%s: %+v, rows %g, totals %+v", config.Sweep.Setting(number), o, rows/n,
				totals)
		}
	}
}

// TestTuneInAnyParts: settings come to the same in any part of the sweep, on any number of cores.
func TestTuneInAnyParts(t *testing.T) {
	c := keenCase
	config := tuneConfig(t, c.config(t), c.memory, "minor-compact-trigger=0:6",
		"freeze-trigger-percentage=10:40:10")
	var err error
	config.Workloads, err = tune.Workloads(config.Base.Plan, 0.5, []string{"uniform"})
	if err != nil {
		t.Fatal(err)
	}
	all := ran(t, config)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	tuner := tunerOf(t, config)
	for first := range 3 {
		var numbers []int
		for n := first; n < len(all); n += 3 {
			numbers = append([]int{n}, numbers...)
		}
		results, err := tuner.Run(context.Background(), numbers, func(int) {})
		if err != nil || len(results) != len(numbers) {
			t.Fatal(err)
		}
		for i, r := range results {
			if r.Number != numbers[i] || !reflect.DeepEqual(r, all[r.Number]) {
				t.Errorf("setting %d of part %d: %+v, alone %+v", r.Number, first, all[r.Number], r)
			}
		}
	}
}

func TestTuneInterrupted(t *testing.T) {
	c := busyCase
	config := tuneConfig(t, c.config(t), c.memory, "minor-compact-trigger=0:16",
		"freeze-trigger-percentage=10:40:10")
	all := ran(t, config)
	results, err := tunerOf(t, config).Run(interrupt.After(3), numbersOf(config.Sweep),
		func(int) {})
	if !errors.Is(err, context.Canceled) || len(results) == 0 || len(results) >= len(all) {
		t.Fatalf("%d of %d, %v", len(results), len(all), err)
	}
	if !reflect.DeepEqual(results, all[:len(results)]) {
		t.Error("what was reached is not the beginning of the sweep")
	}
}

func TestTuneErrors(t *testing.T) {
	c := busyCase
	small := tuneConfig(t, c.config(t), c.memory, "freeze-trigger-percentage=1,20")
	small.Limits = func(o lsm.Options) (l freeze.Limits, err error) {
		if o.FreezeTriggerPercentage < 10 {
			err = errors.New("too little")
		}
		return l, err
	}
	grows := tuneConfig(t, c.config(t), c.memory, "minor-compact-trigger=1")
	plan := *grows.Base.Plan
	plan.Loads = append([]workload.Load{}, plan.Loads...)
	plan.Loads[0].Script, plan.Loads[0].Options.Script = "oltp_insert", "oltp_insert"
	grows.Base.Plan = &plan
	pinned := tuneConfig(t, c.config(t), c.memory, "minor-compact-trigger=1")
	pinned.Base.Pins = []timeline.Pin{{To: time.Hour}}
	for want, config := range map[string]tune.Config{
		"freeze_trigger_percentage=1: too little": small, "oltp_insert": grows,
		"long snapshots": pinned} {
		if _, err := tune.New(config); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestTuneWorkloads(t *testing.T) {
	c := busyCase
	plan := c.config(t).Plan
	plan.Loads[0].Rate = workload.Rate{Threads: 4, ServiceTime: 2 * time.Millisecond}
	list, err := tune.Workloads(plan, 0.25, []string{"special", "uniform"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range list {
		l := w.Plan.Loads[0]
		if rate := l.Rate.EventsPerSecond(); rate != 2000*w.Rate {
			t.Errorf("%s: %g events a second", w, rate)
		}
		if kind := l.Options.RandType; w.RandType == "" && kind != "special" ||
			w.RandType != "" && kind != w.RandType {
			t.Errorf("%s: %s", w, kind)
		}
		got = append(got, w.String())
	}
	want := "rates x1; rates x0.75; rates x1.25; rates x1, uniform; rates x0.75, uniform; " +
		"rates x1.25, uniform"
	if text := strings.Join(got, "; "); text != want {
		t.Errorf("%s", text)
	}
	for _, bad := range []struct {
		share float64
		kinds []string
	}{{-0.1, nil}, {1, nil}, {0, []string{"specal"}}, {0, []string{"uniform", "uniform"}}} {
		if list, err := tune.Workloads(plan, bad.share, bad.kinds); err == nil {
			t.Errorf("%v: %v", bad, list)
		}
	}
}

// TestTuneMomentEvery: looks come a little more often than at even times, and do not keep step with
// freezes that do.
func TestTuneMomentEvery(t *testing.T) {
	for length, even := range map[time.Duration]time.Duration{
		96 * time.Second: time.Second, 24 * time.Hour: 5 * time.Minute} {
		if got := tune.MomentEvery(length); got >= even || got < even*98/100 {
			t.Errorf("%v: %v, want a little less than %v", length, got, even)
		}
	}
	if got := tune.MomentEvery(time.Second / 100); got != time.Millisecond {
		t.Errorf("10ms: %v", got)
	}
	every, freezes := tune.MomentEvery(24*time.Hour), time.Minute
	seen := map[time.Duration]bool{}
	for at := time.Duration(0); at < 2*time.Hour; at += every {
		seen[at%freezes/(10*time.Second)] = true
	}
	if len(seen) < 6 {
		t.Errorf("of the minute between two freezes %d of 6 parts are seen", len(seen))
	}
}

// TestWorstHour: a plan with a quiet and a busy part has its worst hour in the busy one.
func TestWorstHour(t *testing.T) {
	c := busyCase
	config := tuneConfig(t, c.config(t), c.memory, "minor-compact-trigger=8")
	plan := *config.Base.Plan
	quiet, busy := plan.Loads[0], plan.Loads[0]
	quiet.From, quiet.To, quiet.Rate.PerSecond = 0, 2*time.Hour, 1
	busy.From, busy.To = 2*time.Hour, 4*time.Hour
	plan.Loads = []workload.Load{quiet, busy}
	config.Base.Plan, config.Base.SampleEvery = &plan, tune.MomentEvery(plan.Length())
	var last, all []float64 // rows of the last hour and of all
	one := config.Base
	s, tables := scenarioOf(t, one)
	s.Options.MinorCompactTrigger = 8
	model.NewForecaster(tables).Run(s, func(m *model.Moment) {
		all = append(all, m.Reads[0].RowsPerRow())
		if m.At >= 3*time.Hour {
			last = append(last, all[len(all)-1])
		}
	})
	mean := func(list []float64) (sum float64) {
		for _, v := range list {
			sum += v / float64(len(list))
		}
		return sum
	}
	got := ran(t, config)[0].Outcomes[0].RowsPerRow
	if !(got.WorstHour > 1.2*mean(all) && got.WorstHour >= mean(last)*0.999 &&
		got.P95 > got.Mean && got.P95 <= slices.Max(all)) {
		t.Errorf("%+v, mean %g, last hour %g", got, mean(all), mean(last))
	}
}

// TestCostHook: costs of the caller's own are ranked by, and rows still told.
func TestCostHook(t *testing.T) {
	c := busyCase
	config := tuneConfig(t, c.config(t), c.memory, "minor-compact-trigger=0,8")
	rows := ran(t, config)
	config.Cost = func(m *model.Moment) float64 { return 10 - m.Reads[0].RowsPerRow() }
	for i, r := range ran(t, config) {
		o := r.Outcomes[0]
		if diff := o.ReadCost.Mean - (10 - rows[i].Outcomes[0].ReadCost.Mean); diff > 1e-9 ||
			diff < -1e-9 || o.RowsPerRow != rows[i].Outcomes[0].RowsPerRow {
			t.Errorf("%+v, by rows %+v", o, rows[i].Outcomes[0])
		}
	}
}
