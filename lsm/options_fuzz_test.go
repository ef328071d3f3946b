package lsm_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
)

// TestSizes reads sizes as the server prints and takes them.
func TestSizes(t *testing.T) {
	tests := []struct {
		text string
		want int64
	}{
		{"0", 0}, {"0M", 0}, {"6G", 6 << 30}, {"6g", 6 << 30}, {" 6 GB\n", 6 << 30},
		{"512M", 512 << 20}, {"512mb", 512 << 20}, {"64k", 64 << 10}, {"1T", 1 << 40},
		{"1tb", 1 << 40}, {"100b", 100}, {"100Byte", 100}, {"7", 7 << 20},
		{"4194304T", 1 << 62},
	}
	for _, test := range tests {
		if got, err := lsm.ParseSize(test.text); err != nil || got != test.want {
			t.Errorf("%q: %d, %v, want %d", test.text, got, err, test.want)
		}
	}
	for _, text := range []string{"", "G", "-1G", "1.5G", "6GiB", "6 6", "0x10",
		"4194305T", "9223372036854775808"} {
		if got, err := lsm.ParseSize(text); err == nil {
			t.Errorf("%q: %d, no error", text, got)
		}
	}
}

// TestIntervals reads times as the server prints and takes them.
func TestIntervals(t *testing.T) {
	tests := []struct {
		text string
		want time.Duration
	}{
		{"0", 0}, {"0m", 0}, {"120s", 2 * time.Minute}, {"120", 2 * time.Minute},
		{"2h", 2 * time.Hour}, {"10M", 10 * time.Minute}, {"3d", 72 * time.Hour},
		{"250ms", 250 * time.Millisecond}, {" 7 us ", 7 * time.Microsecond},
	}
	for _, test := range tests {
		if got, err := lsm.ParseInterval(test.text); err != nil || got != test.want {
			t.Errorf("%q: %v, %v, want %v", test.text, got, err, test.want)
		}
	}
	for _, text := range []string{"", "s", "-1s", "1.5h", "2 hours", "1h30m", "53376d",
		"9223372036854775808"} {
		if got, err := lsm.ParseInterval(text); err == nil {
			t.Errorf("%q: %v, no error", text, got)
		}
	}
}

// TestSwitches sets a switch from both sides.
func TestSwitches(t *testing.T) {
	for _, test := range []struct {
		text string
		want bool
	}{{"True", true}, {"ON", true}, {"1", true}, {"t", true}, {"yes", true}, {"y", true},
		{"False", false}, {"off", false}, {"0", false}, {"F", false}, {"No", false},
		{"n", false}} {
		for _, before := range []bool{true, false} {
			o := lsm.Options{EnableMajorFreeze: before}
			err := o.Set("enable_major_freeze", test.text)
			if want := (lsm.Options{EnableMajorFreeze: test.want}); err != nil || o != want {
				t.Errorf("%q: %+v, %v, want %+v", test.text, o, err, want)
			}
		}
	}
}

