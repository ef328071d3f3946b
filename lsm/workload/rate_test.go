package workload

import (
	"strings"
	"testing"
	"time"
)

func TestParseRate(t *testing.T) {
	tests := []struct {
		text      string
		want      Rate
		perSecond float64
		canonical string
	}{
		{"500/s", Rate{PerSecond: 500}, 500, "500/s"},
		{"500", Rate{PerSecond: 500}, 500, "500/s"}, // as sysbench's --rate
		{"12k/s", Rate{PerSecond: 12_000}, 12_000, "12k/s"},
		{"12000/s", Rate{PerSecond: 12_000}, 12_000, "12k/s"},
		{"4.35k/s", Rate{PerSecond: 4350}, 4350, "4350/s"}, // 4.35 * 1000 is not 4350
		{"1.5M/s", Rate{PerSecond: 1_500_000}, 1_500_000, "1500k/s"},
		{"0.5/s", Rate{PerSecond: 0.5}, 0.5, "0.5/s"},
		{"256x3ms", Rate{Threads: 256, ServiceTime: 3 * time.Millisecond}, 256 / 0.003, "256x3ms"},
		{"8x250us", Rate{Threads: 8, ServiceTime: 250 * time.Microsecond}, 32_000, "8x250us"},
		{"1x2.5s", Rate{Threads: 1, ServiceTime: 2500 * time.Millisecond}, 0.4, "1x2.5s"},
	}
	for _, test := range tests {
		got, err := ParseRate(test.text)
		if err != nil || got != test.want || got.EventsPerSecond() != test.perSecond ||
			got.String() != test.canonical {
			t.Errorf("%s: %+v, %v events/s, %v, %v",
				test.text, got, got.EventsPerSecond(), got, err)
		}
		if again, err := ParseRate(got.String()); err != nil || again != got {
			t.Errorf("%s: %v reads back to %+v, %v", test.text, got, again, err)
		}
	}
}

func TestParseRateErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", `rate "": want events a second such as 12k/s, or clients x time of an event`},
		{"/s", "want events a second"},
		{"k/s", "want events a second"},
		{"12/m", "want events a second"},
		{"12kk/s", "want events a second"},
		{"1e3/s", "want events a second"},
		{"-1/s", "want events a second"},
		{"NaN/s", "want events a second"},
		{"0/s", "want 1e-06/s to 1e+09/s"},
		{"1001M/s", "want 1e-06/s to 1e+09/s"},
		{"x3ms", "want 1 to 1000000 clients before the x"},
		{"0x3ms", "want 1 to 1000000 clients"},
		{"1.5x3ms", "want 1 to 1000000 clients"},
		{"256x", "want the time of an event after the x"},
		{"256x3", "want the time of an event after the x, such as 3ms"},
		{"256x0ms", "want the time of an event"},
		{"256x-3ms", "want the time of an event"},
		{"256x25h", "at most 24h"},
	}
	for _, test := range tests {
		if _, err := ParseRate(test.text); err == nil {
			t.Errorf("%q: no error", test.text)
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v, want %s", test.text, err, test.want)
		}
	}
}
