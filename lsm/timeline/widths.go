package timeline

import (
	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
)

// widths are what a row of a tablet takes.
type widths struct {
	memory *freeze.RowBytes
	// disk is the bytes of a physical row on disk by the kind of run: bytes over physical rows of
	// the SSTables in the recorded natural runs.
	disk [4]float64
}

// Widths of sysbench's tables.
var (
	mainWidths = widths{memory: freeze.NewRowBytes(freeze.SysbenchTable()),
		disk: [4]float64{lsm.Mini: 83.5, lsm.Minor: 87.5, lsm.Major: 77.3, lsm.MetaMajor: 77.3}}
	indexWidths = widths{memory: freeze.NewRowBytes(freeze.SysbenchIndex()),
		disk: [4]float64{lsm.Mini: 16.4, lsm.Minor: 15.9, lsm.Major: 3.9, lsm.MetaMajor: 3.9}}
)

// Masks of the columns in a layout.
const (
	maskK = 1
	maskC = 2
)

// bytes is what nodes take in the memstore.
func (w widths) bytes(n Nodes) int64 {
	m := w.memory
	sum := m.NewKey()*n.Keys + m.Insert()*(n.Inserts+n.CompactFull) + m.Delete()*n.Deletes +
		freeze.ReinsertBytes*n.Reinserts
	if n.Updates+n.Rewrites > 0 {
		sum += m.Update(maskK)*(n.Updates+n.CompactK) + m.Update(maskC)*(n.Rewrites+n.CompactC)
	}
	return sum
}

// redo is what the versions of nodes take in the log.
func (w widths) redo(n Nodes) int64 {
	m := w.memory
	sum := m.RedoInsert()*n.Inserts + m.RedoDelete()*n.Deletes
	if n.Updates+n.Rewrites > 0 {
		sum += m.RedoUpdate(maskK)*n.Updates + m.RedoUpdate(maskC)*n.Rewrites
	}
	return sum
}

// of is what an SSTable of so many physical rows takes.
func (w widths) of(kind lsm.RunKind, rows int64) int64 {
	return int64(w.disk[kind] * float64(rows))
}

// NodeMeans are [Nodes] of a memtable of one of sysbench's tables and of its index, in expectation.
type NodeMeans struct {
	Keys, Updates, Rewrites         float64
	Pairs                           float64 // of a delete and an insert of one row
	CompactFull, CompactC, CompactK float64
	EntryChanges, EntryKeys         float64 // of the index: inserts, each with a delete; keys
}

// MemstoreBytes is what they take in the memstore, the server's own share included and without
// [freeze.MemtableBytes] of each memtable.
func MemstoreBytes(n NodeMeans) float64 {
	main, index := mainWidths.memory, indexWidths.memory
	sum := float64(main.NewKey())*n.Keys +
		float64(main.Insert())*(n.Pairs+n.CompactFull) +
		float64(main.Delete()+freeze.ReinsertBytes)*n.Pairs +
		float64(main.Update(maskK))*(n.Updates+n.CompactK) +
		float64(main.Update(maskC))*(n.Rewrites+n.CompactC) +
		float64(index.NewKey())*n.EntryKeys +
		float64(index.Insert()+index.Delete())*n.EntryChanges
	return sum * (1 + freeze.InnerPerMille/1000.0)
}

// RedoBytes is what the versions of nodes take in the log.
func RedoBytes(n NodeMeans) float64 {
	main, index := mainWidths.memory, indexWidths.memory
	return float64(main.RedoInsert()+main.RedoDelete())*n.Pairs +
		float64(main.RedoUpdate(maskK))*n.Updates + float64(main.RedoUpdate(maskC))*n.Rewrites +
		float64(index.RedoInsert()+index.RedoDelete())*n.EntryChanges
}

// RunBytes is what an SSTable of so many physical rows takes on disk, of one of sysbench's tables
// or of its index.
func RunBytes(kind lsm.RunKind, physicalRows float64, index bool) float64 {
	if index {
		return indexWidths.disk[kind] * physicalRows
	}
	return mainWidths.disk[kind] * physicalRows
}
