package workload

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// parseDecimal reads digits with at most one point, then perhaps k for thousands or M for
// millions. These count things, so they are powers of ten, unlike the sizes in bytes of package
// lsm. The unit is read as an exponent, so that 4.35k is 4350 and not a rounding away from it.
func parseDecimal(text string) (value float64, ok bool) {
	digits, exponent := text, ""
	if s, found := strings.CutSuffix(text, "k"); found {
		digits, exponent = s, "e3"
	} else if s, found := strings.CutSuffix(text, "M"); found {
		digits, exponent = s, "e6"
	}
	// ParseFloat also takes signs, exponents, hexadecimal digits, Inf and NaN.
	if strings.Trim(digits, "0123456789.") != "" {
		return 0, false
	}
	value, err := strconv.ParseFloat(digits+exponent, 64)
	return value, err == nil
}

// formatDecimal returns text that parseDecimal reads back to the same value, with the largest unit
// of which it is a whole number.
func formatDecimal(value float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e6, "M"}, {1e3, "k"}} {
		if value >= unit.size && math.Mod(value, unit.size) == 0 {
			return strconv.FormatFloat(value/unit.size, 'f', -1, 64) + unit.name
		}
	}
	return strconv.FormatFloat(value, 'f', -1, 64)
}

// ParseCount reads a count such as 250000, 250k or 1.5M.
func ParseCount(text string) (float64, error) {
	value, ok := parseDecimal(text)
	if !ok {
		return 0, fmt.Errorf("count is %q, want a number such as 250000, 250k or 1.5M", text)
	}
	return value, nil
}
