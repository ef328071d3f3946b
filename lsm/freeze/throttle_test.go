package freeze_test

import (
	"math"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm/freeze"
)

// throttled is a memstore of 1000 MB that is slowed down from 600 MB on: 200 units of 2 MB.
func throttled(t testing.TB, settings ...string) (freeze.Throttle, freeze.Limits) {
	o := options(t, settings...)
	l := freeze.Resolve(o, rulesFor(t, "seekdb"), freeze.Unit{MemoryBytes: 6 * gb, CPUs: 2},
		freeze.Hold{}, freeze.Server{MemstoreLimitBytes: 1000 * mb})
	return freeze.NewThrottle(o, l), l
}

// TestThrottle has the delay begin at the throttling point, next to nothing, and use up the longest
// duration when the limit is reached.
func TestThrottle(t *testing.T) {
	throttle, l := throttled(t)
	if l.ThrottleBytes != 600*mb || l.HardLimitBytes != 1000*mb {
		t.Fatalf("%+v", l)
	}
	if d := throttle.Delay(0, 600*mb); d != 0 {
		t.Errorf("%v below the throttling point", d)
	}
	if d := throttle.Delay(600*mb, 2*mb); d < 10*time.Microsecond || d > 20*time.Microsecond {
		t.Errorf("first unit: %v, want about 18 us (2 h x 4 / 200^2 / 201^2)", d)
	}
	whole := throttle.Delay(600*mb, 400*mb)
	if diff := whole - 2*time.Hour; diff < -time.Second || diff > time.Second {
		t.Errorf("up to the limit: %v, want 2 h", whole)
	}
	if d := throttle.Delay(500*mb, 500*mb); d != whole {
		t.Errorf("from below the throttling point: %v, want %v", d, whole)
	}
	half := throttle.Delay(600*mb, 200*mb)
	if share := half.Seconds() / whole.Seconds(); math.Abs(share-1.0/16) > 0.001 {
		t.Errorf("half of the way takes %.4f of the time, want 1/16", share)
	}
	// The rate grows with the cube.
	one, two := throttle.MicrosPerByte(620*mb), throttle.MicrosPerByte(640*mb)
	if math.Abs(two/one-8) > 1e-9 {
		t.Errorf("20 MB past: %g us a byte, 40 MB past: %g", one, two)
	}
	if throttle.MicrosPerByte(600*mb) != 0 {
		t.Error("a delay at the throttling point")
	}
}

func TestThrottleSettings(t *testing.T) {
	off, l := throttled(t, "writing_throttling_trigger_percentage=100")
	if d := off.Delay(0, 1000*mb); d != 0 || l.ThrottleBytes != l.HardLimitBytes {
		t.Errorf("turned off: %v, %+v", d, l)
	}
	short, _ := throttled(t, "writing_throttling_maximum_duration=1s")
	if d := short.Delay(600*mb, 400*mb); d < 900*time.Millisecond || d > time.Second {
		t.Errorf("one second: %v", d)
	}
}

func TestHardLimit(t *testing.T) {
	_, l := throttled(t)
	if l.Full(freeze.Figures{UsedBytes: 1000 * mb}) ||
		!l.Full(freeze.Figures{UsedBytes: 1002 * mb}) {
		t.Error("the hard limit is not the memstore limit")
	}
}
