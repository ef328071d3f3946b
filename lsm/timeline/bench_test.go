package timeline

import (
	"context"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/workload"
)

func BenchmarkDay(b *testing.B) {
	o, err := workload.ParseOptions("oltp_write_only", []string{"--tables=30", "--table-size=1000000", "--skip-trx=on"})
	if err != nil {
		b.Fatal(err)
	}
	hours := 1
	p := &workload.Plan{Groups: []workload.TableGroup{{Name: "sbtest", Tables: 30, Rows: 1000000, Index: true}},
		Loads: []workload.Load{{To: time.Duration(hours) * time.Hour, Script: o.Script, Options: o, Rate: workload.Rate{PerSecond: 12000}}}}
	r, _ := lsm.RulesFor("4.3.5", "amd64")
	ids, _ := keydist.New("special", 1000000, keydist.Options{})
	c := Config{Options: lsm.DefaultOptions(), Rules: r, Plan: p, Timing: DefaultTiming(), SampleEvery: 3 * time.Minute, SampleTablets: 8, SampleStatements: 100,
		Limits: freeze.Limits{MemstoreLimitBytes: 10 << 30, TriggerBytes: 2 << 30, ThrottleBytes: 6 << 30, HardLimitBytes: 10 << 30, OpenPages: 416},
		Probes: []Probe{{RangeSize: 100, IDs: ids}}, Seed: 1}
	for range b.N {
		k, err := NewKeys(c, lsm.BlockRows{Major: []int64{212}})
		if err != nil {
			b.Fatal(err)
		}
		t, err := New(c, k)
		if err != nil {
			b.Fatal(err)
		}
		if err := t.Run(context.Background(), nil); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(t.progress.Events)*4/b.Elapsed().Seconds(), "versions/s")
		b.Log(len(t.Freezes), len(t.Merges), t.Samples[len(t.Samples)-1].Range)
	}
}
