package timeline_test

import (
	"context"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/timeline"
)

// versionsPerEvent is how many versions an event of oltp_write_only writes to main tablets when
// each statement commits alone.
const versionsPerEvent = 4

// bigConfig is the tenant of the reference case: a unit of 26 CPUs and 21 GB, of which the memstore
// may take about 10 and is frozen at 2.
func bigConfig(b *testing.B, tables int, rows int64, rate float64,
	length time.Duration) timeline.Config {

	c := newConfig(b, length, load{script: "oltp_write_only", tables: tables, rows: rows,
		rate: rate, args: []string{"--skip-trx=on"}})
	c.Limits = freeze.Limits{MemstoreLimitBytes: 10 << 30, TriggerBytes: 2 << 30,
		ThrottleBytes: 6 << 30, HardLimitBytes: 10 << 30, OpenPages: 26 * freeze.Groups}
	c.SampleEvery, c.SampleTablets, c.SampleStatements = 3*time.Minute, 8, 100
	return c
}

// runWrites runs a configuration b.N times and reports how fast versions were written.
func runWrites(b *testing.B, c timeline.Config) {
	b.Helper()
	var events int64
	for range b.N {
		tenant := newTenant(b, c)
		if err := tenant.Run(context.Background(), nil); err != nil {
			b.Fatal(err)
		}
		events = tenant.Report().Summary.Events
	}
	versions := float64(events) * versionsPerEvent * float64(b.N)
	b.ReportMetric(versions/b.Elapsed().Seconds(), "versions/s")
}

// BenchmarkDay is an hour of a day: 30 tables of a million rows, 12,000 events a second. A day
// takes 24 times as long.
func BenchmarkDay(b *testing.B) {
	runWrites(b, bigConfig(b, 30, 1_000_000, 12_000, time.Hour))
}

// BenchmarkVersions is 100 seconds of one of its tables and what comes on it of the events.
func BenchmarkVersions(b *testing.B) {
	runWrites(b, bigConfig(b, 1, 1_000_000, 12_000, 100*time.Second))
}
