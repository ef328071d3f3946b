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
