package replay

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
	"github.com/readamp/readamp/validate/record"
)

// faulty is an engine that makes one mistake.
type faulty struct {
	engine
	visit func(rows.Visit) rows.Visit // nil: rows are as they are
	count func(*lsm.Counters)
	value uint64 // added to sums and counts
	lost  uint64 // this row is never found by an update or delete
	runs  int    // so many runs are not shown
}

func (f *faulty) write(w *write) (found bool, err error) {
	if w.kind != record.OpInsert && w.id == f.lost {
		return false, nil
	}
	return f.engine.write(w)
}

func (f *faulty) read(q *query, visit rows.Visit) (value uint64, c lsm.Counters, err error) {
	if f.visit != nil {
		visit = f.visit(visit)
	}
	value, c, err = f.engine.read(q, visit)
	if f.count != nil {
		f.count(&c)
	}
	if q.kind == record.OpSum || q.kind == record.OpCount {
		value += f.value
	}
	return value, c, err
}

func (f *faulty) stack(p place) stack {
	s := f.engine.stack(p)
	s.runs = s.runs[:len(s.runs)-f.runs]
	return s
}

// inRow passes on rows, but for row 5, of which do makes others.
func inRow(do func(cells [][]byte) [][][]byte) func(rows.Visit) rows.Visit {
	return func(visit rows.Visit) rows.Visit {
		return func(key lsm.Key, cells [][]byte) {
			if key != 5 {
				visit(key, cells)
				return
			}
			for _, row := range do(slices.Clone(cells)) {
				visit(key, row)
			}
		}
	}
}

// swapped passes on rows in the order 2, 1, 4, 3 and so on.
func swapped(visit rows.Visit) rows.Visit {
	var heldKey lsm.Key
	var held [][]byte
	return func(key lsm.Key, cells [][]byte) {
		if held == nil {
			heldKey, held = key, slices.Clone(cells)
			return
		}
		visit(key, cells)
		visit(heldKey, held)
		held = nil
	}
}

// TestMistakesAreFound lets the embedded target make one mistake at a time. Each ends the replay at
// the first statement that can show it.
func TestMistakesAreFound(t *testing.T) {
	trace := written(t, false,
		`{"op":"insert","table":"t","ids":"1-10","batch":10}`,
		`{"op":"freeze","kind":"minor","settled":true}`,
		`{"op":"update","table":"t","set":"c","ids":"5","times":1}`,
		`{"op":"scan","table":"t","cols":"k,c"}`,
		`{"op":"sum","table":"t"}`,
		`{"op":"tables","table":"t"}`)
	older := func(cells [][]byte) [][][]byte {
		w := &write{kind: record.OpInsert, table: "t", id: 5, set: 7}
		c := newContents(&table{name: "t", columns: []column{{"k", 8}, {"c", 120}, {"pad", 60}}})
		c.writes = 4
		cells[1] = c.values(w)[1]
		return [][][]byte{cells}
	}
	for _, test := range []struct {
		name  string
		fault faulty
		line  int
		is    error
	}{
		{"none", faulty{}, 0, nil},
		{"the version before", faulty{visit: inRow(older)}, 6, errWrongRows},
		{"one bit", faulty{visit: inRow(func(cells [][]byte) [][][]byte {
			cells[1] = slices.Clone(cells[1])
			cells[1][119] ^= 1
			return [][][]byte{cells}
		})}, 6, errWrongRows},
		{"a byte in the next column", faulty{visit: inRow(func(cells [][]byte) [][][]byte {
			cells[0] = append(slices.Clone(cells[0]), cells[1][0])
			cells[1] = cells[1][1:]
			return [][][]byte{cells}
		})}, 6, errWrongRows},
		{"a column that nobody wants", faulty{visit: inRow(func(cells [][]byte) [][][]byte {
			cells[2] = nil
			return [][][]byte{cells}
		})}, 0, nil},
		{"no row", faulty{visit: inRow(func([][]byte) [][][]byte { return nil })}, 6,
			errWrongRows},
		{"twice", faulty{visit: inRow(func(cells [][]byte) [][][]byte {
			return [][][]byte{cells, cells}
		})}, 6, errWrongRows},
		{"order", faulty{visit: swapped}, 6, errWrongRows},
		{"sum", faulty{value: 1}, 7, errWrongRows},
		{"row not found", faulty{lost: 5}, 5, errWrongRows},
		{"a row counted", faulty{count: func(c *lsm.Counters) { c.MinorRows++ }}, 6, errCounters},
		{"block scan", faulty{count: func(c *lsm.Counters) { c.BsRows++ }}, 6, errCounters},
		{"stack", faulty{runs: 1}, 8, errCounters},
	} {
		d := started(t, trace, Embedded)
		v := d.engines[1].(*verified)
		test.fault.engine = v.engine
		v.engine = &test.fault
		line, err := 0, error(nil)
		for i := range trace.Ops {
			if err = d.step(&trace.Ops[i], &Result{}); err != nil {
				line = trace.Ops[i].Line
				break
			}
		}
		if line != test.line || !errors.Is(err, test.is) {
			t.Errorf("%s: line %d, %v; want line %d, %v", test.name, line, err, test.line, test.is)
		}
	}
}

