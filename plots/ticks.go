package plots

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// Scales and ticks of one axis, as plain arithmetic.

// span maps an interval of numbers to an interval of paper.
type span struct {
	min, max float64
	from, to vg.Length
}

// at is where v stands on the paper, in points; v may lie outside the interval.
func (s span) at(v float64) vg.Length {
	return s.from + vg.Length((v-s.min)/(s.max-s.min))*(s.to-s.from)
}

// tickStep is the smallest of 1, 2, 2.5, 5 times a power of ten that cuts an interval of that
// length into at most most steps.
func tickStep(length float64, most int) float64 {
	power := math.Pow(10, math.Floor(math.Log10(length/float64(most))))
	for _, m := range []float64{1, 2, 2.5, 5} {
		// The allowance keeps 0.3/3 from needing a step above 0.1.
		if length/(m*power) <= float64(most)*(1+1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// tick is a number on an axis and how it is written.
type tick struct {
	value float64
	label string
}

// ticks returns the multiples of a round step inside [low, high], at most most+1 of them. They are
// whole numbers times the step, not sums of steps, so that rounding doesn't add up.
func ticks(low, high float64, most int) []tick {
	step := tickStep(high-low, most)
	slack := 1e-9 * (high - low)
	var list []tick
	first := math.Ceil((low-slack)/step) + 0 // + 0 makes a plain zero of a negative one
	for i := first; i*step <= high+slack; i++ {
		list = append(list, tick{i * step, tickLabel(i*step, step, high)})
	}
	return list
}

// tickLabel writes v with the decimals that its step needs; from a million on with an exponent,
// so that labels stay short. Five digits tell all ticks apart, as no axis here is shorter than a
// fiftieth of its upper end.
func tickLabel(v, step, high float64) string {
	text := strconv.FormatFloat(v, 'f', decimals(step), 64)
	if high >= 1e6 && v != 0 || step < 1e-4 {
		text = strconv.FormatFloat(v, 'g', 5, 64)
	}
	return strings.Replace(text, "-", "−", 1) // the minus sign has the width of a digit
}

// decimals is how many digits after the point a tick step needs.
func decimals(step float64) int {
	n := 0
	for n < 6 && math.Abs(step-math.Round(step)) > 1e-6*step {
		step *= 10
		n++
	}
	return n
}
