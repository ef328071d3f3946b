package target

import (
	"strconv"
	"time"

	"github.com/readamp/readamp/lsm"
)

// timeless are parameters without what happens as time passes: the engine has none of it, so it is
// shown as turned off.
func timeless(o lsm.Options) lsm.Options {
	o.EnableAdaptiveCompaction, o.EnableFastFreeze = false, false
	o.MajorFreezeDutyTime, o.AdvanceCheckpointInterval = -1, 0
	return o
}

// Params are the parameters in force that matter to the engine, those of the recorded runs among
// them. Values are as the server prints them, so that [lsm.Options.Set] reads them back.
func (e *Embedded) Params() map[string]string {
	e.settings.Lock()
	o := e.options
	e.settings.Unlock()
	params := map[string]string{
		"minor_compact_trigger":                  strconv.Itoa(o.MinorCompactTrigger),
		"_minor_compaction_amplification_factor": number(o.MinorCompactionAmplificationFactor),
		"_pushdown_storage_level":                strconv.Itoa(o.PushdownStorageLevel),
		"memory_limit":                           size(o.MemoryLimit),
		"memstore_limit_percentage":              number(o.MemstoreLimitPercentage),
		"_memstore_limit_percentage":             number(o.TenantMemstoreLimitPercentage),
		"freeze_trigger_percentage":              number(o.FreezeTriggerPercentage),
		"writing_throttling_trigger_percentage":  number(o.WritingThrottlingTriggerPercentage),
		"row_compaction_update_limit":            number(o.RowCompactionUpdateLimit),
		"major_compact_trigger":                  number(o.MajorCompactTrigger),
		"undo_retention":                         number(int64(o.UndoRetention / time.Second)),
		"major_freeze_duty_time":                 "disable",
		"_enable_adaptive_compaction":            "False",
		"_ob_enable_fast_freeze":                 "False",
	}
	params["_minor_merge_write_amplification_threshold"] =
		number(o.MinorMergeWriteAmplificationThreshold)
	return params
}

func number(n int64) string { return strconv.FormatInt(n, 10) }

// size is a number of bytes in the largest unit that keeps it whole.
func size(bytes int64) string {
	for _, unit := range []struct {
		bits uint
		name string
	}{{30, "G"}, {20, "M"}, {10, "K"}} {
		if bytes > 0 && bytes%(1<<unit.bits) == 0 {
			return number(bytes>>unit.bits) + unit.name
		}
	}
	return number(bytes) + "B"
}
