package rows

import "github.com/readamp/readamp/lsm"

// RunShape is what is known of a run without reading it.
type RunShape struct {
	Kind         lsm.RunKind
	Keys         int64 // distinct, deleted ones included
	Versions     int64
	PhysicalRows int64 // versions and shadow rows
	SizeBytes    int64
	Blocks       int64 // data micro blocks
	Start, End   lsm.SCN
}

// Shape is the tablet's runs that the store lists, oldest first.
func (t *Tablet) Shape() []RunShape {
	t.tenant.changes.Lock()
	defer t.tenant.changes.Unlock()
	var list []RunShape
	for _, r := range t.stack.Listed() {
		list = append(list, RunShape{Kind: r.Kind, Keys: r.Keys, Versions: r.Versions,
			PhysicalRows: r.PhysicalRows, SizeBytes: r.SizeBytes, Blocks: int64(len(r.ends)),
			Start: r.Start, End: r.End})
	}
	return list
}

// MemtableKeys is the number of distinct keys in the active memtable, rolled-back ones included.
func (t *Tablet) MemtableKeys() int64 {
	t.tenant.gate.RLock()
	defer t.tenant.gate.RUnlock()
	return t.active.keys.count.Load()
}

// Letters are the tables that a read opens now, as recorded runs write them: B base, m minor,
// i mini, f frozen memtable, a active memtable.
func (t *Tablet) Letters() string {
	v := t.hold()
	if v == nil {
		return ""
	}
	defer v.letGo()
	var letters []byte
	for i := range len(v.inc) + 1 {
		if r := v.run(i); !r.Empty() {
			letters = append(letters, map[lsm.RunKind]byte{lsm.Major: 'B', lsm.MetaMajor: 'B',
				lsm.Minor: 'm', lsm.Mini: 'i'}[r.Kind])
		}
	}
	for i := len(v.memtables) - 1; i >= 0; i-- {
		switch {
		case v.memtables[i].empty():
		case i == 0:
			letters = append(letters, 'a')
		default:
			letters = append(letters, 'f')
		}
	}
	return string(letters)
}

// MemtableShape is what is known of a memtable.
type MemtableShape struct {
	Active                    bool
	Keys                      int64 // distinct, rolled-back ones included
	Inserts, Updates, Deletes int64 // version nodes
	Bytes                     int64 // of the server's memstore, see [Tenant.MemstoreBytes]
	Start, End                lsm.SCN
}

// Memtables are the tablet's memtables that are not empty, oldest first. End is 0 for the active
// one.
func (t *Tablet) Memtables() []MemtableShape {
	v := t.hold()
	if v == nil {
		return nil
	}
	defer v.letGo()
	var list []MemtableShape
	for i := len(v.memtables) - 1; i >= 0; i-- {
		m := v.memtables[i]
		if m.empty() {
			continue
		}
		shape := MemtableShape{Active: i == 0, Keys: m.keys.count.Load(),
			Inserts: m.nodes[0].Load(), Updates: m.nodes[1].Load(), Deletes: m.nodes[2].Load(),
			Bytes: m.bytes.Load(), Start: m.start}
		if i > 0 {
			shape.End = m.end
		}
		list = append(list, shape)
	}
	return list
}
