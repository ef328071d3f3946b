package plots

import (
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"
)

// The axes of ParetoFront. Merge work of settings may differ by a thousand times, and is then on a
// logarithmic axis; read cost differs by a few times and is not.

const (
	paretoHeight = 230.0 // points
	paretoSteps  = 9     // steps on a logarithmic axis, at most
	logFrom      = 10.0  // from the lowest to the highest work: more is logarithmic
)

// workAxis is the axis of merge work: numbers on it are in its unit, or their decimal logarithm.
type workAxis struct {
	unit      byteUnit
	log       bool
	low, high float64 // numbers at its ends
}

// newWorkAxis spans the work of all rows, with room for half a mark.
func newWorkAxis(rows []ParetoRow) workAxis {
	low, high := math.Inf(1), 0.0
	for _, r := range rows {
		low = min(low, r.RewrittenBytesPerHour)
		high = max(high, r.RewrittenBytesPerHour)
	}
	a := workAxis{unit: unitOf(high)}
	if a.log = low > 0 && high/logFrom > low; a.log {
		a.low, a.high = a.of(low), a.of(high)
		room := squareEdgeRoom * (a.high - a.low)
		a.low, a.high = a.low-room, a.high+room
		return a
	}
	a.low, a.high = axisEnds(a.of(low), a.of(high))
	return a
}

// of is the number on the axis of bytes per hour.
func (a workAxis) of(bytesPerHour float64) float64 {
	if a.log {
		return math.Log10(bytesPerHour) - math.Log10(a.unit.size) // a quotient may underflow
	}
	return bytesPerHour / a.unit.size
}

func (a workAxis) title() string {
	title := "rewritten by merges (" + a.unit.name + " per hour"
	if a.log {
		title += ", logarithmic"
	}
	return title + ")"
}

// ticks are round numbers; on a logarithmic axis 1, 2 and 5 times the powers of ten where they have
// room, else powers of ten.
func (a workAxis) ticks() []tick {
	if !a.log {
		return ticks(a.low, a.high, squareSteps)
	}
	factors := []float64{1, 2, 5}
	if 3*(a.high-a.low) > paretoSteps {
		factors = factors[:1]
	}
	step := max(1, math.Ceil((a.high-a.low)/paretoSteps))
	var list []tick
	for power := math.Floor(a.low/step) * step; power <= a.high; power += step {
		for _, f := range factors {
			at := power + math.Log10(f)
			if at < a.low || at > a.high {
				continue
			}
			list = append(list, tick{at, powerLabel(f, int(power))})
		}
	}
	return list
}

// powerLabel writes f times a power of ten, with an exponent where digits would be many.
func powerLabel(f float64, power int) string {
	text := strconv.FormatFloat(f, 'f', 0, 64) + "e" + strconv.Itoa(power)
	v, err := strconv.ParseFloat(text, 64)
	if power < -3 || power > 5 || err != nil {
		return text
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// axisEnds are the ends of an axis for numbers from low to high, with room for half a mark. It
// begins at 0 when the numbers come near it, so that ratios can be seen; else differences can.
func axisEnds(low, high float64) (from, to float64) {
	switch {
	case high < minTop:
		return 0, 1
	case low < zeroBelow*high:
		return 0, (1 + squareEdgeRoom) * high
	}
	room := max(squareEdgeRoom*(high-low), 0.01*high)
	return low - room, high + room
}

// axes are those of the panel below the cursor, with their ticks.
func (d paretoDrawing) axes(p *paper) (a axes, xTicks, yTicks []tick) {
	low, high := d.rows[0].ReadCost, d.rows[0].ReadCost
	for _, r := range d.rows {
		low, high = min(low, r.ReadCost), max(high, r.ReadCost)
	}
	low, high = axisEnds(low, high)
	xTicks, yTicks = d.work.ticks(), ticks(low, high, ySteps)
	left := max(vg.Length(minLeft), p.yMargin(yTicks, d.cost, paretoHeight))
	a = axes{span{d.work.low, d.work.high, left, p.width - pageMargin - rightMargin},
		span{low, high, p.y - paretoHeight, p.y}}
	return a, xTicks, yTicks
}
