package advice

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// How advice writes numbers inside its sentences.

// inTime writes how long something takes with two units at most: 4h10m, 7m30s, 12s.
func inTime(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("%.1f days", d.Hours()/24)
	case d >= time.Hour:
		d = d.Round(time.Minute)
	case d < 10*time.Second:
		d = d.Round(100 * time.Millisecond)
	default:
		d = d.Round(time.Second)
	}
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// inClock writes a time of day.
func inClock(d time.Duration) string {
	m := int(d.Round(time.Minute) / time.Minute)
	return fmt.Sprintf("%02d:%02d", m/60%24, m%60)
}

// inSize writes bytes as the server's parameters have them: 1 GB is 2^30.
func inSize(bytes float64) string {
	for _, unit := range []struct {
		name string
		size float64
	}{{"TB", 1 << 40}, {"GB", 1 << 30}, {"MB", 1 << 20}} {
		if bytes >= unit.size {
			return shortNumber(bytes/unit.size) + " " + unit.name
		}
	}
	if bytes < 1<<10 {
		return plural(math.Round(bytes), "byte")
	}
	return shortNumber(bytes/(1<<10)) + " KB"
}

// inCount writes a count: exactly up to 9,999, then with three digits.
func inCount(n float64) string {
	switch {
	case n >= 1e9:
		return shortNumber(n/1e9) + " billion"
	case n >= 1e6:
		return shortNumber(n/1e6) + "M"
	case n >= 1e4:
		return shortNumber(n/1e3) + "k"
	}
	return fmt.Sprintf("%.0f", n)
}

// shortNumber writes a number with about three digits.
func shortNumber(v float64) string {
	digits := 0
	for limit := 100.0; digits < 2 && v < limit; limit /= 10 {
		digits++
	}
	text := fmt.Sprintf("%.*f", digits, v)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// exactly writes a whole number with commas.
func exactly(n float64) string {
	digits := fmt.Sprintf("%.0f", math.Abs(n))
	var parts []string
	for len(digits) > 3 {
		parts = append([]string{digits[len(digits)-3:]}, parts...)
		digits = digits[:len(digits)-3]
	}
	return strings.Join(append([]string{digits}, parts...), ",")
}

// plural writes a number of things.
func plural(n float64, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return exactly(n) + " " + thing + "s"
}
