package rows

import "github.com/readamp/readamp/lsm"

// merger writes runs: minis of memtables, minors of minis and minors, majors of everything.
type merger struct {
	t    *Tablet
	out  *runWriter
	keep lsm.SCN // the multi-version start: versions at or below it are folded
	f    fuser

	rows  []versionRow // of the key at hand, newest first
	bytes []byte       // what their payloads point into, where they had to be copied
}

// versionRow is one version of a key.
type versionRow struct {
	scn     lsm.SCN
	payload []byte
}

func newMerger(t *Tablet, out *runWriter, keep lsm.SCN) *merger {
	return &merger{t: t, out: out, keep: keep, f: newFuser(t.columns)}
}

// dump writes a memtable as a mini.
func (m *merger) dump(mem *memtable) error {
	for row := mem.keys.head.next[0].Load(); row != nil; row = row.next[0].Load() {
		m.rows, m.bytes = m.rows[:0], m.bytes[:0]
		for n := row.head.Load(); n != nil; {
			n = m.transaction(n)
		}
		m.fold(0)
		if err := m.write(row.key); err != nil {
			return err
		}
	}
	return nil
}

// transaction takes what one transaction left of a row as one version
// (ObMultiVersionValueIterator), and returns the next older node.
func (m *merger) transaction(n *node) *node {
	scn := n.scn.Load()
	if n.compact || scn == uncommitted {
		return n.older
	}
	older := n.older
	if older == nil || older.scn.Load() != scn || older.compact {
		m.rows = append(m.rows, versionRow{lsm.SCN(scn), n.payload})
		return older
	}
	m.f.reset()
	for ; n != nil && n.scn.Load() == scn && !n.compact; n = n.older {
		m.f.add(n.payload)
	}
	m.rows = append(m.rows, versionRow{lsm.SCN(scn), m.fused()})
	return n
}

// fused is a copy of the fused row as a payload.
func (m *merger) fused() []byte {
	start := len(m.bytes)
	m.bytes = m.f.append(m.bytes)
	return m.bytes[start:len(m.bytes):len(m.bytes)]
}

// fold makes one version of those from a position on that are at or below the multi-version start.
func (m *merger) fold(from int) {
	for from < len(m.rows) && m.rows[from].scn > m.keep {
		from++
	}
	if from+1 >= len(m.rows) {
		return
	}
	m.f.reset()
	for _, v := range m.rows[from:] {
		m.f.add(v.payload)
	}
	m.rows = append(m.rows[:from], versionRow{m.rows[from].scn, m.fused()})
}

// write writes a key's versions and, before several, their shadow row.
func (m *merger) write(key lsm.Key) error {
	n := len(m.rows)
	if n == 0 {
		return nil // all rolled back
	}
	if n == 1 {
		return m.out.only(key, m.rows[0])
	}
	m.f.reset()
	for _, v := range m.rows {
		m.f.add(v.payload)
	}
	m.out.begin(key, n)
	if err := m.out.shadow(key, m.rows[0].scn, m.fused(), n); err != nil {
		return err
	}
	for i, v := range m.rows {
		flags := byte(0)
		if i == n-1 {
			flags = flagLast
		}
		if err := m.out.row(key, v, flags); err != nil {
			return err
		}
	}
	return nil
}
