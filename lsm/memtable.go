package lsm

import "math/bits"

// memRow is one key of a memtable.
type memRow struct {
	key      Key
	trx      uint64 // the last transaction that wrote it; 0 in a free slot
	image    Image  // what its versions give together, newest first
	versions uint32 // transactions with a version here, an open one counted
	// cached is the epoch of the fuse row cache in which a DML statement that found the row put
	// it there; such an entry lives no longer than the memtable.
	cached uint32
}

// rolledBack marks a row that has no version left. It stays in the memtable's index, as it does in
// the server's B-tree, but no read sees it.
const rolledBack = 1<<64 - 1

// Memtable is the in-memory store of a tablet. It knows each key's number of versions and their
// fused image, not their bytes.
//
// Its rows are a hash table of open addressing, kept at most three quarters full: a write touches
// one row and allocates nothing once the table has grown. The ordered set of keys catches up when
// a read or a dump asks for it.
type Memtable struct {
	rows  []memRow // a power of two
	shift uint     // of a hash to a position
	used  int      // rows taken

	// fresh are rows that became visible since the key set was last brought up to date.
	fresh []Key
	keys  KeySet

	nodes [3]int64 // version nodes by kind: inserts, updates, deletes
	start SCN
	end   SCN
}

// memtableRowsMin is the size of an empty memtable's table.
const memtableRowsMin = 64

func newMemtable(start SCN) *Memtable {
	m := &Memtable{keys: newKeySet(), start: start, end: start}
	m.resize(memtableRowsMin)
	return m
}

// reset empties the memtable and keeps its memory.
func (m *Memtable) reset(start SCN) {
	clear(m.rows)
	m.used, m.fresh, m.nodes = 0, m.fresh[:0], [3]int64{}
	m.keys.clear()
	m.start, m.end = start, start
}

func (m *Memtable) resize(n int) {
	m.rows, m.shift = make([]memRow, n), uint(64-bits.Len(uint(n-1)))
}

// slot is the row of a key, or the free row it would take.
func (m *Memtable) slot(key Key) *memRow {
	const fibonacci = 0x9E3779B97F4A7C15 // 2^64 over the golden ratio; Knuth, TAOCP 3, 6.4
	for i := key * fibonacci >> m.shift; ; i = (i + 1) & uint64(len(m.rows)-1) {
		if row := &m.rows[i]; row.trx == 0 || row.key == key {
			return row
		}
	}
}

// find is the row of a key, nil if the memtable has none.
func (m *Memtable) find(key Key) *memRow {
	if row := m.slot(key); row.trx != 0 {
		return row
	}
	return nil
}

// row is the row of a key, made if the memtable has none; it is good until the next one is made.
func (m *Memtable) row(key Key) *memRow {
	row := m.slot(key)
	if row.trx != 0 {
		return row
	}
	if m.used++; 4*m.used > 3*len(m.rows) {
		m.grow()
		row = m.slot(key)
	}
	*row = memRow{key: key, trx: rolledBack}
	return row
}

func (m *Memtable) grow() {
	old := m.rows
	m.resize(2 * len(old))
	for _, row := range old {
		if row.trx != 0 {
			*m.slot(row.key) = row
		}
	}
}

// write adds a version to a row. Versions of one key in one transaction count as one: only the
// last survives the dump (ObMultiVersionValueIterator).
func (m *Memtable) write(row *memRow, image, all Image, trx uint64, scn SCN) {
	if row.versions == 0 {
		m.fresh = append(m.fresh, row.key)
	}
	if row.versions == 0 || row.trx != trx {
		row.versions++
	}
	row.trx, row.image = trx, image.Over(row.image, all)
	m.nodes[nodeKind(image)]++
	m.end = scn
}

func nodeKind(i Image) int {
	switch {
	case i.Deleted():
		return 2
	case i&ImageInserted != 0:
		return 0
	}
	return 1
}

// restore undoes writes: the row is again as it was. What a statement read meanwhile stays cached.
func (m *Memtable) restore(was memRow) {
	row := m.slot(was.key)
	if row.versions > 0 && was.versions == 0 {
		m.visible().remove(was.key)
	}
	was.cached = row.cached
	*row = was
}

// visible is the set of keys that have a version.
func (m *Memtable) visible() KeySet {
	if len(m.fresh) > 0 {
		m.keys.addMany(m.fresh)
		m.fresh = m.fresh[:0]
	}
	return m.keys
}

// Keys is the number of distinct keys, rolled-back ones included (btree_item_count).
func (m *Memtable) Keys() int64 { return int64(m.used) }

// Nodes are the version nodes written, by kind.
func (m *Memtable) Nodes() (inserts, updates, deletes int64) {
	return m.nodes[0], m.nodes[1], m.nodes[2]
}

// empty says that no read needs to look here.
func (m *Memtable) empty() bool { return m.used == 0 }

// image is the fused image of a key and whether the memtable has a version of it.
func (m *Memtable) image(key Key) (Image, bool) {
	row := m.find(key)
	if row == nil || row.versions == 0 {
		return 0, false
	}
	return row.image, true
}

// wrote says whether the newest version of the key is the transaction's.
func (m *Memtable) wrote(key Key, trx uint64) bool {
	row := m.find(key)
	return row != nil && row.versions > 0 && row.trx == trx
}
