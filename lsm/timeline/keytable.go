package timeline

import (
	"math/rand/v2"
	"slices"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
)

// keyTable is a table whose content is kept key by key. Its rows are an array over the ids from
// first on, the memtable's state of each; a list tells which are in the memtable.
type keyTable struct {
	name    string
	view    *lsm.Tablet
	columns int      // that are told apart: mainColumns or fewColumns
	compact rowState // row_compaction_update_limit, in nodes

	first   lsm.Key
	rows    []rowState
	touched bitset // positions of the ids in the memtable
	nodes   Nodes
	// versions are the versions of the memtable that a dump keeps.
	versions int64

	chains map[uint32]int64 // versions beyond maxVersions
	pairs  bool             // a row was deleted and inserted again, in two transactions

	liveRows lsm.KeySet
	changed  []lsm.Key // ids whose existence may differ from liveRows
	count    int64     // rows that exist

	index *indexContent
	base  *keyPart
}

// newKeyTable makes a table of the rows 1 to n.
func newKeyTable(name string, n int64, view *lsm.Tablet, columns int, base *keyPart,
	updateLimit int64, withIndex bool) *keyTable {

	t := &keyTable{name: name, view: view, columns: columns, first: 1,
		rows: make([]rowState, n), count: n,
		compact:  rowState(min(updateLimit, nodesMost)) * oneNode,
		liveRows: lsm.KeysIn(lsm.Range{First: 1, Last: lsm.Key(n)}), base: base}
	t.touched.reach(n)
	for i := range t.rows {
		t.rows[i] = live
	}
	if withIndex {
		t.index = &indexContent{table: t}
	}
	return t
}

// settle brings the set of rows that exist up to date.
func (t *keyTable) settle() lsm.KeySet {
	if len(t.changed) > 0 {
		var come, gone []lsm.Key
		slices.Sort(t.changed)
		for _, id := range slices.Compact(t.changed) {
			if i := id - t.first; i < uint64(len(t.rows)) && t.rows[i]&live != 0 {
				come = append(come, id)
			} else {
				gone = append(gone, id)
			}
		}
		t.liveRows = t.liveRows.With(come).Without(gone)
		t.changed = t.changed[:0]
	}
	return t.liveRows
}

// Rows implements [TabletContent].
func (t *keyTable) Rows() int64 { return t.count }

// Active implements [TabletContent].
func (t *keyTable) Active() Nodes { return t.nodes }

// Freeze implements [TabletContent].
func (t *keyTable) Freeze(start, end lsm.SCN) Part {
	part := t.content(start, end)
	for _, id := range part.layers[0].keys {
		t.rows[lsm.Key(id)-t.first] &= lasting
	}
	t.touched.clear()
	t.nodes, t.versions, t.chains, t.pairs = Nodes{}, 0, nil, false
	t.trim()
	return part
}

// trim gives up the rows below the first one that exists, once they are most of the array.
func (t *keyTable) trim() {
	n := 0
	for n < len(t.rows) && t.rows[n] == 0 {
		n++
	}
	if n > len(t.rows)/2 {
		n &^= 63 // the bitset's positions move by whole words
		t.rows = append([]rowState(nil), t.rows[n:]...)
		t.first += lsm.Key(n)
	}
}

// Peek implements [TabletContent].
func (t *keyTable) Peek() Part { return t.content(0, 0) }

// content makes a part of the active memtable.
func (t *keyTable) content(start, end lsm.SCN) *keyPart {
	order := t.touched.list(uint32(t.first), int(t.nodes.Keys))
	c := lsm.Content{Keys: make([]lsm.Key, len(order)), Versions: t.versions,
		Columns: make([][]lsm.Key, t.columns)}
	var multi int64
	versions := make([]uint16, len(order))
	for j, position := range order {
		id := lsm.Key(position)
		s := t.rows[id-t.first]
		c.Keys[j] = id
		n := s & versionMask
		versions[j] = uint16(min(n, maxVersions))
		if n > 1 {
			multi++
		}
		switch {
		case s&deleted != 0:
			c.Deleted = append(c.Deleted, id)
		case s&full != 0:
			c.Full = append(c.Full, id)
		case t.columns == mainColumns:
			if s&updatedK != 0 {
				c.Columns[workload.ColumnK] = append(c.Columns[workload.ColumnK], id)
			}
			if s&updatedC != 0 {
				c.Columns[workload.ColumnC] = append(c.Columns[workload.ColumnC], id)
			}
		}
	}
	part := &keyPart{run: t.view.NewRun(lsm.Mini, start, end, c), end: end,
		layers: []layer{{start, end, order, versions, t.chains, t.pairs}}}
	part.size = Size{Keys: int64(len(order)), Versions: c.Versions,
		PhysicalRows: c.Versions + multi, Deleted: t.nodes.Deletes,
		Changed: t.nodes.Updates + t.nodes.Rewrites + t.nodes.Deletes}
	return part
}

// With a fuse row cache a get reads whole rows, and whether an update gave k or c makes no
// difference to where it ends: one column, which no update gives, stands for all then.
const (
	mainColumns = workload.Columns
	fewColumns  = 1
)

// Base implements [TabletContent].
func (t *keyTable) Base() Part { return t.base }

// Read implements [TabletContent].
func (t *keyTable) Read(p Probe, base Part, inc, memtables []Part, r *rand.Rand, into *Readings) {
	t.view.Show(base.(*keyPart).run, runs(inc), runs(memtables), t.settle())
	for range p.Statements {
		var c lsm.Counters
		if p.FromHead {
			c = t.view.LimitScan(lsm.AllKeys, p.RangeSize)
		} else {
			id := lsm.Key(p.IDs.Draw(r))
			c = t.view.Scan(lsm.Range{First: id, Last: id + lsm.Key(p.RangeSize) - 1})
			wanted := lsm.Image(1) << min(workload.ColumnC, t.columns-1)
			get := t.view.Get(lsm.Key(p.IDs.Draw(r)), wanted)
			if get.FuseHit == 0 {
				into.Get = append(into.Get, float64(get.RowsRead()))
				into.Gets.Add(get)
			}
		}
		into.Ranges.Add(c)
		into.RangeN++
		if c.Returned > 0 {
			into.Range = append(into.Range, float64(c.RowsRead())/float64(c.Returned))
		}
		if p.FromHead {
			return // every statement reads the same
		}
	}
}

// runs are the runs of parts that are not empty.
func runs(parts []Part) []*lsm.Run {
	list := make([]*lsm.Run, 0, len(parts))
	for _, p := range parts {
		if run := p.(*keyPart).run; !run.Empty() {
			list = append(list, run)
		}
	}
	return list
}
