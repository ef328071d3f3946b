package lsm_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
)

// newTable makes a table of three columns with the indexes given, on seekdb with defaults.
func newTable(t testing.TB, indexed ...int) (*lsm.Tenant, *lsm.Table) {
	t.Helper()
	tenant := lsm.NewTenant(lsm.DefaultOptions(), mustRules(t, "seekdb", "amd64"))
	table, err := tenant.CreateTable("t", 3, indexed, lsm.BlockRows{}, lsm.BlockRows{})
	if err != nil {
		t.Fatal(err)
	}
	return tenant, table
}

// wantError wants an error with a text in it.
func wantError(t *testing.T, err error, text string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("error %v, want %q", err, text)
	}
}

func TestCreateTableErrors(t *testing.T) {
	tenant, _ := newTable(t)
	create := func(columns int, indexed ...int) error {
		_, err := tenant.CreateTable("u", columns, indexed, lsm.BlockRows{}, lsm.BlockRows{})
		return err
	}
	wantError(t, create(-1), "table u: -1 columns")
	wantError(t, create(lsm.MaxColumns+1), "table u: 63 columns, at most 62 are modelled")
	wantError(t, create(2, 2), "table u: no column 2 to index")
	wantError(t, create(2, 0, -1), "table u: no column -1 to index")
	if err := create(lsm.MaxColumns, lsm.MaxColumns-1); err != nil {
		t.Error(err)
	}
}

// TestRefusedWrites wants a statement that can't be done to leave nothing behind.
func TestRefusedWrites(t *testing.T) {
	_, table := newTable(t, 0)
	if err := table.Insert(1, 10); err != nil {
		t.Fatal(err)
	}
	update := func(id lsm.Key, values ...uint64) error {
		_, err := table.Update(id, 1, values...)
		return err
	}
	wantError(t, table.Insert(1, 11), "table t: duplicate entry 1")
	wantError(t, table.Insert(2), "table t: 0 of 1 indexed values given")
	wantError(t, table.Insert(lsm.MaxIndexed+1, 5), "table t: 2147483648 is above 2147483647")
	wantError(t, table.Insert(3, lsm.MaxIndexed+1), "table t: 2147483648 is above 2147483647")
	wantError(t, update(1), "table t: 0 of 1 indexed values given")
	wantError(t, update(1, lsm.MaxIndexed+1), "table t: 2147483648 is above 2147483647")
	if table.Delete(9) {
		t.Error("a row that doesn't exist was deleted")
	}
	if inserts, updates, deletes := table.Main.Memtable().Nodes(); inserts != 1 || updates != 0 ||
		deletes != 0 || table.Main.Rows() != 1 || table.Indexes[0].Tablet.Rows() != 1 {
		t.Errorf("%d inserts, %d updates, %d deletes; %d rows, %d entries", inserts, updates,
			deletes, table.Main.Rows(), table.Indexes[0].Tablet.Rows())
	}
	_, plain := newTable(t)
	if err := plain.Insert(lsm.MaxKey); err != nil {
		t.Error(err)
	}
	wantError(t, plain.Insert(lsm.MaxKey+1), "is above")
}

func TestIndexValues(t *testing.T) {
	tenant, table := newTable(t, 0, 2)
	if err := table.Insert(1, 10, 30); err != nil {
		t.Fatal(err)
	}
	wantValues := func(first, second uint64, present bool) {
		t.Helper()
		for i, want := range []uint64{first, second} {
			if v, ok := table.Indexes[i].Value(1); ok != present || v != want {
				t.Errorf("index %d has %d, %v, want %d, %v", i, v, ok, want, present)
			}
		}
	}
	wantValues(10, 30, true)
	if found, err := table.Update(1, 1<<2, 99, 31); !found || err != nil { // not column 0
		t.Errorf("%v, %v", found, err)
	}
	wantValues(10, 31, true)
	if err := tenant.Begin(); err != nil {
		t.Fatal(err)
	}
	table.Delete(1)
	wantValues(0, 0, false)
	if err := tenant.Rollback(); err != nil {
		t.Fatal(err)
	}
	wantValues(10, 31, true)
}

func TestLoad(t *testing.T) {
	tenant, table := newTable(t)
	for _, r := range []lsm.Range{{First: 2, Last: 1}, {First: 1, Last: lsm.MaxKey + 1}} {
		wantError(t, table.Load(r), "table t: no ids")
	}
	if err := table.Load(lsm.Range{First: 1, Last: 1000}); err != nil {
		t.Fatal(err)
	}
	wantError(t, table.Load(lsm.Range{First: 1, Last: 1000}), "only a new table")
	if c := table.Main.Scan(lsm.AllKeys); c.Returned != 1000 || c.Ssstore != 1000 {
		t.Errorf("%+v", c)
	}
	// A table whose rows are gone is not new.
	if err := table.Insert(2000); err != nil {
		t.Fatal(err)
	}
	for id := range lsm.Key(2001) {
		table.Delete(id)
	}
	wantError(t, table.Load(lsm.Range{First: 1, Last: 9}), "only a new table")
	if err := tenant.MajorFreeze(); err != nil {
		t.Fatal(err)
	}
	if runs := table.Main.Runs(); len(runs) != 1 || !runs[0].Empty() {
		t.Errorf("%d runs, the base with %d rows", len(runs), runs[0].PhysicalRows)
	}
}

