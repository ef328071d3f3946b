package freeze

import (
	"math"
	"time"

	"github.com/readamp/readamp/lsm"
)

// throttleUnitBytes is the step of the delay (MEMSTORE_RESOURCE_UNIT_SIZE).
const throttleUnitBytes = 2 << 20

// Throttle slows writes down while the memstore holds more than its throttling point, so that the
// rest lasts for writing_throttling_maximum_duration (ObThrottleUnit in 4.3, ObFifoArena before).
// With N units between that point and the limit, the n-th unit past it costs decay x n^3
// microseconds: next to nothing at first.
type Throttle struct {
	startBytes int64
	limitBytes int64
	decay      float64 // microseconds
}

// NewThrottle is the throttle of limits.
func NewThrottle(o lsm.Options, l Limits) Throttle {
	t := Throttle{startBytes: l.ThrottleBytes, limitBytes: l.HardLimitBytes}
	units := float64(l.HardLimitBytes-l.ThrottleBytes) / throttleUnitBytes
	if units <= 0 {
		return t
	}
	longest := float64(o.WritingThrottlingMaximumDuration.Microseconds())
	cubes := units * units * (units + 1) * (units + 1) / 4
	t.decay = max(longest-units, 0) / cubes
	return t
}

// MicrosPerByte is the delay of a byte written at a level of hold.
func (t Throttle) MicrosPerByte(holdBytes int64) float64 {
	if holdBytes <= t.startBytes || t.decay == 0 {
		return 0
	}
	n := math.Ceil(float64(holdBytes-t.startBytes) / throttleUnitBytes)
	return t.decay * n * n * n / throttleUnitBytes
}

// Delay is how long writing so many bytes takes longer, from a level of hold on. It is the sum of
// the delays of the units they fill.
func (t Throttle) Delay(holdBytes, bytes int64) time.Duration {
	micros := 0.0
	for bytes > 0 {
		if holdBytes < t.startBytes { // up to the throttling point nothing is slowed down
			free := min(t.startBytes-holdBytes, bytes)
			holdBytes, bytes = holdBytes+free, bytes-free
			continue
		}
		step := min(throttleUnitBytes-(holdBytes-t.startBytes)%throttleUnitBytes, bytes)
		micros += float64(step) * t.MicrosPerByte(holdBytes+step)
		holdBytes, bytes = holdBytes+step, bytes-step
		if holdBytes > t.limitBytes+throttleUnitBytes {
			break // writes fail here
		}
	}
	return time.Duration(micros * float64(time.Microsecond))
}

// Full says whether a write fails for want of memstore
// (ObTenantFreezer::check_memstore_full_internal).
func (l Limits) Full(f Figures) bool { return f.UsedBytes > l.HardLimitBytes }
