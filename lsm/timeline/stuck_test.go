package timeline_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/timeline"
)

// stuckConfig is a tenant whose minis take minutes, since a row takes 10 ms, and whose memstore is
// frozen at each look.
func stuckConfig(t *testing.T, length time.Duration) timeline.Config {
	c := newConfig(t, length, load{script: "oltp_update_non_index", tables: 2, rows: 5000,
		rate: 4000})
	c.Limits = limits(1, 4<<30)
	c.Timing.MiniRowsPerSecond = 100
	return c
}

// TestSlowFreeze has freezes wait once a tablet has 16 memtables: 30 s, then 60 s each.
func TestSlowFreeze(t *testing.T) {
	c := stuckConfig(t, 5*time.Minute)
	c.Timing.MiniRowsPerSecond = 1 // nothing is dumped in this time
	tenant := run(t, c)
	var seconds []float64
	for _, f := range tenant.Freezes {
		seconds = append(seconds, f.At.Seconds())
	}
	// Fifteen freezes in as many looks that find a page closed; then the tablets are full, and
	// what is frozen by later freezes is nothing.
	gaps := []float64{}
	for i := 15; i < len(seconds); i++ {
		gaps = append(gaps, seconds[i]-seconds[i-1])
	}
	if len(gaps) < 3 || gaps[0] < 30 || gaps[0] > 32 || gaps[1] < 60 || gaps[1] > 62 ||
		gaps[2] < 60 || gaps[2] > 62 {
		t.Errorf("freezes at %v, want 15, then 30 s later one and then one every 60 s", seconds)
	}
	for _, f := range tenant.Freezes[15:] {
		if f.Tablets != 0 {
			t.Errorf("%v: %d tablets frozen, though each has %d memtables", f.At, f.Tablets,
				freeze.MaxMemtables)
		}
	}
}

// TestMemtablesPileUp looks at a tablet whose minis are too slow: never more than 16 memtables, no
// row is lost, and memory grows on.
func TestMemtablesPileUp(t *testing.T) {
	c := stuckConfig(t, 5*time.Minute)
	c.Timing.MiniRowsPerSecond = 1
	tenant := newTenant(t, c)
	most := 0
	for at := time.Second; at < c.Plan.Length(); at += time.Second {
		tenant.Schedule(at, func() {
			for _, s := range tenant.Stacks() {
				memtables := strings.Count(s.Letters(), "f") + strings.Count(s.Letters(), "a")
				most = max(most, memtables)
			}
		})
	}
	runTenant(t, tenant)
	if most != freeze.MaxMemtables {
		t.Errorf("at most %d memtables, want %d", most, freeze.MaxMemtables)
	}
	versions := tenant.ActiveVersions()
	for _, l := range tenant.Lives {
		if l.Kind == "MEMTABLE" {
			versions += l.Rows
		}
	}
	if events := tenant.Report().Summary.Events; versions != events {
		t.Errorf("memtables hold %d versions, %d were written", versions, events)
	}
	last := tenant.Samples[len(tenant.Samples)-1]
	if bytes := last.UsedBytes / tenant.Report().Summary.Events; bytes < 270 {
		t.Errorf("%d bytes used for an event, want the 270 of an update of c and more: memory "+
			"was given back without a mini", bytes)
	}
}

// TestSlowFreezeEnds has freezes come at every look again once the first stuck tablet gave a
// memtable back.
func TestSlowFreezeEnds(t *testing.T) {
	c := stuckConfig(t, 10*time.Minute)
	tenant := run(t, c)
	firstMini := merges(tenant, "", timeline.MergeMini)[0].End
	after := slices.IndexFunc(tenant.Freezes, func(f timeline.FreezeRecord) bool {
		return f.At > firstMini && f.Tablets > 0
	})
	if after < 0 || tenant.Freezes[after].At-firstMini > 8*time.Second {
		t.Errorf("no freeze right after the first mini at %v", firstMini)
	}
}

// TestOlderReleasesDontSlowDown: the slow freeze came with 4.2.1.
func TestOlderReleasesDontSlowDown(t *testing.T) {
	c := stuckConfig(t, 3*time.Minute)
	c.Rules = rulesFor(t, "4.1")
	c.Timing.MiniRowsPerSecond = 1
	tenant := run(t, c)
	last := tenant.Freezes[len(tenant.Freezes)-1]
	if len(tenant.Freezes) < 50 || last.At < 170*time.Second {
		t.Errorf("%d freezes up to %v, want one every 2 s", len(tenant.Freezes), last.At)
	}
}
