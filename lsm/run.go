package lsm

import "time"

// RunKind tells what merge wrote a run.
type RunKind uint8

// The kinds of runs a tablet holds, as GV$OB_SSTABLES names them.
const (
	Major     RunKind = iota // the baseline: one row a key
	Minor                    // a merge of minis and minors
	Mini                     // a dumped memtable
	MetaMajor                // a baseline of one replica, made between majors
)

// String is the server's name of the kind.
func (k RunKind) String() string { return [...]string{"MAJOR", "MINOR", "MINI", "META_MAJOR"}[k] }

// SCN orders commits; it is the version that a transaction's rows get.
type SCN uint64

// RunInfo is what decisions see of a run, those on merges and on the runs a read chooses from:
// metadata, never content. A pointer to a type that embeds it is [Described].
type RunInfo struct {
	Kind         RunKind
	PhysicalRows int64 // versions and shadow rows counted
	Versions     int64 // row versions, shadow rows not counted
	Start, End   SCN   // commits inside: Start < version <= End

	// Newest is when its newest version was written, in simulated time; for a base the time of its
	// snapshot. Known is when its upper_trans_version is set. [Stack] sets both.
	Newest, Known time.Duration
}

// Info is the metadata itself.
func (i *RunInfo) Info() *RunInfo { return i }

// IsBase says that the run holds one full row a key.
func (i *RunInfo) IsBase() bool { return i.Kind == Major || i.Kind == MetaMajor }

// Empty says that the run holds no row; reads skip it.
func (i *RunInfo) Empty() bool { return i.Versions == 0 }

// Run is an SSTable: metadata, and the keys it holds with what their fused rows give a reader.
// A run never changes once it is made.
type Run struct {
	RunInfo

	// Keys are the distinct keys, deleted ones included.
	Keys KeySet
	// Deleted are the keys whose newest version here is a delete.
	Deleted KeySet
	// Full are the keys whose versions here give every column, by an insert or together. A
	// major needs no such set: all its rows are full.
	Full KeySet
	// Columns holds, for each non-key column, the keys that are neither deleted nor full and
	// have a value of it.
	Columns []KeySet
	// Multi are the keys with more than one version, each of which costs a shadow row.
	Multi KeySet
	// Blocks tells which rows share a data micro block.
	Blocks BlockLayout
}

// image is the fused image of a key and whether the run holds the key at all.
func (r *Run) image(key Key) (Image, bool) {
	if !r.Keys.Has(key) {
		return 0, false
	}
	switch {
	case r.IsBase() || r.Full.Has(key):
		return ImageInserted, true
	case r.Deleted.Has(key):
		return ImageDeleted, true
	}
	var image Image
	for j, set := range r.Columns {
		if set.Has(key) {
			image |= 1 << j
		}
	}
	return image, true
}
