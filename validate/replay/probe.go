package replay

import (
	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/validate/record"
)

// Figures are the compared figures of one probe; nil ones are not compared.
type Figures struct {
	Returned *int64     `json:"returned,omitempty"`
	Memstore *int64     `json:"memstore,omitempty"`
	Ssstore  *int64     `json:"ssstore,omitempty"`
	FuseHit  *int64     `json:"fuse_hit,omitempty"`
	Runs     []RunShape `json:"runs,omitempty"`
	// Memtables are the distinct keys of each memtable that holds any.
	Memtables []int64 `json:"memtable_keys,omitempty"`
}

// RunShape is what a stack shows of a run that reads use.
type RunShape struct {
	Kind string `json:"kind"`
	Rows int64  `json:"rows"` // physical: versions and shadow rows counted
}

// Verdict is how a probe compares.
type Verdict uint8

// The verdicts; see the package comment.
const (
	Exact Verdict = iota
	ColdExtra
	Differing
)

// coldExtraRowsMax is how many rows more a cold statement may count (measured). Where the
// simulator expects more, after several majors under a high trigger, just so many may be.
const coldExtraRowsMax = 2

// judgeRead compares the counters of a read with the audit row.
func judgeRead(kind record.OpKind, ours lsm.Counters, engine *record.Audit) Verdict {
	same := ours.Returned == engine.Returned && ours.Memstore == engine.Memstore
	if kind == record.OpLscan || !same {
		return verdictOf(same)
	}
	if ours.FuseHit != engine.FuseHit {
		return Differing
	}
	extra := engine.Ssstore - ours.Ssstore
	if extra == 0 {
		return Exact
	}
	cold := engine.DiskReads > 0 || engine.BlkRead > 0 || ours.FirstTouch
	if extra == ours.StatusRows || cold && extra > 0 && extra <= coldExtraRowsMax {
		return ColdExtra
	}
	return Differing
}

func verdictOf(same bool) Verdict {
	if same {
		return Exact
	}
	return Differing
}

// readFigures are the figures of a read that are compared.
func readFigures(kind record.OpKind, returned, memstore, ssstore, fuseHit int64) Figures {
	f := Figures{Returned: &returned, Memstore: &memstore}
	if kind != record.OpLscan {
		f.Ssstore, f.FuseHit = &ssstore, &fuseHit
	}
	return f
}

// tabletFigures is the stack of a target's tablet.
func tabletFigures(s stack) Figures {
	var f Figures
	for _, run := range s.runs {
		f.Runs = append(f.Runs, RunShape{run.kind.String(), run.physicalRows})
	}
	if s.memtableKeys > 0 {
		f.Memtables = append(f.Memtables, s.memtableKeys)
	}
	return f
}

// stackFigures is the recorded stack: runs already inside the newest major left out, an unknown
// row count taken as 0, memtables without a key left out. It says whether the memtables' keys are
// known; a memtable that was just being dropped has none recorded.
func stackFigures(stack []record.StackRun) (f Figures, known bool) {
	known = true
	for _, run := range stack {
		switch {
		case run.Kind == record.KindMemtable:
			known = known && run.HasKeys
			if run.Keys > 0 {
				f.Memtables = append(f.Memtables, run.Keys)
			}
		case !run.Old:
			shape := RunShape{Kind: run.Kind}
			if run.Rows != nil {
				shape.Rows = *run.Rows
			}
			f.Runs = append(f.Runs, shape)
		}
	}
	return f, known
}
