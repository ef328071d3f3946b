package rows_test

import (
	"errors"
	"slices"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
)

// tables are the borders between the runs of a tablet: what the counters of a read at an old
// snapshot follow from, which package lsm does not have.
type tables struct {
	base lsm.SCN // versions up to it are in the base, one row a key
	ends []lsm.SCN
}

// tablesOf reads the borders between runs off the stored tablet.
func tablesOf(t *rows.Tablet) tables {
	var list tables
	for i, run := range t.Shape() {
		if i == 0 {
			list.base = run.End
		} else {
			list.ends = append(list.ends, run.End)
		}
	}
	return list
}

// count is how many tables have a version of the key that the snapshot sees: the base, minis and
// minors, the memtable.
func (l tables) count(p *plain, key lsm.Key, snapshot lsm.SCN) (base, inc, memtable int64) {
	if _, exists := p.rowAt(key, l.base); exists && l.base > 0 {
		base = 1
	}
	has := func(from, to lsm.SCN) int64 {
		for _, v := range p.versions[key] {
			if v.scn > from && v.scn <= min(to, snapshot) {
				return 1
			}
		}
		return 0
	}
	from := l.base
	for _, end := range l.ends {
		inc += has(from, end)
		from = end
	}
	return base, inc, has(from, rows.MaxSCN)
}

// oldSnapshot reads a range as it was.
func (h *history) oldSnapshot() {
	list := tablesOf(h.table.Main)
	now := h.stored.Now()
	if h.inTrx || now <= list.base || list.base == 0 {
		return
	}
	h.scan(lsm.AllKeys, 0, false) // pays for a change of the tablet in both engines
	defer func() {
		h.stored.FlushCache() // what the reads below cached
		h.sets.FlushCache()
	}()
	snapshot := list.base + lsm.SCN(h.rng.Uint64N(uint64(now-list.base)))
	h.session.ReadAt(snapshot)
	defer h.session.ReadAt(0)
	r := h.span()
	var want lsm.Counters
	for key := range h.plain.versions {
		if key < r.First || key > r.Last {
			continue
		}
		base, inc, memtable := list.count(h.plain, key, snapshot)
		want.MajorRows += base
		want.MinorRows += inc
		want.Memstore += memtable
	}
	keys := h.plain.inside(r, snapshot)
	back := h.rng.IntN(2) == 0
	scan := h.session.Scan
	if back {
		scan = h.session.ScanBack
		slices.Reverse(keys)
	}
	var a answer
	got, err := scan(h.table.Main, r, lsm.FullImage(h.columns), a.add)
	h.check(err)
	h.compareRows("old snapshot", a, keys, 1<<h.columns-1, snapshot)
	if single := r.First == r.Last; !single && (got.Memstore != want.Memstore ||
		got.MinorRows != want.MinorRows || got.MajorRows != want.MajorRows) {
		h.errorf("snapshot %d of %d, %v: counted %+v, want %+v", snapshot, now, r, got, want)
	}
	h.getAt(h.key(), snapshot)
	h.tally["old snapshot"]++
	if list.base < 2 {
		return
	}
	if _, err := h.sessionAt(list.base-1).Scan(h.table.Main, r, 0, nil); !errors.Is(err,
		rows.ErrSnapshotTooOld) {

		h.errorf("a snapshot below the base is read: %v", err)
	}
}

func (h *history) sessionAt(snapshot lsm.SCN) *rows.Session {
	s := h.stored.Session()
	s.ReadAt(snapshot)
	return s
}

// getAt reads one row as it was; what the fuse row cache has must not show.
func (h *history) getAt(key lsm.Key, snapshot lsm.SCN) {
	cells, _, err := h.sessionAt(snapshot).Get(h.table.Main, key, lsm.FullImage(h.columns))
	h.check(err)
	var a answer
	var want []lsm.Key
	if cells != nil {
		a.add(key, cells)
	}
	if _, exists := h.plain.rowAt(key, snapshot); exists {
		want = append(want, key)
	}
	h.compareRows("get at an old snapshot", a, want, 1<<h.columns-1, snapshot)
}
