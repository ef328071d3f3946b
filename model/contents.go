package model

import (
	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/timeline"
)

// Contents is what a table above the base holds, in one of the tables; nothing being folded.
type Contents struct {
	Keys, Versions float64
	// PhysicalRows are those of an SSTable: versions, and a shadow row for each key with several.
	// Those of a memtable are what its mini would have.
	PhysicalRows float64
	// Bytes are in the memstore for a memtable, on disk for an SSTable. A memtable's are those of
	// the index as well.
	Bytes float64
	// Of the index, if there is one.
	IndexKeys, IndexPhysicalRows, IndexBytes float64
}

// Contents works out what a table above the base holds.
func (t *Tables) Contents(a Above) Contents {
	main, index := flowTablet{tables: t}, flowTablet{tables: t, index: true}
	events := a.drawn()
	c := Contents{Keys: t.at(events, keyCurve), Versions: t.sum(events, allVersions),
		PhysicalRows: main.physicalRows(events, drawn{})}
	if t.Index {
		c.IndexKeys = t.entryKeys(events)
		c.IndexPhysicalRows = index.physicalRows(events, drawn{})
	}
	if a.Kind == AboveMemtable {
		c.Bytes = t.at(events, bytesCurve) + freeze.MemtableBytes
		return c
	}
	kind := lsm.Mini
	if a.Kind == AboveMinor {
		kind = lsm.Minor
	}
	c.Bytes = timeline.RunBytes(kind, c.PhysicalRows, false)
	c.IndexBytes = timeline.RunBytes(kind, c.IndexPhysicalRows, true)
	return c
}
