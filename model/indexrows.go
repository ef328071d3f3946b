package model

// IndexEntries is the expected number of keys per row of the table in a memtable or run of a
// secondary index, after h changes of the indexed column per row, h >= 0, uniform or all of one
// weight:
//
//	sum over m >= 1 of P(m) (m + 1) = h + 1 - exp(-h)
//
// A change deletes the entry of the old value and inserts one of the new. A row that changed m
// times has m + 1 entries in the run: the one before them, deleted; the last, inserted; and those
// between, inserted and deleted. m is Poisson with mean h. A merge of runs adds their changes: two
// runs share one entry of a row that changed in both. It wants values that don't come back.
func IndexEntries(h float64) float64 { return h + Coverage(h) }

// IndexPhysicalRows is the number of physical rows of the same run per row of the table, nothing
// folded:
//
//	3h - (1 - exp(-h))
//
// There are 2m versions, and m - 1 of the entries have two of them and so a shadow row.
func IndexPhysicalRows(h float64) float64 { return 3*h - Coverage(h) }

// IndexRangeRows is rows read per row returned by a range of the index over a base and tables with
// so many changes per row in each, memtables included:
//
//	1 + sum over tables of IndexEntries(h)
//
// An entry that was deleted is read where it was inserted and where it was deleted, and returns
// nothing. Values are taken to be spread alike before and after changes, so that a range has its
// part of all entries.
func IndexRangeRows(changes ...float64) float64 {
	rows := 1.0
	for _, h := range changes {
		rows += IndexEntries(h)
	}
	return rows
}

// IndexEntriesClasses is the number of keys in a run of the index that so many changes wrote, where
// rows change with different weights: the sum of Keys * [IndexEntries](draws * Weight).
func IndexEntriesClasses(classes []WeightClass, draws float64) (entries float64) {
	for _, c := range classes {
		entries += c.Keys * IndexEntries(draws*c.Weight)
	}
	return entries
}
