package model

import "github.com/readamp/readamp/lsm"

// Work is what one statement does in the storage, as means over many: the counters that carry its
// cost.
type Work struct {
	FastRows     float64 `json:"fast_rows"`     // base rows handed on with their block
	SlowRows     float64 `json:"slow_rows"`     // SSTable rows that went through the merge
	MemtableRows float64 `json:"memtable_rows"` // rows read in memtables
	// Versions are those walked beyond the first of each row, in memtables and runs.
	Versions float64 `json:"versions"`
	Opened   float64 `json:"opened"` // SSTables opened by a scan
	Probed   float64 `json:"probed"` // SSTables probed by a get
	Blocks   float64 `json:"blocks"` // micro blocks touched
	Misses   float64 `json:"misses"` // micro blocks that were not in the cache
}

// The positions of terms.
const (
	fastRowTerm = iota
	slowRowTerm
	memtableRowTerm
	versionTerm
	openTerm
	probeTerm
	blockTerm
	missTerm

	// WorkTerms is how many counters of a statement have a unit cost.
	WorkTerms
)

// Terms are the counters of a Work in the order of [TermNames].
func (w Work) Terms() [WorkTerms]float64 {
	return [WorkTerms]float64{w.FastRows, w.SlowRows, w.MemtableRows, w.Versions, w.Opened,
		w.Probed, w.Blocks, w.Misses}
}

// TermNames name the terms in files and reports, in the order of [Work.Terms].
var TermNames = [WorkTerms]string{fastRowTerm: "fast_row", slowRowTerm: "slow_row",
	memtableRowTerm: "memtable_row", versionTerm: "version", openTerm: "open",
	probeTerm: "probe", blockTerm: "block", missTerm: "miss"}

// ScanWork is the work of the scans counted, per statement. The SSTable rows of a scan that block
// scan did not take are slow. Versions, blocks and misses, which no counter shows, are 0.
func ScanWork(c lsm.Counters, statements int64) Work {
	n := float64(statements)
	return Work{
		FastRows:     float64(c.FastRows) / n,
		SlowRows:     float64(c.MinorRows+c.MajorRows-c.FastRows) / n,
		MemtableRows: float64(c.Memstore) / n,
		Opened:       float64(c.Tables) / n,
	}
}

// GetWork is the work of the point gets counted, per statement: a memtable probed is one row read
// there, an SSTable probed one probe.
func GetWork(c lsm.Counters, statements int64) Work {
	n := float64(statements)
	return Work{MemtableRows: float64(c.Memstore) / n, Probed: float64(c.Tables) / n}
}
