package lsm_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
)

// TestDefaultOptions holds the server's defaults (src/share/parameter/ob_parameter_seed.ipp).
func TestDefaultOptions(t *testing.T) {
	want := lsm.Options{MinorCompactTrigger: 2, MinorCompactionAmplificationFactor: 0,
		MinorMergeWriteAmplificationThreshold: 2_000_000, PushdownStorageLevel: 4,
		MemoryLimitPercentage: 80, FreezeTriggerPercentage: 20,
		WritingThrottlingTriggerPercentage: 60, WritingThrottlingMaximumDuration: 2 * time.Hour,
		RowCompactionUpdateLimit: 6, MajorFreezeDutyTime: 2 * time.Hour, EnableMajorFreeze: true,
		UndoRetention: 30 * time.Minute, CompactionScheduleInterval: 2 * time.Minute,
		EnableAdaptiveCompaction: true, EnableFastFreeze: true, FastFreezeThreshold: 500_000,
		AdvanceCheckpointInterval: 10 * time.Minute}
	if got := lsm.DefaultOptions(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// parameterRanges are the server's (ob_parameter_seed.ipp) for whole numbers; changes says whether
// a value changes an option.
var parameterRanges = []struct {
	name     string
	min, max int64
	changes  bool
}{
	{"minor_compact_trigger", 0, 16, true},
	{"_minor_compaction_amplification_factor", 0, 100, true},
	{"_minor_merge_write_amplification_threshold", 0, math.MaxInt64, true},
	{"_pushdown_storage_level", 0, 4, true},
	{"memory_limit_percentage", 10, 95, true},
	{"memstore_limit_percentage", 0, 99, true},
	{"_memstore_limit_percentage", 0, 99, true},
	{"freeze_trigger_percentage", 1, 99, true},
	{"writing_throttling_trigger_percentage", 1, 100, true},
	{"row_compaction_update_limit", 1, 6400, true},
	{"major_compact_trigger", 0, 65535, true},
	{"undo_retention", 0, math.MaxUint32, true},
	{"compaction_high_thread_score", 0, 100, true},
	{"compaction_mid_thread_score", 0, 100, true},
	{"compaction_low_thread_score", 0, 100, true},
	{"_ob_elr_fast_freeze_threshold", 10_000, math.MaxInt64, true},
	{"bf_cache_miss_count_threshold", 0, math.MaxInt64, false},
}

// TestParameterRanges sets each parameter to the borders of its range and to what lies just
// outside.
func TestParameterRanges(t *testing.T) {
	for _, p := range parameterRanges {
		set := func(v int64) error {
			before := lsm.DefaultOptions()
			o := before
			err := o.Set(p.name, strconv.FormatInt(v, 10))
			if err != nil && o != before {
				t.Errorf("%s = %d: error %v, but %+v", p.name, v, err, o)
			}
			return err
		}
		top := min(p.max, 1<<62) // what is above no server reaches
		if err := set(p.min); err != nil {
			t.Error(err)
		}
		if err := set(top); err != nil {
			t.Error(err)
		}
		if err := set(p.min - 1); err == nil || !strings.Contains(err.Error(), "outside") {
			t.Errorf("%s = %d: %v", p.name, p.min-1, err)
		}
		if err := set(top + 1); p.max < math.MaxInt64 && err == nil {
			t.Errorf("%s = %d: no error", p.name, top+1)
		}
	}
}

func TestParametersChangeOptions(t *testing.T) {
	for _, p := range parameterRanges {
		o, other := lsm.DefaultOptions(), lsm.DefaultOptions()
		if err := o.Set(p.name, strconv.FormatInt(p.min+3, 10)); err != nil {
			t.Error(err)
		}
		// Blanks as a server prints them.
		if err := other.Set(p.name, " "+strconv.FormatInt(p.min+1, 10)+"\n"); err != nil {
			t.Error(err)
		}
		if changes := o != other; changes != p.changes {
			t.Errorf("%s changes options: %v, want %v", p.name, changes, p.changes)
		}
	}
}

// TestParametersReachTheirOptions sets every parameter to a value of its own, so that two that
// are mixed up show.
func TestParametersReachTheirOptions(t *testing.T) {
	var o lsm.Options
	for name, value := range map[string]string{"minor_compact_trigger": "5",
		"_minor_compaction_amplification_factor":     "60",
		"_minor_merge_write_amplification_threshold": "1000", "_pushdown_storage_level": "3",
		"memory_limit": "21G", "memory_limit_percentage": "81", "system_memory": "2048m",
		"memstore_limit_percentage": "51", "_memstore_limit_percentage": "52",
		"freeze_trigger_percentage": "21", "writing_throttling_trigger_percentage": "61",
		"writing_throttling_maximum_duration": "3h", "log_disk_size": "5G",
		"row_compaction_update_limit": "7", "major_compact_trigger": "8",
		"major_freeze_duty_time": "23:59", "enable_major_freeze": "True",
		"undo_retention": "900", "ob_compaction_schedule_interval": "3s",
		"compaction_high_thread_score": "11", "compaction_mid_thread_score": "12",
		"compaction_low_thread_score": "13", "_enable_adaptive_compaction": "on",
		"_ob_enable_fast_freeze": "1", "_ob_elr_fast_freeze_threshold": "10001",
		"_advance_checkpoint_interval": "9m"} {
		if err := o.Set(name, value); err != nil {
			t.Error(err)
		}
	}
	want := lsm.Options{MinorCompactTrigger: 5, MinorCompactionAmplificationFactor: 60,
		MinorMergeWriteAmplificationThreshold: 1000, PushdownStorageLevel: 3,
		MemoryLimit: 21 << 30, MemoryLimitPercentage: 81, SystemMemory: 2 << 30,
		MemstoreLimitPercentage: 51, TenantMemstoreLimitPercentage: 52,
		FreezeTriggerPercentage: 21, WritingThrottlingTriggerPercentage: 61,
		WritingThrottlingMaximumDuration: 3 * time.Hour, LogDiskSize: 5 << 30,
		RowCompactionUpdateLimit: 7, MajorCompactTrigger: 8,
		MajorFreezeDutyTime: 23*time.Hour + 59*time.Minute, EnableMajorFreeze: true,
		UndoRetention: 15 * time.Minute, CompactionScheduleInterval: 3 * time.Second,
		CompactionHighThreads: 11, CompactionMidThreads: 12, CompactionLowThreads: 13,
		EnableAdaptiveCompaction: true, EnableFastFreeze: true, FastFreezeThreshold: 10_001,
		AdvanceCheckpointInterval: 9 * time.Minute}
	if o != want {
		t.Errorf("%+v, want %+v", o, want)
	}
}

// TestIdleParameters sets parameters whose values, texts and sizes among them, are not looked at.
func TestIdleParameters(t *testing.T) {
	before := lsm.DefaultOptions()
	o := before
	for name, value := range map[string]string{"tablet_size": "128M", "enable_sql_audit": "True",
		"default_table_store_format": "row", "merger_check_interval": "10s",
		"default_compress_func": "zstd_1.3.8"} {
		if err := o.Set(name, value); err != nil {
			t.Error(err)
		}
	}
	if o != before {
		t.Errorf("%+v, want %+v", o, before)
	}
}

func TestParameterNames(t *testing.T) {
	names := lsm.ParameterNames()
	for _, p := range parameterRanges {
		if !slices.Contains(names, p.name) {
			t.Errorf("%s is not among the names", p.name)
		}
	}
	slices.Sort(names)
	if unique := slices.Compact(slices.Clone(names)); len(unique) != len(names) {
		t.Errorf("names occur twice in %v", names)
	}
	// Some value of these is in range of every parameter.
	values := []string{"1", "10", "10000", "3s", "02:00"}
	for _, name := range names {
		o := lsm.DefaultOptions()
		known := func(value string) bool { return o.Set(name, value) == nil }
		if !slices.ContainsFunc(values, known) {
			t.Errorf("a name of the list is not known: %v", o.Set(name, "1"))
		}
	}
}

func TestParameterErrors(t *testing.T) {
	tests := []struct{ name, value, want string }{
		{"minor_compact_triger", "2",
			`unknown parameter "minor_compact_triger"; did you mean minor_compact_trigger?`},
		{"", "2", `unknown parameter ""`},
		{"wal_sync", "2", `unknown parameter "wal_sync"`},
		{"minor_compact_trigger", "two", `minor_compact_trigger: "two" is not a whole number`},
		{"minor_compact_trigger", "", `minor_compact_trigger: "" is not a whole number`},
		{"minor_compact_trigger", "2.5", `minor_compact_trigger: "2.5" is not a whole number`},
		{"undo_retention", "99999999999999999999",
			`undo_retention: "99999999999999999999" is not a whole number`},
		{"minor_compact_trigger", "-1", `minor_compact_trigger: -1 is outside [0, 16]`},
		{"writing_throttling_trigger_percentage", "0",
			`writing_throttling_trigger_percentage: 0 is outside [1, 100]`},
		{"memory_limit", "6X", `memory_limit: "6X" is not a size such as 6G`},
		{"memory_limit", "-6G", `memory_limit: "-6G" is not a size such as 6G`},
		{"memory_limit", "6.5G", `memory_limit: "6.5G" is not a size such as 6G`},
		{"system_memory", "", `system_memory: "" is not a size such as 6G`},
		{"log_disk_size", "9999999T", `log_disk_size: "9999999T" is too large`},
		{"ob_compaction_schedule_interval", "2s",
			`ob_compaction_schedule_interval: 2s is outside [3s, 5m0s]`},
		{"ob_compaction_schedule_interval", "301",
			`ob_compaction_schedule_interval: 301 is outside [3s, 5m0s]`},
		{"_advance_checkpoint_interval", "13h",
			`_advance_checkpoint_interval: 13h is outside [0s, 12h0m0s]`},
		{"writing_throttling_maximum_duration", "2 hours",
			`writing_throttling_maximum_duration: "2 hours" is not a time such as 120s`},
		{"writing_throttling_maximum_duration", "999999999999d",
			`writing_throttling_maximum_duration: "999999999999d" is too long`},
		{"enable_major_freeze", "maybe", `enable_major_freeze: "maybe" is not true or false`},
		{"major_freeze_duty_time", "24:00",
			`major_freeze_duty_time: "24:00" is not a time of day such as 02:00, nor disable`},
		{"major_freeze_duty_time", "2",
			`major_freeze_duty_time: "2" is not a time of day such as 02:00, nor disable`},
	}
	for _, test := range tests {
		o := lsm.DefaultOptions()
		err := o.Set(test.name, test.value)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s = %q: %v, want %s", test.name, test.value, err, test.want)
		}
		if o != lsm.DefaultOptions() {
			t.Errorf("%s = %q changed %+v", test.name, test.value, o)
		}
	}
}
