package lsm

import "fmt"

// Tenant is a set of tables that share parameters, freezes and one session. Its histories are
// driven by hand: a freeze is dumped and its merges are done before the call returns. Time passes
// with [Tenant.Advance], and as measured with statements and freezes.
type Tenant struct {
	setting Setting
	tables  []*Table

	scn  SCN
	trx  uint64
	open *transaction // nil outside an explicit transaction
}

// NewTenant makes a tenant without tables.
func NewTenant(o Options, r Rules) *Tenant {
	return &Tenant{setting: Setting{Options: o, Rules: r}}
}

// Options are the parameters in force.
func (n *Tenant) Options() Options { return n.setting.Options }

// Rules are the version's rules.
func (n *Tenant) Rules() Rules { return n.setting.Rules }

// SetParameter changes a server parameter (ALTER SYSTEM SET). Minor merges that a new value asks
// for are done by the next scheduling loop, without a freeze.
func (n *Tenant) SetParameter(name, value string) error {
	if err := n.setting.Options.Set(name, value); err != nil {
		return err
	}
	n.tablets(func(t *Tablet) { t.compact(keep) })
	return nil
}

// CreateTable makes an empty table with that many non-key columns, and a secondary index on each
// of the columns named by position.
func (n *Tenant) CreateTable(name string, columns int, indexed []int, rows, indexRows BlockRows) (
	*Table, error) {

	if columns < 0 || columns > MaxColumns {
		return nil, fmt.Errorf("table %s: %d columns, at most %d are modelled", name, columns,
			MaxColumns)
	}
	t := &Table{Name: name, Main: newTablet(n, columns, rows), tenant: n}
	for _, column := range indexed {
		if column < 0 || column >= columns {
			return nil, fmt.Errorf("table %s: no column %d to index", name, column)
		}
		t.Indexes = append(t.Indexes, &Index{Column: column, values: make(map[Key]uint64),
			Tablet: newTablet(n, 0, indexRows)})
	}
	n.tables = append(n.tables, t)
	return t, nil
}

// tablets calls visit for every tablet.
func (n *Tenant) tablets(visit func(*Tablet)) {
	for _, t := range n.tables {
		visit(t.Main)
		for _, x := range t.Indexes {
			visit(x.Tablet)
		}
	}
}

// keep is the multi-version start. It follows the wall clock (ObTablet::get_kept_snapshot_info):
// nothing younger than undo_retention is folded, and with undo_retention 0 nothing until the next
// report of active transactions, which is up to 11 minutes away. A history without a clock keeps
// every version.
const keep SCN = 0

// MinorFreeze dumps every tablet that has new rows into a mini, and lets minor merges follow
// (ALTER SYSTEM MINOR FREEZE, waited until nothing is left to do). The server dumps the rows of an
// open transaction too and looks up its end later; that is not modelled and an error.
func (n *Tenant) MinorFreeze() error {
	if n.open != nil {
		return errFreezeInside
	}
	n.tablets(func(t *Tablet) {
		t.dump(keep)
		t.compact(keep)
	})
	n.Advance(MinorFreezeTime)
	return nil
}

// MajorFreeze dumps what is in memory and merges every tablet into a new base. Inside an open
// transaction it is an error, like MinorFreeze.
func (n *Tenant) MajorFreeze() error {
	if n.open != nil {
		return errFreezeInside
	}
	n.scn++
	n.tablets(func(t *Tablet) {
		t.dump(keep)
		t.major(n.scn, n.setting.Now)
	})
	n.Advance(MajorFreezeTime)
	return nil
}

// FlushCache empties the caches (ALTER SYSTEM FLUSH KVCACHE).
func (n *Tenant) FlushCache() { n.tablets((*Tablet).flush) }