// TestWrongRowsSaySo shows what a person reads.
func TestWrongRowsSaySo(t *testing.T) {
	trace := written(t, false, `{"op":"insert","table":"t","ids":"1-3","batch":3}`)
	d := started(t, trace, Embedded)
	for i := range trace.Ops {
		if err := d.step(&trace.Ops[i], &Result{}); err != nil {
			t.Fatal(err)
		}
	}
	v := d.engines[1].(*verified)
	v.engine = &faulty{engine: v.engine, value: 2}
	_, err := d.read(&record.Op{Kind: record.OpSum, Table: "t"})
	const empty = "cbf29ce484222325" // of FNV-1a
	want := fmt.Sprintf("%v: 0 rows of checksum %s, value 8; should be 0 rows of checksum %[2]s, "+
		"value 6", errWrongRows, empty)
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	if !strings.HasPrefix(want, "the engine's own rows are wrong: ") {
		t.Error(want)
	}
}

// TestBlocksMayDiffer: only where the counting target estimates.
func TestBlocksMayDiffer(t *testing.T) {
	single := runShape{kind: lsm.Mini, keys: 5, versions: 5, physicalRows: 5}
	several := runShape{kind: lsm.Minor, keys: 5, versions: 6, physicalRows: 7}
	base := runShape{kind: lsm.Major, keys: 9, versions: 9, physicalRows: 9}
	for _, test := range []struct {
		kind record.OpKind
		runs []runShape
		want bool
	}{
		{record.OpScan, []runShape{base}, false},
		{record.OpRscan, []runShape{base}, false},
		{record.OpScan, []runShape{base, single}, false},
		{record.OpRscan, []runShape{base, single}, true},
		{record.OpScan, []runShape{base, single, several}, true},
		{record.OpGet, nil, false},
	} {
		if got := blocksMayDiffer(test.kind, stack{runs: test.runs}); got != test.want {
			t.Errorf("%s over %v: %v", test.kind, test.runs, got)
		}
	}
	c := lsm.Counters{Returned: 1, Ssstore: 5, MinorRows: 3, MajorRows: 4, BsRows: 2, BsBlocks: 1,
		FastRows: 2, Tables: 2}
	want := lsm.Counters{Returned: 1, Ssstore: 5, MinorRows: 3, MajorRows: 4, Tables: 2}
	if got := withoutBlocks(record.OpScan, c); got != want {
		t.Errorf("got %+v", got)
	}
	want.Ssstore = 0
	if got := withoutBlocks(record.OpCount, c); got != want {
		t.Errorf("got %+v", got)
	}
}
