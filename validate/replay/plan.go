package replay

import (
	"strings"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/validate/record"
)

// planned is the tablet that the optimizer reads for a range statement. An index can serve one
// without a condition or an order that wants no column but the key and the indexed one, and does
// if it has fewer physical rows than the table, or as many and not more keys. A plan is made when
// a statement is first seen and stays (measured).
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
		rows, keys := sizes(index.Tablet)
		mainRows, mainKeys := sizes(t.Main)
		if rows < mainRows || rows == mainRows && keys <= mainKeys {
			tablet = index.Tablet
		}
		t.plans[statement] = tablet
	}
	return tablet
}

// sizes are the optimizer's estimates of what a full scan reads (physical_range_rows and
// logical_range_rows of EXPLAIN EXTENDED): every version in the SSTables, and every key once in
// each table; in the memtable both are its keys.
func sizes(t *lsm.Tablet) (physicalRows, keys int64) {
	keys = t.Memtable().Keys()
	physicalRows = keys
	for _, run := range t.Runs() {
		physicalRows += run.PhysicalRows
		keys += run.Keys.Len()
	}
	return physicalRows, keys
}
