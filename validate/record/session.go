package record

// Rules across the lines of a trace, so that whoever executes one need not check again:
//
//   - A table is created once, before anything else names it. Its columns have names of their own,
//     one of them id; an index is on one other column each.
//   - A column that is read, set or summed exists, and the key is never set.
//   - iscan reads the index on k, so there is one. Only tables may name an index's tablet, t.k.
//   - Transactions are begun, then committed or rolled back, one at a time. Nothing is created
//     inside one. The last may be open when the trace ends.
//
// Rows are not tracked: an insert may meet its own key, and an update none.

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// KeyColumn is the primary key of every table of a trace.
const KeyColumn = "id"

// ValueColumn is the column that sum adds up and iscan's index is on. A trace determines its value:
// the id when a row is inserted, one more with every update that sets it.
const ValueColumn = "k"

// ColumnName returns the name in a column's declaration: "c" for "c char(120)".
func ColumnName(declaration string) string {
	name, _, _ := strings.Cut(declaration, " ")
	return name
}

// table is what later lines may rely on.
type table struct {
	line    int // where it was created
	columns []string
	index   []string
}

// session is what the lines of a trace so far have made: it holds each line against them.
type session struct {
	tables map[string]*table
	names  []string // of tables, in order of creation, for hints
	begun  int      // the line of the open transaction's begin; 0 if none is open
}

func newSession() *session {
	return &session{tables: map[string]*table{}}
}

// step checks op against the lines before it and lets it take effect. It fills in Cols where the
// trace names none.
func (s *session) step(op *Op) error {
	switch op.Kind {
	case OpCreate:
		return s.create(op)
	case OpBegin, OpCommit, OpRollback:
		return s.transaction(op)
	case OpParam, OpFreeze, OpFlushCache, OpWait:
		return nil
	case OpTables:
		return s.checkTablet(op.Table)
	}
	t, err := s.table(op.Table)
	if err != nil {
		return err
	}
	switch op.Kind {
	case OpUpdate:
		if op.Set == KeyColumn {
			return fmt.Errorf("an update can't set the key %q", KeyColumn)
		}
		if op.Set != SetAll {
			return t.checkColumn(op.Table, op.Set)
		}
	case OpScan, OpRscan, OpLscan, OpGet, OpMget:
		return t.checkCols(op)
	case OpSum:
		return t.checkColumn(op.Table, ValueColumn)
	case OpIscan:
		if !slices.Contains(t.index, ValueColumn) {
			return fmt.Errorf("table %q has no index on %q to scan", op.Table, ValueColumn)
		}
	}
	return nil
}

// transaction checks a begin, commit or rollback.
func (s *session) transaction(op *Op) error {
	switch {
	case op.Kind == OpBegin && s.begun != 0:
		return fmt.Errorf("begin inside the transaction begun on line %d", s.begun)
	case op.Kind == OpBegin:
		s.begun = op.Line
		return nil
	case s.begun == 0:
		return fmt.Errorf("%s without begin", op.Kind)
	}
	s.begun = 0
	return nil
}

// table returns the table called name. An index's tablet is none.
func (s *session) table(name string) (*table, error) {
	if t := s.tables[name]; t != nil {
		return t, nil
	}
	if base, column, dotted := strings.Cut(name, "."); dotted {
		if t := s.tables[base]; t != nil && slices.Contains(t.index, column) {
			return nil, fmt.Errorf("%q is an index's tablet: only tables can look at it", name)
		}
	}
	return nil, fmt.Errorf("table %q is not created yet%s", shown(name), hint(name, s.names))
}

// checkTablet accepts the name of a table or of an index's tablet.
func (s *session) checkTablet(name string) error {
	base, column, dotted := strings.Cut(name, ".")
	t, err := s.table(base)
	if err == nil && dotted && !slices.Contains(t.index, column) {
		err = fmt.Errorf("table %q has no index on %q%s", base, shown(column),
			hint(column, t.index))
	}
	return err
}

// create checks a create and adds its table.
func (s *session) create(op *Op) error {
	if s.begun != 0 {
		// The server would commit what is open, which the trace does not say.
		return fmt.Errorf("create inside the transaction begun on line %d", s.begun)
	}
	if t := s.tables[op.Table]; t != nil {
		return fmt.Errorf("table %q exists since line %d", op.Table, t.line)
	}
	if len(s.names) == TablesMax {
		return fmt.Errorf("more than %d tables", TablesMax)
	}
	if !isName(op.Table) {
		return fmt.Errorf("%q is not a table's name", shown(op.Table))
	}
	t, err := newTable(op)
	if err != nil {
		return err
	}
	s.tables[op.Table] = t
	s.names = append(s.names, op.Table)
	return nil
}

// newTable returns the table that op creates. A column called all could not be told from SetAll.
func newTable(op *Op) (*table, error) {
	if len(op.Columns) > columnsMax {
		return nil, fmt.Errorf("more than %d columns", columnsMax)
	}
	t := &table{line: op.Line, index: op.Index}
	for _, declaration := range op.Columns {
		name := ColumnName(declaration)
		switch {
		case !isName(name) || name == SetAll:
			return nil, fmt.Errorf("%q does not begin with a column's name", shown(declaration))
		case slices.Contains(t.columns, name):
			return nil, fmt.Errorf("column %q twice", name)
		}
		t.columns = append(t.columns, name)
	}
	if !slices.Contains(t.columns, KeyColumn) {
		return nil, fmt.Errorf("no column %q: it is every table's key", KeyColumn)
	}
	for i, name := range op.Index {
		if name == KeyColumn || slices.Contains(op.Index[:i], name) {
			return nil, fmt.Errorf("index on %q is not needed: there is one", name)
		}
		if err := t.checkColumn(op.Table, name); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// isName reports whether s can be written without quotes in MySQL's SQL. So it has no dot, and
// t.k can only mean an index.
func isName(s string) bool {
	for _, c := range []byte(s) {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c == '$':
		default:
			return false
		}
	}
	return s != "" && len(s) <= nameBytesMax
}

// checkColumn accepts the name of a column; table is t's own name, for the message.
func (t *table) checkColumn(table, column string) error {
	if slices.Contains(t.columns, column) {
		return nil
	}
	return fmt.Errorf("table %q has no column %q%s", table, shown(column), hint(column, t.columns))
}

// checkCols accepts a list of columns to read. A column may be read twice.
func (t *table) checkCols(op *Op) error {
	if op.Cols == nil {
		op.Cols = slices.Clone(t.columns)
	}
	if len(op.Cols) > columnsMax {
		return errors.New("more columns read than a table can have")
	}
	for _, column := range op.Cols {
		if err := t.checkColumn(op.Table, column); err != nil {
			return err
		}
	}
	return nil
}
