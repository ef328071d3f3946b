package lsm

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/readamp/readamp/internal/nearest"
)

// Options are the server parameters the simulator acts on, under OceanBase's names. Use
// [DefaultOptions] and change what differs; [Options.Set] does it by parameter name.
type Options struct {
	// MinorCompactTrigger is minor_compact_trigger: minis and minors of a tablet that are left
	// alone; one more starts a minor merge. [0, 16], default 2.
	MinorCompactTrigger int

	// MinorCompactionAmplificationFactor is _minor_compaction_amplification_factor, percent of
	// the large minors' rows that the small ones must exceed. [0, 100], default 0 (see
	// [Rules.ZeroFactorPercent]).
	MinorCompactionAmplificationFactor int64

	// MinorMergeWriteAmplificationThreshold is _minor_merge_write_amplification_threshold, the
	// physical rows above which a minor is large. [0, ...), default 2000000.
	MinorMergeWriteAmplificationThreshold int64

	// PushdownStorageLevel is _pushdown_storage_level: 0 none, 1 block scan, 2 filter,
	// 3 aggregate, 4 group by. [0, 4], default 4.
	PushdownStorageLevel int

	// What follows acts on tenants under simulated time only (packages freeze, adaptive, timeline).

	// MemoryLimit is memory_limit, bytes; 0 means MemoryLimitPercentage of the machine's memory.
	MemoryLimit int64
	// MemoryLimitPercentage is memory_limit_percentage. [10, 95], default 80.
	MemoryLimitPercentage int64
	// SystemMemory is system_memory, bytes; 0, the default, follows from MemoryLimit.
	SystemMemory int64
	// MemstoreLimitPercentage is memstore_limit_percentage; 0, the default, leaves it to the
	// version ([Rules.AutoMemstoreLimit]). [0, 99].
	MemstoreLimitPercentage int64
	// TenantMemstoreLimitPercentage is _memstore_limit_percentage (4.3.0 on), which goes before
	// the cluster's. [0, 99], default 0: unset.
	TenantMemstoreLimitPercentage int64
	// FreezeTriggerPercentage is freeze_trigger_percentage. [1, 99], default 20.
	FreezeTriggerPercentage int64
	// WritingThrottlingTriggerPercentage is writing_throttling_trigger_percentage; 100 turns
	// throttling off. [1, 100], default 60.
	WritingThrottlingTriggerPercentage int64
	// WritingThrottlingMaximumDuration is writing_throttling_maximum_duration. [1s, 3d],
	// default 2h.
	WritingThrottlingMaximumDuration time.Duration
	// LogDiskSize is log_disk_size, bytes; 0, the default, sets no log disk limit here.
	LogDiskSize int64
	// RowCompactionUpdateLimit is row_compaction_update_limit: versions of a row in a memtable
	// after which a compact one is added. [1, 6400], default 6.
	RowCompactionUpdateLimit int64

	// MajorCompactTrigger is major_compact_trigger: minor freezes after which a major freeze is
	// made instead; 0, the default, never. [0, 65535].
	MajorCompactTrigger int64
	// MajorFreezeDutyTime is major_freeze_duty_time, the time of the daily major freeze; negative
	// for "disable". [00:00, 24:00), default 02:00.
	MajorFreezeDutyTime time.Duration
	// EnableMajorFreeze is enable_major_freeze, default true.
	EnableMajorFreeze bool

	// UndoRetention is undo_retention, whole seconds; younger versions are never folded.
	// [0, 4294967295], default 1800.
	UndoRetention time.Duration
	// CompactionScheduleInterval is ob_compaction_schedule_interval, the pause of the loops that
	// schedule minor and medium merges. [3s, 5m], default 120s.
	CompactionScheduleInterval time.Duration
	// CompactionHighThreads, CompactionMidThreads and CompactionLowThreads are
	// compaction_high_, _mid_ and _low_thread_score: threads for minis, for minors, for mediums
	// and majors. [0, 100]; 0, the default, means 6.
	CompactionHighThreads, CompactionMidThreads, CompactionLowThreads int64

	// EnableAdaptiveCompaction is _enable_adaptive_compaction, default true.
	EnableAdaptiveCompaction bool
	// EnableFastFreeze is _ob_enable_fast_freeze, default true.
	EnableFastFreeze bool
	// FastFreezeThreshold is _ob_elr_fast_freeze_threshold, version nodes of one row.
	// [10000, ...), default 500000.
	FastFreezeThreshold int64
	// AdvanceCheckpointInterval is _advance_checkpoint_interval (seekdb 1.1 on): the pause between
	// freezes of everything; 0 turns them off. [0, 12h], default 10m.
	AdvanceCheckpointInterval time.Duration
}

// DefaultOptions are the server's defaults.
func DefaultOptions() Options {
	return Options{
		MinorCompactTrigger:                   2,
		MinorMergeWriteAmplificationThreshold: largeMinorRows,
		PushdownStorageLevel:                  4,
		MemoryLimitPercentage:                 80,
		FreezeTriggerPercentage:               20,
		WritingThrottlingTriggerPercentage:    60,
		WritingThrottlingMaximumDuration:      2 * time.Hour,
		RowCompactionUpdateLimit:              6,
		MajorFreezeDutyTime:                   2 * time.Hour,
		EnableMajorFreeze:                     true,
		UndoRetention:                         1800 * time.Second,
		CompactionScheduleInterval:            120 * time.Second,
		EnableAdaptiveCompaction:              true,
		EnableFastFreeze:                      true,
		FastFreezeThreshold:                   500_000,
		AdvanceCheckpointInterval:             10 * time.Minute,
	}
}

// ParameterNames lists every parameter [Options.Set] knows.
func ParameterNames() []string {
	names := append([]string(nil), idleParameters...)
	for _, p := range parameters {
		names = append(names, p.name)
	}
	return names
}

// Set changes the parameter of that name to a value as the server prints it. Unknown names and
// values out of range are errors and change nothing.
func (o *Options) Set(name, value string) error {
	if slices.Contains(idleParameters, name) {
		return nil
	}
	for _, p := range parameters {
		if p.name == name {
			return p.set(o, name, strings.TrimSpace(value))
		}
	}
	return fmt.Errorf("unknown parameter %q%s", name, nearest.Hint(name, ParameterNames()))
}

// ActiveParameterNames lists those of them that change something in some simulation.
func ActiveParameterNames() []string {
	var names []string
	for _, p := range parameters {
		names = append(names, p.name)
	}
	return names
}
