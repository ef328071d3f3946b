package lsm_test

import (
	"slices"

	"github.com/readamp/readamp/lsm"
)

// The oracle is the engine's rules once more, written down from their definitions: every version of
// every key in every run is kept as a value, and every answer walks them one by one. It shares with
// the package the names of its types and nothing of its code.

// version is what one transaction left of a row: nothing of it, or some columns, or all.
type version struct {
	trx     int
	deleted bool
	whole   bool           // written by an insert
	values  map[int]uint64 // by column; those an update or insert gave
}

// store is a memtable or a run.
type store struct {
	kind     lsm.RunKind
	versions map[lsm.Key][]version // oldest first, one a transaction; never empty
	blocks   [][]lsm.Key

	// Of a memtable: keys ever written, and statements by kind.
	entered                   map[lsm.Key]bool
	inserts, updates, deletes int64
}

func newStore(kind lsm.RunKind) *store {
	return &store{kind: kind, versions: map[lsm.Key][]version{}, entered: map[lsm.Key]bool{}}
}

// keys are those with a version, ascending.
func (s *store) keys() []lsm.Key {
	var keys []lsm.Key
	for key := range s.versions {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// inside are the keys with a version inside a range, ascending.
func (s *store) inside(r lsm.Range) []lsm.Key {
	return clip(s.keys(), r.First, r.Last)
}

func (s *store) empty() bool { return len(s.versions) == 0 }

// physicalRows are the versions, and a shadow row for each key of several.
func (s *store) physicalRows() (rows int64) {
	for _, versions := range s.versions {
		if rows += int64(len(versions)); len(versions) > 1 {
			rows++
		}
	}
	return rows
}

// fused is a row put together from versions, newest first.
type fused struct {
	deleted bool
	done    bool // a delete or a whole row has been met: older versions add nothing
	values  map[int]uint64
}

func newFused() *fused { return &fused{values: map[int]uint64{}} }

// under adds versions that are older than all before.
func (f *fused) under(versions []version) {
	for _, v := range slices.Backward(versions) {
		if f.done {
			return
		}
		for column, value := range v.values {
			if _, known := f.values[column]; !known {
				f.values[column] = value
			}
		}
		f.done = v.deleted || v.whole
		f.deleted = v.deleted
	}
}

// gives says whether the row is deleted or has every column asked for.
func (f *fused) gives(columns []int) bool {
	if f.done {
		return true
	}
	for _, column := range columns {
		if _, known := f.values[column]; !known {
			return false
		}
	}
	return true
}

// oracleTablet is a tablet: the stack, and what is known of its reads.
type oracleTablet struct {
	columns []int // the non-key columns
	mem     *store
	runs    []*store // oldest first, the first being the base
	layout  lsm.BlockRows

	cached  map[lsm.Key]bool
	status  oracleStatus
	touched map[*store]bool
}

func newOracleTablet(columns int, layout lsm.BlockRows) *oracleTablet {
	t := &oracleTablet{mem: newStore(lsm.Mini), runs: []*store{newStore(lsm.Major)},
		layout: layout, cached: map[lsm.Key]bool{}, touched: map[*store]bool{},
		status: oracleStatus{tables: 1}}
	for column := range columns {
		t.columns = append(t.columns, column)
	}
	return t
}

// stack is every store, newest first.
func (t *oracleTablet) stack() []*store {
	stack := slices.Clone(t.runs)
	slices.Reverse(stack)
	return append([]*store{t.mem}, stack...)
}

// row is the row of a key as a reader sees it now.
func (t *oracleTablet) row(key lsm.Key) (values map[int]uint64, exists bool) {
	f, found := newFused(), false
	for _, s := range t.stack() {
		found = found || len(s.versions[key]) > 0
		f.under(s.versions[key])
	}
	return f.values, found && !f.deleted
}

func (t *oracleTablet) exists(key lsm.Key) bool {
	_, exists := t.row(key)
	return exists
}

// live are the keys of a range that exist, ascending.
func (t *oracleTablet) live(r lsm.Range) []lsm.Key {
	known := map[lsm.Key]bool{}
	for _, s := range t.stack() {
		for _, key := range s.inside(r) {
			known[key] = t.exists(key)
		}
	}
	var keys []lsm.Key
	for key, exists := range known {
		if exists {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// write adds a version. What a transaction wrote before to the key becomes one with it.
func (t *oracleTablet) write(key lsm.Key, v version) {
	t.status.pay() // the statement looked the key up
	m := t.mem
	m.entered[key] = true
	switch {
	case v.deleted:
		m.deletes++
	case v.whole:
		m.inserts++
	default:
		m.updates++
	}
	versions := m.versions[key]
	if n := len(versions); n > 0 && versions[n-1].trx == v.trx {
		f := newFused()
		f.under([]version{versions[n-1], v})
		v.deleted, v.whole, v.values = f.deleted, f.done && !f.deleted, f.values
		versions = versions[:n-1]
	}
	m.versions[key] = append(slices.Clone(versions), v)
}

// rollback takes a transaction's versions out of the memtable.
func (t *oracleTablet) rollback(trx int) {
	for _, key := range t.mem.keys() {
		kept := slices.DeleteFunc(slices.Clone(t.mem.versions[key]), func(v version) bool {
			return v.trx == trx
		})
		if t.mem.versions[key] = kept; len(kept) == 0 {
			delete(t.mem.versions, key)
		}
	}
}
