package texttab

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// columnGap stands between two columns: two spaces, since one occurs inside cells.
const columnGap = "  "

// WriteText writes the table as aligned text: headings, units if any column has one, rows, and the
// notes after an empty line. Lines have no trailing spaces.
func (t *Table) WriteText(w io.Writer) error {
	lines := t.textLines()
	widths := t.widths(lines)
	var b strings.Builder
	for _, line := range lines {
		writeLine(&b, t.columns, widths, line)
	}
	for i, note := range t.notes {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s %s\n", superscript(i+1), note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteCSV writes the table's twin: the columns' names, then the rows, numbers in full.
func (t *Table) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	record := make([]string, len(t.columns))
	for i, c := range t.columns {
		record[i] = c.Name
	}
	if err := out.Write(record); err != nil {
		return err
	}
	for _, row := range t.rows {
		for i, c := range row {
			record[i] = c.csv
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// textLines returns the headings, the units when there are any, and the rows.
func (t *Table) textLines() [][]cell {
	heads, units := make([]cell, len(t.columns)), make([]cell, len(t.columns))
	hasUnits := false
	for i, c := range t.columns {
		heads[i].text, units[i].text = c.Head, c.Unit
		if c.Head == "" {
			heads[i].text = c.Name
		}
		hasUnits = hasUnits || c.Unit != ""
	}
	lines := [][]cell{heads}
	if hasUnits {
		lines = append(lines, units)
	}
	return append(lines, t.rows...)
}

// width is the room a column takes: that of its values and, to the right of them, of its marks.
// They are kept apart so that a mark does not push its number out of line.
type width struct{ text, marks int }

func (t *Table) widths(lines [][]cell) []width {
	widths := make([]width, len(t.columns))
	for _, line := range lines {
		for i, c := range line {
			widths[i].text = max(widths[i].text, utf8.RuneCountInString(c.text))
			widths[i].marks = max(widths[i].marks, utf8.RuneCountInString(marks(c)))
		}
	}
	return widths
}

func writeLine(b *strings.Builder, columns []Column, widths []width, line []cell) {
	var out strings.Builder
	for i, c := range line {
		if i > 0 {
			out.WriteString(columnGap)
		}
		pad := strings.Repeat(" ", widths[i].text-utf8.RuneCountInString(c.text))
		if columns[i].Right {
			out.WriteString(pad + c.text)
		} else {
			out.WriteString(c.text + pad)
		}
		fmt.Fprintf(&out, "%-*s", widths[i].marks, marks(c)) // %* counts runes too
	}
	b.WriteString(strings.TrimRight(out.String(), " "))
	b.WriteByte('\n')
}

// marks returns the marks of a cell's notes, each after a space.
func marks(c cell) string {
	var b strings.Builder
	for _, n := range c.notes {
		b.WriteString(" " + superscript(n+1))
	}
	return b.String()
}

// superscript writes a positive number in raised digits.
func superscript(n int) string {
	digits := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	var b strings.Builder
	for _, d := range fmt.Sprint(n) {
		b.WriteRune(digits[d-'0'])
	}
	return b.String()
}