// TestLoadOfUsedTable wants tables to be refused that have no row, but a store that was written to.
func TestLoadOfUsedTable(t *testing.T) {
	tenant, table := newTable(t)
	if err := errors.Join(tenant.Begin(), table.Insert(1), tenant.Rollback()); err != nil {
		t.Fatal(err)
	}
	wantError(t, table.Load(lsm.Range{First: 1, Last: 9}), "only a new table")
	if err := tenant.MinorFreeze(); err != nil {
		t.Fatal(err)
	}
	wantError(t, table.Load(lsm.Range{First: 1, Last: 9}), "only a new table")
}

// TestGetIgnoresUnknownColumns asks an index for columns, of which it has none.
func TestGetIgnoresUnknownColumns(t *testing.T) {
	tenant := lsm.NewTenant(lsm.DefaultOptions(), mustRules(t, "4.2.1", "arm64"))
	table, err := tenant.CreateTable("t", 3, []int{0}, lsm.BlockRows{}, lsm.BlockRows{})
	if err != nil {
		t.Fatal(err)
	}
	for id := range lsm.Key(2) {
		if err := errors.Join(table.Insert(id, 7), tenant.MinorFreeze()); err != nil {
			t.Fatal(err)
		}
	}
	if c := table.Indexes[0].Tablet.Get(lsm.IndexKey(7, 1), 1<<5); c.Ssstore != 1 {
		t.Errorf("%+v: the newest mini has the entry", c)
	}
}

func TestLimits(t *testing.T) {
	_, table := newTable(t)
	if err := table.Load(lsm.Range{First: 1, Last: 9}); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int64{0, -1} {
		if c := table.Main.LimitScan(lsm.AllKeys, n); c != (lsm.Counters{}) {
			t.Errorf("limit %d: %+v", n, c)
		}
	}
	if c := table.Main.MultiGet(nil, 0); c.Returned != 0 || c.RowsRead() != 0 {
		t.Errorf("no keys: %+v", c)
	}
}

func TestMultiGetLeavesItsKeys(t *testing.T) {
	_, table := newTable(t)
	if err := table.Load(lsm.Range{First: 1, Last: 1000}); err != nil {
		t.Fatal(err)
	}
	var keys []lsm.Key
	for i := range lsm.Key(100) {
		keys = append(keys, 1000-7*i)
	}
	before := slices.Clone(keys)
	c := table.Main.MultiGet(keys, 0)
	if c.Returned != 100 || c.Ssstore != 100 || !slices.Equal(keys, before) {
		t.Errorf("%+v; keys are now %v", c, keys)
	}
}

func TestFreezeInsideTransaction(t *testing.T) {
	tenant, _ := newTable(t)
	if err := tenant.Begin(); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{"begin": tenant.Begin(), "minor": tenant.MinorFreeze(),
		"major": tenant.MajorFreeze()} {
		if !errors.Is(err, lsm.ErrTransaction) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSettings(t *testing.T) {
	o, r := lsm.DefaultOptions(), mustRules(t, "4.1", "arm64")
	tenant := lsm.NewTenant(o, r)
	wantError(t, tenant.SetParameter("minor_compact_trigger", "17"), "outside")
	if tenant.Options() != o || tenant.Rules() != r {
		t.Errorf("%+v, %+v", tenant.Options(), tenant.Rules())
	}
	if err := tenant.SetParameter("minor_compact_trigger", "7"); err != nil {
		t.Fatal(err)
	}
	if got := tenant.Options().MinorCompactTrigger; got != 7 {
		t.Errorf("trigger %d, want 7", got)
	}
}

func TestCountersAdd(t *testing.T) {
	a := lsm.Counters{Returned: 1, Memstore: 2, Ssstore: 3, BsRows: 4, BsBlocks: 5, FuseHit: 6,
		FastRows: 7, MinorRows: 8, MajorRows: 9, Tables: 10}
	b := a
	b.FirstTouch = true
	b.Add(a)
	b.Add(lsm.Counters{})
	if want := (lsm.Counters{Returned: 2, Memstore: 4, Ssstore: 6, BsRows: 8, BsBlocks: 10,
		FuseHit: 12, FastRows: 14, MinorRows: 16, MajorRows: 18, Tables: 20,
		FirstTouch: true}); b != want {
		t.Errorf("%+v, want %+v", b, want)
	}
	if b.RowsRead() != 10 {
		t.Errorf("%d rows read, want those of memtables and SSTables", b.RowsRead())
	}
}

func TestRunKinds(t *testing.T) {
	for kind, want := range map[lsm.RunKind]string{lsm.Major: "MAJOR", lsm.Minor: "MINOR",
		lsm.Mini: "MINI"} {
		if got := kind.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
