package timeline_test

import (
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
)

// Cases that users reported, by their numbers in the list of field cases.

// inUnit gives a configuration the memory of a unit under some parameters.
func inUnit(t *testing.T, c *timeline.Config, unit freeze.Unit, settings ...[2]string) {
	t.Helper()
	for _, s := range settings {
		if err := c.Options.Set(s[0], s[1]); err != nil {
			t.Fatal(err)
		}
	}
	c.Relimit = func(o lsm.Options) freeze.Limits {
		return freeze.Resolve(o, c.Rules, unit, freeze.Hold{}, freeze.Server{})
	}
	c.Limits = c.Relimit(c.Options)
	c.OpenPages = c.Limits.OpenPages
}

// TestCase14LoadStalls: a unit of 2 GB of 4.2.1, a quarter of which may be memstore, and the freeze
// trigger at the throttling point: a load of two million rows stalls early. With the default
// trigger and a share of 50 % it goes through at full speed.
func TestCase14LoadStalls(t *testing.T) {
	rows := func(settings ...[2]string) (events int64, s timeline.Sample) {
		c := newConfig(t, 46*time.Second, load{script: "oltp_insert", tables: 1, rows: 100,
			rate: 43_247, args: []string{"--create-secondary=off"}})
		c.Rules = rulesFor(t, "4.2.1")
		inUnit(t, &c, freeze.Unit{MemoryBytes: 2 << 30, CPUs: 1}, settings...)
		c.SampleTablets = 0
		tenant := run(t, c)
		return tenant.Report().Summary.Events, totals(tenant)
	}
	events, s := rows([2]string{"memstore_limit_percentage", "25"},
		[2]string{"freeze_trigger_percentage", "60"})
	if events < 200_000 || events > 800_000 || s.Slowed < 30*time.Second {
		t.Errorf("trigger at the throttling point: %d rows in 46 s, slowed for %v; want some "+
			"hundred thousand and most of the time", events, s.Slowed)
	}
	events, s = rows([2]string{"memstore_limit_percentage", "50"})
	if events < 1_900_000 {
		t.Errorf("defaults: %d rows in 46 s, slowed for %v; want nearly two million", events,
			s.Slowed)
	}
}

// TestCase5FreezeEvery64MB: a unit of 1.5 GB freezes whenever some 64 MB are filled, so that the
// number of freezes is what was written over that.
func TestCase5FreezeEvery64MB(t *testing.T) {
	c := newConfig(t, 5*time.Minute, load{script: "oltp_read_write", tables: 4, rows: 50_000,
		rate: 600})
	c.Rules = rulesFor(t, "4.1")
	c.Limits = freeze.Resolve(c.Options, c.Rules, freeze.Unit{MemoryBytes: 1536 * mebi, CPUs: 1},
		freeze.Hold{}, freeze.Server{MemstoreLimitBytes: 341 * mebi,
			FreezeTriggerBytes: 64 * mebi})
	c.SampleEvery = 10 * time.Second
	tenant := run(t, c)
	var bytes int64
	for _, f := range tenant.Freezes {
		bytes += f.ActiveBytes
	}
	mean := bytes / int64(max(len(tenant.Freezes), 1)) / mebi
	if len(tenant.Freezes) < 5 || mean < 64 || mean > 72 {
		t.Errorf("%d freezes of %d MB on average, want many of 64 MB and up to 2 s of writes",
			len(tenant.Freezes), mean)
	}
	if r := tenant.Report().Summary.Range; r.Max < 1.3*r.Min {
		t.Errorf("rows per row from %.2f to %.2f, want a saw-tooth", r.Min, r.Max)
	}
}

// TestTinyUnit: 6 CPUs and 2 GB. The trigger is 82 MB, but up to 96 pages may be open, so that the
// pages of active memtables reach the throttling point of 246 MB before a freeze.
func TestTinyUnit(t *testing.T) {
	c := newConfig(t, 5*time.Minute, load{script: "oltp_write_only", tables: 10, rows: 10_000,
		rate: 500, args: []string{"--skip-trx=on"}})
	c.Rules = rulesFor(t, "4.3.3")
	inUnit(t, &c, freeze.Unit{MemoryBytes: 2 << 30, CPUs: 6})
	l := c.Limits
	if l.TriggerBytes/mebi != 81 || l.ThrottleBytes/mebi != 245 {
		t.Fatalf("limits %+v, want a trigger of 82 MB and a throttling point of 246", l)
	}
	tenant := run(t, c)
	for i, f := range tenant.Freezes {
		if f.ActiveBytes < 200*mebi || f.ActiveBytes > 300*mebi {
			t.Errorf("freeze %d at %d MB of active pages, want 82 MB and 192 that are open", i,
				f.ActiveBytes/mebi)
		}
	}
	if s := totals(tenant); s.Slowed == 0 || len(tenant.Freezes) == 0 {
		t.Errorf("%d freezes, slowed for %v: want both", len(tenant.Freezes), s.Slowed)
	}
}

// TestCase21TunedQueue: freeze_trigger_percentage 50 makes fewer, larger freezes, and with
// throttling at 100 nothing is slowed down before the hard limit.
func TestCase21TunedQueue(t *testing.T) {
	tuned := func(settings ...[2]string) *timeline.Tenant {
		c := newConfig(t, 8*time.Minute, load{script: workload.Queue, tables: 2, rows: 1000,
			rate: 1500, mode: "extreme"})
		c.Rules = rulesFor(t, "seekdb")
		settings = append(settings, [2]string{"ob_compaction_schedule_interval", "5s"},
			[2]string{"_ob_enable_fast_freeze", "false"})
		inUnit(t, &c, freeze.Unit{MemoryBytes: 1 << 30, CPUs: 4}, settings...)
		return run(t, c)
	}
	few := tuned([2]string{"freeze_trigger_percentage", "50"},
		[2]string{"writing_throttling_trigger_percentage", "100"})
	many := tuned()
	if len(few.Freezes) >= len(many.Freezes) ||
		few.Freezes[0].Events < 2*many.Freezes[0].Events {
		t.Errorf("%d freezes, the first after %d events; with defaults %d and %d: want fewer and "+
			"larger ones", len(few.Freezes), few.Freezes[0].Events, len(many.Freezes),
			many.Freezes[0].Events)
	}
	if s := totals(few); s.Slowed != s.Refused {
		t.Errorf("slowed for %v, refused for %v: want no throttle before the hard limit",
			s.Slowed, s.Refused)
	}
}
