package model_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/model"
)

// What others publish about memory and Bloom filters, and where it is tested:
//
//	7.1 to 7.3     here
//	8.1 to 8.3     here
//	8.4            here; lsm/freeze TestMeasuredLimits has it with the figures of the arena
//	8.5            here; lsm/freeze TestUnits has the unit with its other limits
//	8.6            here; lsm/freeze TestTriggerIsNotLimitTimesPercentage has the band of a trigger
//	               that was not read
//
// Tolerance of section 7 as said there, of section 8: exact.

func TestOutside7_1(t *testing.T) {
	const tolerance = 1e-6
	for bits, want := range map[float64]float64{8: 0.021416, 10: 0.008193, 14: 0.001199} {
		if got := model.BloomRate(bits); math.Abs(got-want) > tolerance {
			t.Errorf("%g bits: %.7f, want %g", bits, got, want)
		}
	}
	if got := model.BloomHashRate(10, 7); math.Abs(got-0.008194) > tolerance {
		t.Errorf("10 bits, 7 hash functions: %.7f, want 0.008194", got)
	}
}

// monkeyTree is the tree of the doctests of IntersectMBO/lsm-tree, Monkey.hs.
var monkeyTree = model.LSMTree{Policy: model.Tiering, Ratio: 4, Levels: 3}

const monkeyEntries, monkeyBits = 100_000, 1_000_000

// wholeFilters are entries and bits of a run of each level, cut to whole numbers as there.
func wholeFilters(levels []model.FilterLevel) []model.FilterLevel {
	var whole []model.FilterLevel
	for _, l := range levels {
		l.RunEntries, l.RunBits = math.Floor(l.RunEntries), math.Floor(l.RunBits)
		whole = append(whole, l)
	}
	return whole
}

// TestOutside7_2 takes rates and costs, as the doctests do, of whole entries and bits.
func TestOutside7_2(t *testing.T) {
	if got := monkeyTree.Buffers(); got != 63 {
		t.Errorf("%g buffers, want 63", got)
	}
	levels := wholeFilters(model.EqualFilters(monkeyTree, monkeyEntries, monkeyBits))
	want := []model.FilterLevel{{RunEntries: 1587, RunBits: 15873},
		{RunEntries: 6349, RunBits: 63492}, {RunEntries: 25396, RunBits: 253968}}
	if !slices.Equal(levels, want) {
		t.Errorf("%v, want %v", levels, want)
	}
	rates := model.FilterRates(levels)
	got := fmt.Sprintf("%.5f miss %.5f hit %.5f", rates, monkeyTree.MissIO(rates),
		monkeyTree.HitIO(rates))
	if want := "[0.00819 0.00819 0.00819] miss 0.07370 hit 1.06551"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestOutside7_3(t *testing.T) {
	if got := model.LSMLevels(10_000, 100, 2); got != 6 {
		t.Errorf("%d levels, want 6", got)
	}
}

// userTenant gives the limits of a user tenant with so much memory, the meta tenant's 1 GiB being
// on top of it.
func userTenant(t *testing.T, memory, memstorePercent, cpus int64) (freeze.Limits, lsm.Options,
	lsm.Rules) {
	t.Helper()
	o, r := stackSetting(t, "4.3.3", 2)
	o.MemstoreLimitPercentage = memstorePercent
	unit := freeze.Unit{MemoryBytes: memory + gib, CPUs: cpus}
	l := freeze.Resolve(o, r, unit, freeze.Hold{}, freeze.Server{})
	if l.TenantBytes != memory {
		t.Fatalf("user tenant of %d bytes, want %d", l.TenantBytes, memory)
	}
	return l, o, r
}

func checkLimitBytes(t *testing.T, what string, got, want int64) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %d bytes, want %d", what, got, want)
	}
}

func TestOutside8_1(t *testing.T) {
	l, _, r := userTenant(t, 5*gib, 50, 2)
	checkLimitBytes(t, "limit", l.MemstoreLimitBytes, 2_684_354_550)
	checkLimitBytes(t, "trigger", l.TriggerBytes, 536_870_900)
	checkLimitBytes(t, "shown", l.ShownTriggerBytes(r), 603_982_068)
	checkLimitBytes(t, "more than the trigger", l.ShownTriggerBytes(r)-l.TriggerBytes, 67_111_168)
	checkLimitBytes(t, "32 open pages", 32*freeze.CachedPageBytes, 67_111_168)
	checkLimitBytes(t, "open page", freeze.CachedPageBytes, 2_097_224)
	if l.OpenPages != 32 {
		t.Errorf("%d open pages, want 32", l.OpenPages)
	}
}

