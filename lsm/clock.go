package lsm

import "time"

// What takes time in a history driven by hand, measured on seekdb 1.2.0 with two cores by the
// clock beside the operations of the traces in testdata/traces-adaptive. Only what adaptive
// compaction does depends on it.
const (
	// insertTime is per row, of statements of 500 rows: 12,000 rows took 0.1 to 0.6 s.
	insertTime = 30 * time.Microsecond
	// updateTime is per row that a statement of its own updates or deletes: 1.2 to 1.9 ms.
	updateTime = 1300 * time.Microsecond
	// minorFreezeTime and majorFreezeTime are freezes waited for: 4.2 to 7 s, 27 to 55 s.
	minorFreezeTime = 5 * time.Second
	majorFreezeTime = 35 * time.Second
)

// ticksMax bounds how often the scheduling loops run in one wait; a longer one is gone through in
// larger steps.
const ticksMax = 10_000

// Clock is the simulated time since the history began.
func (n *Tenant) Clock() time.Duration { return n.clock }

// Advance lets time pass: the scheduling loops come round every ob_compaction_schedule_interval,
// and merge what adaptive compaction asks for.
func (n *Tenant) Advance(d time.Duration) {
	if d <= 0 {
		return
	}
	end := n.clock + d
	step := n.options.CompactionScheduleInterval
	step *= 1 + d/(step*ticksMax)
	for {
		next := (n.clock/step + 1) * step
		if next > end {
			n.clock = end
			return
		}
		n.clock = next
		n.tablets((*Tablet).adapt)
	}
}
