package model

import "github.com/readamp/readamp/lsm"

// Work is what one statement does in the storage, as means over many: the counters that carry its
// cost.
type Work struct {
	FastRows     float64 `json:"fast_rows"`     // base rows handed on with their block
	SlowRows     float64 `json:"slow_rows"`     // SSTable rows that went through the merge
	MemtableRows float64 `json:"memtable_rows"` // rows read in memtables
	Tables       float64 `json:"tables"`        // SSTables opened or probed
}

// terms are the parts of a Work in the order of the fit.
func (w Work) terms() [workTerms]float64 {
	return [workTerms]float64{w.FastRows, w.SlowRows, w.MemtableRows, w.Tables}
}

// The positions of terms.
const (
	fastRowTerm = iota
	slowRowTerm
	memtableRowTerm
	tableTerm
	workTerms
)

// termNames name the terms in reports, in the order of terms.
var termNames = [workTerms]string{fastRowTerm: "fast_row", slowRowTerm: "slow_row",
	memtableRowTerm: "memtable_row", tableTerm: "table"}

// ScanWork is the work of the scans counted, per statement. The SSTable rows of a scan that block
// scan did not take are slow.
func ScanWork(c lsm.Counters, statements int64) Work {
	n := float64(statements)
	return Work{
		FastRows:     float64(c.FastRows) / n,
		SlowRows:     float64(c.MinorRows+c.MajorRows-c.FastRows) / n,
		MemtableRows: float64(c.Memstore) / n,
		Tables:       float64(c.Tables) / n,
	}
}

// GetWork is the work of the point gets counted, per statement: a table probed is one row read.
func GetWork(c lsm.Counters, statements int64) Work {
	n := float64(statements)
	return Work{MemtableRows: float64(c.Memstore) / n, Tables: float64(c.Tables) / n}
}
