package main

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// How numbers are written for people.

// clock writes a time of a plan as hours, minutes and seconds.
func clock(d time.Duration) string { return hms(d.Seconds()) }

// hms writes seconds as hours, minutes and seconds.
func hms(seconds float64) string {
	s := int64(math.Round(seconds))
	return fmt.Sprintf("%02d:%02d:%02d", s/3600, s/60%60, s%60)
}

// spell writes how long something takes, such as 2h, 1m30s or 0.4s.
func spell(d time.Duration) string {
	to := time.Second
	if d < 10*time.Second {
		to = 100 * time.Millisecond
	}
	text := d.Round(to).String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// spellS is spell of seconds.
func spellS(seconds float64) string {
	return spell(time.Duration(seconds * float64(time.Second)))
}

// short writes a count with three digits at most.
func short(n float64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.4g billion", math.Round(n/1e8)/10)
	case n >= 1e6:
		return fmt.Sprintf("%.4gM", math.Round(n/1e5)/10)
	case n >= 1e4:
		return fmt.Sprintf("%.4gk", math.Round(n/1e2)/10)
	}
	return fmt.Sprintf("%.0f", n)
}

// roundCount writes a count exactly, with k or M where that is shorter.
func roundCount(n int64) string {
	switch {
	case n > 0 && n%1_000_000 == 0:
		return fmt.Sprintf("%dM", n/1_000_000)
	case n > 0 && n%1_000 == 0:
		return fmt.Sprintf("%dk", n/1_000)
	}
	return fmt.Sprint(n)
}

// counted writes a number of things.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// inBytes writes a size with three digits. KB, MB and GB are 2^10, 2^20 and 2^30 bytes, as in the
// server's parameters.
func inBytes(n int64) string {
	for _, unit := range []struct {
		name string
		size float64
	}{{"TB", 1 << 40}, {"GB", 1 << 30}, {"MB", 1 << 20}, {"KB", 1 << 10}} {
		if v := float64(n) / unit.size; v >= 1 {
			return threeDigits(v) + " " + unit.name
		}
	}
	return fmt.Sprintf("%d bytes", n)
}

// threeDigits writes a number with three digits, without zeros at its end.
func threeDigits(v float64) string {
	digits := 2
	for limit := 10.0; digits > 0 && v >= limit; limit *= 10 {
		digits--
	}
	text := fmt.Sprintf("%.*f", digits, v)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}
