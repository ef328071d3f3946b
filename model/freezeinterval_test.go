package model_test

import (
	"math"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/model"
)

// freezeRun plays a steady load on an arena: rows to tablets in turn, a look every 2 s, all
// memtables frozen together and released some looks later.
type freezeRun struct {
	arena  *freeze.Arena
	active []freeze.Memtable
	frozen [][]freeze.Memtable // by the looks until their release

	looks, freezes int     // from the first freeze to the last
	peaks          float64 // holds before a release, summed up
	releases       float64
}

const (
	freezeRowBytes = 4000
	releaseLooks   = 3
)

func playFreezes(r lsm.Rules, l freeze.Limits, bytesPerLook int) *freezeRun {
	run := &freezeRun{arena: freeze.NewArena(int(l.OpenPages / freeze.Groups)),
		frozen: make([][]freeze.Memtable, releaseLooks)}
	run.arena.Warm(int(l.OpenPages))
	run.open()
	first := 0
	for look := range 700 {
		for row := range bytesPerLook / freezeRowBytes {
			run.arena.Alloc(run.active[row%len(run.active)], freezeRowBytes)
		}
		figures := run.arena.Figures()
		run.release(figures)
		if !freeze.ShouldFreeze(r, l, figures) {
			continue
		}
		run.arena.FreezeAll()
		run.frozen[releaseLooks-1] = run.active
		run.open()
		if first == 0 {
			first = look
			continue
		}
		run.freezes++
		run.looks = look - first
	}
	return run
}

func (run *freezeRun) release(figures freeze.Figures) {
	if len(run.frozen[0]) > 0 {
		run.peaks += float64(figures.UsedBytes)
		run.releases++
	}
	for _, m := range run.frozen[0] {
		run.arena.Release(m)
	}
	run.frozen = append(run.frozen[1:], nil)
}

func (run *freezeRun) open() {
	run.active = make([]freeze.Memtable, 20)
	for i := range run.active {
		run.active[i] = run.arena.Open()
	}
}

const mebi = 1 << 20

// smallLimits has 100 pages of trigger and so many open pages in a group.
func smallLimits(ways int64) freeze.Limits {
	return freeze.Limits{TriggerBytes: 200 * mebi, ThrottleBytes: 600 * mebi,
		HardLimitBytes: 1000 * mebi, OpenPages: freeze.Groups * ways,
		MaxCachedBytes: freeze.Groups * ways * freeze.CachedPageBytes}
}

// TestFreezeCycleIsTheArena compares interval and hold with the pages of package freeze, for what
// each release compares. Loads are from one page a look to many. Tolerances are half a look,
// because in the arena the pages of groups can be closed in bursts, and 2 %.
func TestFreezeCycleIsTheArena(t *testing.T) {
	for _, version := range []string{"4.1", "4.2.0", "4.2.1"} {
		_, r := stackSetting(t, version, 2)
		for _, ways := range []int64{1, 2} {
			for _, bytesPerLook := range []int{2_300_000, 9_700_000, 31_000_000} {
				l := smallLimits(ways)
				run := playFreezes(r, l, bytesPerLook)
				looks := float64(run.looks) / float64(run.freezes)
				hold := run.peaks / run.releases
				c := model.NewFreezeCycle(r, l, model.FreezeLoad{EventsPerSecond: 1000,
					BytesPerEvent: float64(bytesPerLook) / 2000, ReleaseSeconds: 2 * releaseLooks})
				if c.Cause != model.FreezeMemory || math.Abs(c.IntervalSeconds/2-looks) > 0.5 ||
					math.Abs(c.PeakHoldBytes/hold-1) > 0.02 {
					t.Errorf("%s, %d ways, %d bytes a look: %+v, arena %.2f looks, hold %.0f",
						version, ways, bytesPerLook, c, looks, hold)
				}
			}
		}
	}
}

