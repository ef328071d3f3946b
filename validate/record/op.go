package record

import "fmt"

// OpKind says what an operation of a trace does, and with it which fields of Op are set.
type OpKind uint8

// The operations: first those that are done, from OpScan on those that look.
const (
	OpParam      OpKind = iota + 1 // Params: ALTER SYSTEM SET, waited until in force
	OpCreate                       // Table, Columns, Index, Options; primary key id
	OpInsert                       // Table, IDs, Batch: rows (id, k=id, c, pad), Batch a statement
	OpUpdate                       // Table, Set, IDs, Times: the list Times over, an id a statement
	OpDelete                       // Table, IDs: an id a statement
	OpBegin                        // what follows is one transaction
	OpCommit                       // ends it
	OpRollback                     // undoes it
	OpFreeze                       // Major, Settled
	OpFlushCache                   // ALTER SYSTEM FLUSH KVCACHE
	OpWait                         // Seconds
	OpScan                         // Table, Cols, Ranged From To: by id, upwards
	OpRscan                        // the same, downwards
	OpLscan                        // the same, upwards, the first Limit rows
	OpIscan                        // Table, From, To: the index on k alone
	OpGet                          // Table, Cols, ID
	OpMget                         // Table, Cols, IDs: where id in (...)
	OpCount                        // Table, Ranged From To: count(*)
	OpSum                          // Table, Ranged From To: sum(k)
	OpTables                       // Table (a table or a tablet t.k), Stacked, Stack
)

var opWords = []string{
	"param", "create", "insert", "update", "delete", "begin", "commit", "rollback", "freeze",
	"flush_cache", "wait", "scan", "rscan", "lscan", "iscan", "get", "mget", "count", "sum",
	"tables",
}

// String returns the trace's own word.
func (k OpKind) String() string {
	if k < OpParam || k > OpTables {
		return fmt.Sprintf("OpKind(%d)", uint8(k))
	}
	return opWords[k-OpParam]
}

// Reads says whether operations of the kind are read statements.
func (k OpKind) Reads() bool { return k >= OpScan && k < OpTables }

// Op is one operation. Fields its kind does not name are zero.
type Op struct {
	Line int // in the trace's file, from 1
	Kind OpKind

	Params  map[string]string // as the server gives them, numbers too
	Table   string
	Columns []string // declarations: "c char(120)"; ColumnName gives the name
	Index   []string // names of columns with a secondary index each
	Options string   // table options as given: "table_mode='extreme'"

	IDs          IDs
	Batch, Times int    // at least 1 where they mean something
	Set          string // a column, or SetAll for every column but the key
	Major        bool   // a major freeze, not a minor one
	Settled      bool   // nothing was left to do when the freeze was done
	Seconds      float64

	Cols     []string // columns read, all of them if the trace names none
	From, To int64    // both included; From > To is an empty range
	Ranged   bool     // From and To hold; else the whole table is read
	ID       int64
	Limit    int64

	Seen    *Audit     // what a read showed; nil if null or absent
	Stack   []StackRun // what OpTables showed, oldest first
	Stacked bool       // Stack was recorded; it may still be empty
}

// SetAll is the Set of an update of every column but the key.
const SetAll = "all"

// Audit is a row of GV$OB_SQL_AUDIT: exact counts, but for the two times.
type Audit struct {
	Returned  int64 // rows
	Memstore  int64 // rows read from memtables
	Ssstore   int64 // rows read from SSTables
	BsRows    int64 // rows read by block scan
	BsBlocks  int64 // blocks read by block scan
	FuseHit   int64 // fuse row cache hits
	RowHit    int64 // row cache hits
	BlkRead   int64 // data blocks read
	BlkHit    int64 // data blocks found in cache
	BfHit     int64 // bloom filter hits
	DiskReads int64
	HitPlan   int64 // 1: the plan came from the plan cache
	ExecUs    int64 // microseconds, not repeatable
	ElapsedUs int64 // microseconds, not repeatable

	HasDiskReads bool // older traces have no DiskReads and HitPlan
}

// Kinds of the runs of a stack.
const (
	KindMajor     = "MAJOR"
	KindMetaMajor = "META_MAJOR"
	KindMinor     = "MINOR"
	KindMini      = "MINI"
	KindMemtable  = "MEMTABLE"
)

var stackKinds = []string{KindMajor, KindMetaMajor, KindMinor, KindMini, KindMemtable}

// StackRun is a table of a tablet's stack: an SSTable, or a memtable.
type StackRun struct {
	Kind string

	Rows      *int64 // physical rows; nil if null, as for the empty base of a new table
	Blocks    int64  // data micro blocks
	HasBlocks bool   // Blocks is known
	Old       bool   // already inside the newest major, no longer read

	// A memtable's. The version nodes by kind differ from the operations after a rollback or an
	// in-memory row compaction.
	Active                    bool
	Keys                      int64 // distinct keys
	HasKeys                   bool  // Keys is known
	MemUsed                   int64 // bytes
	Inserts, Updates, Deletes int64 // version nodes
}
