package plots

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// The colours of CostHeatmap. The scale has one direction of lightness, from pale to dark, so it is
// the same order in grey and to all readers; a test holds this.

const (
	scaleWidth  = 180.0 // points, of the scale in the legend
	scaleSteps  = 4     // steps on it, at most
	scaleColors = 60    // boxes that it is drawn with
	darkFrom    = 0.58  // share of the scale from which paper has more contrast than ink
)

// costScale is the interval of values that the colours span.
type costScale struct {
	low, high float64
	any       bool
}

// add widens the scale to a value.
func (s *costScale) add(v float64) {
	if !s.any {
		s.low, s.high, s.any = v, v, true
	}
	s.low, s.high = min(s.low, v), max(s.high, v)
}

// widen keeps the scale at least a fiftieth of its upper end wide, so that differences which are
// nothing do not look like contrast, and labels on it differ.
func (s *costScale) widen() {
	if s.high < minTop {
		s.low, s.high = 0, 1
		return
	}
	if room := (0.02*s.high - (s.high - s.low)) / 2; room > 0 {
		s.low, s.high = max(0, s.low-room), s.high+room
	}
}

// costColors are the ends and the middle of the scale: tints of the blue of a base.
func costColors(s Style) [3]color.NRGBA {
	return [3]color.NRGBA{rgb(0xee, 0xf5, 0xfb), s.IndexLine, s.BaseFast.Color}
}

// color is that of a value.
func (s costScale) color(style Style, v float64) color.NRGBA {
	stops := costColors(style)
	share := s.share(v)
	if share < 0.5 {
		return tint(stops[1], stops[0], 2*share)
	}
	return tint(stops[2], stops[1], 2*share-1)
}

// ink is the colour of text and lines on the colour of a value: the one with more contrast.
func (s costScale) ink(style Style, v float64) color.NRGBA {
	if s.share(v) > darkFrom {
		return style.Paper
	}
	return style.Ink
}

// share is how far up the scale a value is, from 0 to 1.
func (s costScale) share(v float64) float64 {
	return min(max(0, (v-s.low)/(s.high-s.low)), 1)
}

// drawScale draws the colours with their numbers below, beside the name of the cost. Each box
// reaches to the end, under the next ones, so that no seam shows.
func (d heatmap) drawScale(p *paper) {
	w := p.text()
	name := p.elide(w, d.names.Value, p.width-2*pageMargin-scaleWidth-4*entryGap)
	left := pageMargin + p.widthOf(w, name) + entryGap
	frame := box(left, p.y-p.style.TextPt, left+scaleWidth, p.y)
	p.write(w, at(pageMargin, middle(frame).Y), atStart, atMiddle, 0, name)
	x := span{d.scale.low, d.scale.high, frame.Min.X, frame.Max.X}
	for i := range scaleColors {
		share := float64(i) / scaleColors
		v := x.min + (share+0.5/scaleColors)*(x.max-x.min)
		from := x.from + vg.Length(share)*scaleWidth
		p.fill(d.scale.color(p.style, v), box(from, frame.Min.Y, x.to, frame.Max.Y).Path())
	}
	p.stroke(p.style.Ink, p.style.EdgePt, frame.Path())
	a := axes{x, span{0, 1, frame.Min.Y, frame.Max.Y}}
	list := ticks(x.min, x.max, scaleSteps)
	a.xTicks(p, list)
	y := frame.Min.Y - tickLength - labelGap
	for _, t := range list {
		p.write(w, at(x.at(t.value), y), atMiddle, atEnd, 0, t.label)
	}
	p.y = y - lineHeight*p.style.TextPt - 2*labelGap
}
