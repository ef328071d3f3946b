package lsm

// memRow is one key of a memtable.
type memRow struct {
	key      Key
	trx      uint64 // the last transaction that wrote it
	versions uint32 // transactions with a version here, an open one counted
	image    Image  // what its versions give together, newest first
}

// Memtable is the in-memory store of a tablet. It knows each key's number of versions and their
// fused image, not their bytes.
//
// Writes touch only a hash table, so that a long run of them neither allocates nor sorts; the
// ordered set of keys catches up when a read or a dump asks for it.
type Memtable struct {
	rows  []memRow
	index map[Key]int32 // position in rows

	// fresh are rows that became visible since the key set was last brought up to date.
	fresh []Key
	keys  KeySet

	nodes [3]int64 // version nodes by kind: inserts, updates, deletes
	start SCN
	end   SCN
}

func newMemtable(start SCN) *Memtable {
	return &Memtable{index: make(map[Key]int32), keys: newKeySet(), start: start, end: start}
}

// reset empties the memtable and keeps its memory.
func (m *Memtable) reset(start SCN) {
	m.rows, m.fresh, m.nodes = m.rows[:0], m.fresh[:0], [3]int64{}
	clear(m.index)
	m.keys.clear()
	m.start, m.end = start, start
}

// write adds a version. Versions of one key in one transaction count as one: only the last
// survives the dump (ObMultiVersionValueIterator). It returns the row as it was, for rollback.
func (m *Memtable) write(key Key, image, all Image, trx uint64, scn SCN) (before memRow) {
	i, known := m.index[key]
	if !known {
		i = int32(len(m.rows))
		m.rows = append(m.rows, memRow{key: key})
		m.index[key] = i
	}
	row := &m.rows[i]
	before = *row
	if row.versions == 0 {
		m.fresh = append(m.fresh, key)
	}
	if row.versions == 0 || row.trx != trx {
		row.versions++
	}
	row.trx, row.image = trx, image.over(row.image, all)
	m.nodes[nodeKind(image)]++
	m.end = scn
	return before
}

func nodeKind(i Image) int {
	switch {
	case i.deleted():
		return 2
	case i&imageInserted != 0:
		return 0
	}
	return 1
}

// restore undoes writes: the row is again as it was before. A key that has no version left stays
// in the memtable's index, as it does in the server's B-tree, but no read sees it.
func (m *Memtable) restore(before memRow) {
	row := &m.rows[m.index[before.key]]
	if row.versions > 0 && before.versions == 0 {
		m.visible().remove(before.key)
	}
	*row = before
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
func (m *Memtable) Keys() int64 { return int64(len(m.rows)) }

// Nodes are the version nodes written, by kind.
func (m *Memtable) Nodes() (inserts, updates, deletes int64) {
	return m.nodes[0], m.nodes[1], m.nodes[2]
}

// empty says that no read needs to look here.
func (m *Memtable) empty() bool { return len(m.rows) == 0 }

// image is the fused image of a key and whether the memtable has a version of it.
func (m *Memtable) image(key Key) (Image, bool) {
	i, ok := m.index[key]
	if !ok || m.rows[i].versions == 0 {
		return 0, false
	}
	return m.rows[i].image, true
}

// wrote says whether the newest version of the key is the transaction's.
func (m *Memtable) wrote(key Key, trx uint64) bool {
	i, ok := m.index[key]
	return ok && m.rows[i].versions > 0 && m.rows[i].trx == trx
}
