package model

import (
	"math"

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
	c := Contents{Keys: t.keys(events), Versions: t.sum(events, allVersions),
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

// summedRowsMost is up to how many rows of a table keys are summed up one by one, in a tenth of a
// second.
const summedRowsMost = 2_000_000

// keys is how many keys events hit: exactly, with (1-w)^draws for each key, where it takes no time
// to speak of; else looked up.
func (t *Tables) keys(d drawn) (sum float64) {
	if t.Rows > summedRowsMost {
		return t.at(d, keyCurve)
	}
	a, b := d[0]*t.sets[0].mix.of(anyHit), d[1]*t.sets[1].mix.of(anyHit)
	for id := int64(1); id <= t.Rows; id++ {
		missed := 0.0 // logarithm of the chance
		if a > 0 {
			missed += a * math.Log1p(-t.sets[0].weight(id))
		}
		if b > 0 {
			missed += b * math.Log1p(-t.sets[1].weight(id))
		}
		sum -= math.Expm1(missed)
	}
	return sum
}
