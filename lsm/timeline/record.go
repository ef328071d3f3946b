package timeline

import (
	"time"

	"github.com/readamp/readamp/lsm"
)

// MergeKind is a kind of merge, as GV$OB_TABLET_COMPACTION_HISTORY has it in TYPE.
type MergeKind string

// The kinds of merges.
const (
	MergeMini   MergeKind = "MINI_MERGE"
	MergeMinor  MergeKind = "MINOR_MERGE"
	MergeMedium MergeKind = "MEDIUM_MERGE"
	MergeMeta   MergeKind = "META_MAJOR_MERGE"
	MergeMajor  MergeKind = "MAJOR_MERGE"
)

// MergeRecord is one merge of one tablet.
type MergeRecord struct {
	Tablet string
	Kind   MergeKind
	Reason string // of an adaptive merge
	// Queued is when it was asked for, Start when a thread took it.
	Queued, Start, End time.Duration
	Inputs             int // tables merged, the base not counted
	InputRows          int64
	Output             Size
	OutputBytes        int64
}

// FreezeRecord is one freeze.
type FreezeRecord struct {
	At     time.Duration
	Reason string
	// Tablets is how many had rows to freeze.
	Tablets int
	// RowBytes is what all writes since the last freeze of the tenant allocated, ActiveBytes the
	// pages held for active memtables when the freeze was decided.
	RowBytes, ActiveBytes int64
	// Events are the write events since the last freeze of the tenant.
	Events int64
}

// Life is the life of one SSTable or frozen memtable.
type Life struct {
	Tablet string
	Kind   string // MEMTABLE, MINI, MINOR, MAJOR or META_MAJOR
	Born   time.Duration
	Died   time.Duration // negative while it lives
	Rows   int64         // physical
	Keys   int64
	Bytes  int64
}

// kindMemtable is the kind of a [Life] that is no run.
const kindMemtable = "MEMTABLE"

// record notes a merge that ended.
func (t *Tenant) record(m *merge) {
	t.Merges = append(t.Merges, m.record)
	t.progress.Merges++
}

// TableState is one table of a tablet's stack at some moment.
type TableState struct {
	Kind         string // MAJOR, MINOR, MINI or MEMTABLE
	Active       bool   // the memtable that is written to
	Keys         int64
	PhysicalRows int64
	Bytes        int64
}

// Stack is a tablet's tables as a read would open them, oldest first.
type Stack struct {
	Tablet string
	Tables []TableState
}

// Letters are the stack in short: B base, m minor, i mini, f frozen memtable, a active memtable.
func (s Stack) Letters() string {
	letters := make([]byte, 0, len(s.Tables))
	for _, t := range s.Tables {
		switch {
		case t.Active:
			letters = append(letters, 'a')
		case t.Kind == kindMemtable:
			letters = append(letters, 'f')
		case t.Kind == lsm.Mini.String():
			letters = append(letters, 'i')
		case t.Kind == lsm.Minor.String():
			letters = append(letters, 'm')
		default:
			letters = append(letters, 'B')
		}
	}
	return string(letters)
}
