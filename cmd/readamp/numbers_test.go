package main

import (
	"testing"
	"time"
)

func TestSpell(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 50 * time.Millisecond: "100ms", 1300 * time.Millisecond: "1.3s",
		70 * time.Second: "1m10s", time.Hour: "1h", 2*time.Hour + time.Minute: "2h1m",
		10 * time.Minute: "10m", time.Hour + time.Second: "1h0m1s", -5 * time.Minute: "-5m",
	} {
		if got := spell(d); got != want {
			t.Errorf("spell(%d) = %q, want %q", d, got, want)
		}
	}
}

func TestShortNumbers(t *testing.T) {
	for n, want := range map[float64]string{0: "0", 9999: "9999", 10_000: "10k", 106_249: "106.2k",
		240_000: "240k", 3_450_000: "3.5M", 630e6: "630M", 1e12: "1000 billion"} {
		if got := short(n); got != want {
			t.Errorf("short(%v) = %q, want %q", n, got, want)
		}
	}
	for n, want := range map[int64]string{0: "0", 999: "999", 10_000: "10k", 1_000_000: "1M",
		1_500_000: "1500k", 1_500_001: "1500001"} {
		if got := roundCount(n); got != want {
			t.Errorf("roundCount(%d) = %q, want %q", n, got, want)
		}
	}
	for n, want := range map[int64]string{0: "0 bytes", 1023: "1023 bytes", 1 << 10: "1 KB",
		812_000: "793 KB", 429_496_720: "410 MB", 85_899_340: "81.9 MB", 10_146_612_000: "9.45 GB",
		3 << 40: "3 TB"} {
		if got := inBytes(n); got != want {
			t.Errorf("inBytes(%d) = %q, want %q", n, got, want)
		}
	}
}

// TestParseBytes: sizes have units; bare numbers are bytes, as views show them.
func TestParseBytes(t *testing.T) {
	for text, want := range map[string]int64{"21G": 21 << 30, "1.5G": 3 << 29, "512M": 512 << 20,
		"603982068": 603982068, "0.5 tb": 1 << 39, "6gb": 6 << 30} {
		if got, err := parseBytes(text); err != nil || got != want {
			t.Errorf("%q: %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "21", "0", "-5G", "1.5", ".", "1.2.3G", "1e3G", "1.G.",
		"NaN", "9999999.0T", "-1.5G", "0x1.0G"} {
		if got, err := parseBytes(text); err == nil {
			t.Errorf("%q: %d, no error", text, got)
		}
	}
}
