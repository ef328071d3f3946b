package model

// ScanRows is what a scan reads and returns, in rows. They stay two numbers, since a scan of
// deleted rows returns none.
type ScanRows struct{ Read, Returned float64 }

// PerRow is rows read per row returned; ok is false if none is returned.
func (s ScanRows) PerRow() (rows float64, ok bool) {
	if s.Returned <= 0 {
		return 0, false
	}
	return s.Read / s.Returned, true
}

// DeletedLater is a scan of n rows of the base of which a share d, 0 to 1, was deleted in one later
// table. A delete is a row of its table; a deleted key is read in both and returns nothing:
//
//	read = n (1 + d)    returned = n (1 - d)
func DeletedLater(n, d float64) ScanRows { return ScanRows{n * (1 + d), n * (1 - d)} }

// DeletedInside is a scan of n rows of which a share d, 0 to 1, was deleted in the same memtable
// that they were inserted in: a key is read once in a table, whatever its versions there.
//
//	read = n    returned = n (1 - d)
func DeletedInside(n, d float64) ScanRows { return ScanRows{n, n * (1 - d)} }

// QueueScan is a scan of a queue table in a steady state, the oldest rows deleted as fast as new
// ones are inserted. length is the number of rows in it, all of them in the base at first. consumed
// is the number of rows inserted and deleted since in each table above the base, memtables
// included.
//
// Of a table in which c rows went through, c keys are those inserted and c those deleted. Row i is
// inserted when row i - length is deleted, so that c - length of them are the same where that is
// more than none:
//
//	read = length + sum over tables of (c + min(c, length))    returned = length
//
// All that is read and not returned lies before the first row: a statement that asks for the oldest
// row reads it too. A merge of tables adds their c; while c < length it drops nothing, so that only
// a major helps.
func QueueScan(length float64, consumed ...float64) ScanRows {
	s := ScanRows{Read: length, Returned: length}
	for _, c := range consumed {
		s.Read += c + min(c, length)
	}
	return s
}
