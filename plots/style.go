package plots

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// Style is the look of every figure, in one place. Colours are chosen by lightness first: fills
// that stand next to each other differ by at least 15 units of CIE L* in full colour, in grey and
// to readers with protanopia or deuteranopia (a test holds this), and hatches repeat the
// difference for poor printers.
type Style struct {
	// One fill per source of rows, the same in every figure and report.
	Memtable, Incremental, BaseSlow, BaseFast Fill
	// Mini and Minor fill the two kinds of incremental SSTables where a figure tells them apart;
	// a frozen memtable is a Memtable, a base BaseFast.
	Mini, Minor Fill
	// Measured fills bars of measured values: a quiet grey, over which Predicted, the colour of
	// predicted points and lines, is seen at once.
	Measured  Fill
	Predicted color.NRGBA
	// Shades and Shapes distinguish groups of points: group g has a shade and a shape of its
	// own, see mark.
	Shades []color.NRGBA
	Shapes []Shape
	// Noise fills the band of what repeated measurements differ by.
	Noise color.NRGBA
	// MemtableEdge is the line around an area of Memtable that has no outline.
	MemtableEdge color.NRGBA
	// Lines of reads beside those of ranges, which are Predicted.
	GetLine, IndexLine color.NRGBA
	// StripGround lies under strips of events.
	StripGround color.NRGBA
	// Ink is for text, axes and edges; Faint for remarks; Grid for the lines behind the data.
	Ink, Grid, Faint, Paper color.NRGBA

	// Font sizes of Liberation Sans, in points. On a PNG of 1600 pixels, 8 points are 22 pixels or
	// more.
	TitlePt, PanelPt, TextPt vg.Length
	// Widths of edges and of lines, and the radius of marks, in points.
	EdgePt, LinePt, MarkPt vg.Length
}

// Fill is how an area looks: a colour, and lines in a second colour over it.
type Fill struct {
	Color color.NRGBA
	Hatch Hatch
	Lines color.NRGBA // colour of the hatch; unused with NoHatch
}

// Hatch is the direction of the lines over a fill.
type Hatch int

// The hatches: none, lines rising to the right, lines falling to the right.
const (
	NoHatch Hatch = iota
	Rising
	Falling
)

// Shape is the outline of a mark.
type Shape int

// The shapes of marks.
const (
	Circle Shape = iota
	Square
	Triangle
	Diamond
	Wedge // a triangle on its tip
)

// DefaultStyle is the style of all figures of this package.
//
// The base of a tablet is blue and at the dark end, because it lies at the bottom of the stack of
// bars as it does in the tablet; what is newer gets lighter and warmer. Orange, blue and vermilion
// are near those of Okabe and Ito, "Color Universal Design" (2008).
func DefaultStyle() Style {
	ink := rgb(0x22, 0x22, 0x22)
	white := rgb(0xff, 0xff, 0xff)
	return Style{
		Memtable:    Fill{Color: rgb(0xfb, 0xef, 0xb8)},
		Incremental: Fill{rgb(0xe6, 0x9f, 0x00), Falling, rgb(0x7a, 0x4b, 0x00)},
		BaseSlow:    Fill{rgb(0x2f, 0x72, 0xa8), Rising, rgb(0xd6, 0xe6, 0xf2)},
		BaseFast:    Fill{Color: rgb(0x1b, 0x3a, 0x5c)},
		Mini:        Fill{Color: rgb(0xe6, 0x9f, 0x00)},
		Minor:       Fill{Color: rgb(0xa3, 0x55, 0x00)},
		Measured:    Fill{Color: rgb(0xc9, 0xcf, 0xd6)},
		Predicted:   rgb(0xd5, 0x5e, 0x00),
		Shades: []color.NRGBA{
			rgb(0x1b, 0x3a, 0x5c), rgb(0xd5, 0x5e, 0x00), rgb(0x3f, 0xa0, 0xd8),
			rgb(0x00, 0x00, 0x00), rgb(0xc9, 0x9a, 0x00),
		},
		Shapes:       []Shape{Circle, Square, Triangle, Diamond, Wedge},
		MemtableEdge: rgb(0xc9, 0x9a, 0x00),
		GetLine:      rgb(0x1b, 0x3a, 0x5c),
		IndexLine:    rgb(0x3f, 0xa0, 0xd8),
		StripGround:  rgb(0xf2, 0xf3, 0xf4),
		Noise:        rgb(0xe3, 0xe6, 0xe9),
		Ink:          ink,
		Grid:         rgb(0xdd, 0xdd, 0xdd),
		Faint:        rgb(0x66, 0x66, 0x66),
		Paper:        white,
		TitlePt:      11, PanelPt: 8.5, TextPt: 8,
		EdgePt: 0.5, LinePt: 0.9, MarkPt: 2.7,
	}
}

func rgb(r, g, b uint8) color.NRGBA { return color.NRGBA{R: r, G: g, B: b, A: 0xff} }

// mark returns the look of group g. The first len(Shapes) groups differ in both shape and shade,
// and no two of the first len(Shapes)*len(Shades) groups are alike in both.
func (s Style) mark(g int) (Shape, color.NRGBA) {
	return s.Shapes[g%len(s.Shapes)], s.Shades[(g+g/len(s.Shapes))%len(s.Shades)]
}

// marks is the number of groups that can be told apart.
func (s Style) marks() int { return len(s.Shapes) * len(s.Shades) }
