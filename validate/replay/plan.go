package replay

import (
	"strings"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/validate/record"
)

// planned is the tablet that the optimizer reads for a range statement. An index can serve one
// without a condition or an order that wants no column but the key and the indexed one, and does
// if it has no more rows than the table. A plan is made when a statement is first seen and stays
// (measured).
func (t *table) planned(op *record.Op) *lsm.Tablet {
	unordered := op.Kind == record.OpScan || op.Kind == record.OpCount || op.Kind == record.OpSum
	if !unordered || op.Ranged || len(t.Indexes) == 0 {
		return t.Main
	}
	index := t.Indexes[0]
	if op.Kind == record.OpScan && t.mask(op.Cols...)&^(1<<index.Column) != 0 {
		return t.Main
	}
	statement := op.Kind.String() + " " + strings.Join(op.Cols, ",")
	tablet, known := t.plans[statement]
	if !known {
		tablet = t.Main
		if physicalRows(index.Tablet) <= physicalRows(t.Main) {
			tablet = index.Tablet
		}
		t.plans[statement] = tablet
	}
	return tablet
}

// physicalRows is the optimizer's estimate of what a full scan reads (physical_range_rows of
// EXPLAIN EXTENDED): every version in the SSTables, every key in the memtable.
func physicalRows(t *lsm.Tablet) int64 {
	rows := t.Memtable().Keys()
	for _, run := range t.Runs() {
		rows += run.PhysicalRows
	}
	return rows
}
