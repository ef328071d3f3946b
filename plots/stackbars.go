package plots

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
)

// The drawing of StackTimeline. A stack of five tables has outlined bars with their rows written
// inside; one of thousands must not turn into a black block, so what a bar gets depends on its
// room. All bars of a kind are one area, which keeps the SVG small.

const (
	outlinedMost = 120 // bars: more have no outlines
	outlinedFrom = 2.0 // points: narrower bars have none either
	slitWidth    = 0.4 // points between bars without outlines, less when they are narrow
	narrow       = 0.5 // points: narrower bars are drawn together, see laneShares
	laneGap      = 1.0 // points between lanes of full height
	labelInset   = 3.0 // points between the edge of a bar and its label
)

// draw draws all bars, their outlines, then their labels.
func (d stackDrawing) draw(p *paper, a axes) {
	looks := stackLooks(p.style)
	areas := make([]area, len(looks))
	shares := newLaneShares(a.x.from)
	outlined := len(d.bars) <= outlinedMost
	for i, b := range d.bars {
		rank, r := d.kinds[i].rank, d.box(a, i)
		width := r.Size().X
		switch {
		case outlined && width >= outlinedFrom:
			p.bar(looks[rank].fill, r)
			continue
		case width < narrow:
			shares.add(laneOf{rank, d.lanes[i]}, r)
			continue
		case !b.alive():
			r.Max.X -= min(slitWidth, (width-narrow)/2)
		}
		areas[rank].add(r)
	}
	shares.addTo(areas)
	for rank, boxes := range areas {
		p.fillArea(looks[rank].fill.Color, boxes)
	}
	for i := range d.bars {
		d.label(p, i, d.box(a, i))
	}
}

// box is where bar i lies; without an end it passes the end of the axis.
func (d stackDrawing) box(a axes, i int) vg.Rectangle {
	height := a.y.at(1) - a.y.at(0)
	bottom := a.y.at(float64(d.lanes[i]))
	gap := vg.Length(laneGap)
	if height < 6*laneGap {
		gap = max(0, (height-2*laneGap)/4) // none between lanes of two points
	}
	r := box(a.x.at(d.bars[i].BornS), bottom+gap, a.x.to+aliveReach, bottom+height)
	if !d.bars[i].alive() {
		r.Max.X = a.x.at(d.bars[i].DiedS)
	}
	return r
}

// drawCount draws the number of tables as steps.
func (d stackDrawing) drawCount(p *paper, a axes) {
	n := len(d.counts)
	steps := a.curve(series{2 * n, func(i int) (x, y float64) {
		x = d.time.high
		if next := (i + 1) / 2; next < n {
			x = d.counts[next].atS
		}
		return x, float64(d.counts[i/2].tables)
	}})
	p.curve(p.style.Ink, p.style.LinePt, steps)
}

// label writes the rows into bar i if it has room; into a base its kind too.
func (d stackDrawing) label(p *paper, i int, r vg.Rectangle) {
	if r.Size().Y < lineHeight*p.style.TextPt {
		return
	}
	w := p.text()
	w.color = p.style.onFill(stackLooks(p.style)[d.kinds[i].rank].fill.Color)
	count := countLabel(d.bars[i].Rows)
	texts := []string{count + " rows", count}
	if d.kinds[i].rank == baseRank {
		kind := strings.ReplaceAll(d.kinds[i].name, "_", " ")
		texts = append([]string{kind + ", " + texts[0]}, texts...)
	}
	for _, text := range texts {
		if p.widthOf(w, text)+2*labelInset <= r.Size().X {
			left := at(r.Min.X+labelInset, middle(r).Y)
			p.write(w, left, atStart, atMiddle, 0, text)
			return
		}
	}
}

// countLabel is a number of rows in three or four digits.
func countLabel(n int64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if v := float64(n) / unit.size; v >= 1 && n >= 10_000 {
			return fmt.Sprintf("%s%s", threeDigits(v), unit.name)
		}
	}
	return fmt.Sprint(n)
}

// threeDigits writes a number of 1 or more with three digits, or all before the point.
func threeDigits(v float64) string {
	digits := 2
	for limit := 9.995; v >= limit && digits > 0; limit *= 10 {
		digits--
	}
	return fmt.Sprintf("%.*f", digits, v)
}

// onFill is the colour of text on a fill: white on a dark one. The lightness is that of ITU-R
// BT.601, near enough to tell dark from light.
func (s Style) onFill(c color.NRGBA) color.NRGBA {
	if 0.299*float64(c.R)+0.587*float64(c.G)+0.114*float64(c.B) < 140 {
		return s.Paper
	}
	return s.Ink
}

// laneOf is a lane as far as it holds one kind.
type laneOf struct{ rank, lane int }

// laneShares collects bars that are narrower than a pixel. Each column of a lane is filled as far
// as its bars would fill it one beside the other; so a lane that is taken a third of the time looks
// a third as dark, and the drawing has a bounded size.
type laneShares struct {
	left vg.Length
	in   map[laneOf]*columnShares
	keys []laneOf // of in, in the order in which they came
}

// columnShares are the widths in the columns of a lane from the first on, whose y is that of box.
type columnShares struct {
	box    vg.Rectangle
	widths []vg.Length
}

func newLaneShares(left vg.Length) *laneShares {
	return &laneShares{left: left, in: map[laneOf]*columnShares{}}
}

// add puts a narrow bar into the column in which it begins.
func (s *laneShares) add(key laneOf, r vg.Rectangle) {
	columns := s.in[key]
	if columns == nil {
		columns = &columnShares{box: r}
		s.in[key] = columns
		s.keys = append(s.keys, key)
	}
	i := int(math.Floor(float64((r.Min.X - s.left) / columnWidth)))
	for len(columns.widths) <= i {
		columns.widths = append(columns.widths, 0)
	}
	columns.widths[i] += r.Size().X
}

// addTo adds a box for each column to the area of its rank.
func (s *laneShares) addTo(areas []area) {
	for _, key := range s.keys {
		columns := s.in[key]
		for i, width := range columns.widths {
			if width <= 0 {
				continue
			}
			left := s.left + vg.Length(i)*columnWidth
			areas[key.rank].add(box(left, columns.box.Min.Y,
				left+min(width, columnWidth), columns.box.Max.Y))
		}
	}
}
