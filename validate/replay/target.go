package replay

import (
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
	"github.com/readamp/readamp/validate/record"
)

// Target names what repeats the operations of a trace.
type Target string

// The targets.
const (
	// Counting is package lsm, which keeps sets of keys and no rows.
	Counting Target = "counting"
	// Embedded is package rows, which stores rows. Beside it go package lsm, for its counters, and
	// a plain map of the rows as they should be.
	Embedded Target = "embedded"
)

// engine is a target at work. What a trace names is there, and its transactions are begun and ended
// in turn: package record sees to that.
type engine interface {
	SetParameter(name, value string) error
	create(t *table) error

	Begin() error
	Commit() error
	Rollback() error
	// write writes one row and says whether it was there before. An insert of one that was is an
	// error; an update or delete of one that was not changes nothing.
	write(w *write) (found bool, err error)

	MinorFreeze() error
	MajorFreeze() error
	FlushCache()
	// wait lets simulated time pass.
	wait(d time.Duration) error

	// read executes a read statement. An engine that stores rows gives visit those it returns, and
	// what a sum or count comes to as value; for others there need be no visit.
	read(q *query, visit rows.Visit) (value uint64, c lsm.Counters, err error)
	// stack is what the engine knows of a tablet without reading it.
	stack(p place) stack

	Close() error
}

// place names a tablet: a table's own, or that of its index.
type place struct {
	table string
	index bool
}

// write is a statement that writes one row.
type write struct {
	kind  record.OpKind // an insert, update or delete
	table string
	id    lsm.Key
	set   uint64 // the columns of an insert or update, by position
	// values are those of the columns set, by position. An update has none for k, which it raises
	// by one. They are there only for an engine that stores rows.
	values [][]byte
}

// query is a read statement.
type query struct {
	kind   record.OpKind
	place  place
	keys   lsm.Range // of the place's keys, for all kinds but gets
	ids    []lsm.Key // of a get, one; of a multi-get
	limit  int64     // rows, of OpLscan
	wanted uint64    // columns by position; an index has none
	value  int       // the column that a sum adds up, by position
}

// stack is what an engine knows of a tablet without reading it.
type stack struct {
	runs         []runShape // that the store lists, oldest first
	memtableKeys int64      // distinct
}

type runShape struct {
	kind                         lsm.RunKind
	keys, versions, physicalRows int64
}
