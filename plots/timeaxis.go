package plots

import (
	"fmt"
	"math"
)

// The x axis of the figures over time. Times are seconds from 00:00 of the plan, also when the
// first one is later: a figure of an evening begins at 18:00.

const (
	minuteS    = 60.0
	hourS      = 3600.0
	dayS       = 86400.0
	timeSteps  = 10   // steps on a time axis, at most
	maxTimeS   = 1e9  // 31 years
	clockFromS = 7200 // later times are written as on a clock
)

// timeStepsS are the steps people count time in, in seconds.
var timeStepsS = []float64{1, 2, 5, 10, 15, 30, minuteS, 2 * minuteS, 5 * minuteS, 10 * minuteS,
	15 * minuteS, 30 * minuteS, hourS, 2 * hourS, 3 * hourS, 6 * hourS, 12 * hourS, dayS}

// timeAxis is an interval of time in seconds with its ticks and the title that says their unit.
type timeAxis struct {
	low, high float64
	ticks     []tick
	title     string
}

// newTimeAxis is the axis from low to high; a single moment gets a second.
func newTimeAxis(low, high float64) timeAxis {
	if high-low < 1e-6*(1+high) {
		high = low + 1
	}
	step := timeStep(high - low)
	unit, label := timeUnit(step, high)
	t := timeAxis{low: low, high: high, title: "time from 00:00 of the plan (" + unit + ")"}
	slack := 1e-9 * (high - low)
	first := math.Ceil((low-slack)/step) + 0 // + 0 makes a plain zero of a negative one
	for i := first; i*step <= high+slack; i++ {
		t.ticks = append(t.ticks, tick{i * step, label(i * step)})
	}
	return t
}

// timeStep is the shortest usual step that cuts a length into at most timeSteps steps, both in
// seconds. Below a second and above a day steps are decimal.
func timeStep(length float64) float64 {
	if length < timeStepsS[0]*timeSteps/2 {
		return tickStep(length, timeSteps/2)
	}
	for _, step := range timeStepsS {
		if length/step <= timeSteps*(1+1e-9) {
			return step
		}
	}
	return dayS * max(1, math.Ceil(tickStep(length/dayS, timeSteps)))
}

// timeUnit chooses how times up to high are written on an axis with that step: as short as they can
// be without two ticks looking alike.
func timeUnit(step, high float64) (unit string, label func(float64) string) {
	switch {
	case step < 1 || step < minuteS && high <= 10*minuteS:
		return "s", func(v float64) string { return tickLabel(v, step, 1) }
	case step >= dayS:
		return "days", func(v float64) string { return fmt.Sprintf("%.0f", v/dayS) }
	case high > clockFromS && step < minuteS:
		return "h:min:s", func(v float64) string {
			return fmt.Sprintf("%s:%02.0f", clock(v), math.Mod(v, minuteS))
		}
	case high > clockFromS:
		return "h:min", clock
	case step < minuteS:
		return "min:s", func(v float64) string {
			return fmt.Sprintf("%.0f:%02.0f", math.Floor(v/minuteS), math.Mod(v, minuteS))
		}
	}
	return "min", func(v float64) string { return fmt.Sprintf("%.0f", v/minuteS) }
}

// clock writes a time as hours and minutes; hours go on after 24.
func clock(v float64) string {
	return fmt.Sprintf("%02.0f:%02.0f", math.Floor(v/hourS),
		math.Floor(math.Mod(v, hourS)/minuteS))
}

// extent is the first and the last of some times.
type extent struct {
	low, high float64
	some      bool
}

// add widens the extent to a time.
func (e *extent) add(s float64) {
	if !e.some {
		*e = extent{s, s, true}
	}
	e.low, e.high = min(e.low, s), max(e.high, s)
}

// axis is the time axis over the extent.
func (e extent) axis() timeAxis { return newTimeAxis(e.low, e.high) }
