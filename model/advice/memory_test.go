package advice_test

import (
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/model/advice"
)

// TestMemory: field cases 14, 15 and 21.
func TestMemory(t *testing.T) {
	small := func(version string, settings ...string) *advice.Server {
		s := advised(t, version, settings...)
		s.Limits = freeze.Resolve(s.Options, s.Rules, freeze.Unit{CPUs: 4, MemoryBytes: 2 << 30},
			freeze.Hold{}, freeze.Server{})
		return s
	}
	f, _ := small("4.2.1", "memstore_limit_percentage=25").Memory()
	wants(t, f, advice.Act, "51.2 MB and 64 open pages of 128 MB together reach the "+
		"throttling point of 154 MB", "freeze_trigger_percentage = 9",
		"sys: ALTER SYSTEM SET memstore_limit")
	f, _ = small("4.2.1", "freeze_trigger_percentage=70").Memory()
	wants(t, f, advice.Act, "is at or above the throttling point",
		"freeze_trigger_percentage = 34")
	f, _ = advised(t, "4.3.3", "writing_throttling_trigger_percentage=100").Memory()
	if !strings.Contains(f.Text, "Write throttling is off") || f.Level != advice.Know {
		t.Errorf("%s: %q", f.Level, f.Text)
	}
	if f, found := advised(t, "4.3.3").Memory(); found {
		t.Errorf("defaults on 21 GB: %q", f.Text)
	}
	s := advised(t, "4.3.3")
	f, _ = s.Trigger()
	wants(t, f, advice.Know, "is computed, not read", "FROM oceanbase.GV$OB_MEMSTORE")
	s.Limits.From = freeze.Reported
	if f, found := s.Trigger(); found {
		t.Errorf("a reported trigger: %q", f.Text)
	}
}

// TestLargestTrigger: the percentage that is advised is below the throttling point, and the next
// one is not.
func TestLargestTrigger(t *testing.T) {
	for _, percent := range []string{"20", "70", "99"} {
		s := advised(t, "4.2.1", "freeze_trigger_percentage="+percent)
		s.Limits = freeze.Resolve(s.Options, s.Rules, freeze.Unit{CPUs: 4, MemoryBytes: 2 << 30},
			freeze.Hold{}, freeze.Server{})
		f, found := s.Memory()
		if !found {
			continue
		}
		share := f.Numbers.Get("wanted_trigger_pct")
		most := func(percent float64) float64 {
			return float64(s.Limits.MemstoreLimitBytes)*percent/100 +
				float64(s.Limits.MaxCachedBytes)
		}
		if throttle := float64(s.Limits.ThrottleBytes); most(share) > throttle ||
			most(share+1) < throttle {
			t.Errorf("%s: %.0f %% gives %.0f, throttled at %.0f", percent, share, most(share),
				throttle)
		}
	}
}
