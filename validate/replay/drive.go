package replay

import (
	"fmt"
	"strings"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/validate/record"
)

// labRows is how many rows share a block in the recorded tables: rows of (id, k, c char(120),
// pad char(60)) with k = id, whose text is mostly one repeated letter. The borders were read off
// the engine by scans and are the same for every table size (trace block-borders).
var labRows = lsm.BlockRows{
	Major: []int64{108, 1822, 1624, 1676, 1691, 1707, 1718, 1704, 1708, 1694, 1699, 1703},
	Inc:   []int64{74, 567, 565},
}

// labIndexRows is the same for the index on k.
var labIndexRows = lsm.BlockRows{Major: []int64{761, 5300}, Inc: []int64{401, 1559, 1499}}

// simulation is the counting target: a tenant, and what the trace's names stand for in it.
type simulation struct {
	tenant *lsm.Tenant
	tables map[string]*table
}

type table struct {
	*lsm.Table
	columns []string // the non-key columns, by position
	indexed []string // the indexed columns, by index
	plans   map[string]*lsm.Tablet
}

func newSimulation(trace *record.Trace, o lsm.Options, r lsm.Rules) (*simulation, error) {
	for name, value := range trace.Params {
		if err := o.Set(name, value); err != nil {
			return nil, err
		}
	}
	return &simulation{lsm.NewTenant(o, r), make(map[string]*table)}, nil
}

// do executes one operation that is not a probe.
func (s *simulation) do(op *record.Op) error {
	switch op.Kind {
	case record.OpParam:
		return s.setParameters(op)
	case record.OpCreate:
		return s.create(op)
	case record.OpInsert, record.OpUpdate, record.OpDelete:
		return s.write(op)
	case record.OpBegin:
		return s.tenant.Begin()
	case record.OpCommit:
		return s.tenant.Commit()
	case record.OpRollback:
		return s.tenant.Rollback()
	case record.OpFreeze:
		if op.Major {
			return s.tenant.MajorFreeze()
		}
		return s.tenant.MinorFreeze()
	case record.OpFlushCache:
		s.tenant.FlushCache()
	}
	return nil
}

func (s *simulation) setParameters(op *record.Op) error {
	for name, value := range op.Params {
		if err := s.tenant.SetParameter(name, value); err != nil {
			return err
		}
	}
	return nil
}

// create makes the table; its first column is the primary key.
func (s *simulation) create(op *record.Op) error {
	t := &table{indexed: op.Index, plans: make(map[string]*lsm.Tablet)}
	for _, column := range op.Columns[1:] {
		name, _, _ := strings.Cut(column, " ")
		t.columns = append(t.columns, name)
	}
	var positions []int
	for _, name := range op.Index {
		if name != counterColumn {
			return fmt.Errorf("index on %s: only one on %s is modelled, whose values are known",
				name, counterColumn)
		}
		positions = append(positions, t.position(name))
	}
	var err error
	t.Table, err = s.tenant.CreateTable(op.Table, len(t.columns), positions, labRows, labIndexRows)
	s.tables[op.Table] = t
	return err
}

// counterColumn is the column whose value a trace determines: the id when a row is inserted, one
// more with every update that sets it.
const counterColumn = "k"

func (t *table) position(column string) int {
	for i, name := range t.columns {
		if name == column {
			return i
		}
	}
	return -1
}

// mask is the set of non-key columns of a list of names; "all" stands for every one.
func (t *table) mask(columns ...string) (mask uint64) {
	for _, name := range columns {
		if name == "all" {
			return t.AllColumns()
		}
		if i := t.position(name); i >= 0 {
			mask |= 1 << i
		}
	}
	return mask
}

// write executes an insert, update or delete for every id in the recorded order.
func (s *simulation) write(op *record.Op) (err error) {
	t := s.tables[op.Table]
	values := make([]uint64, len(t.Indexes))
	set := t.mask(op.Set)
	for range max(op.Times, 1) {
		for id := range op.IDs.All() {
			key := lsm.Key(id)
			switch op.Kind {
			case record.OpDelete:
				t.Delete(key)
			case record.OpUpdate:
				_, err = t.Update(key, set, t.counters(key, values)...)
			default:
				for i := range values {
					values[i] = key
				}
				err = t.Insert(key, values...)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// counters are the indexed values a row has after its counter column was raised by one.
func (t *table) counters(key lsm.Key, values []uint64) []uint64 {
	for i, x := range t.Indexes {
		v, _ := x.Value(key)
		values[i] = v + 1
	}
	return values
}

// read executes a read statement.
func (s *simulation) read(op *record.Op) lsm.Counters {
	t := s.tables[op.Table]
	keys := lsm.AllKeys
	if op.Ranged {
		keys = lsm.Range{First: lsm.Key(op.From), Last: lsm.Key(op.To)}
	}
	wanted := lsm.Image(t.mask(op.Cols...))
	switch op.Kind {
	case record.OpGet:
		return t.Main.Get(lsm.Key(op.ID), wanted)
	case record.OpMget:
		var ids []lsm.Key
		for id := range op.IDs.All() {
			ids = append(ids, lsm.Key(id))
		}
		return t.Main.MultiGet(ids, wanted)
	case record.OpIscan:
		return scan(op, t.Indexes[0].Tablet, lsm.IndexRange(keys))
	}
	return scan(op, t.planned(op), keys)
}

// scan executes a read of a range of one tablet.
func scan(op *record.Op, t *lsm.Tablet, keys lsm.Range) lsm.Counters {
	switch op.Kind {
	case record.OpCount:
		return t.Count(keys)
	case record.OpSum:
		return t.Sum(keys)
	case record.OpLscan:
		return t.LimitScan(keys, op.Limit)
	case record.OpRscan:
		return t.ScanBack(keys)
	}
	return t.Scan(keys)
}

// planned is the tablet that the optimizer reads for a range statement. An index can serve one
// without a condition or an order that wants no column but the key and the indexed one, and does
// if it has no more rows than the table. A plan is made when a statement is first seen and stays
// (measured).
func (t *table) planned(op *record.Op) *lsm.Tablet {
	unordered := op.Kind == record.OpScan || op.Kind == record.OpCount || op.Kind == record.OpSum
	if !unordered || op.Ranged || len(t.Indexes) == 0 {
		return t.Main
	}
	index := t.Indexes[0]
	if op.Kind == record.OpScan && t.mask(op.Cols...)&^(1<<index.Column) != 0 {
		return t.Main
	}
	statement := op.Kind.String() + " " + strings.Join(op.Cols, ",")
	tablet, known := t.plans[statement]
	if !known {
		tablet = t.Main
		if physicalRows(index.Tablet) <= physicalRows(t.Main) {
			tablet = index.Tablet
		}
		t.plans[statement] = tablet
	}
	return tablet
}

// physicalRows is the optimizer's estimate of what a full scan reads (physical_range_rows of
// EXPLAIN EXTENDED): every version in the SSTables, every key in the memtable.
func physicalRows(t *lsm.Tablet) int64 {
	rows := t.Memtable().Keys()
	for _, run := range t.Runs() {
		rows += run.PhysicalRows
	}
	return rows
}

// tablet finds a tablet by the name a trace uses: a table's, or table.column for an index.
func (s *simulation) tablet(name string) *lsm.Tablet {
	main, column, _ := strings.Cut(name, ".")
	t := s.tables[main]
	for i, indexed := range t.indexed {
		if indexed == column {
			return t.Indexes[i].Tablet
		}
	}
	return t.Main
}
