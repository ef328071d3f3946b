package lsm

import "time"

// What takes time in a history driven by hand, measured on seekdb 1.2.0 with two cores by the
// clock beside the operations of the traces in testdata/traces-adaptive. Only what adaptive
// compaction does depends on it.
const (
	// InsertTime is per row, of statements of 500 rows: 12,000 rows took 0.1 to 0.6 s.
	InsertTime = 30 * time.Microsecond
	// UpdateTime is per row that a statement of its own updates or deletes: 1.2 to 1.9 ms.
	UpdateTime = 1300 * time.Microsecond
	// MinorFreezeTime and MajorFreezeTime are freezes waited for: 4.2 to 7 s, 27 to 55 s.
	MinorFreezeTime = 5 * time.Second
	MajorFreezeTime = 35 * time.Second
)

// Clock is the simulated time since the history began.
func (n *Tenant) Clock() time.Duration { return n.setting.Now }

// Advance lets time pass: the scheduling loops come round every ob_compaction_schedule_interval,
// and merge what adaptive compaction asks for.
func (n *Tenant) Advance(d time.Duration) {
	for range n.setting.Ticks(d) {
		n.tablets((*Tablet).adapt)
	}
}
