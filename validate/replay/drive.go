package replay

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
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

// labScheduleInterval is ob_compaction_schedule_interval as set for recordings, where the default
// is far too long. Traces don't tell it.
const labScheduleInterval = 3 * time.Second

// simulation is the counting target: a tenant, and what the trace's names stand for in it.
type simulation struct {
	ctx    context.Context
	tenant *lsm.Tenant
	tables map[string]*table
}

type table struct {
	*lsm.Table
	columns []string // the non-key columns, by position
	indexed []string // the indexed columns, by index
	plans   map[string]*lsm.Tablet
}

func newSimulation(ctx context.Context, trace *record.Trace, o lsm.Options, r lsm.Rules) (
	*simulation, error,
) {
	if o.CompactionScheduleInterval == lsm.DefaultOptions().CompactionScheduleInterval {
		o.CompactionScheduleInterval = labScheduleInterval
	}
	if err := eachParameter(trace.Params, o.Set); err != nil {
		return nil, err
	}
	return &simulation{ctx, lsm.NewTenant(o, r), make(map[string]*table)}, nil
}

// eachParameter sets parameters in the order of their names, so that the first error is always
// the same.
func eachParameter(params map[string]string, set func(name, value string) error) error {
	for _, name := range slices.Sorted(maps.Keys(params)) {
		if err := set(name, params[name]); err != nil {
			return err
		}
	}
	return nil
}

// do executes one operation that is not a probe.
func (s *simulation) do(op *record.Op) error {
	switch op.Kind {
	case record.OpParam:
		return eachParameter(op.Params, s.tenant.SetParameter)
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
	case record.OpWait:
		s.tenant.Advance(time.Duration(op.Seconds * float64(time.Second)))
	}
	return nil
}

// create makes the table; its primary key is the column id.
func (s *simulation) create(op *record.Op) error {
	t := &table{indexed: op.Index, plans: make(map[string]*lsm.Tablet)}
	for _, declaration := range op.Columns {
		if name := record.ColumnName(declaration); name != record.KeyColumn {
			t.columns = append(t.columns, name)
		}
	}
	var positions []int
	for _, name := range op.Index {
		if name != record.ValueColumn {
			return fmt.Errorf("index on %s: only one on %s is modelled, whose values are known",
				name, record.ValueColumn)
		}
		positions = append(positions, t.position(name))
	}
	var err error
	t.Table, err = s.tenant.CreateTable(op.Table, len(t.columns), positions, labRows, labIndexRows)
	s.tables[op.Table] = t
	if err != nil {
		return err
	}
	mode, err := tableMode(op.Options)
	t.SetMode(mode)
	return err
}

// tableModeOption finds the table option table_mode among those of CREATE TABLE.
var tableModeOption = regexp.MustCompile(`(?i)\btable_mode\s*=?\s*["']?(\w+)`)

// tableMode is the mode that table options give, normal if they give none.
func tableMode(options string) (adaptive.Mode, error) {
	if m := tableModeOption.FindStringSubmatch(options); m != nil {
		return adaptive.ParseMode(m[1])
	}
	return adaptive.Normal, nil
}

func (t *table) position(column string) int { return slices.Index(t.columns, column) }

// mask is the set of non-key columns of a list of names; SetAll stands for all of them.
func (t *table) mask(columns ...string) (mask uint64) {
	for _, name := range columns {
		if name == record.SetAll {
			return t.AllColumns()
		}
		if i := t.position(name); i >= 0 {
			mask |= 1 << i
		}
	}
	return mask
}

// contextRows is how many rows are written between two looks at the context.
const contextRows = 1 << 16

// write executes an insert, update or delete for every id in the recorded order.
func (s *simulation) write(op *record.Op) (err error) {
	t := s.tables[op.Table]
	values := make([]uint64, len(t.Indexes))
	set, rows := t.mask(op.Set), 0
	for range max(op.Times, 1) {
		for id := range op.IDs.All() {
			if rows++; rows%contextRows == 0 && s.ctx.Err() != nil {
				return s.ctx.Err()
			}
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

// counters are the indexed values a row has after its value column was raised by one.
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
