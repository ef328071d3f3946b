package lsm

import (
	"fmt"
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

// textParameters are known parameters that are not plain numbers; none changes a hand-driven
// history.
var textParameters = []string{
	"_enable_adaptive_compaction", "_ob_enable_fast_freeze", "memory_limit", "log_disk_size",
	"major_freeze_duty_time", "ob_compaction_schedule_interval", "merger_check_interval",
	"_advance_checkpoint_interval", "writing_throttling_maximum_duration",
}

// ParameterNames lists every parameter [Options.Set] knows.
func ParameterNames() []string {
	names := append([]string(nil), textParameters...)
	for _, p := range parameters {
		names = append(names, p.name)
	}
	return names
}

// Set changes the parameter of that name to a value as the server prints it. Unknown names and
// values out of range are errors and change nothing.
func (o *Options) Set(name, value string) error {
	for _, text := range textParameters {
		if name == text {
			return nil
		}
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
