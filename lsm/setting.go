package lsm

import (
	"iter"
	"time"
)

// Setting is what all tablets of a tenant share: what decisions go by beside a tablet's own runs.
type Setting struct {
	Options Options
	Rules   Rules

	Now       time.Duration // simulated time since the history began
	LastWrite time.Duration // when the newest version of any tablet was written
}

// ticksMax bounds how often the scheduling loops run in one wait; a longer one is gone through in
// larger steps.
const ticksMax = 10_000

// Ticks lets time pass. It yields at every round of the scheduling loops, which come every
// ob_compaction_schedule_interval; Now is then the time of the round. Where the caller breaks off,
// time stands still.
func (s *Setting) Ticks(d time.Duration) iter.Seq[time.Duration] {
	return func(yield func(time.Duration) bool) {
		if d <= 0 {
			return
		}
		end := s.Now + d
		step := s.Options.CompactionScheduleInterval
		step *= 1 + d/(step*ticksMax)
		for {
			next := (s.Now/step + 1) * step
			if next > end {
				s.Now = end
				return
			}
			if s.Now = next; !yield(next) {
				return
			}
		}
	}
}

// Statement lets the time of a writing statement pass.
func (s *Setting) Statement(took time.Duration) {
	s.Now += took
	s.LastWrite = s.Now
}

// reserved is the greatest reserved snapshot: that of the log stream, undo_retention behind
// snapshot_gc_scn (ObTenantFreezeInfoMgr::try_update_reserved_snapshot).
func (s *Setting) reserved(now time.Duration) time.Duration {
	return now - snapshotLag - s.Options.UndoRetention
}
