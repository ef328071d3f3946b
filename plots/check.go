package plots

import (
	"fmt"
	"math"
	"strconv"
)

// maxValue bounds what can be drawn: 2^53, up to which a float64 holds every whole number. Rows
// and rates of real servers stay far below; something above is a broken input, and would overflow
// the arithmetic of the axes.
const maxValue = 1 << 53

// minTop is the shortest axis that begins at 0. Smaller values are drawn as nothing on an axis up
// to 1: no rate or count is that small, and the steps of such an axis would underflow.
const minTop = 1e-12

// quantity is a number and what to call it in an error.
type quantity struct {
	name  string
	value float64
}

// checkNumbers refuses what can't be drawn. Figures draw counts and rates, which are not negative.
// where says which row of which figure, as in `row 3 (run a, phase mem1)`.
func checkNumbers(where string, quantities ...quantity) error {
	for _, q := range quantities {
		switch {
		case math.IsNaN(q.value) || math.IsInf(q.value, 0):
			return fmt.Errorf("%s: %s is %v; a figure needs a number", where, q.name, q.value)
		case q.value < 0:
			return fmt.Errorf("%s: %s is %v; must not be negative", where, q.name, q.value)
		case q.value > maxValue:
			return fmt.Errorf("%s: %s is %v; the most is 2^53", where, q.name, q.value)
		}
	}
	return nil
}

// cell writes a number so that it reads back as the same float64.
func cell(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// yesNo is a boolean as pandas and R read it from CSV.
func yesNo(b bool) string { return strconv.FormatBool(b) }
