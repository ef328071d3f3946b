package model_test

import (
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

// BenchmarkFastDay runs a day of 30 tables of a million rows with 12,000 write events a second, a
// billion events, in expected numbers.
func BenchmarkFastDay(b *testing.B) {
	for _, day := range []struct {
		name string
		rand keydist.Options
	}{
		{"special", keydist.Options{}},
		{"uniform", keydist.Options{}},
		{"gaussian", keydist.Options{}},
		{"pareto", keydist.Options{}},
		{"zipfian", keydist.Options{ZipfianExp: 0.8}},
		{"zipfian", keydist.Options{ZipfianExp: 1.2}},
	} {
		name := day.name
		if e := day.rand.ZipfianExp; e > 1 {
			name += "-steep"
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				t := runTenant(b, dayConfig(b, day.name, day.rand), model.NewStrata)
				b.ReportMetric(float64(len(t.Freezes)), "freezes")
				b.ReportMetric(float64(len(t.Merges)), "merges")
			}
		})
	}
}

func dayConfig(t testing.TB, kind string, rand keydist.Options) timeline.Config {
	t.Helper()
	o, err := workload.ParseOptions("oltp_write_only", []string{"--tables=30",
		"--table-size=1000000", "--skip-trx=on", "--rand-type=" + kind})
	if err != nil {
		t.Fatal(err)
	}
	o.Rand = rand
	ids, err := keydist.New(kind, o.TableSize, rand)
	if err != nil {
		t.Fatal(err)
	}
	options := lsm.DefaultOptions()
	rules, err := lsm.RulesFor("4.4", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	limits := freeze.Resolve(options, rules, freeze.Unit{CPUs: 26, MemoryBytes: 21 << 30},
		freeze.Hold{}, freeze.Server{})
	return timeline.Config{Options: options, Rules: rules, Limits: limits,
		OpenPages: limits.OpenPages, Seed: 1, Timing: timeline.DefaultTiming(),
		Plan:        workload.OnePhase(o, workload.Rate{PerSecond: 12_000}, 24*time.Hour),
		SampleEvery: 3 * time.Minute, SampleTablets: 8, SampleStatements: 100,
		Probes: []timeline.Probe{{RangeSize: 100, IDs: ids}}}
}
