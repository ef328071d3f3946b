package lsm

import (
	"fmt"
	"slices"

	"github.com/readamp/readamp/lsm/adaptive"
)

// Table is a row-store table with an integer primary key: its own tablet and one for each
// secondary index.
type Table struct {
	Name    string
	Main    *Tablet
	Indexes []*Index

	tenant *Tenant
}

// Index is a secondary index on one column: a tablet of its own whose keys are [IndexKey]s.
type Index struct {
	Column int // the indexed non-key column
	Tablet *Tablet

	values map[Key]uint64 // the indexed value of each row that exists
}

// Value is the indexed value of a row.
func (x *Index) Value(id Key) (uint64, bool) {
	v, ok := x.values[id]
	return v, ok
}

// SetMode is the table option table_mode. The table's indexes take it over
// (ObIndexBuilder::generate_schema).
func (t *Table) SetMode(mode adaptive.Mode) {
	t.Main.stack.SetMode(mode)
	for _, x := range t.Indexes {
		x.Tablet.stack.SetMode(mode)
	}
}

// AllColumns is the mask of every non-key column.
func (t *Table) AllColumns() uint64 { return uint64(t.Main.all) }

// Insert writes a full row; values give the indexed columns in the order of Indexes. A key that
// exists is an error (1062, duplicate entry) and changes nothing, and so does a key or value out
// of range.
func (t *Table) Insert(id Key, values ...uint64) error {
	if err := t.check(id, values); err != nil {
		return err
	}
	if t.Main.exists(id) {
		return fmt.Errorf("table %s: duplicate entry %d", t.Name, id)
	}
	t.tenant.statement(InsertTime)
	t.tenant.write(t.Main, id, ImageInserted)
	for i, x := range t.Indexes {
		t.tenant.write(x.Tablet, IndexKey(values[i], id), ImageInserted)
		t.tenant.setValue(x, id, values[i], true)
	}
	return nil
}

// check says whether a row can be written.
func (t *Table) check(id Key, values []uint64) error {
	if len(values) < len(t.Indexes) {
		return fmt.Errorf("table %s: %d of %d indexed values given", t.Name, len(values),
			len(t.Indexes))
	}
	largest, limit := id, Key(MaxKey)
	if len(t.Indexes) > 0 {
		largest, limit = max(id, slices.Max(values[:len(t.Indexes)])), MaxIndexed
	}
	if largest > limit {
		return fmt.Errorf("table %s: %d is above %d, the most that is modelled", t.Name, largest,
			limit)
	}
	return nil
}

// Update sets the columns of the mask in one row; values give the indexed columns as they are
// afterwards, in the order of Indexes. It says whether the row exists; one that doesn't changes
// nothing.
//
// The read that finds the row fills the fuse row cache. The new version holds the changed columns
// only; in an index a changed value is a delete and an insert.
func (t *Table) Update(id Key, columns uint64, values ...uint64) (found bool, err error) {
	if err := t.check(id, values); err != nil || !t.Main.found(id) {
		return false, err
	}
	t.tenant.statement(UpdateTime)
	t.tenant.change(t.Main, id, ColumnsImage(columns))
	for i, x := range t.Indexes {
		if columns>>x.Column&1 == 0 || values[i] == x.values[id] {
			continue
		}
		t.tenant.write(x.Tablet, IndexKey(x.values[id], id), ImageDeleted)
		t.tenant.write(x.Tablet, IndexKey(values[i], id), ImageInserted)
		t.tenant.setValue(x, id, values[i], true)
	}
	return true, nil
}

// Delete removes a row and its index entries and says whether it existed.
func (t *Table) Delete(id Key) bool {
	if !t.Main.found(id) {
		return false
	}
	t.tenant.statement(UpdateTime)
	t.tenant.change(t.Main, id, ImageDeleted)
	for _, x := range t.Indexes {
		t.tenant.write(x.Tablet, IndexKey(x.values[id], id), ImageDeleted)
		t.tenant.setValue(x, id, 0, false)
	}
	return true
}

// Load fills a new table without indexes with the rows of a range of ids, as if they had been
// inserted and merged into a major.
func (t *Table) Load(ids Range) error {
	m := t.Main
	base, inc := m.stack.Base(), m.stack.Inc()
	if len(t.Indexes) > 0 || !m.mem.empty() || len(inc) > 0 || !base.Empty() {
		return fmt.Errorf("table %s: only a new table without indexes is loaded", t.Name)
	}
	if ids.First > ids.Last || ids.Last > MaxKey {
		return fmt.Errorf("table %s: no ids %d to %d to load", t.Name, ids.First, ids.Last)
	}
	m.live.addRange(ids)
	m.stack.Load(m.NewBase(0, m.live))
	return nil
}
