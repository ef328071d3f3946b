package replay

import (
	"bytes"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
	"github.com/readamp/readamp/validate/record"
)

func TestWidth(t *testing.T) {
	for declaration, want := range map[string]int{
		"c char(120)": 120, "pad varchar( 60 ) not null": 60, "n decimal(10,2)": 10,
		"k int": defaultWidthBytes, "c": defaultWidthBytes, "c char()": defaultWidthBytes,
		"c char(0)": 1, "c varchar(5000)": widthBytesMax,
		"c char(99999999999999999999)": widthBytesMax,
	} {
		if got := width(declaration); got != want {
			t.Errorf("%s: %d, want %d", declaration, got, want)
		}
	}
}

// contentsOf makes up rows of a table of this name with columns c, k and pad.
func contentsOf(name string) *contents {
	return newContents(&table{name: name, value: 1,
		columns: []column{{"c", 20}, {"k", 8}, {"pad", 13}}})
}

// TestValues looks at what an insert and updates are given.
func TestValues(t *testing.T) {
	c := contentsOf("t")
	row := c.values(&write{kind: record.OpInsert, id: 7, set: 7})
	if len(row) != 3 || len(row[0]) != 20 || rows.Int(row[1]) != 7 || len(row[2]) != 13 {
		t.Errorf("an insert is given %q", row)
	}
	for set := range uint64(8) {
		row := c.values(&write{kind: record.OpUpdate, id: 7, set: set})
		if row[1] != nil || (row[0] != nil) != (set&1 == 1) || (row[2] != nil) != (set&4 == 4) {
			t.Errorf("an update of %03b is given %q", set, row)
		}
	}
}

// TestNoTwoTextsAreAlike over tables, rows, columns and versions; the same history gives the same.
func TestNoTwoTextsAreAlike(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range []string{"t", "u"} {
		a, b := contentsOf(name), contentsOf(name)
		for range 20 {
			for id := range lsm.Key(50) {
				w := &write{kind: record.OpUpdate, id: id, set: 5}
				row, again := a.values(w), b.values(w)
				for i, text := range row {
					if !bytes.Equal(text, again[i]) {
						t.Fatalf("%q and %q", text, again[i])
					}
					if text == nil {
						continue
					}
					if start := string(text[:13]); seen[start] {
						t.Fatalf("%q twice", start)
					} else {
						seen[start] = true
					}
					if bytes.Trim(text, "abcdefghijklmnop") != nil {
						t.Fatalf("%q", text)
					}
				}
			}
		}
	}
	if len(seen) != 2*20*50*2 {
		t.Errorf("%d texts", len(seen))
	}
}
