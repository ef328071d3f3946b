package plots

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// The table of CostHeatmap and what its numbers say in words.

// heatmapHeader names the columns. Settings and the cost are columns, not parts of names, so that
// tables of different sweeps can be put together.
func heatmapHeader() []string {
	return []string{"x_setting", "x", "y_setting", "y", "quantity", "value", "throttled", "refused",
		"current", "best"}
}

func (d heatmap) table() [][]string {
	rows := make([][]string, len(d.cells))
	for i, c := range d.cells {
		rows[i] = []string{d.names.X, c.X, d.names.Y, c.Y, d.names.Value, cell(c.Value),
			yesNo(c.Throttled), yesNo(c.Refused), yesNo(i == d.current), yesNo(i == d.best)}
	}
	return rows
}

// remark compares the best cell with the current one and says how many are not allowed.
func (d heatmap) remark() string {
	throttled, refused := 0, 0
	for _, c := range d.cells {
		if c.Throttled {
			throttled++
		}
		if c.Refused {
			refused++
		}
	}
	var parts []string
	if d.best != noCell {
		text := "The best setting costs " + d.label(d.best)
		if d.current != noCell {
			text += ", the current one " + d.label(d.current) + ": " +
				changeFrom(d.cells[d.current].Value, d.cells[d.best].Value)
		}
		parts = append(parts, text+".")
	}
	if throttled > 0 {
		parts = append(parts, fmt.Sprintf("Writes throttle in %d of %d cells.", throttled,
			len(d.cells)))
	}
	if refused > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d break another constraint.", refused,
			len(d.cells)))
	}
	return strings.Join(parts, " ")
}

// label is the value of a cell; where all values are near each other it has a fourth digit.
func (d heatmap) label(i int) string {
	digits := 3
	if d.scale.high-d.scale.low < 0.05*d.scale.high {
		digits = 4
	}
	return digitsLabel(d.cells[i].Value, digits)
}

// changeFrom says in words how far v is from another value.
func changeFrom(other, v float64) string {
	pct := 100 * (v - other) / other
	switch {
	case math.IsNaN(pct) || math.Abs(pct) < 0.5:
		return "as much"
	case math.IsInf(pct, 0):
		return "more than nothing"
	case pct >= 100:
		return digitsLabel(v/other, 2) + " times as much"
	case pct > 0:
		return fmt.Sprintf("%.0f %% more", pct)
	}
	return fmt.Sprintf("%.0f %% less", -pct)
}

// digitsLabel writes a number with that many digits, all before the point if there are more; very
// large and very small ones with an exponent.
func digitsLabel(v float64, digits int) string {
	if v == 0 {
		return "0"
	}
	if v >= 1e6 || v < 1e-3 {
		return strconv.FormatFloat(v, 'g', digits, 64)
	}
	after := digits - 1 - int(math.Floor(math.Log10(v)))
	return strconv.FormatFloat(v, 'f', max(0, after), 64)
}
