package plots

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/readamp/readamp/internal/wholefile"
)

// A Figure is written in three forms. CSV carries the numbers. SVG is for documents: it scales, and
// its text stays text. PNG is for everything that shows no SVG. All are written through wholefile,
// so a reader meets the old figure or the new one, never a part.

// pngWidthPx is the width of every PNG. With figures 5 to 8 inches wide that is 200 to 320 dots
// per inch, enough for print.
const pngWidthPx = 1600

// Figure is a table of numbers and its drawing. The zero Figure is empty; use one of the functions
// that make one. A Figure must not be drawn by two goroutines at the same time.
type Figure struct {
	Title string
	// Header names the columns, with the unit in the name where it is fixed; Rows holds one cell
	// per column. Numbers are written so that they read back as the same float64.
	Header []string
	Rows   [][]string

	paper *paper
}

// Save writes NAME.csv, NAME.svg and NAME.png into dir, which must exist. Each file is written
// whole; one of an earlier drawing is replaced.
func (f Figure) Save(dir, name string) error {
	if name == "" || name == "." || name == ".." || filepath.Base(name) != name {
		return fmt.Errorf("plots: figure name %q is not a plain file name", name)
	}
	for _, part := range []struct {
		ext   string
		write func(io.Writer) error
	}{{".csv", f.WriteCSV}, {".svg", f.WriteSVG}, {".png", f.WritePNG}} {
		if err := wholefile.Replace(filepath.Join(dir, name+part.ext), part.write); err != nil {
			return fmt.Errorf("plots: save figure: %w", err)
		}
	}
	return nil
}

// WriteCSV writes the numbers: a header line, then one line per row in the order of the input,
// quoted where RFC 4180 asks for it.
func (f Figure) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write(f.Header); err != nil {
		return err
	}
	return out.WriteAll(f.Rows) // WriteAll flushes and reports what went wrong.
}

// WriteSVG writes the drawing with text as text, so that it can be searched and read aloud.
// Readers without Liberation Sans use Arial or Helvetica, which have the same widths.
func (f Figure) WriteSVG(w io.Writer) error {
	width, height := f.paper.size()
	canvas := vgsvg.New(width, height)
	if err := f.paper.drawOn(canvas, height); err != nil {
		return err
	}
	var buf bytes.Buffer
	if _, err := canvas.WriteTo(&buf); err != nil {
		return err
	}
	_, err := w.Write(bytes.ReplaceAll(buf.Bytes(), []byte("font-family:Liberation Sans;"),
		[]byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif;")))
	return err
}

// WritePNG writes the drawing 1600 pixels wide, on white.
func (f Figure) WritePNG(w io.Writer) error {
	width, height := f.paper.size()
	dpi := int(pngWidthPx/width.Points()*vg.Inch.Points() + 0.5)
	canvas := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dpi))
	if err := f.paper.drawOn(canvas, height); err != nil {
		return err
	}
	_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
	return err
}
