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
