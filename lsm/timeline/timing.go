package timeline

import "time"

// Timing is what the engine's rules leave to the machine: delays and speeds. The defaults were
// measured on seekdb 1.2.0 on two cores that sysbench shared (runs natural-* in testdata).
type Timing struct {
	// MiniGrid is the pause between two looks for frozen memtables to dump, MiniPhase when the
	// first one comes.
	MiniGrid, MiniPhase time.Duration
	// SnapshotDelay is how long after a freeze its rows lie below the snapshot that minor merges
	// may reach: snapshot_gc_scn is renewed every 10 s and loaded every 3 s. The default is the
	// mean of what is waited for both.
	SnapshotDelay time.Duration
	// MergeStart is what a merge takes before it looks at rows.
	MergeStart time.Duration
	// MiniRowsPerSecond and MergeRowsPerSecond are physical rows read by one thread in a mini and
	// in the other merges.
	MiniRowsPerSecond, MergeRowsPerSecond float64
	// ReportPhase is when the first report of active transactions comes, of which there is one
	// every ten minutes.
	ReportPhase time.Duration
}

// DefaultTiming are the measured defaults.
func DefaultTiming() Timing {
	return Timing{
		MiniGrid:           5 * time.Second,
		MiniPhase:          2500 * time.Millisecond,
		SnapshotDelay:      snapshotLag,
		MergeStart:         50 * time.Millisecond,
		MiniRowsPerSecond:  100_000,
		MergeRowsPerSecond: 180_000,
		ReportPhase:        5 * time.Minute,
	}
}
