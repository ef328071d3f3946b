package advice_test

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/model/advice"
)

func TestCross(t *testing.T) {
	c := course("t", 1, 1.5, 2.5, 1.9, 1.8, 2.2)
	x := c.Cross(2)
	if !x.Crosses || x.Point.At != 90*time.Second || x.Point.P95 != 2 || x.Point.Mean != 1.5 {
		t.Errorf("crosses at %+v", x.Point)
	}
	if x.Back != 90*time.Second || x.MostP95 != 2.5 || math.Abs(x.AbovePct-100./3) > 1e-9 {
		t.Errorf("back after %v, at most %g, above for %.1f %%", x.Back, x.MostP95, x.AbovePct)
	}
	if x := c.Cross(3); x.Crosses || x.Back != -1 || x.MostP95 != 2.5 {
		t.Errorf("limit 3: %+v", x)
	}
	if x := c.Cross(0.5); !x.Crosses || x.Point.At != 0 || x.AbovePct != 100 {
		t.Errorf("limit 0.5: %+v", x)
	}
}

func TestHeldAfter(t *testing.T) {
	c := course("t", 1, 3, 3, 1, 1, 3, 1)
	for _, test := range []struct {
		at    time.Duration
		held  time.Duration
		found bool
	}{
		{0, time.Minute, true}, {time.Minute, 2 * time.Minute, true},
		{5 * time.Minute, 0, false}, {7 * time.Minute, 0, true},
	} {
		if held, found := c.HeldAfter(test.at, 2); held != test.held || found != test.found {
			t.Errorf("after %v: %v, %v", test.at, held, found)
		}
	}
}

// TestCourses: the 95th percentile over time is that of the simulated tenant, sampled ranges of
// which every tablet has its own times, within 4 % on average.
func TestCourses(t *testing.T) {
	for _, c := range []struct {
		kind, percent, trigger string
	}{{"special", "20", "2"}, {"uniform", "10", "8"}} {
		s := advised(t, "4.4", "freeze_trigger_percentage="+c.percent, "minor_compact_trigger="+
			c.trigger, "major_freeze_duty_time=disable", "_enable_adaptive_compaction=false")
		s.Limits = freeze.Resolve(s.Options, s.Rules, freeze.Unit{CPUs: 8, MemoryBytes: 4 << 30},
			freeze.Hold{}, freeze.Server{})
		of := situation(t, s, "1k/s", time.Hour, "oltp_write_only", "--tables=4",
			"--table-size=250000", "--skip-trx=on", "--rand-type="+c.kind)
		points := advice.Courses(of.Scenario, of.Tables)[0].Points
		var got, want float64
		for _, p := range points {
			got += p.P95 / float64(len(points))
		}
		samples := simulated(t, of.Scenario)
		for _, sample := range samples {
			want += max(sample.Range.P95, 1) / float64(len(samples))
		}
		t.Logf("%s: %.3f, simulated %.3f", c.kind, got, want)
		if math.Abs(got-want) > 0.04*want {
			t.Errorf("%s: 95th percentile %.3f, simulated %.3f", c.kind, got, want)
		}
	}
}

// simulated are the samples of a simulation of a scenario of one group, in expected contents.
func simulated(t *testing.T, s *model.Scenario) []timeline.Sample {
	t.Helper()
	load := s.Plan.Loads[0].Options
	ids, err := keydist.New(load.RandType, load.TableSize, load.Rand)
	if err != nil {
		t.Fatal(err)
	}
	c := timeline.Config{Options: s.Options, Rules: s.Rules, Limits: s.Limits, Timing: s.Timing,
		Plan: s.Plan, Seed: 1, SampleEvery: s.Plan.Length() / 200, SampleTablets: 2,
		SampleStatements: 200, OpenPages: s.Limits.OpenPages,
		Probes: []timeline.Probe{{RangeSize: 100, IDs: ids}}}
	content, err := model.NewStrata(c, lsm.BlockRows{Major: []int64{212}, Inc: []int64{212}})
	if err != nil {
		t.Fatal(err)
	}
	tenant, err := timeline.New(c, content)
	if err != nil {
		t.Fatal(err)
	}
	if err := tenant.Run(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	return tenant.Samples
}
