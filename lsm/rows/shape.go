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
