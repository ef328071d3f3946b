package lsm

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// parameter is one server parameter: how its value is read, checked and stored.
type parameter struct {
	name string
	set  func(o *Options, name, value string) error
}

const unbounded = 1 << 62

// parameters are those that change something. Source of the ranges:
// src/share/parameter/ob_parameter_seed.ipp.
var parameters = []parameter{
	{"minor_compact_trigger",
		whole(0, 16, func(o *Options, v int64) { o.MinorCompactTrigger = int(v) })},
	{"_minor_compaction_amplification_factor",
		whole(0, 100, func(o *Options, v int64) { o.MinorCompactionAmplificationFactor = v })},
	{"_minor_merge_write_amplification_threshold", whole(0, unbounded,
		func(o *Options, v int64) { o.MinorMergeWriteAmplificationThreshold = v })},
	{"_pushdown_storage_level",
		whole(0, 4, func(o *Options, v int64) { o.PushdownStorageLevel = int(v) })},
	{"memory_limit", size(func(o *Options) *int64 { return &o.MemoryLimit })},
	{"memory_limit_percentage",
		whole(10, 95, func(o *Options, v int64) { o.MemoryLimitPercentage = v })},
	{"system_memory", size(func(o *Options) *int64 { return &o.SystemMemory })},
	{"memstore_limit_percentage",
		whole(0, 99, func(o *Options, v int64) { o.MemstoreLimitPercentage = v })},
	{"_memstore_limit_percentage",
		whole(0, 99, func(o *Options, v int64) { o.TenantMemstoreLimitPercentage = v })},
	{"freeze_trigger_percentage",
		whole(1, 99, func(o *Options, v int64) { o.FreezeTriggerPercentage = v })},
	{"writing_throttling_trigger_percentage",
		whole(1, 100, func(o *Options, v int64) { o.WritingThrottlingTriggerPercentage = v })},
	{"writing_throttling_maximum_duration", interval(time.Second, 72*time.Hour,
		func(o *Options) *time.Duration { return &o.WritingThrottlingMaximumDuration })},
	{"log_disk_size", size(func(o *Options) *int64 { return &o.LogDiskSize })},
	{"row_compaction_update_limit",
		whole(1, 6400, func(o *Options, v int64) { o.RowCompactionUpdateLimit = v })},
	{"major_compact_trigger",
		whole(0, 65535, func(o *Options, v int64) { o.MajorCompactTrigger = v })},
	{"major_freeze_duty_time", setDutyTime},
	{"enable_major_freeze", toggle(func(o *Options) *bool { return &o.EnableMajorFreeze })},
	{"undo_retention", whole(0, 1<<32-1,
		func(o *Options, v int64) { o.UndoRetention = time.Duration(v) * time.Second })},
	{"ob_compaction_schedule_interval", interval(3*time.Second, 5*time.Minute,
		func(o *Options) *time.Duration { return &o.CompactionScheduleInterval })},
	{"compaction_high_thread_score",
		whole(0, 100, func(o *Options, v int64) { o.CompactionHighThreads = v })},
	{"compaction_mid_thread_score",
		whole(0, 100, func(o *Options, v int64) { o.CompactionMidThreads = v })},
	{"compaction_low_thread_score",
		whole(0, 100, func(o *Options, v int64) { o.CompactionLowThreads = v })},
	{"_enable_adaptive_compaction",
		toggle(func(o *Options) *bool { return &o.EnableAdaptiveCompaction })},
	{"_ob_enable_fast_freeze", toggle(func(o *Options) *bool { return &o.EnableFastFreeze })},
	{"_ob_elr_fast_freeze_threshold",
		whole(10_000, unbounded, func(o *Options, v int64) { o.FastFreezeThreshold = v })},
	{"_advance_checkpoint_interval", interval(0, 12*time.Hour,
		func(o *Options) *time.Duration { return &o.AdvanceCheckpointInterval })},
	{"bf_cache_miss_count_threshold", whole(0, unbounded, func(*Options, int64) {})},
}

// idleParameters are further parameters of the storage engine that a recording may set. They
// change nothing here, so their values are not looked at.
var idleParameters = []string{
	"bf_cache_priority", "cache_wash_threshold", "compaction_dag_cnt_limit",
	"compaction_schedule_tablet_batch_cnt", "default_compress_func",
	"default_progressive_merge_num", "default_row_format", "default_table_merge_engine",
	"default_table_store_format", "_enable_adaptive_merge_schedule",
	"_enable_parallel_minor_merge", "enable_perf_event", "enable_sql_audit",
	"fuse_row_cache_priority", "index_block_cache_priority", "log_disk_percentage",
	"log_disk_throttling_percentage", "log_disk_utilization_limit_threshold",
	"log_disk_utilization_threshold", "_mds_memory_limit_percentage", "merger_check_interval",
	"_minor_compaction_interval", "_mvcc_gc_using_min_txn_snapshot", "tablet_size",
	"_tx_data_memory_limit_percentage", "_tx_share_memory_limit_percentage",
	"user_block_cache_priority", "user_row_cache_priority",
}

