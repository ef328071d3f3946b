package rows_test

import (
	"bytes"
	"slices"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
)

// read makes one random read in all three engines.
func (h *history) read() {
	r := h.span()
	wanted := h.rng.Uint64N(1 << h.columns)
	switch h.rng.IntN(8) {
	case 0, 1:
		h.get(h.key(), wanted)
	case 2:
		h.multiGet(wanted)
	case 3:
		h.count(r)
	case 4:
		h.sum(r)
	case 5:
		h.limitScan(r, wanted)
	case 6:
		h.scan(r, wanted, true)
	default:
		h.scan(r, wanted, false)
	}
	if h.indexed {
		h.scanIndex()
	}
	h.tally["statement"]++
}

// span is a range of keys, sometimes all of them, sometimes one.
func (h *history) span() lsm.Range {
	switch a, b := h.key(), h.key(); h.rng.IntN(8) {
	case 0:
		return lsm.AllKeys
	case 1:
		return lsm.Range{First: a, Last: a}
	default:
		return lsm.Range{First: min(a, b), Last: max(a, b)}
	}
}

// answer collects what a read of stored rows returns.
type answer struct {
	keys  []lsm.Key
	cells [][][]byte
}

func (a *answer) add(key lsm.Key, cells [][]byte) {
	var row [][]byte
	for _, c := range cells {
		row = append(row, bytes.Clone(c))
	}
	a.keys, a.cells = append(a.keys, key), append(a.cells, row)
}

// compareRows compares returned rows with the plain map.
func (h *history) compareRows(what string, got answer, want []lsm.Key, wanted uint64,
	snapshot lsm.SCN) {

	h.t.Helper()
	if !slices.Equal(got.keys, want) {
		h.errorf("%s: keys %v, want %v", what, got.keys, want)
		return
	}
	for i, key := range want {
		row, _ := h.plain.rowAt(key, snapshot)
		for j := range row {
			given := wanted>>j&1 == 1 || got.cells[i][j] != nil // more than wanted may be given
			if given && !bytes.Equal(got.cells[i][j], row[j]) {
				h.errorf("%s: key %d, column %d is %x, want %x", what, key, j, got.cells[i][j],
					row[j])
			}
		}
	}
	h.tally["row read"] += len(want)
}

// compareCounters compares stored rows with key sets, all figures.
func (h *history) compareCounters(what string, got, want lsm.Counters) {
	h.t.Helper()
	if got != want {
		h.errorf("%s: counted %+v\nkey sets        %+v", what, got, want)
	}
	if got.BsBlocks > 0 {
		h.tally["block scan"]++
	}
	if got.FuseHit > 0 {
		h.tally["fuse row cache hit"]++
	}
	if got.Returned < got.MajorRows {
		h.tally["row deleted inside a range"]++
	}
}

func (h *history) get(key lsm.Key, wanted uint64) {
	cells, got, err := h.session.Get(h.table.Main, key, lsm.Image(wanted))
	h.check(err)
	var a answer
	var want []lsm.Key
	if cells != nil {
		a.add(key, cells)
	}
	if h.plain.exists(key) {
		want = append(want, key)
	}
	h.compareRows("get", a, want, wanted, 0)
	h.compareCounters("get", got, h.setsOf.Main.Get(key, lsm.Image(wanted)))
	h.tally["get"]++
}

func (h *history) multiGet(wanted uint64) {
	var keys, want []lsm.Key
	for range 1 + h.rng.IntN(6) {
		keys = append(keys, h.key())
	}
	var a answer
	got, err := h.session.MultiGet(h.table.Main, keys, lsm.Image(wanted), a.add)
	h.check(err)
	slices.Sort(keys)
	for _, key := range slices.Compact(slices.Clone(keys)) {
		if h.plain.exists(key) {
			want = append(want, key)
		}
	}
	h.compareRows("multi-get", a, want, wanted, 0)
	h.compareCounters("multi-get", got, h.setsOf.Main.MultiGet(keys, lsm.Image(wanted)))
	h.tally["multi-get"]++
}

func (h *history) scan(r lsm.Range, wanted uint64, back bool) {
	var a answer
	want := h.plain.inside(r, 0)
	if !back {
		got, err := h.session.Scan(h.table.Main, r, lsm.Image(wanted), a.add)
		h.check(err)
		h.compareRows("scan", a, want, wanted, 0)
		h.compareCounters("scan", got, h.setsOf.Main.Scan(r))
		return
	}
	got, err := h.session.ScanBack(h.table.Main, r, lsm.Image(wanted), a.add)
	h.check(err)
	slices.Reverse(want)
	h.compareRows("descending scan", a, want, wanted, 0)
	counted := h.setsOf.Main.ScanBack(r)
	if h.incRows {
		got.BsRows, got.BsBlocks, got.FastRows = counted.BsRows, counted.BsBlocks, counted.FastRows
	}
	h.compareCounters("descending scan", got, counted)
	h.tally["descending scan"]++
}

func (h *history) limitScan(r lsm.Range, wanted uint64) {
	n := 1 + h.rng.Int64N(50)
	var a answer
	got, err := h.session.LimitScan(h.table.Main, r, lsm.Image(wanted), n, a.add)
	h.check(err)
	want := h.plain.inside(r, 0)
	h.compareRows("limit scan", a, want[:min(int(n), len(want))], wanted, 0)
	h.compareCounters("limit scan", got, h.setsOf.Main.LimitScan(r, n))
	h.tally["scan up to a limit"]++
}

func (h *history) count(r lsm.Range) {
	n, got, err := h.session.Count(h.table.Main, r)
	h.check(err)
	if want := len(h.plain.inside(r, 0)); n != int64(want) {
		h.errorf("count %v: %d rows, want %d", r, n, want)
	}
	h.compareCounters("count", got, h.setsOf.Main.Count(r))
	h.tally["count"]++
}

func (h *history) sum(r lsm.Range) {
	sum, got, err := h.session.Sum(h.table.Main, r, 0)
	h.check(err)
	want := uint64(0)
	for _, key := range h.plain.inside(r, 0) {
		row, _ := h.plain.row(key)
		want += rows.Int(row[0])
	}
	if sum != want {
		h.errorf("sum %v: %d, want %d", r, sum, want)
	}
	h.compareCounters("sum", got, h.setsOf.Main.Sum(r))
	h.tally["sum"]++
}

func (h *history) scanIndex() {
	a, b := h.rng.Uint64N(1000), h.rng.Uint64N(1000)
	r := lsm.IndexRange(lsm.Range{First: min(a, b), Last: max(a, b)})
	var got answer
	counted, err := h.session.Scan(h.table.Indexes[0].Tablet, r, 0, got.add)
	h.check(err)
	var want []lsm.Key
	for _, key := range h.plain.inside(lsm.AllKeys, 0) {
		row, _ := h.plain.row(key)
		if entry := lsm.IndexKey(rows.Int(row[0]), key); entry >= r.First && entry <= r.Last {
			want = append(want, entry)
		}
	}
	slices.Sort(want)
	if !slices.Equal(got.keys, want) {
		h.errorf("index scan %v: %d entries, want %d", r, len(got.keys), len(want))
	}
	h.compareCounters("index scan", counted, h.setsOf.Indexes[0].Tablet.Scan(r))
}
