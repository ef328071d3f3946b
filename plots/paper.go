package plots

import (
	"image/color"
	"strings"
	"unicode"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

// A drawing is recorded on a paper and replayed on the canvas of a file format. Text is placed by
// its baseline and cap height here, since the text boxes of gonum include line gaps that would put
// labels visibly beside the tick they name.

// capHeight is the height of capitals and digits of Liberation Sans as a part of the font size:
// 1409 of 2048 units, from the OS/2 table of the font (sCapHeight).
const capHeight = 1409.0 / 2048

// paper records a drawing once, to be replayed on an SVG or a PNG canvas. Its origin is the top
// left corner and y is negative below it, because the height is known only when all is drawn.
// Lengths are in points (1/72 inch).
type paper struct {
	style Style
	fonts *font.Cache     // parsed once for all text of the drawing
	rec   recorder.Canvas // what has been drawn so far
	width vg.Length       // given; the height follows from what is drawn
	y     vg.Length       // the cursor: everything above is taken
}

// newPaper is an empty paper of a width in points, with the cursor below the upper margin.
func newPaper(style Style, width vg.Length) *paper {
	return &paper{style: style, fonts: font.NewCache(liberation.Collection()), width: width,
		y: -pageMargin}
}

// size is the size of the finished drawing.
func (p *paper) size() (width, height vg.Length) { return p.width, pageMargin - p.y }

// drawOn replays the drawing on a canvas whose origin is the bottom left corner.
func (p *paper) drawOn(canvas vg.Canvas, height vg.Length) error {
	canvas.Push()
	defer canvas.Pop()
	whole := vg.Rectangle{Max: vg.Point{X: p.width, Y: height}}
	canvas.SetColor(p.style.Paper)
	canvas.Fill(whole.Path())
	canvas.Translate(vg.Point{Y: height})
	return p.rec.ReplayOn(canvas)
}

// words is how text looks: colour, size in points, bold or not.
type words struct {
	color color.NRGBA
	size  vg.Length
	bold  bool
}

// text is the look of most text; faint of remarks.
func (p *paper) text() words  { return words{p.style.Ink, p.style.TextPt, false} }
func (p *paper) faint() words { return words{p.style.Faint, p.style.TextPt, false} }

// face finds the font with its size, which gonum brings along; no font of the machine is used, so
// drawings are the same everywhere.
func (p *paper) face(w words) font.Face {
	f := font.Font{Typeface: "Liberation", Variant: "Sans"}
	if w.bold {
		f.Weight = xfont.WeightBold
	}
	return p.fonts.Lookup(f, w.size)
}

// widthOf is the width of text when written.
func (p *paper) widthOf(w words, text string) vg.Length {
	face := p.face(w)
	return face.Width(printable(text))
}

// Where text stands relative to its point, as the part of its width or cap height left of or
// below the point.
const (
	atStart  = 0.0
	atMiddle = 0.5
	atEnd    = 1.0
)

// write puts text on the paper. alongX and alongY say which part of the text (of its width, of
// its cap height) lies on the point; angle turns it about the point, in radians, to the left.
// Level text is written without a turned canvas, to keep the SVG small and easy to read.
func (p *paper) write(w words, at vg.Point, alongX, alongY, angle float64, text string) {
	text = printable(text)
	face := p.face(w)
	p.rec.SetColor(w.color)
	shift := vg.Point{X: -face.Width(text) * vg.Length(alongX),
		Y: -w.size * capHeight * vg.Length(alongY)}
	if angle == 0 {
		p.rec.FillString(face, at.Add(shift), text)
		return
	}
	p.rec.Push()
	p.rec.Translate(at)
	p.rec.Rotate(angle)
	p.rec.FillString(face, shift, text)
	p.rec.Pop()
}

// line strokes a polyline. Less than two points make no line.
func (p *paper) line(c color.NRGBA, width vg.Length, points ...vg.Point) {
	if len(points) < 2 {
		return
	}
	var path vg.Path
	path.Move(points[0])
	for _, pt := range points[1:] {
		path.Line(pt)
	}
	p.stroke(c, width, path)
}

// dashed strokes a broken line.
func (p *paper) dashed(c color.NRGBA, width vg.Length, from, to vg.Point) {
	p.rec.SetLineDash([]vg.Length{4 * width, 3 * width}, 0)
	p.line(c, width, from, to)
	p.rec.SetLineDash(nil, 0)
}

// stroke draws the outline of a path; fill its area.
func (p *paper) stroke(c color.NRGBA, width vg.Length, path vg.Path) {
	p.rec.SetColor(c)
	p.rec.SetLineWidth(width)
	p.rec.Stroke(path)
}

func (p *paper) fill(c color.NRGBA, path vg.Path) {
	p.rec.SetColor(c)
	p.rec.Fill(path)
}

// bar fills a rectangle and draws its edge. A bar without height is not drawn: its edge alone would
// look like a value.
func (p *paper) bar(f Fill, r vg.Rectangle) {
	if r.Size().Y <= 0 {
		return
	}
	p.fill(f.Color, r.Path())
	for _, seg := range hatchLines(f.Hatch, r) {
		p.line(f.Lines, p.style.EdgePt, seg[0], seg[1])
	}
	p.stroke(p.style.Ink, p.style.EdgePt, r.Path())
}

// printable makes text safe to draw on one line and to put into XML: other people's run names
// may hold anything.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == unicode.ReplacementChar || !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, " "))
}

// at is a point.
func at(x, y vg.Length) vg.Point { return vg.Point{X: x, Y: y} }

// box is the rectangle between two corners.
func box(left, bottom, right, top vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: at(left, bottom), Max: at(right, top)}
}

// middle is the center of a rectangle.
func middle(r vg.Rectangle) vg.Point { return at((r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2) }
