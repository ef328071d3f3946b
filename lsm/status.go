package lsm

// status is what the first statement after a change of a tablet pays beside its rows: the server
// then reads the tablet's own state from its MDS SSTables, and counts a row for each of them in
// SSSTORE_READ_ROW_COUNT of that statement. It is no part of the table's data; the same statement
// repeated doesn't pay it. Measured on seekdb 1.2.0 by listing the MDS SSTables in GV$OB_SSTABLES
// beside the reads.
type status struct {
	tables  int64 // MDS SSTables
	pending bool  // a major's MDS table comes with the next freeze
	changed bool  // no statement has read the tablet since it changed
	frozen  bool  // nor since the last freeze, which may change a tablet that has nothing to dump
}

// newStatus is the status of a tablet that was just created.
func newStatus() status { return status{tables: 1} }

// freeze is what every freeze does, whether the tablet has rows to dump or not.
func (s *status) freeze(o Options) {
	s.frozen = true
	if s.pending {
		s.tables, s.pending, s.changed = s.tables+1, false, true
	}
	if trigger := int64(o.MinorCompactTrigger); trigger <= mdsTablesKept || s.tables > trigger {
		s.tables = 1
	}
}

// mdsTablesKept is the minor_compact_trigger up to which MDS SSTables are merged at once.
const mdsTablesKept = 2

// change notes that a dump or merge replaced the tablet.
func (s *status) change() { s.changed = true }

// major notes a new base.
func (s *status) major() { s.pending, s.changed = true, true }

// pay is the number of rows the next statement reads for the tablet's state, and whether it is
// the first since a change or freeze.
func (s *status) pay() (rows int64, first bool) {
	if s.changed {
		rows = s.tables
	}
	first = s.changed || s.frozen
	s.changed, s.frozen = false, false
	return rows, first
}
