package model_test

import (
	"math"
	"testing"

	"github.com/readamp/readamp/model"
)

// TestOutside11_2Memtable: seekdb under 60 s of sysbench's oltp_read_write with 64 threads, 30
// tables of 10,000 rows, uniform ids, ranges of 100, after a major merge: a range read 77 rows in
// the memtable on average (liuhao6741/seekdb-mysql-bench, read-write analysis). An event takes
// three ids: one for each update, one for the delete and the insert.
func TestOutside11_2Memtable(t *testing.T) {
	const tables, rows, size, seconds, tps = 30, 10_000, 100, 60, 8006
	draws := 3.0 * tps / tables * seconds // of one table, in all
	if got := 100 * model.MeanCoverage(draws/rows); math.Abs(got-79.3) > 0.06 {
		t.Errorf("mean coverage %.2f %%, want 79.3 %%", got)
	}
	uniform := func(int64) float64 { return 1. / rows }
	read := 0.0
	for i := range seconds {
		written := draws * (float64(i) + 0.5) / seconds
		read += model.RangeRows(rows, size, uniform, []float64{written}) -
			model.RangeRows(rows, size, uniform, nil)
	}
	if got := read / seconds; math.Abs(got-77) > 6 {
		t.Errorf("a range reads %.1f rows in the memtable, want 77", got)
	} else {
		t.Logf("a range reads %.1f rows in the memtable", got)
	}
}
