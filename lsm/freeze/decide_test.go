package freeze_test

import (
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
)

// TestShouldFreeze holds what each release compares. Figures are in MB; the trigger is 100 and the
// open pages are 32.
func TestShouldFreeze(t *testing.T) {
	l := freeze.Limits{TriggerBytes: 100 * mb, MaxCachedBytes: 32 * mb}
	for _, test := range []struct {
		version         string
		active, retired int64
		want            bool
	}{
		{"4.1", 100, 68, false},
		{"4.1", 101, 69, true},
		{"4.2.0", 132, 101, false},
		{"4.2.0", 133, 99, true},
		{"4.2.1", 140, 100, false},
		{"4.2.1", 101, 101, true},
		{"4.3", 140, 100, false},
		{"seekdb", 133, 101, true},
	} {
		f := freeze.Figures{ActiveBytes: test.active * mb, RetiredBytes: test.retired * mb}
		if got := freeze.ShouldFreeze(rulesFor(t, test.version), l, f); got != test.want {
			t.Errorf("%s, active %d, retired %d: %v", test.version, test.active, test.retired, got)
		}
	}
}

func TestSlowFreeze(t *testing.T) {
	var s freeze.SlowFreeze
	waits := func(second int, want bool) {
		t.Helper()
		if got := s.Waits(time.Duration(second) * time.Second); got != want {
			t.Errorf("second %d: waits %v", second, got)
		}
	}
	at := func(second int) time.Duration { return time.Duration(second) * time.Second }
	waits(0, false)
	s.Froze(at(1)) // without a stuck merge nothing waits
	waits(2, false)
	s.Stuck(at(10))
	waits(39, true)
	s.Stuck(at(20)) // another stuck tablet changes nothing
	waits(40, false)
	s.Froze(at(42))
	waits(101, true)
	waits(102, false)
	s.Froze(at(110)) // not more than a minute
	waits(169, true)
	waits(170, false)
	s.Recovered()
	waits(111, false)
}

func TestLogDisk(t *testing.T) {
	// A log disk of 5 GB: a freeze for each 1.5 GB of log.
	if freeze.ShouldFreezeForLog(1500*mb, 5*gb) || !freeze.ShouldFreezeForLog(1537*mb, 5*gb) {
		t.Error("5 GB of log disk")
	}
	if freeze.ShouldFreezeForLog(1<<60, 0) {
		t.Error("a freeze without a log disk")
	}
}

// TestLogGoal: the checkpoint is to come forward by a twentieth of the log disk.
func TestLogGoal(t *testing.T) {
	if got, want := freeze.LogGoal(3*gb, 5*gb), int64(3*gb+256*mb); (got-want)/mb != 0 {
		t.Errorf("goal %d, want %d", got, want)
	}
}

// TestFreezesTenantForLog: single tablets only if there are more than 50 memtables, and no more
// than a tenth of them holds the log back.
func TestFreezesTenantForLog(t *testing.T) {
	for _, test := range []struct {
		holding, memtables int
		want               bool
	}{
		{1, 1, true}, {1, 50, true}, {1, 51, false}, {10, 100, false}, {11, 100, true},
	} {
		if got := freeze.FreezesTenantForLog(test.holding, test.memtables); got != test.want {
			t.Errorf("%d of %d memtables: whole tenant %t, want %t", test.holding,
				test.memtables, got, test.want)
		}
	}
}

func TestMajorInstead(t *testing.T) {
	if freeze.MajorInstead(options(t), 1000) {
		t.Error("major_compact_trigger 0 makes a major")
	}
	o := options(t, "major_compact_trigger=5")
	if freeze.MajorInstead(o, 4) || !freeze.MajorInstead(o, 5) {
		t.Error("major_compact_trigger 5")
	}
}

func TestAdvanceCheckpoint(t *testing.T) {
	for _, test := range []struct {
		version, interval string
		since             time.Duration
		want              bool
	}{
		{"seekdb", "10m", 10*time.Minute - 1, false},
		{"seekdb", "10m", 10 * time.Minute, true},
		{"seekdb", "0m", 24 * time.Hour, false},
		{"4.4", "10m", 24 * time.Hour, false},
	} {
		o := options(t, "_advance_checkpoint_interval="+test.interval)
		got := freeze.AdvanceCheckpoint(o, rulesFor(t, test.version), test.since)
		if got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

func TestFastFreeze(t *testing.T) {
	var (
		normal  = freeze.FastMode{}
		extreme = freeze.FastMode{FactorPercent: 50, DeleteLimit: 1000}
		minute  = time.Minute
	)
	on, off := options(t), options(t, "_ob_enable_fast_freeze=False")
	for _, test := range []struct {
		name string
		o    lsm.Options
		mode freeze.FastMode
		f    freeze.FastFigures
		want freeze.FastReason
	}{
		{"nothing to do", on, normal, freeze.FastFigures{Age: 60 * minute, Rows: 100}, ""},
		{"hot row", on, normal, freeze.FastFigures{Age: 5 * minute, LongestChain: 1_000_001},
			freeze.HotRow},
		{"at twice the threshold", on, normal,
			freeze.FastFigures{Age: 5 * minute, LongestChain: 1_000_000}, ""},
		{"young", on, normal, freeze.FastFigures{Age: 299 * time.Second, LongestChain: 2e6}, ""},
		{"off", off, normal, freeze.FastFigures{Age: 60 * minute, LongestChain: 2e6}, ""},
		{"tombstones", on, normal,
			freeze.FastFigures{Age: 5 * minute, Updates: 200_000, Deletes: 50_000},
			freeze.Tombstones},
		{"not enough", on, normal,
			freeze.FastFigures{Age: 5 * minute, Updates: 200_000, Deletes: 49_999}, ""},
		{"a busy tablet's threshold", on, normal, freeze.FastFigures{Age: 5 * minute,
			Updates: 280_000, Threshold: 300_000}, ""},
		{"deletes of mode extreme", on, extreme,
			freeze.FastFigures{Age: minute, Deletes: 1000}, freeze.Tombstones},
		{"mode extreme, younger than 60 s", on, extreme,
			freeze.FastFigures{Age: minute - 1, Deletes: 1000}, ""},
		{"empty rows", on, normal,
			freeze.FastFigures{Age: 5 * minute, Rows: 2000, EmptyRows: 1000}, freeze.EmptyRows},
		{"few empty rows", on, normal,
			freeze.FastFigures{Age: 5 * minute, Rows: 1500, EmptyRows: 999}, ""},
		{"few of many", on, normal,
			freeze.FastFigures{Age: 5 * minute, Rows: 4000, EmptyRows: 1999}, ""},
	} {
		if got := freeze.FastFreeze(test.o, test.mode, test.f); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestTombstoneThreshold(t *testing.T) {
	queuing := freeze.FastMode{FactorPercent: 90}
	for _, test := range []struct {
		mode  freeze.FastMode
		last  int64
		minis int
		want  int64
	}{
		{freeze.FastMode{}, 0, 0, 250_000},
		{freeze.FastMode{}, 400_000, 1, 250_000}, // calm again
		{freeze.FastMode{}, 0, 2, 300_000},
		{freeze.FastMode{}, 300_000, 2, 350_000},
		{freeze.FastMode{}, 480_000, 5, 500_000},
		{queuing, 0, 0, 225_000},
	} {
		if got := freeze.TombstoneThreshold(test.mode, test.last, test.minis); got != test.want {
			t.Errorf("%+v: %d", test, got)
		}
	}
}
