package replay

import (
	"fmt"
	"strings"

	"github.com/readamp/readamp/validate/record"
)

// describe writes a probe in one line, as the statement it stands for.
func describe(op *record.Op) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", op.Kind, op.Table)
	if len(op.Cols) > 0 {
		fmt.Fprintf(&b, " cols %s", strings.Join(op.Cols, ","))
	}
	switch {
	case op.Kind == record.OpGet:
		fmt.Fprintf(&b, " id %d", op.ID)
	case op.Kind == record.OpMget:
		fmt.Fprintf(&b, " ids %s", op.IDs)
	case op.Ranged:
		fmt.Fprintf(&b, " from %d to %d", op.From, op.To)
	}
	if op.Kind == record.OpLscan {
		fmt.Fprintf(&b, " limit %d", op.Limit)
	}
	return b.String()
}

// state is the stack that the target lists of the tablet a probe looked at, oldest run first, as
// "MAJOR 1000 keys 1000 rows | MINI 500 keys 2000 rows | MEMTABLE 250 keys".
func (d *driver) state(op *record.Op) string {
	at := placeOf(op.Table)
	at.index = at.index || op.Kind == record.OpIscan
	s := d.judged().stack(at)
	var parts []string
	for _, run := range s.runs {
		parts = append(parts, fmt.Sprintf("%s %d keys %d rows", run.kind, run.keys,
			run.physicalRows))
	}
	if s.memtableKeys > 0 {
		parts = append(parts, fmt.Sprintf("MEMTABLE %d keys", s.memtableKeys))
	}
	return strings.Join(parts, " | ")
}
