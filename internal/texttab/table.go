package texttab

import (
	"fmt"
	"strconv"
)

// A Column says how one column is named and written.
type Column struct {
	// Name is the heading in CSV, with its unit as the last word: "error_pct", "read_us".
	Name string
	// Head is the heading in text; empty means Name.
	Head string
	// Unit stands below Head in text: "%", "µs". Empty for counts and words.
	Unit string
	// Right aligns the column on its right edge, as numbers want it.
	Right bool
	// Verb writes floating-point cells in text, for example "%.1f"; empty means "%g".
	Verb string
}

// A Table holds rows of values under fixed columns. The zero value is not useful: see New.
type Table struct {
	columns []Column
	rows    [][]cell
	notes   []string // every different note, in order of first use
}

// cell is one value in its two spellings, and the indices of its notes.
type cell struct {
	text, csv string
	notes     []int
}

// New returns a table without rows. It panics when there are no columns.
func New(columns ...Column) *Table {
	if len(columns) == 0 {
		panic("texttab: a table needs a column")
	}
	return &Table{columns: columns}
}

// Row adds one row. A cell is a string, an int, int64, uint64 or float64, or nil for a cell that
// stays empty. Row panics on any other type and when the number of cells is not that of columns.
func (t *Table) Row(cells ...any) {
	if len(cells) != len(t.columns) {
		panic(fmt.Sprintf("texttab: %d cells for %d columns", len(cells), len(t.columns)))
	}
	row := make([]cell, len(cells))
	for i, v := range cells {
		row[i] = newCell(t.columns[i], v)
	}
	t.rows = append(t.rows, row)
}

// Note attaches a note to the cell of the last row in the column named name. Equal notes share one
// mark. It panics when there is no such cell.
func (t *Table) Note(name, note string) {
	for i, c := range t.columns {
		if c.Name == name && len(t.rows) > 0 {
			last := t.rows[len(t.rows)-1]
			last[i].notes = append(last[i].notes, t.noteIndex(note))
			return
		}
	}
	panic(fmt.Sprintf("texttab: no cell %q to note", name))
}

// Notes returns the different notes of the table in order of first use.
func (t *Table) Notes() []string {
	return append([]string(nil), t.notes...)
}

func (t *Table) noteIndex(note string) int {
	for i, known := range t.notes {
		if known == note {
			return i
		}
	}
	t.notes = append(t.notes, note)
	return len(t.notes) - 1
}

func newCell(c Column, value any) cell {
	switch v := value.(type) {
	case nil:
		return cell{}
	case string:
		return cell{text: v, csv: v}
	case int:
		return wholeCell(strconv.Itoa(v))
	case int64:
		return wholeCell(strconv.FormatInt(v, 10))
	case uint64:
		return wholeCell(strconv.FormatUint(v, 10))
	case float64:
		verb := c.Verb
		if verb == "" {
			verb = "%g"
		}
		// -1: the fewest digits that read back as the same number.
		return cell{text: fmt.Sprintf(verb, v), csv: strconv.FormatFloat(v, 'g', -1, 64)}
	}
	panic(fmt.Sprintf("texttab: column %q: no way to write a %T", c.Name, value))
}

func wholeCell(digits string) cell {
	return cell{text: digits, csv: digits}
}
