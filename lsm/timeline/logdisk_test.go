package timeline_test

import (
	"slices"
	"testing"
	"time"
)

// redoOfC is the log of an update of c: the row image.
const redoOfC = 147

// TestLogDiskFreezes fills a small log disk: what is written between two freezes is 30 % of it, and
// at most 2 s more. What a dumped memtable covered is forgotten, so the freezes go on evenly.
func TestLogDiskFreezes(t *testing.T) {
	c := newConfig(t, 5*time.Minute, load{script: "oltp_update_non_index", tables: 2, rows: 1000,
		rate: 4000})
	c.Options.LogDiskSize = 100 * mebi
	tenant := run(t, c)
	if n := len(tenant.Freezes); n < 4 {
		t.Fatalf("%d freezes in 5 min, want 5 and one more or less", n)
	}
	for i, f := range tenant.Freezes {
		share := float64(f.Events*redoOfC) / (100 * mebi)
		slack := 2 * 4000 * redoOfC / (100.0 * mebi)
		if f.Reason != "log disk" || share < 0.3-slack || share > 0.3+slack {
			t.Errorf("freeze %d for %s after %.3f of the log disk, want log disk, 0.3", i+1,
				f.Reason, share)
		}
	}
}

// TestLogFreezeWaitsForMinis: while what was frozen for the log is not dumped the log stays as
// long, but what holds it is frozen already: no freeze follows.
func TestLogFreezeWaitsForMinis(t *testing.T) {
	c := newConfig(t, 5*time.Minute, load{script: "oltp_update_non_index", tables: 2, rows: 1000,
		rate: 4000})
	c.Options.LogDiskSize = 100 * mebi
	c.Timing.MiniRowsPerSecond = 1
	if n := len(run(t, c).Freezes); n != 1 {
		t.Errorf("%d freezes, want one", n)
	}
}

// TestNoLogDisk: without a size of the log disk there is no freeze for it.
func TestNoLogDisk(t *testing.T) {
	c := newConfig(t, 5*time.Minute, load{script: "oltp_update_non_index", tables: 2, rows: 1000,
		rate: 4000})
	if tenant := run(t, c); len(tenant.Freezes) > 0 {
		t.Errorf("a freeze for %s", tenant.Freezes[0].Reason)
	}
}

// TestLogHeldByOneTablet has one table that is written for 10 s and then left alone beside 60 that
// are written from then on. When 30 % of the log disk are reached that table alone holds the log
// back, and it alone is frozen; 10 s later the others hold as much.
func TestLogHeldByOneTablet(t *testing.T) {
	noIndex := []string{"--create-secondary=off"}
	c := newConfig(t, 70*time.Second,
		load{script: "oltp_update_non_index", tables: 1, rows: 100, rate: 4000, args: noIndex,
			to: 10 * time.Second},
		load{script: "oltp_update_non_index", tables: 60, rows: 100, rate: 4000, args: noIndex,
			from: 10 * time.Second})
	c.Options.LogDiskSize = 100 * mebi
	tenant := run(t, c)
	var tablets []int
	for _, f := range tenant.Freezes {
		tablets = append(tablets, f.Tablets)
	}
	if !slices.Equal(tablets, []int{1, 60}) {
		t.Errorf("freezes of %d tablets, want the table that waits, then all others", tablets)
	}
}