// TestFreezeCycleByLog has the log disk freeze first, and only then.
func TestFreezeCycleByLog(t *testing.T) {
	_, r := stackSetting(t, "4.2.1", 2)
	load := model.FreezeLoad{EventsPerSecond: 1000, BytesPerEvent: 2000, RedoBytesPerEvent: 1000}
	if c := model.NewFreezeCycle(r, smallLimits(1), load); c.Cause != model.FreezeMemory {
		t.Errorf("no log disk: %+v", c)
	}
	load.LogDiskBytes = 100_000_000 // 30 MB last 30 s, the memory of 100 pages 104 s
	c := model.NewFreezeCycle(r, smallLimits(1), load)
	if c.Cause != model.FreezeLog || c.IntervalSeconds != 30 || c.PerHour() != 120 ||
		c.Events != 30_000 || c.RowBytes != 60e6 {
		t.Errorf("log disk of 100 MB: %+v", c)
	}
	logBytes := func(seconds float64) int64 { return int64(seconds * 1000 * 1000) }
	if !freeze.ShouldFreezeForLog(logBytes(30), load.LogDiskBytes) ||
		freeze.ShouldFreezeForLog(logBytes(28), load.LogDiskBytes) {
		t.Error("package freeze does not freeze after 30 s")
	}
	load.LogDiskBytes = 1000_000_000
	if c := model.NewFreezeCycle(r, smallLimits(1), load); c.Cause != model.FreezeMemory {
		t.Errorf("log disk of 1 GB: %+v", c)
	}
}

// TestFreezeCycleLevels has memory that comes back too late reach the throttling point and the
// limit; throttling that is off does not throttle.
func TestFreezeCycleLevels(t *testing.T) {
	_, r := stackSetting(t, "4.2.1", 2)
	l := smallLimits(1)
	off := l
	off.ThrottleBytes = off.HardLimitBytes
	load := model.FreezeLoad{EventsPerSecond: 1000, BytesPerEvent: 2000}
	for _, test := range []struct {
		limits          freeze.Limits
		release         float64
		throttled, full bool
	}{
		{l, 5, false, false}, {l, 180, false, false}, {l, 190, true, false}, {l, 400, true, true},
		{off, 190, false, false}, {off, 400, false, true},
	} {
		load.ReleaseSeconds = test.release
		c := model.NewFreezeCycle(r, test.limits, load)
		if c.Throttled != test.throttled || c.Full != test.full {
			t.Errorf("release after %g s: %+v", test.release, c)
		}
	}
}

// TestFreezeCycleBounds has no load, a load that passes the trigger between two looks, and open
// pages above the trigger, where each look freezes.
func TestFreezeCycleBounds(t *testing.T) {
	_, first := stackSetting(t, "4.1", 2)
	_, r := stackSetting(t, "4.2.1", 2)
	tiny := smallLimits(1)
	tiny.TriggerBytes = 20 * mebi
	load := func(events float64) model.FreezeLoad {
		return model.FreezeLoad{EventsPerSecond: events, BytesPerEvent: 1000, LogDiskBytes: 1 << 40}
	}
	if c := model.NewFreezeCycle(r, tiny, load(0)); c.Cause != model.NoFreeze || c.PerHour() != 0 ||
		c.PeakHoldBytes != 0 {
		t.Errorf("no load: %+v", c)
	}
	if c := model.NewFreezeCycle(r, tiny, load(1e9)); c.IntervalSeconds != 2 {
		t.Errorf("a huge load: %+v", c)
	}
	if pages := model.FreezePages(first, tiny); pages != 0 {
		t.Errorf("4.1: %d pages between freezes, 16 being open", pages)
	}
	if c := model.NewFreezeCycle(first, tiny, load(10)); c.IntervalSeconds != 2 {
		t.Errorf("4.1, tiny unit: %+v", c)
	}
	if pages := model.FreezePages(r, tiny); pages != 11 {
		t.Errorf("4.2.1: %d pages between freezes, want one more than 10", pages)
	}
}

// TestFreezeCyclePhases averages over a hundred thousand points between two closings of pages at
// which a freeze can come.
func TestFreezeCyclePhases(t *testing.T) {
	_, r := stackSetting(t, "4.2.1", 2)
	l := smallLimits(1)
	l.TriggerBytes = 20 * mebi
	pages := float64(model.FreezePages(r, l))
	for _, perLook := range []float64{0.03, 0.4, 1, 1.3, 5.2, 11, 40} {
		const points = 100_000
		looks := 0.0
		for i := range points {
			looks += math.Ceil((pages - (float64(i)+0.5)/points) / perLook)
		}
		c := model.NewFreezeCycle(r, l, model.FreezeLoad{EventsPerSecond: perLook,
			BytesPerEvent: freeze.PageRowBytes / 2})
		if got := c.IntervalSeconds / 2; math.Abs(got/(looks/points)-1) > 1e-4 {
			t.Errorf("%g pages a look: %.4f looks, %.4f on average", perLook, got, looks/points)
		}
	}
}
