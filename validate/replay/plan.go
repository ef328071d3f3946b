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
//
// The sizes are those of the counting engine, whichever is judged: both are to have the same.
func (d *driver) planned(t *table, op *record.Op) place {
	main, index := place{table: t.name}, place{table: t.name, index: true}
	unordered := op.Kind == record.OpScan || op.Kind == record.OpCount || op.Kind == record.OpSum
	if !unordered || op.Ranged || len(t.indexed) == 0 {
		return main
	}
	if op.Kind == record.OpScan && t.mask(op.Cols...)&^t.valueMask() != 0 {
		return main
	}
	statement := op.Kind.String() + " " + strings.Join(op.Cols, ",")
	plan, known := t.plans[statement]
	if !known {
		plan = main
		rows, keys := sizes(d.counting.tablet(index))
		mainRows, mainKeys := sizes(d.counting.tablet(main))
		if rows < mainRows || rows == mainRows && keys <= mainKeys {
			plan = index
		}
		t.plans[statement] = plan
	}
	return plan
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
