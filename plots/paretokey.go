package plots

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
)

// The numbers at the front of ParetoFront and their key, a small table below the panel. Names of
// settings are too long to stand in the panel.

const (
	// numberGap is the distance between numbered points, at least, in points: numbers beside them
	// are 4.5 wide and 6 high, and at this distance do not touch.
	numberGap = 16.0
	keyColumn = 130.0 // points, of each column of numbers
	keyNumber = 10.0  // points, of the number and its gap
)

// numbered are the rows with a number, by falling cost: the best and the current one if they are on
// the front, its ends, and then again and again the point that is farthest from those chosen.
func (d paretoDrawing) numbered(a axes) []int {
	var chosen []int
	room := func(i int) float64 {
		nearest := math.Inf(1)
		for _, other := range chosen {
			apart := d.point(a, i).Sub(d.point(a, other))
			nearest = min(nearest, math.Hypot(float64(apart.X), float64(apart.Y)))
		}
		return nearest
	}
	take := func(i int) {
		if len(chosen) < maxParetoLabels && slices.Contains(d.front, i) && room(i) >= numberGap {
			chosen = append(chosen, i)
		}
	}
	take(d.best)
	take(d.current)
	if n := len(d.front); n > 0 {
		take(d.front[0])
		take(d.front[n-1])
	}
	for len(chosen) > 0 && len(chosen) < maxParetoLabels {
		before := len(chosen)
		take(slices.MaxFunc(d.front, func(i, j int) int {
			return cmp.Compare(room(i), room(j))
		}))
		if len(chosen) == before {
			break
		}
	}
	slices.SortFunc(chosen, func(i, j int) int {
		return slices.Index(d.front, i) - slices.Index(d.front, j)
	})
	return chosen
}

// drawKey writes a line for each numbered setting, then for the current and the best one if they
// have no number, and moves the cursor below.
func (d paretoDrawing) drawKey(p *paper, a axes, numbered []int) {
	p.y -= 2 * labelGap
	left, right := a.x.from, a.x.to
	d.keyLine(p, p.faint(), left, right, [4]string{"", "setting", d.cost, "rewritten per hour"})
	for n, i := range numbered {
		d.keyRow(p, left, right, strconv.Itoa(n+1), i)
	}
	for _, i := range slices.Compact([]int{d.current, d.best}) {
		if i != noRow && !slices.Contains(numbered, i) {
			d.keyRow(p, left, right, "", i)
		}
	}
}

// keyRow writes the line of row i, with the mark of the current and of the best setting.
func (d paretoDrawing) keyRow(p *paper, left, right vg.Length, number string, i int) {
	r := d.rows[i]
	center := at(left+keyNumber+swatchWidth/2, p.y-p.style.TextPt*capHeight/2)
	d.rowMark(p, i, center)
	name := r.Setting
	if r.Excluded {
		name = strings.TrimSpace(name) + " (breaks a constraint)"
	}
	d.keyLine(p, p.text(), left, right, [4]string{number, name, digitsLabel(r.ReadCost, 3),
		bytesLabel(r.RewrittenBytesPerHour)})
}

// keyLine writes a number, a name, and two columns that end on the right.
func (d paretoDrawing) keyLine(p *paper, w words, left, right vg.Length, texts [4]string) {
	name := left + keyNumber + swatchWidth + swatchGap
	p.write(words{w.color, w.size, true}, at(left, p.y), atStart, atEnd, 0, texts[0])
	short := p.elide(w, texts[1], right-2*keyColumn-name)
	p.write(w, at(name, p.y), atStart, atEnd, 0, short)
	for column, text := range texts[2:] {
		end := right - vg.Length(1-column)*keyColumn
		p.write(w, at(end, p.y), atEnd, atEnd, 0, p.elide(w, text, keyColumn-entryGap))
	}
	p.y -= lineHeight*w.size + labelGap/2
}
