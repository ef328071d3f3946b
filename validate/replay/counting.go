package replay

import (
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
	"github.com/readamp/readamp/validate/record"
)

// counting is package lsm as an engine.
type counting struct {
	*lsm.Tenant
	tables map[string]*lsm.Table
}

func newCounting(o lsm.Options, r lsm.Rules) *counting {
	return &counting{lsm.NewTenant(o, r), make(map[string]*lsm.Table)}
}

func (e *counting) create(t *table) error {
	made, err := e.CreateTable(t.name, len(t.columns), t.indexed, labRows, labIndexRows)
	if err != nil {
		return err
	}
	made.SetMode(t.mode)
	e.tables[t.name] = made
	return nil
}

func (e *counting) wait(d time.Duration) error {
	e.Advance(d)
	return nil
}

// Close has nothing to free.
func (e *counting) Close() error { return nil }

// write needs no values: an indexed column is the id when a row is inserted, and an update that
// sets it raises it by one.
func (e *counting) write(w *write) (found bool, err error) {
	t := e.tables[w.table]
	var indexed [lsm.MaxColumns]uint64
	values := indexed[:len(t.Indexes)]
	switch w.kind {
	case record.OpDelete:
		return t.Delete(w.id), nil
	case record.OpUpdate:
		for i, x := range t.Indexes {
			v, _ := x.Value(w.id)
			values[i] = v + 1
		}
		return t.Update(w.id, w.set, values...)
	}
	for i := range values {
		values[i] = w.id
	}
	return false, t.Insert(w.id, values...)
}

func (e *counting) read(q *query, _ rows.Visit) (uint64, lsm.Counters, error) {
	return 0, countRead(e.tablet(q.place), q), nil
}

func countRead(t *lsm.Tablet, q *query) lsm.Counters {
	switch q.kind {
	case record.OpGet:
		return t.Get(q.ids[0], lsm.Image(q.wanted))
	case record.OpMget:
		return t.MultiGet(q.ids, lsm.Image(q.wanted))
	case record.OpCount:
		return t.Count(q.keys)
	case record.OpSum:
		return t.Sum(q.keys)
	case record.OpLscan:
		return t.LimitScan(q.keys, q.limit)
	case record.OpRscan:
		return t.ScanBack(q.keys)
	}
	return t.Scan(q.keys)
}

func (e *counting) tablet(p place) *lsm.Tablet {
	t := e.tables[p.table]
	if p.index {
		return t.Indexes[0].Tablet
	}
	return t.Main
}

func (e *counting) stack(p place) stack {
	t := e.tablet(p)
	s := stack{memtableKeys: t.Memtable().Keys()}
	for _, run := range t.Stack() {
		s.runs = append(s.runs, runShape{run.Kind, run.Keys.Len(), run.Versions, run.PhysicalRows})
	}
	return s
}
