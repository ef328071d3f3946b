package freeze

import (
	"time"

	"github.com/readamp/readamp/lsm"
)

// CheckInterval is FREEZE_TRIGGER_INTERVAL (ObTenantFreezer): how often the memstore is compared
// with the trigger. Between two looks writers go on.
const CheckInterval = 2 * time.Second

// ShouldFreeze says whether a look at the memstore freezes the tenant
// (ObTenantFreezer::need_freeze_).
func ShouldFreeze(r lsm.Rules, l Limits, f Figures) bool {
	switch r.FreezeCompares {
	case lsm.CompareAllocated:
		return f.ActiveBytes > l.TriggerBytes
	case lsm.CompareAllocatedAboveCached:
		return f.ActiveBytes > l.TriggerBytes+l.MaxCachedBytes
	}
	return f.RetiredBytes > l.TriggerBytes
}

// SlowFreeze is the wait between freezes of a tenant in which a mini merge is stuck, from 4.2.1 on
// (ObTenantInfo::set_slow_freeze, update_slow_freeze_interval). The zero value does not wait.
type SlowFreeze struct {
	interval time.Duration
	last     time.Duration // when the wait began or the last freeze was
}

const (
	slowFreezeInterval = 30 * time.Second // SLOW_FREEZE_INTERVAL
	maxFreezeInterval  = 60 * time.Second // MAX_FREEZE_INTERVAL
)

// Stuck begins the wait, unless it has begun.
func (s *SlowFreeze) Stuck(now time.Duration) {
	if s.interval == 0 {
		s.interval, s.last = slowFreezeInterval, now
	}
}

// Recovered ends the wait.
func (s *SlowFreeze) Recovered() { *s = SlowFreeze{} }

// Froze notes a freeze; the next wait is twice as long, up to a minute.
func (s *SlowFreeze) Froze(now time.Duration) {
	if s.interval > 0 {
		s.interval, s.last = min(2*s.interval, maxFreezeInterval), now
	}
}

// Waits says whether a freeze has to wait.
func (s *SlowFreeze) Waits(now time.Duration) bool {
	return s.interval > 0 && now-s.last < s.interval
}

// logFreezePercent is the share of the log disk that may be held by data not yet dumped
// (ObCheckpointService, shared-nothing).
const logFreezePercent = 30

// ShouldFreezeForLog says whether the log that only memtables cover has grown to its share of the
// tenant's log disk; it is looked at every [CheckInterval]. Without a log disk size it never has.
func ShouldFreezeForLog(logBytes, logDiskBytes int64) bool {
	return logDiskBytes > 0 && logBytes >= LogLimitBytes(logDiskBytes)
}

// LogLimitBytes is that share of a log disk.
func LogLimitBytes(logDiskBytes int64) int64 { return logDiskBytes / 100 * logFreezePercent }

// LogGoal is how far a freeze for the log wants the checkpoint to come: what was written up to
// there is dumped, a twentieth of the log disk from the oldest log on that memtables cover
// (ObCheckpointService; with a single log stream the other bound, logFreezePercent, is larger).
func LogGoal(oldestBytes, logDiskBytes int64) int64 {
	return oldestBytes + logDiskBytes/100*logAdvancePercent
}

const logAdvancePercent = 5

// Bounds of ObDataCheckpoint: up to maxFreezeCheckpoints memtables that wait are all frozen with
// the first, more only if more than tabletFreezePercent of them hold the log back.
const (
	tabletFreezePercent  = 10
	maxFreezeCheckpoints = 50
)

// FreezesTenantForLog says whether a freeze for the log takes all memtables, or only those that
// hold the log back (ObDataCheckpoint::freeze_base_on_needs_).
func FreezesTenantForLog(holding, memtables int) bool {
	return memtables <= maxFreezeCheckpoints || holding*100/memtables > tabletFreezePercent
}

// MajorInstead says whether a freeze by memory becomes a major freeze, after so many minor ones
// since the last major (ObTenantFreezer::do_major_if_need_, is_major_freeze_turn_).
func MajorInstead(o lsm.Options, freezeCount int64) bool {
	return o.MajorCompactTrigger != 0 && freezeCount >= o.MajorCompactTrigger
}

// AdvanceCheckpoint says whether everything is frozen because the last time was long ago
// (_advance_checkpoint_interval).
func AdvanceCheckpoint(o lsm.Options, r lsm.Rules, sinceLast time.Duration) bool {
	return r.AdvanceCheckpoint && o.AdvanceCheckpointInterval > 0 &&
		sinceLast >= o.AdvanceCheckpointInterval
}
