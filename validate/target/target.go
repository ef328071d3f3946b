// Package target is what a protocol can drive: something that keeps sysbench's tables, answers its
// statements and tells what it holds. [Embedded] is the engine on stored rows in this process.
//
// # Words
//
//	target    the engine that is driven
//	session   one client of it, for one goroutine
//	settled   of a freeze: the dump and every merge that follows from it are done
//	embedded  without a server: an engine of this process
//	watch     what of an engine looks at its memory and freezes it
//	room      of the memstore: what writers wait for while it is full
package target

import (
	"context"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/record"
)

// Target is an engine that a protocol drives. Its methods may be called while sessions are at work,
// except Prepare and Close.
type Target interface {
	// Engine is what the target calls itself, as a server prints version(); lsm.RulesFor reads
	// it.
	Engine() string
	// Params are the parameters in force, by the server's names.
	Params() map[string]string
	// Prepare makes tables sbtest1, sbtest2, ... with the ids 1 to rows and merges them into
	// majors, as sysbench's prepare and a major freeze. progress, if not nil, is told how many
	// rows were written.
	Prepare(ctx context.Context, tables Tables, progress func(rows int64)) error
	// Do executes an action and returns when it has settled.
	Do(ctx context.Context, a record.Action) error
	// Session opens a client; the seed is that of the values it writes.
	Session(seed uint64) Session
	// State is what the target holds now; the label is left empty.
	State() (*record.State, error)
	// Sample is what a look at the running target shows, once a second.
	Sample() record.Sample
	// CPUSeconds is the processor time the target has used.
	CPUSeconds() float64
	// Close ends it. No session may be at work.
	Close() error
}

// Tables are those that sysbench's prepare makes.
type Tables struct {
	Tables  int
	Rows    int64 // of each
	Indexed bool  // with a secondary index on k
	Seed    uint64
}

// Session is a client.
type Session interface {
	// Event executes the statements of one event in their order, and calls done after each with
	// what it counted (nothing, for a statement that reads no rows on purpose). An insert of a
	// key that is there and a change of one that is not do nothing and are no errors, as with
	// sysbench's --mysql-ignore-errors=1062.
	Event(statements []workload.Statement, done func(*workload.Statement, *lsm.Counters)) error
}
