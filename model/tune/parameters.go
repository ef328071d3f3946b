package tune

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/readamp/readamp/internal/nearest"
	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
)

// TableMode is the name under which a [Setting] has the table_mode of all tables.
const TableMode = "table_mode"

// valueKind says how the values of a parameter are written.
type valueKind uint8

const (
	wholeValue  valueKind = iota
	sizeValue             // bytes, such as 6G
	timeValue             // microseconds, such as 120s
	switchValue           // true, false
	clockValue            // minutes of the day, such as 02:00, or disable
	modeValue             // of tables
)

// sweptParameter is a parameter that settings change, and where its value is.
type sweptParameter struct {
	name string
	kind valueKind
	get  func(o *lsm.Options) int64
}

// sweptParameters are those of [lsm.Options] that change something, but
// bf_cache_miss_count_threshold.
var sweptParameters = []sweptParameter{
	{"minor_compact_trigger", wholeValue,
		func(o *lsm.Options) int64 { return int64(o.MinorCompactTrigger) }},
	{"_minor_compaction_amplification_factor", wholeValue,
		func(o *lsm.Options) int64 { return o.MinorCompactionAmplificationFactor }},
	{"_minor_merge_write_amplification_threshold", wholeValue,
		func(o *lsm.Options) int64 { return o.MinorMergeWriteAmplificationThreshold }},
	{"_pushdown_storage_level", wholeValue,
		func(o *lsm.Options) int64 { return int64(o.PushdownStorageLevel) }},
	{"memory_limit", sizeValue, func(o *lsm.Options) int64 { return o.MemoryLimit }},
	{"memory_limit_percentage", wholeValue,
		func(o *lsm.Options) int64 { return o.MemoryLimitPercentage }},
	{"system_memory", sizeValue, func(o *lsm.Options) int64 { return o.SystemMemory }},
	{"memstore_limit_percentage", wholeValue,
		func(o *lsm.Options) int64 { return o.MemstoreLimitPercentage }},
	{"_memstore_limit_percentage", wholeValue,
		func(o *lsm.Options) int64 { return o.TenantMemstoreLimitPercentage }},
	{"freeze_trigger_percentage", wholeValue,
		func(o *lsm.Options) int64 { return o.FreezeTriggerPercentage }},
	{"writing_throttling_trigger_percentage", wholeValue,
		func(o *lsm.Options) int64 { return o.WritingThrottlingTriggerPercentage }},
	{"writing_throttling_maximum_duration", timeValue,
		func(o *lsm.Options) int64 { return o.WritingThrottlingMaximumDuration.Microseconds() }},
	{"log_disk_size", sizeValue, func(o *lsm.Options) int64 { return o.LogDiskSize }},
	{"row_compaction_update_limit", wholeValue,
		func(o *lsm.Options) int64 { return o.RowCompactionUpdateLimit }},
	{"major_compact_trigger", wholeValue,
		func(o *lsm.Options) int64 { return o.MajorCompactTrigger }},
	{"major_freeze_duty_time", clockValue,
		func(o *lsm.Options) int64 { return minutesOfDay(o.MajorFreezeDutyTime) }},
	{"enable_major_freeze", switchValue,
		func(o *lsm.Options) int64 { return zeroOrOne(o.EnableMajorFreeze) }},
	{"undo_retention", wholeValue,
		func(o *lsm.Options) int64 { return int64(o.UndoRetention / time.Second) }},
	{"ob_compaction_schedule_interval", timeValue,
		func(o *lsm.Options) int64 { return o.CompactionScheduleInterval.Microseconds() }},
	{"compaction_high_thread_score", wholeValue,
		func(o *lsm.Options) int64 { return o.CompactionHighThreads }},
	{"compaction_mid_thread_score", wholeValue,
		func(o *lsm.Options) int64 { return o.CompactionMidThreads }},
	{"compaction_low_thread_score", wholeValue,
		func(o *lsm.Options) int64 { return o.CompactionLowThreads }},
	{"_enable_adaptive_compaction", switchValue,
		func(o *lsm.Options) int64 { return zeroOrOne(o.EnableAdaptiveCompaction) }},
	{"_ob_enable_fast_freeze", switchValue,
		func(o *lsm.Options) int64 { return zeroOrOne(o.EnableFastFreeze) }},
	{"_ob_elr_fast_freeze_threshold", wholeValue,
		func(o *lsm.Options) int64 { return o.FastFreezeThreshold }},
	{"_advance_checkpoint_interval", timeValue,
		func(o *lsm.Options) int64 { return o.AdvanceCheckpointInterval.Microseconds() }},
	{TableMode, modeValue, nil},
}

