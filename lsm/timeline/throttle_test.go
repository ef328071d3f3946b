package timeline_test

import (
	"testing"
	"time"

	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/timeline"
)

// hungry is a tenant whose memstore of 200 MB is filled in a minute and never frozen.
func hungry(t *testing.T, length time.Duration) timeline.Config {
	c := newConfig(t, length, load{script: "oltp_update_non_index", tables: 1, rows: 20_000,
		rate: 8000, args: []string{"--create-secondary=off", "--rand-type=uniform"}})
	c.Limits = limits(1<<40, 200*mebi)
	c.SampleEvery, c.SampleTablets = time.Second, 0
	return c
}

// totals are the sums of the last sample.
func totals(tenant *timeline.Tenant) timeline.Sample {
	return tenant.Samples[len(tenant.Samples)-1]
}

// TestThrottleSlowsDown: beyond 60 % of the limit writes go on ever slower, so that the rest lasts
// for writing_throttling_maximum_duration: after a tenth of it, at the fourth root of a tenth of
// the rest, whatever the loads want.
func TestThrottleSlowsDown(t *testing.T) {
	c := hungry(t, 5*time.Minute)
	c.Options.WritingThrottlingMaximumDuration = 30 * time.Minute
	tenant := run(t, c)
	var began time.Duration
	for _, s := range tenant.Samples {
		if began == 0 && s.Slowed > 0 {
			began = s.At
		}
		past := s.At - began
		if began == 0 || past < 3*time.Minute {
			continue
		}
		rest := float64(s.UsedBytes-c.Limits.ThrottleBytes) /
			float64(c.Limits.HardLimitBytes-c.Limits.ThrottleBytes)
		// n cubed a unit adds up to n to the fourth: 3 min are a tenth of 30.
		if rest < 0.5 || rest > 0.7 {
			t.Errorf("%v after the throttle began %.2f of the rest is used, want 0.56 or more",
				past, rest)
		}
	}
	last := totals(tenant)
	wanted := 8000 * c.Plan.Length().Seconds()
	written := float64(tenant.Report().Summary.Events)
	if last.Lost < 0.5*wanted || last.Refused > 0 {
		t.Errorf("%.0f of %.0f events lost, refused for %v; want most lost, none refused",
			last.Lost, wanted, last.Refused)
	}
	if diff := last.Lost + written - wanted; diff > 2 || diff < -2 {
		t.Errorf("%.0f written and %.0f lost of %.0f", written, last.Lost, wanted)
	}
}

// TestThrottleOff: with writing_throttling_trigger_percentage 100 nothing slows writes down before
// the hard limit, where they fail.
func TestThrottleOff(t *testing.T) {
	c := hungry(t, time.Minute)
	c.Limits.ThrottleBytes = c.Limits.HardLimitBytes
	c.Plan.Loads[0].Rate.PerSecond = 40_000 // 11 MB a second
	tenant := run(t, c)
	full := time.Duration(0)
	for _, s := range tenant.Samples {
		if s.Refused == 0 {
			full = s.At
		}
		if over := s.UsedBytes - c.Limits.HardLimitBytes; over > 2*freeze.PageBytes {
			t.Errorf("%v: %d bytes above the limit", s.At, over)
		}
	}
	last := totals(tenant)
	if last.Refused < c.Plan.Length()-full-2*time.Second || last.Slowed != last.Refused {
		t.Errorf("full after %v; refused for %v, slowed for %v: want refused for the rest", full,
			last.Refused, last.Slowed)
	}
	if lost := 40_000 * last.Refused.Seconds(); last.Lost < 0.99*lost || last.Lost > 1.01*lost {
		t.Errorf("%.0f events lost, want %.0f", last.Lost, lost)
	}
}

// TestHealthyTenantIsNotThrottled: with the trigger at 20 % and minis that keep up, hold stays far
// below the throttling point.
func TestHealthyTenantIsNotThrottled(t *testing.T) {
	c := hungry(t, 5*time.Minute)
	c.Plan.Loads[0].Rate.PerSecond = 3000
	c.Limits = limits(100*mebi, 500*mebi)
	tenant := run(t, c)
	if last := totals(tenant); last.Slowed > 0 || last.Lost > 0 || len(tenant.Freezes) < 3 {
		t.Errorf("slowed for %v, %.0f lost, %d freezes; want none, none and a few", last.Slowed,
			last.Lost, len(tenant.Freezes))
	}
}
