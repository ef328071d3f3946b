package tune_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/model/tune"
)

func TestParseSweep(t *testing.T) {
	for _, c := range []struct {
		text, name, values string
		err                string
	}{
		{text: "minor_compact_trigger=0:3", name: "minor_compact_trigger", values: "0 1 2 3"},
		{text: "freeze-trigger-percentage=5:60:20", name: "freeze_trigger_percentage",
			values: "5 25 45"},
		{text: "enable-adaptive-compaction=all", name: "_enable_adaptive_compaction",
			values: "false true"},
		{text: "_enable_adaptive_compaction=On", name: "_enable_adaptive_compaction",
			values: "true"},
		{text: "memstore-limit-percentage=40,50", name: "memstore_limit_percentage",
			values: "40 50"},
		{text: "_memstore_limit_percentage=40", name: "_memstore_limit_percentage", values: "40"},
		{text: "table-mode=all", name: "table_mode",
			values: "normal queuing moderate super extreme"},
		{text: "table_mode=super, Normal", name: "table_mode", values: "super normal"},
		{text: "memory_limit=8G:12G:1536M", name: "memory_limit", values: "8G 9728M 11G"},
		{text: "ob-compaction-schedule-interval=30s:2m:30s",
			name: "ob_compaction_schedule_interval", values: "30s 1m 90s 2m"},
		{text: "undo-retention=0,1800", name: "undo_retention", values: "0 1800"},
		{text: "major-freeze-duty-time=02:00,14:30,disable", name: "major_freeze_duty_time",
			values: "02:00 14:30 disable"},

		{text: "minor_compact_trigger", err: "want PARAMETER=VALUES"},
		{text: "=3", err: "want PARAMETER=VALUES"},
		{text: "minor_compact_triger=0:3", err: "did you mean minor_compact_trigger?"},
		{text: "cache-wash-threshold=1G", err: "changes nothing here"},
		{text: "bf_cache_miss_count_threshold=0,1", err: "changes nothing here"},
		{text: "minor_compact_trigger=0:17",
			err: "minor_compact_trigger: 17 is outside [0, 16]"},
		{text: "minor_compact_trigger=3:1", err: "3:1 ends before it begins"},
		{text: "minor_compact_trigger=1:3:0", err: "step: 0 leads nowhere"},
		{text: "minor_compact_trigger=1:3:x", err: `step: "x" is not a whole number`},
		{text: "minor_compact_trigger=1:2:3:4", err: `"1:2:3:4" is no range`},
		{text: "minor_compact_trigger=all", err: "all is for table_mode and switches"},
		{text: "minor_compact_trigger=1,2,1", err: "1 stands twice"},
		{text: "ob_compaction_schedule_interval=60s,1m", err: "1m stands twice"},
		{text: "minor_compact_trigger=", err: "want PARAMETER=VALUES"},
		{text: "minor_compact_trigger=1,", err: `"" is not a whole number`},
		{text: "memory_limit=8G:16G", err: "8G:16G needs a step, such as 8G:16G:2G"},
		{text: "table_mode=sper", err: `unknown table_mode "sper"; did you mean super?`},
		{text: "undo_retention=0:4000000000", err: "4000000001 values, at most 100000"},
	} {
		sweep, err := tune.ParseSweep([]string{c.text})
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: error %v, want %q", c.text, err, c.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got := strings.Join(sweep[0].Values, " "); sweep[0].Name != c.name || got != c.values {
			t.Errorf("%s: %s = %s, want %s = %s", c.text, sweep[0].Name, got, c.name, c.values)
		}
	}
}

func TestParseSweepOfSeveral(t *testing.T) {
	sweep, err := tune.ParseSweep([]string{"minor-compact-trigger=1,2", "table-mode=normal,super",
		"undo-retention=0:20:10"})
	if err != nil || sweep.Count() != 12 {
		t.Fatalf("%d settings, %v", sweep.Count(), err)
	}
	var last string
	seen := map[string]bool{}
	for i := range sweep.Count() {
		last = sweep.Setting(i).String()
		seen[last] = true
	}
	if len(seen) != 12 || !seen["minor_compact_trigger=1 table_mode=super undo_retention=10"] ||
		last != "minor_compact_trigger=2 table_mode=super undo_retention=20" {
		t.Errorf("settings %v, last %s", seen, last)
	}
	for _, c := range []struct{ text, want string }{
		{"minor_compact_trigger=3", "minor_compact_trigger is swept twice"},
		{"freeze_trigger_percentage=1:99,major_compact_trigger=0:65535", "not a whole number"},
	} {
		_, err := tune.ParseSweep([]string{"minor-compact-trigger=0:16", c.text})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.text, err)
		}
	}
	_, err = tune.ParseSweep([]string{"minor-compact-trigger=0:16",
		"major-compact-trigger=0:9999"})
	if err == nil || !strings.Contains(err.Error(), "170000 settings up to major_compact_trigger") {
		t.Errorf("too many settings: %v", err)
	}
}

