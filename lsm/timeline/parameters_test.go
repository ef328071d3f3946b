package timeline_test

import (
	"testing"
	"time"

	"github.com/readamp/readamp/lsm/timeline"
)

// set is an ALTER SYSTEM SET at some second.
func set(second float64, name, value string) timeline.Action {
	return timeline.Action{At: at(second), Name: name, Value: value}
}

// TestTriggerRaisedWhileMinorWaits: a minor that waits for a thread looks again at its turn, and a
// higher minor_compact_trigger leaves it nothing to do.
func TestTriggerRaisedWhileMinorWaits(t *testing.T) {
	c := newConfig(t, 4*time.Minute, load{script: "oltp_update_non_index", tables: 2, rows: 1000,
		rate: 200})
	c.Options.CompactionMidThreads = 1
	c.Timing.MergeRowsPerSecond = 100
	c.Actions = append(minorFreezes(10, 20, 30), set(125, "minor_compact_trigger", "16"))
	minors := merges(run(t, c), "", timeline.MergeMinor)
	if len(minors) != 1 || minors[0].Start != at(120) || minors[0].End < at(125) {
		t.Errorf("minors %+v, want the one that ran when the trigger was raised", minors)
	}
}

// TestThreadsSet: more threads take merges that wait at once.
func TestThreadsSet(t *testing.T) {
	c := newConfig(t, 2*time.Minute, load{script: "oltp_update_non_index", tables: 4, rows: 1000,
		rate: 200})
	c.Options.CompactionHighThreads = 1
	c.Timing.MiniRowsPerSecond = 10
	c.Actions = append(minorFreezes(10), set(20, "compaction_high_thread_score", "3"))
	running := 0
	tenant := newTenant(t, c)
	tenant.Schedule(at(21), func() { running = tenant.Running() })
	tenant.Schedule(at(19), func() {
		if n := tenant.Running(); n != 1 {
			t.Errorf("%d merges on one thread", n)
		}
	})
	runTenant(t, tenant)
	if running != 3 {
		t.Errorf("%d merges run once there are 3 threads, want 3", running)
	}
}

// TestDutyTimeSet: the daily major comes when it is set to, and no more when it is disabled.
func TestDutyTimeSet(t *testing.T) {
	c := newConfig(t, 10*time.Minute, load{script: "oltp_update_non_index", tables: 1, rows: 100,
		rate: 10})
	c.Options.MajorFreezeDutyTime = at(2 * 3600)
	c.TimeOfDay = at(2*3600 - 500) // 01:51:40
	c.Actions = []timeline.Action{set(10, "major_freeze_duty_time", "01:54")}
	tenant := run(t, c)
	if len(tenant.Freezes) != 1 || tenant.Freezes[0].At != at(140) {
		t.Errorf("freezes %+v, want one major at 01:54", tenant.Freezes)
	}
	c.Actions = []timeline.Action{set(10, "major_freeze_duty_time", "disable")}
	if tenant := run(t, c); len(tenant.Freezes) != 0 {
		t.Errorf("freezes %+v after the duty time was disabled", tenant.Freezes)
	}
	c.Actions = []timeline.Action{set(10, "enable_major_freeze", "false")}
	if tenant := run(t, c); len(tenant.Freezes) != 0 {
		t.Errorf("freezes %+v with enable_major_freeze off", tenant.Freezes)
	}
}

// TestCheckpointIntervalSet: freezes that only the time asks for come at the interval set last.
func TestCheckpointIntervalSet(t *testing.T) {
	c := newConfig(t, 10*time.Minute, load{script: "oltp_update_non_index", tables: 1, rows: 100,
		rate: 10})
	c.Rules = rulesFor(t, "seekdb")
	c.Options.AdvanceCheckpointInterval = 4 * time.Minute
	c.Actions = []timeline.Action{set(300, "_advance_checkpoint_interval", "2m")}
	var seconds []float64
	for _, f := range run(t, c).Freezes {
		seconds = append(seconds, f.At.Seconds())
	}
	if len(seconds) != 3 || seconds[0] != 240 || seconds[1] != 420 || seconds[2] != 540 {
		t.Errorf("freezes at %v, want 240, then 120 s after 300 and again", seconds)
	}
	c.Rules = rulesFor(t, "4.4")
	if n := len(run(t, c).Freezes); n > 0 {
		t.Errorf("%d freezes in a release without the parameter", n)
	}
}

// TestUnknownParameter ends the run with an error that names it.
func TestUnknownParameter(t *testing.T) {
	c := newConfig(t, time.Minute, load{script: "oltp_update_non_index", tables: 1, rows: 100,
		rate: 10})
	c.Actions = []timeline.Action{set(10, "minor_compact_triger", "3")}
	wantError(t, c, `unknown parameter "minor_compact_triger"`)
}