func zeroOrOne(on bool) int64 {
	if on {
		return 1
	}
	return 0
}

// disabledTime is the time of day of a major freeze that is disabled.
const disabledTime = -1

func minutesOfDay(d time.Duration) int64 {
	if d < 0 {
		return disabledTime
	}
	return int64(d / time.Minute)
}

// sweptNames lists the names of all parameters that a sweep may have.
func sweptNames() []string {
	names := make([]string, len(sweptParameters))
	for i, p := range sweptParameters {
		names[i] = p.name
	}
	return names
}

// findParameter finds a parameter by its name, also with hyphens and without a leading underscore.
func findParameter(word string) (*sweptParameter, error) {
	names := sweptNames()
	name := strings.ReplaceAll(strings.TrimLeft(word, "-"), "-", "_")
	for _, candidate := range []string{name, "_" + name} {
		if i := slices.Index(names, candidate); i >= 0 {
			return &sweptParameters[i], nil
		}
	}
	if known := lsm.ParameterNames(); slices.Contains(known, name) ||
		slices.Contains(known, "_"+name) {

		return nil, fmt.Errorf("parameter %s changes nothing here", name)
	}
	return nil, fmt.Errorf("unknown parameter %q%s", word, nearest.Hint(word, names))
}

// units of sizes and times, largest first.
var (
	sweptSizeUnits = []valueUnit{{"T", 1 << 40}, {"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10},
		{"B", 1}}
	sweptTimeUnits = []valueUnit{{"h", 3600e6}, {"m", 60e6}, {"s", 1e6}, {"ms", 1e3}, {"us", 1}}
)

type valueUnit struct {
	name string
	size int64
}

// inUnits writes a number in the largest unit in which it is whole.
func inUnits(v int64, units []valueUnit) string {
	for _, u := range units {
		if v%u.size == 0 && v != 0 {
			return strconv.FormatInt(v/u.size, 10) + u.name
		}
	}
	return "0"
}

// format writes a value as the server takes it.
func (p *sweptParameter) format(v int64) string {
	switch p.kind {
	case sizeValue:
		return inUnits(v, sweptSizeUnits)
	case timeValue:
		return inUnits(v, sweptTimeUnits)
	case switchValue:
		return strconv.FormatBool(v != 0)
	case clockValue:
		if v == disabledTime {
			return "disable"
		}
		return fmt.Sprintf("%02d:%02d", v/60, v%60)
	case modeValue:
		return adaptive.Mode(v).String()
	}
	return strconv.FormatInt(v, 10)
}

// read reads a value in the parameter's range. Lists and ranges come to it piece by piece.
func (p *sweptParameter) read(text string) (int64, error) {
	if p.kind == modeValue {
		m := slices.Index(adaptive.ModeNames(), strings.ToLower(text))
		if m < 0 {
			return 0, fmt.Errorf("unknown table_mode %q%s", text,
				nearest.Hint(text, adaptive.ModeNames()))
		}
		return int64(m), nil
	}
	o := lsm.DefaultOptions()
	if err := o.Set(p.name, text); err != nil {
		return 0, err
	}
	return p.get(&o), nil
}

// inForce is the value of a parameter, or of the table_mode of all tables, that options and modes
// have; "mixed" where tables have different modes.
func (p *sweptParameter) inForce(o *lsm.Options, modes []adaptive.Mode) string {
	if p.kind != modeValue {
		return p.format(p.get(o))
	}
	for _, m := range modes {
		if m != modes[0] {
			return "mixed"
		}
	}
	return modes[0].String()
}