// TestEveryParameterIsSwept: whatever changes a simulation can be swept, and its value in force is
// one that the server takes.
func TestEveryParameterIsSwept(t *testing.T) {
	o := lsm.DefaultOptions()
	o.LogDiskSize, o.MemoryLimit, o.SystemMemory = 48<<30, 22<<30, 1<<30
	o.MajorFreezeDutyTime = 14*time.Hour + 5*time.Minute
	for _, name := range lsm.ActiveParameterNames() {
		if name == "bf_cache_miss_count_threshold" {
			continue
		}
		value := inForce(t, o, name)
		again := o
		if err := again.Set(name, value); err != nil || again != o {
			t.Errorf("%s=%s in force: %v, %+v", name, value, err, again)
		}
		sweep, err := tune.ParseSweep([]string{name + "=" + value})
		if err != nil || sweep[0].Name != name || sweep[0].Values[0] != value {
			t.Errorf("%s=%s: %v %v", name, value, sweep, err)
		}
		if setting, number := sweep.InForce(o, nil); number != 0 || setting[0].Value != value {
			t.Errorf("%s: in force is %v, number %d", name, setting, number)
		}
	}
}

// inForce is the value of a parameter, found through a sweep over another one.
func inForce(t *testing.T, o lsm.Options, name string) string {
	t.Helper()
	setting, _ := tune.Sweep{{Name: name, Values: []string{"?"}}}.InForce(o, nil)
	return setting[0].Value
}

func TestSettingInForce(t *testing.T) {
	sweep, err := tune.ParseSweep([]string{"minor-compact-trigger=1,2", "table-mode=normal,super"})
	if err != nil {
		t.Fatal(err)
	}
	o := lsm.DefaultOptions()
	for _, c := range []struct {
		trigger int
		modes   []adaptive.Mode
		number  int
		text    string
	}{
		{2, []adaptive.Mode{adaptive.Super, adaptive.Super}, 3,
			"minor_compact_trigger=2 table_mode=super"},
		{1, []adaptive.Mode{adaptive.Normal}, 0, "minor_compact_trigger=1 table_mode=normal"},
		{3, []adaptive.Mode{adaptive.Normal}, -1, "minor_compact_trigger=3 table_mode=normal"},
		{1, []adaptive.Mode{adaptive.Normal, adaptive.Super}, -1,
			"minor_compact_trigger=1 table_mode=mixed"},
	} {
		o.MinorCompactTrigger = c.trigger
		setting, number := sweep.InForce(o, c.modes)
		if number != c.number || setting.String() != c.text {
			t.Errorf("%d, %v: %s, number %d", c.trigger, c.modes, setting, number)
		}
	}
	modes := make([]adaptive.Mode, 2)
	if err := sweep.Setting(3).Apply(&o, modes); err != nil || o.MinorCompactTrigger != 2 ||
		!slices.Equal(modes, []adaptive.Mode{adaptive.Super, adaptive.Super}) {
		t.Errorf("applied: %v %v %v", err, o.MinorCompactTrigger, modes)
	}
	if n := sweep.Setting(0).Changes(sweep.Setting(3)); n != 2 {
		t.Errorf("%d changes, want 2", n)
	}
	bad := tune.Setting{{Name: "table_mode", Value: "mixed"}}
	if err := bad.Apply(&o, modes); err == nil {
		t.Error("mixed is taken for a mode")
	}
}

// FuzzParseSweep: whatever is parsed is in canonical form, and can be applied.
func FuzzParseSweep(f *testing.F) {
	for _, text := range []string{"minor-compact-trigger=0:16", "freeze-trigger-percentage=5:60:5",
		"table-mode=all", "memory_limit=1G:9223372036854775807:1G", "undo_retention=1, 2 ,3",
		"major_freeze_duty_time=02:00", "minor_merge_write_amplification_threshold=" +
			"4611686018427387903:4611686018427387904:4611686018427387904"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		sweep, err := tune.ParseSweep([]string{text})
		if err != nil {
			return
		}
		a := sweep[0]
		again, err := tune.ParseSweep([]string{a.Name + "=" + strings.Join(a.Values, ",")})
		if err != nil || !slices.Equal(again[0].Values, a.Values) {
			t.Fatalf("%q: %v is read as %v, %v", text, a, again, err)
		}
		o := lsm.DefaultOptions()
		for _, i := range []int{0, sweep.Count() - 1} {
			if err := sweep.Setting(i).Apply(&o, nil); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
		}
	})
}
