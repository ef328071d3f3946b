package lsm_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
)

func TestDefaultOptions(t *testing.T) {
	want := lsm.Options{MinorCompactTrigger: 2, MinorCompactionAmplificationFactor: 0,
		MinorMergeWriteAmplificationThreshold: 2_000_000, PushdownStorageLevel: 4}
	if got := lsm.DefaultOptions(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// ranges are the server's (ob_parameter_seed.ipp); changes says whether a value changes an option.
var parameterRanges = []struct {
	name     string
	min, max int64
	changes  bool
}{
	{"minor_compact_trigger", 0, 16, true},
	{"_minor_compaction_amplification_factor", 0, 100, true},
	{"_minor_merge_write_amplification_threshold", 0, math.MaxInt64, true},
	{"_pushdown_storage_level", 0, 4, true},
	{"freeze_trigger_percentage", 1, 99, false},
	{"major_compact_trigger", 0, 65535, false},
	{"undo_retention", 0, math.MaxUint32, false},
	{"row_compaction_update_limit", 1, 6400, false},
	{"bf_cache_miss_count_threshold", 0, math.MaxInt64, false},
	{"memstore_limit_percentage", 0, 99, false},
	{"writing_throttling_trigger_percentage", 1, 100, false},
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
		if err := o.Set(p.name, "3"); err != nil {
			t.Error(err)
		}
		if err := other.Set(p.name, " 1\n"); err != nil { // as a server prints it
			t.Error(err)
		}
		if changes := o != other; changes != p.changes {
			t.Errorf("%s changes options: %v, want %v", p.name, changes, p.changes)
		}
	}
	var o lsm.Options
	for name, value := range map[string]string{"minor_compact_trigger": "5",
		"_minor_compaction_amplification_factor":     "60",
		"_minor_merge_write_amplification_threshold": "1000", "_pushdown_storage_level": "3"} {
		if err := o.Set(name, value); err != nil {
			t.Error(err)
		}
	}
	want := lsm.Options{MinorCompactTrigger: 5, MinorCompactionAmplificationFactor: 60,
		MinorMergeWriteAmplificationThreshold: 1000, PushdownStorageLevel: 3}
	if o != want {
		t.Errorf("%+v, want %+v", o, want)
	}
}

// TestIdleParameters sets parameters whose values, texts and sizes among them, are not looked at.
func TestIdleParameters(t *testing.T) {
	before := lsm.DefaultOptions()
	o := before
	for name, value := range map[string]string{"memory_limit": "6G",
		"_enable_adaptive_compaction": "False", "major_freeze_duty_time": "02:00",
		"ob_compaction_schedule_interval": "3s", "_ob_enable_fast_freeze": "True"} {
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
	for _, name := range names {
		o := lsm.DefaultOptions()
		if err := o.Set(name, "1"); err != nil {
			t.Errorf("a name of the list is not known: %v", err)
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

// FuzzSet wants options that are changed only by what is in range.
func FuzzSet(f *testing.F) {
	for _, p := range parameterRanges {
		f.Add(p.name, strconv.FormatInt(p.min, 10))
		f.Add(p.name, strconv.FormatInt(p.max, 10)+"0")
	}
	f.Add("memory_limit", "6G")
	f.Add("minor_compact_trigger", " 0x10 ")
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
		if o.MinorCompactTrigger < 0 || o.MinorCompactTrigger > 16 ||
			o.PushdownStorageLevel < 0 || o.PushdownStorageLevel > 4 ||
			o.MinorCompactionAmplificationFactor < 0 ||
			o.MinorCompactionAmplificationFactor > 100 ||
			o.MinorMergeWriteAmplificationThreshold < 0 {
			t.Errorf("%s = %q: %+v is out of range", name, value, o)
		}
	})
}
