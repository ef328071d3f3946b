package replay

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/validate/record"
)

// table is what a trace says of a table, and the plans made for it.
type table struct {
	name    string
	columns []column // beside the key, by position
	indexed []int    // positions
	mode    adaptive.Mode
	value   int // position of the column k, -1 if there is none

	plans map[string]place // by statement
}

type column struct {
	name       string
	widthBytes int
}

// newTable reads what CREATE TABLE is told; the primary key is the column id.
func newTable(op *record.Op) (*table, error) {
	t := &table{name: op.Table, plans: make(map[string]place)}
	for _, declaration := range op.Columns {
		if name := record.ColumnName(declaration); name != record.KeyColumn {
			t.columns = append(t.columns, column{name, width(declaration)})
		}
	}
	t.value = t.position(record.ValueColumn)
	for _, name := range op.Index {
		if name != record.ValueColumn {
			return nil, fmt.Errorf("index on %s: only one on %s is modelled, whose values are "+
				"known", name, record.ValueColumn)
		}
		t.indexed = append(t.indexed, t.value)
	}
	var err error
	t.mode, err = tableMode(op.Options)
	return t, err
}

// tableModeOption finds the table option table_mode among those of CREATE TABLE.
var tableModeOption = regexp.MustCompile(`(?i)\btable_mode\s*=?\s*["']?(\w+)`)

// tableMode is the mode that table options give, normal if they give none.
func tableMode(options string) (adaptive.Mode, error) {
	if m := tableModeOption.FindStringSubmatch(options); m != nil {
		return adaptive.ParseMode(m[1])
	}
	return adaptive.Normal, nil
}

func (t *table) position(name string) int {
	return slices.IndexFunc(t.columns, func(c column) bool { return c.name == name })
}

func (t *table) allColumns() uint64 { return uint64(lsm.FullImage(len(t.columns))) }

// mask is the set of non-key columns of a list of names; SetAll stands for all of them.
func (t *table) mask(columns ...string) (mask uint64) {
	for _, name := range columns {
		if name == record.SetAll {
			return t.allColumns()
		}
		if i := t.position(name); i >= 0 {
			mask |= 1 << i
		}
	}
	return mask
}

// valueMask is the set of the column k alone.
func (t *table) valueMask() uint64 { return t.mask(record.ValueColumn) }

// placeOf finds a tablet by the name a trace uses: a table's, or table.column for an index.
func placeOf(name string) place {
	main, _, index := strings.Cut(name, ".")
	return place{main, index}
}