func TestOutside8_2(t *testing.T) {
	l, o, _ := userTenant(t, 5*gib, 50, 2)
	if o.WritingThrottlingTriggerPercentage != 60 {
		t.Fatalf("writing_throttling_trigger_percentage %d", o.WritingThrottlingTriggerPercentage)
	}
	checkLimitBytes(t, "throttling point", l.ThrottleBytes, 1_610_612_700)
	throttle := freeze.NewThrottle(o, l)
	if throttle.MicrosPerByte(1_610_612_700) != 0 || throttle.MicrosPerByte(1_610_612_701) <= 0 {
		t.Error("the first byte above the throttling point is not the first slow one")
	}
}

func TestOutside8_3(t *testing.T) {
	l, o, r := userTenant(t, 2*gib, 0, 2)
	checkLimitBytes(t, "limit", l.MemstoreLimitBytes, 858_993_440)
	checkLimitBytes(t, "trigger", l.TriggerBytes, 171_798_680)
	at, above := freeze.MemstorePercent(o, r, 8*gib), freeze.MemstorePercent(o, r, 8*gib+1)
	if at != 40 || above != 50 {
		t.Errorf("%d %% of 8 GiB and %d %% above, want 40 and 50", at, above)
	}
}

func TestOutside8_4(t *testing.T) {
	o, r := stackSetting(t, "seekdb", 2)
	l := freeze.Resolve(o, r, freeze.Unit{MemoryBytes: 6 * gib, CPUs: 2}, freeze.Hold{},
		freeze.Server{})
	checkLimitBytes(t, "limit", l.MemstoreLimitBytes, 2_576_980_360)
	checkLimitBytes(t, "trigger", l.TriggerBytes, 515_396_060)
	checkLimitBytes(t, "shown", l.ShownTriggerBytes(r), 548_951_644)
}

// TestOutside8_5 is exact in the digits that are printed; TenantBytes says which memory was used.
func TestOutside8_5(t *testing.T) {
	for _, test := range []struct {
		version, tenant, trigger string // GiB
	}{
		{"seekdb", "21.0", "2.10"}, // the whole unit
		{"4.3.3", "18.9", "1.89"},  // less 10 % for the meta tenant
	} {
		o, r := stackSetting(t, test.version, 2)
		l := freeze.Resolve(o, r, freeze.Unit{MemoryBytes: 21 * gib, CPUs: 26}, freeze.Hold{},
			freeze.Server{})
		tenant := fmt.Sprintf("%.1f", float64(l.TenantBytes)/float64(gib))
		trigger := fmt.Sprintf("%.2f", float64(l.TriggerBytes)/float64(gib))
		if tenant != test.tenant || trigger != test.trigger {
			t.Errorf("%s: trigger %s of %s, want %s of %s", test.version, trigger, tenant,
				test.trigger, test.tenant)
		}
	}
}

// TestOutside8_6 has no pair in which the trigger is 20 % of the limit; what a server shows goes
// before arithmetic, and limits say where their trigger is from.
func TestOutside8_6(t *testing.T) {
	const mib = 1 << 20
	o, r := stackSetting(t, "4.3.3", 2)
	for _, test := range []struct {
		limit, shown int64
		ratio        string
	}{
		{341 * mib, 53 * mib, "0.155"},
		{410 * mib, 64 * mib, "0.156"},
		{2_684_354_550, 603_982_068, "0.225"},
	} {
		if got := fmt.Sprintf("%.3f", float64(test.shown)/float64(test.limit)); got != test.ratio {
			t.Errorf("%d of %d: ratio %s, want %s", test.shown, test.limit, got, test.ratio)
		}
		unit := freeze.Unit{MemoryBytes: 6 * gib, CPUs: 1}
		read := freeze.Resolve(o, r, unit, freeze.Hold{}, freeze.Server{
			MemstoreLimitBytes: test.limit, FreezeTriggerBytes: test.shown})
		checkLimitBytes(t, "shown", read.ShownTriggerBytes(r), test.shown)
		derived := freeze.Resolve(o, r, unit, freeze.Hold{},
			freeze.Server{MemstoreLimitBytes: test.limit})
		if read.From != freeze.Reported || derived.From != freeze.Computed {
			t.Errorf("read trigger is %s, other %s", read.From, derived.From)
		}
	}
}
