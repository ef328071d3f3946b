package replay

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

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

// labScheduleInterval is ob_compaction_schedule_interval as set for recordings, where the default
// is far too long. Traces don't tell it.
const labScheduleInterval = 3 * time.Second

// driver drives engines through a trace, all of them through the same.
type driver struct {
	ctx      context.Context
	tables   map[string]*table
	counting *counting
	engines  []engine // the counting one first; the last is judged
}

func newDriver(ctx context.Context, trace *record.Trace, target Target, o lsm.Options,
	r lsm.Rules) (*driver, error) {

	if o.CompactionScheduleInterval == lsm.DefaultOptions().CompactionScheduleInterval {
		o.CompactionScheduleInterval = labScheduleInterval
	}
	if err := eachParameter(trace.Params, o.Set); err != nil {
		return nil, err
	}
	d := &driver{ctx: ctx, tables: make(map[string]*table), counting: newCounting(o, r)}
	d.engines = []engine{d.counting}
	switch target {
	case Counting:
	case Embedded:
		d.engines = append(d.engines, newVerified(newEmbedded(o, r)))
	default:
		return nil, fmt.Errorf("unknown target %q; there are %s and %s", target, Counting, Embedded)
	}
	return d, nil
}

// close frees what the engines hold.
func (d *driver) close() error { return d.each(engine.Close) }

// judged is the engine that is compared with what was recorded.
func (d *driver) judged() engine { return d.engines[len(d.engines)-1] }

// each calls do for every engine until one fails.
func (d *driver) each(do func(engine) error) error {
	for _, e := range d.engines {
		if err := do(e); err != nil {
			return err
		}
	}
	return nil
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
func (d *driver) do(op *record.Op) error {
	switch op.Kind {
	case record.OpCreate:
		return d.create(op)
	case record.OpInsert, record.OpUpdate, record.OpDelete:
		return d.write(op)
	}
	return d.each(func(e engine) error { return doIn(e, op) })
}

// doIn executes an operation that is about no table.
func doIn(e engine, op *record.Op) error {
	switch op.Kind {
	case record.OpParam:
		return eachParameter(op.Params, e.SetParameter)
	case record.OpBegin:
		return e.Begin()
	case record.OpCommit:
		return e.Commit()
	case record.OpRollback:
		return e.Rollback()
	case record.OpFreeze:
		if op.Major {
			return e.MajorFreeze()
		}
		return e.MinorFreeze()
	case record.OpFlushCache:
		e.FlushCache()
	case record.OpWait:
		return e.wait(time.Duration(op.Seconds * float64(time.Second)))
	}
	return nil
}

func (d *driver) create(op *record.Op) error {
	t, err := newTable(op)
	if err != nil {
		return err
	}
	d.tables[t.name] = t
	return d.each(func(e engine) error { return e.create(t) })
}

// contextRows is how many rows are written between two looks at the context.
const contextRows = 1 << 16

// write executes an insert, update or delete for every id in the recorded order.
func (d *driver) write(op *record.Op) error {
	t := d.tables[op.Table]
	w := write{kind: op.Kind, table: op.Table, set: t.mask(op.Set)}
	if op.Kind == record.OpInsert {
		w.set = t.allColumns()
	}
	rows := 0
	for range max(op.Times, 1) {
		for id := range op.IDs.All() {
			if rows++; rows%contextRows == 0 && d.ctx.Err() != nil {
				return d.ctx.Err()
			}
			w.id = lsm.Key(id)
			for _, e := range d.engines {
				if _, err := e.write(&w); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// reading is what a read statement counted: in the engine that is judged, and in the counting one.
type reading struct {
	place           place
	judged, counted lsm.Counters
}

// read executes a read statement.
func (d *driver) read(op *record.Op) (r reading, err error) {
	q := d.query(op)
	r.place = q.place
	err = d.each(func(e engine) error {
		_, r.judged, err = e.read(q, nil)
		if e == d.counting {
			r.counted = r.judged
		}
		return err
	})
	return r, err
}
