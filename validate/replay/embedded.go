package replay

import (
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
	"github.com/readamp/readamp/validate/record"
)

// Caches that hold whatever a trace reads: package lsm, whose counters are to be the same, lets
// nothing fall out of its fuse row cache. The block cache only bounds memory.
const (
	blockCacheBytes = 64 << 20
	fuseCacheRows   = 1 << 20
)

// embedded is package rows as an engine, with one client.
type embedded struct {
	*rows.Tenant
	client *rows.Session
	tables map[string]*rows.Table
	sets   []rows.Set // room for those of an update
}

func newEmbedded(o lsm.Options, r lsm.Rules) *embedded {
	tenant := rows.NewTenant(rows.Config{Options: o, Rules: r, BlockCacheBytes: blockCacheBytes,
		FuseCacheRows: fuseCacheRows})
	return &embedded{Tenant: tenant, client: tenant.Session(), tables: make(map[string]*rows.Table)}
}

func (e *embedded) create(t *table) error {
	made, err := e.CreateTable(rows.TableSpec{Name: t.name, Columns: len(t.columns),
		Indexed: t.indexed, Rows: labRows, IndexRows: labIndexRows})
	if err != nil {
		return err
	}
	e.tables[t.name] = made
	return made.SetMode(t.mode)
}

func (e *embedded) Begin() error               { return e.client.Begin() }
func (e *embedded) Commit() error              { return e.client.Commit() }
func (e *embedded) Rollback() error            { return e.client.Rollback() }
func (e *embedded) wait(d time.Duration) error { return e.Advance(d) }

func (e *embedded) write(w *write) (found bool, err error) {
	t := e.tables[w.table]
	switch w.kind {
	case record.OpDelete:
		return e.client.Delete(t, w.id)
	case record.OpUpdate:
		e.sets = e.sets[:0]
		for i, value := range w.values {
			if w.set>>i&1 == 1 {
				e.sets = append(e.sets, rows.Set{Column: i, Value: value, Increment: value == nil})
			}
		}
		return e.client.Update(t, w.id, e.sets...)
	}
	return false, e.client.Insert(t, w.id, w.values)
}

func (e *embedded) read(q *query, visit rows.Visit) (value uint64, c lsm.Counters, err error) {
	t, s, wanted := e.tablet(q.place), e.client, lsm.Image(q.wanted)
	switch q.kind {
	case record.OpGet:
		var cells [][]byte
		if cells, c, err = s.Get(t, q.ids[0], wanted); cells != nil {
			visit(q.ids[0], cells)
		}
	case record.OpMget:
		c, err = s.MultiGet(t, q.ids, wanted, visit)
	case record.OpCount:
		var n int64
		n, c, err = s.Count(t, q.keys)
		value = uint64(n)
	case record.OpSum:
		return e.sum(t, q)
	case record.OpLscan:
		c, err = s.LimitScan(t, q.keys, wanted, q.limit, visit)
	case record.OpRscan:
		c, err = s.ScanBack(t, q.keys, wanted, visit)
	default:
		c, err = s.Scan(t, q.keys, wanted, visit)
	}
	return value, c, err
}

// sum adds up a column. In an index it is part of the keys.
func (e *embedded) sum(t *rows.Tablet, q *query) (sum uint64, c lsm.Counters, err error) {
	if !q.place.index {
		return e.client.Sum(t, q.keys, q.value)
	}
	c, err = e.client.Scan(t, q.keys, 0, func(key lsm.Key, _ [][]byte) { sum += indexed(key) })
	c.Returned = 1
	return sum, c, err
}

// indexed is the value in the key of an index entry.
func indexed(key lsm.Key) uint64 { return key >> 32 }

func (e *embedded) tablet(p place) *rows.Tablet {
	t := e.tables[p.table]
	if p.index {
		return t.Indexes[0].Tablet
	}
	return t.Main
}

func (e *embedded) stack(p place) stack {
	t := e.tablet(p)
	s := stack{memtableKeys: t.MemtableKeys()}
	for _, run := range t.Shape() {
		s.runs = append(s.runs, runShape{run.Kind, run.Keys, run.Versions, run.PhysicalRows})
	}
	return s
}
