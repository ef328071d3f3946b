package freeze

import (
	"time"

	"github.com/readamp/readamp/lsm"
)

// FastReason says why one tablet is frozen though the tenant has memory. "" is no reason.
type FastReason string

// The reasons, in the order in which they are looked for.
const (
	HotRow     FastReason = "hot row"
	Tombstones FastReason = "tombstones"
	EmptyRows  FastReason = "empty rows"
)

// FastMode is what of a table_mode matters here. The zero value is mode normal.
type FastMode struct {
	// FactorPercent is the mode's factor: 100 normal, 90 queuing, 80 moderate, 60 super,
	// 50 extreme; 0 is 100.
	FactorPercent int64
	// DeleteLimit is the mode's number of deletes; 0 is that of mode normal, 300,000.
	DeleteLimit int64
}

// FastFigures are what the checker looks at in a tablet's active memtable.
type FastFigures struct {
	Age          time.Duration
	LongestChain int64 // version nodes of the row that has most
	Updates      int64
	Deletes      int64
	Rows         int64
	EmptyRows    int64 // without a visible version
	Threshold    int64 // of tombstones, see [TombstoneThreshold]
}

// Constants of ObFastFreezeChecker (compaction/ob_tenant_tablet_scheduler.h, 4.2.1 on).
const (
	fastFreezeAge       = 300 * time.Second // FAST_FREEZE_INTERVAL_US
	tombstoneRows       = 250_000           // TOMBSTONE_DEFAULT_ROW_COUNT
	tombstoneRowsMost   = 500_000           // TOMBSTONE_MAX_ROW_COUNT
	tombstoneRowsStep   = 50_000            // TOMBSTONE_STEP_ROW_COUNT
	emptyRows           = 1000              // EMPTY_MVCC_ROW_COUNT
	emptyRowsPercent    = 50                // EMPTY_MVCC_ROW_PERCENTAGE
	normalDeleteLimit   = 300_000
	queuingAgePercent   = 40
	busyTabletMiniCount = 2
)

// FastFreeze says whether a tablet's active memtable is frozen by itself. It is asked in the loop
// that schedules minor merges.
func FastFreeze(o lsm.Options, m FastMode, f FastFigures) FastReason {
	switch {
	case !o.EnableFastFreeze || f.Age < m.age():
		return ""
	case f.LongestChain > 2*o.FastFreezeThreshold:
		return HotRow
	case f.Updates+f.Deletes >= max(f.Threshold, TombstoneThreshold(m, 0, 0)),
		f.Deletes >= m.deleteLimit():
		return Tombstones
	case f.EmptyRows >= emptyRows && f.EmptyRows*100 >= f.Rows*emptyRowsPercent:
		return EmptyRows
	}
	return ""
}

// TombstoneThreshold is the number of updates and deletes that makes a memtable worth a freeze: the
// mode's default, and a step more than last time for a tablet that had two mini merges or more in
// the last quarter of an hour, up to 500,000
// (ObFastFreezeChecker::try_update_tablet_threshold).
func TombstoneThreshold(m FastMode, last int64, recentMinis int) int64 {
	least := m.scaled(tombstoneRows)
	if recentMinis < busyTabletMiniCount {
		return least
	}
	return min(max(last, least)+tombstoneRowsStep, tombstoneRowsMost)
}

func (m FastMode) scaled(n int64) int64 {
	if m.FactorPercent == 0 {
		return n
	}
	return n * m.FactorPercent / 100
}

// age is how old a memtable must be: tables in a queuing mode are looked at sooner.
func (m FastMode) age() time.Duration {
	if m.FactorPercent == 0 || m.FactorPercent >= 100 {
		return fastFreezeAge
	}
	return time.Duration(m.scaled(int64(fastFreezeAge))) * queuingAgePercent / 100
}

func (m FastMode) deleteLimit() int64 {
	if m.DeleteLimit == 0 {
		return normalDeleteLimit
	}
	return m.DeleteLimit
}
