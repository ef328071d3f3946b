package model

// RangeRowsUniform is rows read per row returned by range scans of a tablet after u uniform updates
// per row, u >= 0, that were flushed into k tables of equal size, k >= 1:
//
//	1 + k (1 - exp(-u/k))
//
// A scan counts a key once in each table that holds it, whatever its versions there, and once in
// the base. A table is u/k updates per row, and holds a key with probability [Coverage](u/k). A
// memtable that is not empty is one of the k. See [RangeRows] for other distributions, whose ranges
// begin where rows are written.
func RangeRowsUniform(u float64, k int) float64 {
	if k < 1 {
		return 1
	}
	return 1 + float64(k)*Coverage(u/float64(k))
}

// RangeRowsUnfused is the same of an engine that returns an entry for each of u updates per row: 1
// + u, the limit of [RangeRowsUniform] for many tables. It bounds what any stack of runs can read.
func RangeRowsUnfused(u float64) float64 { return 1 + u }

// RangeRowsShares is rows read per row returned where each table above the base holds a known share
// of the keys in the range, 0 to 1: 1 + sum of the shares. Rows are updated, none deleted.
func RangeRowsShares(shares ...float64) float64 {
	rows := 1.0
	for _, s := range shares {
		rows += s
	}
	return rows
}
