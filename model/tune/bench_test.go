package tune_test

import (
	"context"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/model/tune"
)

// tuneConfig is what is swept over a tenant.
func tuneConfig(t testing.TB, base timeline.Config, memory int64, axes ...string) tune.Config {
	t.Helper()
	sweep, err := tune.ParseSweep(axes)
	if err != nil {
		t.Fatal(err)
	}
	base.SampleEvery = tune.MomentEvery(base.Plan.Length())
	return tune.Config{Base: base, BlockRows: sysbenchBlocks, Sweep: sweep,
		Limits: func(o lsm.Options) (freeze.Limits, error) {
			return freeze.Resolve(o, base.Rules, freeze.Unit{CPUs: 8, MemoryBytes: memory << 30},
				freeze.Hold{}, freeze.Server{}), nil
		}}
}

// numbersOf are those of all settings of a sweep.
func numbersOf(s tune.Sweep) []int {
	numbers := make([]int, s.Count())
	for i := range numbers {
		numbers[i] = i
	}
	return numbers
}

// BenchmarkTune sweeps 1,020 settings, over an hour and over a day.
func BenchmarkTune(b *testing.B) {
	for _, length := range []time.Duration{time.Hour, 24 * time.Hour} {
		b.Run(length.String(), func(b *testing.B) {
			c := busyCase
			c.length = length
			config := tuneConfig(b, c.config(b), c.memory, "minor_compact_trigger=0:16",
				"freeze_trigger_percentage=5:60:5", "table_mode=all")
			for b.Loop() {
				t, err := tune.New(config)
				if err != nil {
					b.Fatal(err)
				}
				results, err := t.Run(context.Background(), numbersOf(config.Sweep), func(int) {})
				if err != nil || len(results) != config.Sweep.Count() {
					b.Fatal(err)
				}
			}
		})
	}
}
