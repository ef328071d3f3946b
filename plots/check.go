package plots

import (
	"errors"
	"fmt"
	"math"
	"slices"
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

// checkTime refuses what is no time of a plan. name says which time.
func checkTime(where, name string, s float64) error {
	if err := checkNumbers(where, quantity{name + " in seconds", s}); err != nil {
		return err
	}
	if s > maxTimeS {
		return fmt.Errorf("%s: %s in seconds is %v; the most is 1e9", where, name, s)
	}
	return nil
}

// maxSamples bounds a series over time: two days by the second.
const maxSamples = 200_000

// checkSeries refuses a series without samples or with too many, and times that are none or go
// back.
func checkSeries(n int, atS func(i int) float64) error {
	if n == 0 {
		return errors.New("no samples")
	}
	if n > maxSamples {
		return fmt.Errorf("%d samples; a figure holds %d", n, maxSamples)
	}
	for i := range n {
		if err := checkTime(sampleName(i, atS(i)), "time", atS(i)); err != nil {
			return err
		}
		if i > 0 && atS(i) < atS(i-1) {
			return fmt.Errorf("%s: the sample before is later, at %v s", sampleName(i, atS(i)),
				atS(i-1))
		}
	}
	return nil
}

// sampleName names sample i in an error.
func sampleName(i int, atS float64) string { return fmt.Sprintf("sample %d (at %v s)", i+1, atS) }

// measured leaves out the quantities that are NaN, where that means not measured.
func measured(quantities ...quantity) []quantity {
	return slices.DeleteFunc(quantities, func(q quantity) bool { return math.IsNaN(q.value) })
}

// cellOrNone is a cell that is empty where nothing was measured.
func cellOrNone(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return cell(v)
}
