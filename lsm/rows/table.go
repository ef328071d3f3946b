package rows

import (
	"context"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/freeze"
)

// Table is a row-store table with an integer primary key.
type Table struct {
	Name    string
	Main    *Tablet
	Indexes []*Index

	tenant *Tenant
	spec   TableSpec
}

// Index is a secondary index on one column, whose values are integers: a tablet of its own whose
// keys are [lsm.IndexKey]s.
type Index struct {
	Column int // the indexed non-key column
	Tablet *Tablet
}

// TableSpec describes a table to be made.
type TableSpec struct {
	Name      string
	Columns   int   // beside the key
	Indexed   []int // positions of the columns that have an index each
	Rows      lsm.BlockRows
	IndexRows lsm.BlockRows
	// Layout and IndexLayout, where given, let the tenant count the bytes that the rows would
	// take of the server's memstore.
	Layout, IndexLayout *freeze.Layout
}

// freezeColumnsMax is how many columns beside the key a [freeze.Layout] can have.
const freezeColumnsMax = 8

// check says what of a table cannot be made.
func (s TableSpec) check() error {
	switch {
	case !utf8.ValidString(s.Name):
		return fmt.Errorf("rows: table %q: the name is not UTF-8", s.Name)
	case s.Columns < 0 || s.Columns > lsm.MaxColumns:
		return fmt.Errorf("rows: table %s: %d columns, at most %d are modelled", s.Name,
			s.Columns, lsm.MaxColumns)
	case !fits(s.Layout, s.Columns) || !fits(s.IndexLayout, 0):
		return fmt.Errorf("rows: table %s: a layout of other columns, or of more than %d", s.Name,
			freezeColumnsMax)
	}
	for _, column := range s.Indexed {
		if column < 0 || column >= s.Columns {
			return fmt.Errorf("rows: table %s: no column %d to index", s.Name, column)
		}
	}
	return nil
}

func fits(l *freeze.Layout, columns int) bool {
	return l == nil || len(l.Other) == columns && columns <= freezeColumnsMax
}

// CreateTable makes an empty table, of a name that no other has.
func (n *Tenant) CreateTable(s TableSpec) (*Table, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	if err := n.beginChange(); err != nil {
		return nil, err
	}
	defer n.changes.Unlock()
	others, tablets := n.tables, n.all.Load()
	for _, t := range others {
		if t.Name == s.Name {
			return nil, fmt.Errorf("rows: table %s is there already", s.Name)
		}
	}
	t := n.newTable(s)
	n.tables = append(slices.Clip(others), t)
	if err := n.save(); err != nil {
		n.tables = others
		n.all.Store(tablets)
		return nil, err
	}
	return t, nil
}

func (n *Tenant) newTable(s TableSpec) *Table {
	t := &Table{Name: s.Name, tenant: n, spec: s}
	t.Main = newTablet(n, s.Name, s.Columns, s.Rows, s.Layout)
	for _, column := range s.Indexed {
		name := fmt.Sprintf("%s.%d", s.Name, column)
		t.Indexes = append(t.Indexes, &Index{Column: column,
			Tablet: newTablet(n, name, 0, s.IndexRows, s.IndexLayout)})
	}
	return t
}

// tablets are the table's own and those of its indexes.
func (t *Table) tablets() []*Tablet {
	list := []*Tablet{t.Main}
	for _, x := range t.Indexes {
		list = append(list, x.Tablet)
	}
	return list
}

// SetMode is the table option table_mode, which the indexes take over.
func (t *Table) SetMode(mode adaptive.Mode) error {
	if err := t.tenant.beginChange(); err != nil {
		return err
	}
	defer t.tenant.changes.Unlock()
	for _, tablet := range t.tablets() {
		tablet.stack.SetMode(mode)
	}
	return t.tenant.save()
}

// loadRows is how many rows are loaded between two looks at the context.
const loadRows = 1 << 12

// Load fills a new table with the rows of a range of ids, as if they had been inserted and merged
// into a major. values gives the columns of a row, good until its next call.
func (t *Table) Load(ctx context.Context, ids lsm.Range, values func(id lsm.Key) [][]byte) error {
	n := t.tenant
	if err := n.beginChange(); err != nil {
		return err
	}
	defer n.changes.Unlock()
	if !t.Main.active.empty() || !t.Main.stack.Base().Empty() || len(t.Main.stack.Inc()) > 0 {
		return fmt.Errorf("rows: table %s: only a new table is loaded", t.Name)
	}
	if ids.First > ids.Last || ids.Last > lsm.MaxKey ||
		len(t.Indexes) > 0 && ids.Last > lsm.MaxIndexed {
		return fmt.Errorf("rows: table %s: no ids %d to %d to load", t.Name, ids.First, ids.Last)
	}
	scn := n.nextSCN()
	entries := make([][]lsm.Key, len(t.Indexes))
	row := versionRow{scn: scn}
	base, err := t.Main.baseOf(scn, func(m *merger) error {
		for id := ids.First; id <= ids.Last; id++ {
			if id%loadRows == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			columns := values(id)
			for i, x := range t.Indexes {
				entries[i] = append(entries[i], lsm.IndexKey(Int(columns[x.Column]), id))
			}
			row.payload = appendWhole(row.payload[:0], columns)
			if err := m.out.only(id, row); err != nil {
				return err
			}
		}
		return nil
	})
	bases := []*run{base}
	for i, x := range t.Indexes {
		if err == nil {
			base, err = x.Tablet.baseOfKeys(scn, entries[i])
			bases = append(bases, base)
		}
	}
	if err != nil {
		discard(bases)
		return err
	}
	for i, tablet := range t.tablets() {
		tablet.stack.Load(bases[i])
		tablet.publish()
	}
	return n.save()
}

// discard removes runs that no tablet has.
func discard(runs []*run) {
	for _, r := range runs {
		if r != nil {
			r.hold()
			r.letGo()
		}
	}
}

// baseOf makes a base of what fill writes.
func (t *Tablet) baseOf(scn lsm.SCN, fill func(*merger) error) (*run, error) {
	return t.write(lsm.RunInfo{Kind: lsm.Major, End: scn}, 0, nil, fill)
}

// baseOfKeys is baseOf for rows without columns.
func (t *Tablet) baseOfKeys(scn lsm.SCN, keys []lsm.Key) (*run, error) {
	slices.Sort(keys)
	row := versionRow{scn, appendWhole(nil, nil)}
	return t.baseOf(scn, func(m *merger) error {
		for _, key := range keys {
			if err := m.out.only(key, row); err != nil {
				return err
			}
		}
		return nil
	})
}
