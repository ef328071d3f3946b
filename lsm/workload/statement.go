package workload

import "fmt"

// Kind says what a statement does.
type Kind uint8

// The kinds, with the SQL text of oltp_common.lua.
const (
	Get            Kind = iota // SELECT c WHERE id=
	Range                      // SELECT c WHERE id BETWEEN
	Sum                        // SELECT SUM(k) WHERE id BETWEEN
	Order                      // SELECT c WHERE id BETWEEN ORDER BY c
	Distinct                   // SELECT DISTINCT c WHERE id BETWEEN ORDER BY c
	IndexUpdate                // UPDATE SET k=k+1 WHERE id=
	NonIndexUpdate             // UPDATE SET c= WHERE id=
	Delete                     // DELETE WHERE id=
	Insert                     // INSERT (id, k, c, pad)
	Begin                      // BEGIN
	Commit                     // COMMIT

	numKinds = int(Commit) + 1
)

var kindNames = [numKinds]string{"get", "range", "sum", "order", "distinct",
	"index_update", "non_index_update", "delete", "insert", "begin", "commit"}

// String returns the short name, for example "index_update".
func (k Kind) String() string {
	if int(k) >= numKinds {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// Columns of sysbench's tables beside id, by position (oltp_common.lua).
const (
	ColumnK = iota
	ColumnC
	ColumnPad
	Columns // how many there are
)

// A Statement is one SQL statement.
type Statement struct {
	Kind  Kind
	Table int   // 1..Options.Tables; 0 for Begin and Commit
	ID    int64 // the id, or the first one of a range; 0 for Begin and Commit
	To    int64 // last id of Range, Sum, Order and Distinct, perhaps past the last row; else 0
}

// Counts holds a number of statements for each Kind: counts[Delete] are the deletes.
type Counts [numKinds]int

// Reads returns the number of SELECT statements.
func (c Counts) Reads() int { return c.sum(Get, Distinct) }

// Writes returns the number of UPDATE, DELETE and INSERT statements. In its report sysbench counts
// those that changed no row, as a delete of a missing id, under other.
func (c Counts) Writes() int { return c.sum(IndexUpdate, Insert) }

// Queries returns the number of all statements, with BEGIN and COMMIT.
func (c Counts) Queries() int { return c.sum(Get, Commit) }

func (c Counts) sum(first, last Kind) int {
	total := 0
	for _, n := range c[first : last+1] {
		total += n
	}
	return total
}
