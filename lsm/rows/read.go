package rows

import (
	"slices"

	"github.com/readamp/readamp/lsm"
)

// Visit is given each row that a read returns: its key and the wanted columns, by position. They
// are good until it returns.
type Visit func(key lsm.Key, cells [][]byte)

// Get reads one row by its key. The cells of the row, nil if there is none, are good until the
// session's next statement. See [lsm.Tablet.Get] for what is counted.
func (s *Session) Get(t *Tablet, key lsm.Key, wanted lsm.Image) (
	cells [][]byte, c lsm.Counters, err error,
) {
	g := s.getter(t.columns)
	g.c, g.quiet = lsm.Counters{}, false
	g.c.StatusRows, g.c.FirstTouch = s.pay(t)
	v, see, err := s.seeAt(t)
	if err != nil {
		return nil, g.c, err
	}
	defer v.letGo()
	if err := g.get(t, v, key, see, wanted&t.all, !s.wrote(t, key)); err != nil {
		g.release()
		return nil, g.c, err
	}
	g.own()
	if !g.exists() {
		return nil, g.c, nil
	}
	g.c.Returned = 1
	return g.f.cells, g.c, nil
}

// MultiGet reads several rows by key: every table is asked for every key, with no early stop and no
// fuse row cache. One key alone is a plain get.
func (s *Session) MultiGet(t *Tablet, keys []lsm.Key, wanted lsm.Image, visit Visit) (
	c lsm.Counters, err error,
) {
	distinct := slices.Clone(keys)
	slices.Sort(distinct)
	distinct = slices.Compact(distinct)
	if len(distinct) == 1 {
		cells, c, err := s.Get(t, distinct[0], wanted)
		if cells != nil && visit != nil {
			visit(distinct[0], cells)
		}
		return c, err
	}
	g := s.getter(t.columns)
	g.quiet = false
	c.StatusRows, c.FirstTouch = s.pay(t)
	v, see, err := s.seeAt(t)
	if err != nil {
		return c, err
	}
	defer v.letGo()
	g.f.want(wanted & t.all)
	for i, key := range distinct {
		g.c = lsm.Counters{}
		g.askMemtables(v, key, see)
		g.c.Memstore = v.open() // here a delete ends nothing
		if err := g.askRuns(v, key, see, 0, true); err != nil {
			g.release()
			return c, err
		}
		if i > 0 {
			g.c.Tables = 0 // they are open
		}
		c.Add(g.c)
		if g.exists() {
			c.Returned++
			if visit != nil {
				visit(key, g.f.cells)
			}
		}
		g.release()
	}
	return c, nil
}

// Scan reads a range of keys: every table gives each of its keys in the range once, however many
// versions it holds; deleted keys are read like others and return nothing.
func (s *Session) Scan(t *Tablet, r lsm.Range, wanted lsm.Image, visit Visit) (
	lsm.Counters, error,
) {
	return s.scanAll(t, request{keys: r, wanted: wanted, visit: visit})
}

// ScanBack is Scan in descending order.
func (s *Session) ScanBack(t *Tablet, r lsm.Range, wanted lsm.Image, visit Visit) (
	lsm.Counters, error,
) {
	return s.scanAll(t, request{keys: r, wanted: wanted, back: true, visit: visit})
}

// LimitScan is Scan until so many rows are returned.
func (s *Session) LimitScan(t *Tablet, r lsm.Range, wanted lsm.Image, rows int64, visit Visit) (
	c lsm.Counters, err error,
) {
	if rows <= 0 {
		return c, nil
	}
	return s.scanAll(t, request{keys: r, wanted: wanted, limit: rows, visit: visit})
}

// Sum adds up an integer column over a range, which the storage does not do by itself: it reads
// like a scan and returns one row.
func (s *Session) Sum(t *Tablet, r lsm.Range, column int) (sum uint64, c lsm.Counters, err error) {
	c, err = s.scanAll(t, request{keys: r, wanted: 1 << column,
		visit: func(_ lsm.Key, cells [][]byte) { sum += Int(cells[column]) }})
	c.Returned = 1
	return sum, c, err
}

// Count counts the rows of a range. With the aggregate pushed down, those of fast blocks are
// counted inside the storage and leave SSSTORE_READ_ROW_COUNT alone.
func (s *Session) Count(t *Tablet, r lsm.Range) (rows int64, c lsm.Counters, err error) {
	c, err = s.scanAll(t, request{keys: r})
	rows, c.Returned = c.Returned, 1
	if s.tenant.options.Load().PushdownStorageLevel >= lsm.PushdownAggregate {
		c.Ssstore -= c.FastRows
	}
	return rows, c, err
}

// scanAll is every kind of scan.
func (s *Session) scanAll(t *Tablet, q request) (c lsm.Counters, err error) {
	if len(s.scan.f.cells) != t.columns {
		s.scan.f = newFuser(t.columns)
	}
	statusRows, first := s.pay(t)
	v, see, err := s.seeAt(t)
	if err != nil {
		return c, err
	}
	defer v.letGo()
	for i := range len(v.inc) + 1 {
		first = v.run(i).touch() || first
	}
	q.view, q.wanted = see, q.wanted&t.all
	open := v.open()
	one := q.keys.First == q.keys.Last && open > 0
	q.blockScan = !one &&
		s.tenant.options.Load().PushdownStorageLevel >= lsm.PushdownBlockScan
	c, err = s.scan.scan(v, q)
	if c.StatusRows, c.FirstTouch = statusRows, first; err != nil {
		return c, err
	}
	if one {
		c.Memstore = open // it is turned into gets of the memtables
		return c, nil
	}
	if !s.scan.stopped {
		s.report(t, v, q.keys, &c)
	}
	return c, nil
}

// report tells adaptive compaction what a scan did.
func (s *Session) report(t *Tablet, v *version, keys lsm.Range, c *lsm.Counters) {
	if s.tenant.config.Concurrent || len(v.inc) == 0 && v.open() == 0 {
		return
	}
	blocks := int64(0)
	for i := range len(v.inc) + 1 {
		blocks += v.run(i).blocksIn(keys)
	}
	t.stack.ReportScan(c, c.Returned, blocks)
}
