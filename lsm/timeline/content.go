package timeline

import (
	"math/rand/v2"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/keydist"
)

// Content is what the tablets of a tenant hold. The tenant decides when memtables are frozen and
// what is merged; a Content says what that makes of the rows: exactly, key by key ([NewKeys]), or
// in expectation (package model).
type Content interface {
	// Write applies the next events of one of the plan's loads.
	Write(load int, events int64)
	// Tables are the tables of the plan, group after group.
	Tables() []TableContent
}

// TableContent is the content of a table: its main tablet and, if it has one, the index on k.
type TableContent struct {
	Name        string
	Main, Index TabletContent // Index is nil without an index
}

// TabletContent is the content of one tablet. Parts are its own and are passed back oldest first.
type TabletContent interface {
	// Rows is the number of rows that exist.
	Rows() int64
	// Active are the nodes of the active memtable.
	Active() Nodes
	// Freeze takes the active memtable, which was written from start to end, and begins an empty
	// one.
	Freeze(start, end lsm.SCN) Part
	// Peek is what Freeze would give, with the memtable left as it is; for reading only.
	Peek() Part
	// Mini dumps frozen memtables into one mini. Versions at or below keep, the multi-version
	// start, are folded.
	Mini(frozen []Part, keep lsm.SCN) Part
	// Minor merges minis and minors.
	Minor(inputs []Part, keep lsm.SCN) Part
	// Major merges the base and minis and minors into a new base.
	Major(base Part, inputs []Part, snapshot lsm.SCN) Part
	// Base is a base of the rows that exist at the start.
	Base() Part
	// Read reads as the probe says from the tables given and adds what it counts.
	Read(p Probe, base Part, inc, memtables []Part, r *rand.Rand, into *Readings)
}

// Part is the content of a memtable or run.
type Part interface{ Size() Size }

// Size is what the merge policy and the accounts see of a part.
type Size struct {
	Keys     int64 // distinct keys
	Versions int64 // row versions
	// PhysicalRows are versions and a shadow row for each key that has more than one.
	PhysicalRows int64
	// Changed are the updates and deletes that wrote it, Deleted the deletes alone.
	Changed, Deleted int64
	// Folded are the versions that the merge which wrote it left out, Dropped the deleted keys.
	Folded, Dropped int64
}

// Nodes counts what a memtable holds, as the byte model needs it.
type Nodes struct {
	Keys      int64 // distinct keys
	Inserts   int64 // version nodes by kind
	Updates   int64 // of the indexed column
	Rewrites  int64 // of the column c
	Deletes   int64
	Reinserts int64 // of the inserts, those of a key that the memtable had already
	// CompactFull, CompactC and CompactK are the nodes added by in-memory row compaction: whole
	// rows, rows with c, and others.
	CompactFull, CompactC, CompactK int64
	// LongestChain is the most versions of one key, if they are as many as longChain; as of the
	// last in-memory compaction of that key, if it has no more than maxVersions.
	LongestChain int64
}

// Versions is the number of version nodes.
func (n Nodes) Versions() int64 { return n.Inserts + n.Updates + n.Rewrites + n.Deletes }

// Probe is a sample of statements to read with.
type Probe struct {
	Statements int          // of each kind in each tablet
	RangeSize  int64        // keys a range statement covers
	IDs        keydist.Dist // of the first id of a range and of a get; nil for a queue
	// FromHead reads the first RangeSize rows there are, as the consumer of a queue does.
	FromHead bool
}

// Readings collects what the statements of a probe read.
type Readings struct {
	// Range and Index are the rows read per row returned by range statements and by ranges of the
	// index, Get the tables a point get probes without the fuse row cache: one each statement.
	Range, Index, Get []float64
	// Ranges and Gets are the sums of the counters.
	Ranges, Gets lsm.Counters
	RangeN       int64 // range statements
}
