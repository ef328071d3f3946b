package lsm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

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
}

// DefaultOptions are the server's defaults.
func DefaultOptions() Options {
	return Options{
		MinorCompactTrigger:                   2,
		MinorMergeWriteAmplificationThreshold: largeMinorRows,
		PushdownStorageLevel:                  4,
	}
}

// parameter is one server parameter: its range, and where its value goes. Parameters without a
// destination are known and checked but change nothing in a hand-driven history.
type parameter struct {
	name     string
	min, max int64
	store    func(*Options, int64)
}

// parameters are those recorded with traces and runs. Source of the ranges:
// src/share/parameter/ob_parameter_seed.ipp.
var parameters = []parameter{
	{"minor_compact_trigger", 0, 16, func(o *Options, v int64) { o.MinorCompactTrigger = int(v) }},
	{"_minor_compaction_amplification_factor", 0, 100,
		func(o *Options, v int64) { o.MinorCompactionAmplificationFactor = v }},
	{"_minor_merge_write_amplification_threshold", 0, 1 << 62,
		func(o *Options, v int64) { o.MinorMergeWriteAmplificationThreshold = v }},
	{"_pushdown_storage_level", 0, 4,
		func(o *Options, v int64) { o.PushdownStorageLevel = int(v) }},
	{"freeze_trigger_percentage", 1, 99, nil},
	{"major_compact_trigger", 0, 65535, nil},
	{"undo_retention", 0, 1<<32 - 1, nil},
	{"row_compaction_update_limit", 1, 6400, nil},
	{"bf_cache_miss_count_threshold", 0, 1 << 62, nil},
	{"memstore_limit_percentage", 0, 99, nil},
	{"writing_throttling_trigger_percentage", 1, 100, nil},
}

// idleParameters are further parameters of the storage engine that a recording may set. None
// changes a history driven by hand, so their values are not looked at.
var idleParameters = []string{
	"_advance_checkpoint_interval", "bf_cache_priority", "cache_wash_threshold",
	"compaction_dag_cnt_limit", "compaction_high_thread_score", "compaction_low_thread_score",
	"compaction_mid_thread_score", "compaction_schedule_tablet_batch_cnt",
	"default_compress_func", "default_progressive_merge_num", "default_row_format",
	"default_table_merge_engine", "default_table_store_format", "_enable_adaptive_compaction",
	"_enable_adaptive_merge_schedule", "enable_major_freeze", "_enable_parallel_minor_merge",
	"enable_perf_event", "enable_sql_audit", "fuse_row_cache_priority",
	"index_block_cache_priority", "log_disk_percentage", "log_disk_size",
	"log_disk_throttling_percentage", "log_disk_utilization_limit_threshold",
	"log_disk_utilization_threshold", "major_freeze_duty_time", "_mds_memory_limit_percentage",
	"memory_limit", "memory_limit_percentage", "_memstore_limit_percentage",
	"merger_check_interval", "_minor_compaction_interval", "_mvcc_gc_using_min_txn_snapshot",
	"ob_compaction_schedule_interval", "_ob_elr_fast_freeze_threshold", "_ob_enable_fast_freeze",
	"system_memory", "tablet_size", "_tx_data_memory_limit_percentage",
	"_tx_share_memory_limit_percentage", "user_block_cache_priority", "user_row_cache_priority",
	"writing_throttling_maximum_duration",
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
			return p.set(o, value)
		}
	}
	return fmt.Errorf("unknown parameter %q%s", name, nearest.Hint(name, ParameterNames()))
}

func (p parameter) set(o *Options, value string) error {
	v, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
	if err != nil {
		return fmt.Errorf("%s: %q is not a whole number", p.name, value)
	}
	if v < p.min || v > p.max {
		return fmt.Errorf("%s: %d is outside [%d, %d]", p.name, v, p.min, p.max)
	}
	if p.store != nil {
		p.store(o, v)
	}
	return nil
}