// TestDutyTime sets the time of the daily major freeze; "disable" is a time before any.
func TestDutyTime(t *testing.T) {
	for text, want := range map[string]time.Duration{"00:00": 0, "02:00": 2 * time.Hour,
		"23:59": 24*time.Hour - time.Minute, "disable": -1, "DISABLE": -1} {
		var o lsm.Options
		err := o.Set("major_freeze_duty_time", text)
		if got := o.MajorFreezeDutyTime; err != nil || got != want {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
}

// FuzzSet wants options that are changed only by what is in range, sizes and times among them.
func FuzzSet(f *testing.F) {
	for _, p := range parameterRanges {
		f.Add(p.name, strconv.FormatInt(p.min, 10))
		f.Add(p.name, strconv.FormatInt(p.max, 10)+"0")
	}
	for name, value := range map[string]string{"memory_limit": "6G", "log_disk_size": "9999999t",
		"system_memory": " 1 kB", "minor_compact_trigger": " 0x10 ",
		"ob_compaction_schedule_interval": "300s", "_advance_checkpoint_interval": "1us",
		"writing_throttling_maximum_duration": "53376d", "major_freeze_duty_time": "disable",
		"enable_major_freeze": "yes"} {
		f.Add(name, value)
	}
	f.Fuzz(func(t *testing.T, name, value string) {
		before := lsm.DefaultOptions()
		o := before
		err := o.Set(name, value)
		if err != nil && o != before {
			t.Errorf("%s = %q: %v, but changed to %+v", name, value, err, o)
		}
		if err == nil && !slices.Contains(lsm.ParameterNames(), name) {
			t.Errorf("%s = %q: no error", name, value)
		}
		if bad := outOfRange(o); bad != "" {
			t.Errorf("%s = %q: %s of %+v is out of range", name, value, bad, o)
		}
	})
}

// outOfRange names an option that no server can have.
func outOfRange(o lsm.Options) string {
	percent := func(v, least, most int64) bool { return v >= least && v <= most }
	for name, ok := range map[string]bool{
		"MinorCompactTrigger":  o.MinorCompactTrigger >= 0 && o.MinorCompactTrigger <= 16,
		"PushdownStorageLevel": o.PushdownStorageLevel >= 0 && o.PushdownStorageLevel <= 4,
		"MinorCompactionAmplificationFactor": percent(
			o.MinorCompactionAmplificationFactor, 0, 100),
		"MinorMergeWriteAmplificationThreshold": o.MinorMergeWriteAmplificationThreshold >= 0,
		"MemoryLimit":                           o.MemoryLimit >= 0,
		"MemoryLimitPercentage":                 percent(o.MemoryLimitPercentage, 10, 95),
		"SystemMemory":                          o.SystemMemory >= 0,
		"MemstoreLimitPercentage":               percent(o.MemstoreLimitPercentage, 0, 99),
		"TenantMemstoreLimitPercentage":         percent(o.TenantMemstoreLimitPercentage, 0, 99),
		"FreezeTriggerPercentage":               percent(o.FreezeTriggerPercentage, 1, 99),
		"WritingThrottlingTriggerPercentage": percent(
			o.WritingThrottlingTriggerPercentage, 1, 100),
		"WritingThrottlingMaximumDuration": o.WritingThrottlingMaximumDuration >= time.Second &&
			o.WritingThrottlingMaximumDuration <= 72*time.Hour,
		"LogDiskSize":              o.LogDiskSize >= 0,
		"RowCompactionUpdateLimit": percent(o.RowCompactionUpdateLimit, 1, 6400),
		"MajorCompactTrigger":      percent(o.MajorCompactTrigger, 0, 65535),
		"MajorFreezeDutyTime": o.MajorFreezeDutyTime >= -1 &&
			o.MajorFreezeDutyTime < 24*time.Hour,
		"UndoRetention": o.UndoRetention >= 0,
		"CompactionScheduleInterval": o.CompactionScheduleInterval >= 3*time.Second &&
			o.CompactionScheduleInterval <= 5*time.Minute,
		"CompactionHighThreads": percent(o.CompactionHighThreads, 0, 100),
		"CompactionMidThreads":  percent(o.CompactionMidThreads, 0, 100),
		"CompactionLowThreads":  percent(o.CompactionLowThreads, 0, 100),
		"FastFreezeThreshold":   o.FastFreezeThreshold >= 10_000,
		"AdvanceCheckpointInterval": o.AdvanceCheckpointInterval >= 0 &&
			o.AdvanceCheckpointInterval <= 12*time.Hour,
	} {
		if !ok {
			return name
		}
	}
	return ""
}

// FuzzSizes wants a size to be read again as the bytes it stands for, never negative.
func FuzzSizes(f *testing.F) {
	f.Add("6G")
	f.Add(" 12 kb")
	f.Add("9223372036854775807")
	f.Fuzz(func(t *testing.T, text string) {
		bytes, err := lsm.ParseSize(text)
		if err != nil {
			if bytes != 0 {
				t.Errorf("%q: %d with %v", text, bytes, err)
			}
			return
		}
		again, err := lsm.ParseSize(strconv.FormatInt(bytes, 10) + "B")
		if bytes < 0 || err != nil || again != bytes {
			t.Errorf("%q: %d, read again as %d, %v", text, bytes, again, err)
		}
	})
}

// FuzzIntervals does the same for times, in whole microseconds.
func FuzzIntervals(f *testing.F) {
	f.Add("120s")
	f.Add("3d")
	f.Add("9223372036854775807us")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := lsm.ParseInterval(text)
		if err != nil {
			if d != 0 {
				t.Errorf("%q: %v with %v", text, d, err)
			}
			return
		}
		again, err := lsm.ParseInterval(strconv.FormatInt(d.Microseconds(), 10) + "us")
		if d < 0 || err != nil || again != d {
			t.Errorf("%q: %v, read again as %v, %v", text, d, again, err)
		}
	})
}