// whole reads a whole number in a range.
func whole(least, most int64, store func(*Options, int64)) func(*Options, string, string) error {
	return func(o *Options, name, value string) error {
		v, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return fmt.Errorf("%s: %q is not a whole number", name, value)
		}
		if v < least || v > most {
			return fmt.Errorf("%s: %d is outside [%d, %d]", name, v, least, most)
		}
		store(o, v)
		return nil
	}
}

// toggle reads a switch as the server prints and takes it.
func toggle(field func(*Options) *bool) func(*Options, string, string) error {
	return func(o *Options, name, value string) error {
		switch strings.ToLower(value) {
		case "true", "on", "1", "t", "yes", "y":
			*field(o) = true
		case "false", "off", "0", "f", "no", "n":
			*field(o) = false
		default:
			return fmt.Errorf("%s: %q is not true or false", name, value)
		}
		return nil
	}
}

// size reads a number of bytes.
func size(field func(*Options) *int64) func(*Options, string, string) error {
	return func(o *Options, name, value string) error {
		v, err := ParseSize(value)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		*field(o) = v
		return nil
	}
}

// interval reads a time in a range.
func interval(least, most time.Duration, field func(*Options) *time.Duration) func(*Options,
	string, string) error {

	return func(o *Options, name, value string) error {
		v, err := ParseInterval(value)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if v < least || v > most {
			return fmt.Errorf("%s: %s is outside [%v, %v]", name, value, least, most)
		}
		*field(o) = v
		return nil
	}
}

// setDutyTime reads the time of the daily major freeze, hours and minutes, or "disable".
func setDutyTime(o *Options, name, value string) error {
	if strings.EqualFold(value, "disable") {
		o.MajorFreezeDutyTime = -1
		return nil
	}
	t, err := time.Parse("15:04", value)
	if err != nil {
		return fmt.Errorf("%s: %q is not a time of day such as 02:00, nor disable", name, value)
	}
	o.MajorFreezeDutyTime = time.Duration(t.Hour())*time.Hour +
		time.Duration(t.Minute())*time.Minute
	return nil
}

// sizeUnits are those of the server's CAPACITY parameters (ObConfigCapacityParser): a bare number
// is in megabytes.
var sizeUnits = map[string]int64{"": 1 << 20, "b": 1, "byte": 1, "k": 1 << 10, "kb": 1 << 10,
	"m": 1 << 20, "mb": 1 << 20, "g": 1 << 30, "gb": 1 << 30, "t": 1 << 40, "tb": 1 << 40}

// ParseSize reads a size such as 6G, 512M or 0.
func ParseSize(text string) (bytes int64, err error) {
	v, unit := number(text)
	factor, ok := sizeUnits[strings.ToLower(unit)]
	if !ok || v < 0 {
		return 0, fmt.Errorf("%q is not a size such as 6G", text)
	}
	if v > unbounded/factor {
		return 0, fmt.Errorf("%q is too large", text)
	}
	return v * factor, nil
}

// intervalUnits are those of the server's TIME parameters (ObConfigTimeParser): a bare number is
// in seconds.
var intervalUnits = map[string]time.Duration{"": time.Second, "us": time.Microsecond,
	"ms": time.Millisecond, "s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}

// ParseInterval reads a time such as 120s, 2h or 10m.
func ParseInterval(text string) (time.Duration, error) {
	v, unit := number(text)
	factor, ok := intervalUnits[strings.ToLower(unit)]
	if !ok || v < 0 {
		return 0, fmt.Errorf("%q is not a time such as 120s", text)
	}
	if v > unbounded/int64(factor) {
		return 0, fmt.Errorf("%q is too long", text)
	}
	return time.Duration(v) * factor, nil
}

// number cuts a text into its leading digits and the rest; -1 where there are no digits or too
// many.
func number(text string) (v int64, unit string) {
	text = strings.TrimSpace(text)
	digits := text
	if i := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' }); i >= 0 {
		digits, unit = text[:i], strings.TrimSpace(text[i:])
	}
	v, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return -1, unit
	}
	return v, unit
}
