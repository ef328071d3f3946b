package freeze_test

import (
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
)

func rulesFor(t testing.TB, version string) lsm.Rules {
	t.Helper()
	r, err := lsm.RulesFor(version, "amd64")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// options are the defaults with parameters changed as a server would show them.
func options(t testing.TB, settings ...string) lsm.Options {
	t.Helper()
	o := lsm.DefaultOptions()
	for _, setting := range settings {
		name, value, _ := strings.Cut(setting, "=")
		if err := o.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

const (
	mb = int64(1) << 20
	gb = int64(1) << 30
)

// TestTenantMemory walks from a machine to the memory of a tenant.
func TestTenantMemory(t *testing.T) {
	old, single := rulesFor(t, "4.2.1"), rulesFor(t, "seekdb")
	check := func(what string, got, want int64) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %d, want %d", what, got, want)
		}
	}
	machine := freeze.Machine{MemoryBytes: 64 * gb, CPUs: 16}
	check("memory_limit 0", freeze.ServerBytes(options(t), machine), 64*gb/100*80)
	check("memory_limit 6G", freeze.ServerBytes(options(t, "memory_limit=6G"), machine), 6*gb)
	for limit, want := range map[int64]int64{1: 1, 11: 1, 12: 5, 19: 5, 20: 6, 39: 6, 40: 7, 60: 8,
		80: 9, 100: 10, 129: 10} {
		check("system memory", freeze.SystemBytes(options(t), old, limit*gb), want*gb)
	}
	check("system memory of 130G", freeze.SystemBytes(options(t), old, 130*gb), 130*gb/100*8)
	check("system_memory 3G", freeze.SystemBytes(options(t, "system_memory=3G"), old, 20*gb), 3*gb)
	check("system memory of seekdb", freeze.SystemBytes(options(t), single, 6*gb), 0)
	check("largest unit", freeze.LargestUnit(options(t, "memory_limit=30G"), old,
		machine).MemoryBytes, 24*gb)
	check("tenant of 21 GB", freeze.TenantBytes(old, 21*gb), 21*gb-21*gb/10)
	check("tenant of 3 GB", freeze.TenantBytes(old, 3*gb), 2*gb)
	check("tenant of 2 GB", freeze.TenantBytes(old, 2*gb), gb)
	check("tenant of 1 GB", freeze.TenantBytes(old, gb), 512*mb)
	check("tenant of seekdb", freeze.TenantBytes(single, 6*gb), 6*gb)
}

// TestMemstorePercent follows the order in which the share is looked up, before and after 4.3.0.
func TestMemstorePercent(t *testing.T) {
	for _, test := range []struct {
		version  string
		settings string // memstore_limit_percentage, _memstore_limit_percentage
		tenant   int64
		want     int64
	}{
		{"4.1", "0 0", 6 * gb, 50},
		{"4.2", "0 0", 6 * gb, 50},
		{"4.2", "60 0", 6 * gb, 60},
		{"4.2", "60 30", 6 * gb, 60}, // the tenant's came with 4.3.0
		{"4.3.0", "0 0", 6 * gb, 40},
		{"4.3.0", "0 0", 8 * gb, 40},
		{"4.3.0", "0 0", 8*gb + 1, 50},
		{"4.3.0", "60 0", 6 * gb, 60},
		{"4.3.0", "60 30", 6 * gb, 30},
		{"4.4", "0 30", 20 * gb, 30},
		{"seekdb", "0 0", 6 * gb, 40},
	} {
		cluster, tenant, _ := strings.Cut(test.settings, " ")
		o := options(t, "memstore_limit_percentage="+cluster, "_memstore_limit_percentage="+tenant)
		got := freeze.MemstorePercent(o, rulesFor(t, test.version), test.tenant)
		if got != test.want {
			t.Errorf("%s, %s, %d bytes: %d, want %d", test.version, test.settings, test.tenant, got,
				test.want)
		}
	}
}

// TestMeasuredLimits has what seekdb 1.2.0 showed with memory_limit 6G, and what the documentation
// V4.3.3 shows.
func TestMeasuredLimits(t *testing.T) {
	r := rulesFor(t, "seekdb")
	l := freeze.Resolve(options(t), r, freeze.Unit{MemoryBytes: 6 * gb, CPUs: 2}, freeze.Hold{},
		freeze.Server{})
	if l.MemstoreLimitBytes != 2_576_980_360 || l.TriggerBytes != 515_396_060 ||
		l.ShownTriggerBytes(r) != 548_951_644 || l.OpenPages != 16 || l.From != freeze.Computed {
		t.Errorf("computed %+v, shown %d", l, l.ShownTriggerBytes(r))
	}
	reported := freeze.Resolve(options(t), r, freeze.Unit{MemoryBytes: 6 * gb, CPUs: 2},
		freeze.Hold{}, freeze.Server{MemstoreLimitBytes: 2_576_980_360,
			FreezeTriggerBytes: 548_951_644})
	if reported.TriggerBytes != 515_396_060 || reported.From != freeze.Reported ||
		reported.TriggerLowBytes != reported.TriggerHighBytes {
		t.Errorf("reported %+v", reported)
	}
	// The documentation's sample: nway 2 follows from the two figures, whatever the unit.
	docs := freeze.Resolve(options(t), rulesFor(t, "4.3.3"), freeze.Unit{}, freeze.Hold{},
		freeze.Server{MemstoreLimitBytes: 2_684_354_550, FreezeTriggerBytes: 603_982_068})
	if docs.TriggerBytes != 536_870_900 || docs.OpenPages != 32 ||
		docs.MaxCachedBytes != 67_111_168 {
		t.Errorf("documentation: %+v", docs)
	}
	// 4.1 shows the trigger itself.
	first := freeze.Resolve(options(t), rulesFor(t, "4.1"), freeze.Unit{}, freeze.Hold{},
		freeze.Server{MemstoreLimitBytes: 1000 * mb, FreezeTriggerBytes: 200 * mb})
	if first.TriggerBytes != 200*mb {
		t.Errorf("4.1: %+v", first)
	}
}

// TestUnits has the units of the rule book: a large one and a tiny one.
func TestUnits(t *testing.T) {
	for _, test := range []struct {
		version                  string
		unit                     freeze.Unit
		limit, trigger, throttle int64 // MB
		openPages                int64
	}{
		// 18.9 GB of tenant, 9.45 GB of memstore, 1.89 GB of trigger.
		{"4.2", freeze.Unit{MemoryBytes: 21 * gb, CPUs: 26}, 9677, 1935, 5806, 416},
		{"4.3", freeze.Unit{MemoryBytes: 21 * gb, CPUs: 26}, 9677, 1935, 5806, 416},
		// 1 GB of tenant, 410 MB of memstore, 82 MB of trigger, but 192 MB of open pages.
		{"4.3", freeze.Unit{MemoryBytes: 2 * gb, CPUs: 6}, 410, 82, 246, 96},
		{"4.2", freeze.Unit{MemoryBytes: 2 * gb, CPUs: 6}, 512, 102, 307, 96},
		{"seekdb", freeze.Unit{MemoryBytes: 1 * gb, CPUs: 2}, 410, 82, 246, 16},
	} {
		l := freeze.Resolve(options(t), rulesFor(t, test.version), test.unit, freeze.Hold{},
			freeze.Server{})
		round := func(bytes int64) int64 { return (bytes + mb/2) / mb }
		if round(l.MemstoreLimitBytes) != test.limit || round(l.TriggerBytes) != test.trigger ||
			round(l.ThrottleBytes) != test.throttle || l.OpenPages != test.openPages ||
			l.HardLimitBytes != l.MemstoreLimitBytes {
			t.Errorf("%s, %+v: %+v", test.version, test.unit, l)
		}
	}
}

// TestWays holds nway: CPUs, unless memory is small or they are many.
func TestWays(t *testing.T) {
	r := rulesFor(t, "4.3")
	for _, test := range []struct{ cpus, memory, want int64 }{
		{0, gb, 1}, {2, 4 * gb, 2}, {26, 21 * gb, 26}, {64, 200 * gb, 32}, {32, 200 * mb, 4},
		{8, 20 * mb, 1},
	} {
		unit := freeze.Unit{MemoryBytes: test.memory, CPUs: test.cpus}
		if got := freeze.Ways(r, unit); int64(got) != test.want {
			t.Errorf("%+v: %d, want %d", unit, got, test.want)
		}
	}
	seekdb := freeze.Unit{MemoryBytes: 6 * gb, CPUs: 2}
	if got := freeze.Ways(rulesFor(t, "seekdb"), seekdb); got != 1 {
		t.Errorf("seekdb: %d", got)
	}
}

// TestReachable has memory that others hold lower the trigger.
func TestReachable(t *testing.T) {
	unit := freeze.Unit{MemoryBytes: 6 * gb, CPUs: 2}
	trigger := func(version string, h freeze.Hold) int64 {
		l := freeze.Resolve(options(t), rulesFor(t, version), unit, h, freeze.Server{})
		return l.TriggerBytes / mb
	}
	for _, test := range []struct {
		version string
		hold    freeze.Hold
		want    int64 // MB
	}{
		{"seekdb", freeze.Hold{}, 491},
		// 4 GB remain: half of them, and all but 2 GB of them, are 2 GB.
		{"seekdb", freeze.Hold{TenantBytes: 2 * gb}, 409},
		// Caches give way, and so does the memstore.
		{"seekdb", freeze.Hold{TenantBytes: 2 * gb, KVCacheBytes: gb}, 491},
		{"seekdb", freeze.Hold{TenantBytes: 2 * gb, MemstoreBytes: 256 * mb}, 460},
		{"seekdb", freeze.Hold{TenantBytes: 5 * gb}, 102},
		{"seekdb", freeze.Hold{TenantBytes: 7 * gb}, 0},
		// Before 4.3.0 all that remains counts. The unit's tenant has 5 GB, its limit is 2.5 GB.
		{"4.2", freeze.Hold{}, 511},
		{"4.2", freeze.Hold{TenantBytes: 2 * gb}, 511},
		{"4.2", freeze.Hold{TenantBytes: 4 * gb}, 204},
	} {
		if got := trigger(test.version, test.hold); got != test.want {
			t.Errorf("%s, %+v: %d MB, want %d", test.version, test.hold, got, test.want)
		}
	}
}

// TestTriggerIsNotLimitTimesPercentage is field case 15: pairs of MEMSTORE_LIMIT and FREEZE_TRIGGER
// that servers showed with the parameter at 20. What was read wins; what is computed comes with a
// band, and what servers showed lies in it.
func TestTriggerIsNotLimitTimesPercentage(t *testing.T) {
	for _, test := range []struct {
		name           string
		tenant         int64
		limit, trigger int64
	}{
		{"1 GB unit", 341 * mb * 100 / 40, 341 * mb, 53 * mb},
		{"1.5 GB unit", gb, 410 * mb, 64 * mb},
		{"6 GB under load", 6 * gb, 2_576_980_360, 80_504_098*10 - 9*16*freeze.CachedPageBytes},
		{"6 GB", 6 * gb, 2_576_980_360, 548_951_644},
	} {
		r := rulesFor(t, "seekdb")
		unit := freeze.Unit{MemoryBytes: test.tenant, CPUs: 1}
		read := freeze.Resolve(options(t), r, unit, freeze.Hold{},
			freeze.Server{MemstoreLimitBytes: test.limit, FreezeTriggerBytes: test.trigger})
		if read.From != freeze.Reported || read.ShownTriggerBytes(r) != test.trigger {
			t.Errorf("%s: read %+v", test.name, read)
		}
		l := freeze.Resolve(options(t), r, unit, freeze.Hold{}, freeze.Server{})
		if l.From != freeze.Computed || read.TriggerBytes < l.TriggerLowBytes*95/100 ||
			read.TriggerBytes > l.TriggerHighBytes {
			t.Errorf("%s: %d is outside of the band of %+v", test.name, read.TriggerBytes, l)
		}
	}
	// In a large unit what others hold does not matter.
	l := freeze.Resolve(options(t), rulesFor(t, "4.3"), freeze.Unit{MemoryBytes: 64 * gb, CPUs: 16},
		freeze.Hold{}, freeze.Server{})
	if l.TriggerLowBytes != l.TriggerHighBytes {
		t.Errorf("64 GB: %+v", l)
	}
}

// TestWarnings are field cases 14 and 21 and the tiny unit.
func TestWarnings(t *testing.T) {
	unit := func(memory, cpus int64) freeze.Unit {
		return freeze.Unit{MemoryBytes: memory, CPUs: cpus}
	}
	for _, test := range []struct {
		name, version string
		unit          freeze.Unit
		settings      []string
		want          string
	}{
		{"defaults, 21 GB", "4.3", unit(21*gb, 26), nil, ""},
		{"tiny unit with 6 CPUs", "4.3", unit(2*gb, 6), nil, "96 open pages together"},
		{"trigger above the throttle", "4.0", unit(2*gb, 1),
			[]string{"memstore_limit_percentage=25", "freeze_trigger_percentage=70"},
			"at or above the throttling point"},
		{"a tuned TPC-C", "seekdb", unit(16*gb, 8),
			[]string{"freeze_trigger_percentage=50", "writing_throttling_trigger_percentage=100"},
			"write throttling is off"},
		{"the same in a tiny unit", "4.3", unit(2*gb, 6),
			[]string{"freeze_trigger_percentage=60", "writing_throttling_trigger_percentage=100"},
			"nothing slows them down"},
	} {
		l := freeze.Resolve(options(t, test.settings...), rulesFor(t, test.version), test.unit,
			freeze.Hold{}, freeze.Server{})
		got := strings.Join(l.Warnings(), "\n")
		if test.want == "" && got != "" || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q; %+v", test.name, got, test.want, l)
		}
	}
}

// TestDefaultsByVersion is what of field case 16 is here: the same unit under four releases.
func TestDefaultsByVersion(t *testing.T) {
	for _, test := range []struct {
		version string
		limit   int64 // percent of the tenant's memory
	}{{"4.0", 50}, {"4.2", 50}, {"4.3.0", 40}, {"4.4", 40}} {
		r := rulesFor(t, test.version)
		l := freeze.Resolve(options(t), r, freeze.Unit{MemoryBytes: 4 * gb, CPUs: 2}, freeze.Hold{},
			freeze.Server{})
		if want := 3 * gb / 100 * test.limit; l.MemstoreLimitBytes != want ||
			l.TriggerBytes != want/100*20 {
			t.Errorf("%s: %+v, want a limit of %d", test.version, l, want)
		}
	}
}
