package validate

import (
	"math"
	"testing"

	"github.com/readamp/readamp/validate/record"
)

func handIdle(seconds, cpu string) string {
	return `{"kind":"idle","seconds":` + seconds + `,"server_cpu_s":` + cpu + `}`
}

// TestIdleCPU: the quietest look counts.
func TestIdleCPU(t *testing.T) {
	cases := []struct {
		lines []string
		want  float64
	}{
		{nil, 0},
		{[]string{handIdle("6", "3")}, 0.5},
		{[]string{handIdle("6", "3.6"), handIdle("4", "1"), handIdle("2", "1")}, 0.25},
		{[]string{handIdle("6", "3"), handIdle("6", "0")}, 0},
		{[]string{handIdle("0", "3")}, 0}, // no time passed: nothing is known
	}
	for _, c := range cases {
		if got := idleCPU(handRun(t, c.lines...)); got != c.want {
			t.Errorf("%q: got %v, want %v", c.lines, got, c.want)
		}
	}
}

// TestSpeeds has an idle server that uses half a core: of the 8 CPU seconds of the first ref, 3
// are the queries', of the 15 of the second, 10.
func TestSpeeds(t *testing.T) {
	run := handRun(t,
		handIdle("10", "5"),                        // 1
		handRead("base", "oltp_read_only"),         // 2
		handRef(1000, 8),                           // 3
		handRead("base", "oltp_read_only"),         // 4
		handState("base"),                          // 5
		handRef(2000, 15),                          // 6
		handRead("recovered", "oltp_point_select"), // 7
	)
	slow, fast := speed{3000, 100}, speed{5000, 200}
	between := speed{4000, 150}
	want := []speed{slow, slow, slow, slow, between, between, fast, fast}
	for i, got := range speeds(run) {
		if !near(got.cpuMicros, want[i].cpuMicros, 1e-12) || got.qps != want[i].qps {
			t.Errorf("entry %d: got %+v, want %+v", i, got, want[i])
		}
	}
}

// TestSpeedsUnknown: a ref that tells nothing is passed over, and without one nothing is known.
func TestSpeedsUnknown(t *testing.T) {
	phase := handRead("base", "oltp_read_only")
	cases := []struct {
		name  string
		lines []string
		want  speed // beside the phase
	}{
		{"no ref", []string{phase}, speed{}},
		{"empty ref before", []string{handRef(0, 1), phase, handRef(1000, 2)}, speed{2000, 100}},
		{"ref cheaper than idling", []string{handIdle("1", "1"), handRef(1000, 5), phase}, speed{}},
	}
	for _, c := range cases {
		run := handRun(t, c.lines...)
		for i, got := range speeds(run) {
			if run.Entries[i].Phase != nil && (got.known() != c.want.known() ||
				got.known() && got != c.want) {
				t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
			}
		}
	}
}

// TestNoises: half of what the reference loads beside a phase differ by, on top of what phases
// between equal ones scatter by.
func TestNoises(t *testing.T) {
	read := handRead("base", "oltp_read_only")
	for _, c := range []struct {
		lines []string
		drift float64
	}{
		{[]string{read}, 0},
		{[]string{handRef(1000, 8), read}, 0},
		{[]string{handRef(1000, 8), read, handRef(1000, 8)}, 0},
		{[]string{handRef(1000, 8), read, handRef(1000, 16)}, math.Ln2 / 2},
		{[]string{handRef(1000, 8), read, handRef(2000, 8)}, math.Ln2 / 2},
	} {
		run := handRun(t, c.lines...)
		all := phaseNoises(run)
		if len(all) != 1 {
			t.Fatalf("%d phases", len(all))
		}
		for _, got := range all {
			if want := math.Hypot(quietNoise, c.drift); !near(got, want, 1e-12) {
				t.Errorf("%q: got %v, want %v", c.lines, got, want)
			}
		}
	}
}

// TestObserve: a phase of 10 seconds between refs of 4,000 µs and 150 queries a second.
func TestObserve(t *testing.T) {
	run := handRun(t,
		handIdle("10", "5"), handRef(1000, 8),
		`{"kind":"phase","label":"base","script":"oltp_read_only","warm":false,"start":20,`+
			`"end":30,"seconds":10,"queries":{"read":500,"write":0,"total":500},"qps":75,`+
			`"server_cpu_s":9}`,
		handRead("blanked", "oltp_read_only"),
		handRef(2000, 15))
	all := observe(run)
	if len(all) != 1 {
		t.Fatalf("%d phases were measured, want 1", len(all))
	}
	o := all[run.Entries[3].Phase]
	// (9 - 0.5 x 10) s / 500 queries.
	if !o.valid() || !near(o.cpuMicros, 8000, 1e-12) || !near(o.cpu, 2, 1e-12) || o.qps != 75 ||
		!near(o.rate, 0.5, 1e-12) {
		t.Errorf("got %+v", o)
	}
	if s := reference([]*record.Run{run}); !near(s.cpuMicros, 4000, 1e-12) || s.qps != 150 {
		t.Errorf("reference %+v", s)
	}
	if s := reference([]*record.Run{handRun(t)}); s.known() {
		t.Errorf("reference of a run without phases: %+v", s)
	}
}
