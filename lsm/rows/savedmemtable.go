package rows

import (
	"bytes"
	"slices"

	"github.com/readamp/readamp/lsm"
)

// saveMemtables writes the tablet's memtables to files, for the manifest that Close writes.
func (t *Tablet) saveMemtables() (saved []*storedMemtable, err error) {
	for _, m := range append(slices.Clip(t.frozen), t.active) {
		r := &run{RunInfo: lsm.RunInfo{Kind: lsm.Mini, Start: m.start, End: m.end}}
		if !m.empty() {
			r, err = t.writeRun(r.RunInfo, nil, func(g *merger) error { return g.save(m) })
			if err != nil {
				return nil, err
			}
			if err := r.table.close(); err != nil {
				return nil, err
			}
		}
		saved = append(saved, &storedMemtable{Run: r, MemstoreBytes: m.bytes.Load(),
			Nodes: [3]int64{m.nodes[0].Load(), m.nodes[1].Load(), m.nodes[2].Load()}})
	}
	return saved, nil
}

// save writes a memtable as it is: versions of any age, one for each transaction, and keys without
// a version, which transactions that were rolled back left, as a version 0 without columns.
func (m *merger) save(mem *memtable) error {
	m.keep = 0
	for row := mem.keys.head.next[0].Load(); row != nil; row = row.next[0].Load() {
		m.rows, m.bytes = m.rows[:0], m.bytes[:0]
		for n := row.head.Load(); n != nil; {
			n = m.transaction(n)
		}
		if len(m.rows) == 0 {
			m.rows = append(m.rows, versionRow{0, appendPartial(nil, 0, nil)})
		}
		if err := m.write(row.key); err != nil {
			return err
		}
	}
	return nil
}

// replay is the memtable that was saved.
func (t *Tablet) replay(s *storedMemtable) (*memtable, error) {
	m := newMemtable(s.Run.Start)
	m.end = s.Run.End
	if s.Run.Empty() {
		return m, nil
	}
	table, err := openRunTable(t.tenant.files, &s.Run.runFacts, nil)
	if err != nil {
		return nil, err
	}
	var versions []versionRow
	b := readBack{row: func(it *tableIter, end bool) {
		if !it.shadow && it.scn > 0 {
			payload := bytes.Clone(it.payload)
			payload[0] &= flagDeleted | flagWhole
			versions = append(versions, versionRow{it.scn, payload})
		}
		if end {
			t.push(m, it.key, versions)
			versions = versions[:0]
		}
	}}
	err = b.readAll(table, s.Run)
	if closed := table.close(); err == nil {
		err = nameError(table.name, closed)
	}
	for kind, count := range s.Nodes {
		m.nodes[kind].Store(count)
	}
	m.bytes.Store(s.MemstoreBytes)
	return m, err
}

// push gives a key of the memtable its versions, newest first.
func (t *Tablet) push(m *memtable, key lsm.Key, versions []versionRow) {
	row, _ := m.keys.add(key)
	for _, v := range slices.Backward(versions) {
		n := &node{payload: v.payload}
		n.scn.Store(uint64(v.scn))
		m.push(row, n, t.columns, int32(t.tenant.setting.Options.RowCompactionUpdateLimit))
	}
}

// dropSaved gives up the file of the oldest memtable, which has become a mini.
func (t *Tablet) dropSaved() {
	if len(t.saved) == 0 {
		return
	}
	if r := t.saved[0].Run; !r.Empty() {
		t.tenant.files.remove(r.File)
	}
	t.saved = t.saved[1:]
}
