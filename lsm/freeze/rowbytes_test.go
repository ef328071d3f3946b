package freeze_test

import (
	"testing"

	"github.com/readamp/readamp/lsm/freeze"
)

// TestSysbenchBytes holds the bytes of sysbench's rows. Those of the rule book, from members only
// and within 10 %, stand beside them.
func TestSysbenchBytes(t *testing.T) {
	main := freeze.NewRowBytes(freeze.SysbenchTable())
	index := freeze.NewRowBytes(freeze.SysbenchIndex())
	for _, test := range []struct {
		name      string
		got, want int64
	}{
		{"insert", main.Insert(), 336},         // 330
		{"update k", main.Update(1), 152},      // 150
		{"update c", main.Update(2), 272},      // 270
		{"delete", main.Delete(), 152},         // 150
		{"new key", main.NewKey(), 237},        // 230 to 250
		{"index insert", index.Insert(), 152},  // 180
		{"index delete", index.Delete(), 152},  // 150
		{"new index key", index.NewKey(), 253}, // 230
		{"a memtable", freeze.MemtableBytes, 51_200},
		// What goes to the log: headers of 18 bytes, data, an offset and half a byte a column.
		{"redo of an insert", main.RedoInsert(), 18 + 186 + 6},
		{"redo of an update of c", main.RedoUpdate(2), 18 + 123 + 6},
		{"redo of an update of k", main.RedoUpdate(1), 18 + 8 + 6},
		{"redo of a delete", main.RedoDelete(), 18 + 4 + 6},
		{"redo of an index entry", index.RedoInsert(), 18 + 8 + 3},
	} {
		if test.got != test.want {
			t.Errorf("%s: %d bytes, want %d", test.name, test.got, test.want)
		}
	}
}

// TestEventBytes is one event of oltp_write_only, all four statements on keys new to the memtable
// but the insert: 2.3 to 3.2 KB by the rule book.
func TestEventBytes(t *testing.T) {
	main := freeze.NewRowBytes(freeze.SysbenchTable())
	index := freeze.NewRowBytes(freeze.SysbenchIndex())
	bytes := 3*main.NewKey() + main.Update(1) + main.Update(2) + main.Delete() + main.Insert() +
		4*(index.NewKey()+index.Insert())
	if bytes < 2300 || bytes > 3700 {
		t.Errorf("%d bytes", bytes)
	}
}

// TestWideLayout has a row whose offsets need two bytes each.
func TestWideLayout(t *testing.T) {
	narrow := freeze.NewRowBytes(freeze.Layout{Key: []int64{8}, Other: []int64{200, 40}})
	wide := freeze.NewRowBytes(freeze.Layout{Key: []int64{8}, Other: []int64{200, 48}})
	if d := wide.Insert() - narrow.Insert(); d != 8 && d != 16 {
		t.Errorf("8 bytes more of data make %d more", d)
	}
	if wide.Update(2) != narrow.Update(2)+8 {
		t.Errorf("an update of the column itself: %d and %d", wide.Update(2), narrow.Update(2))
	}
}

// TestVersions follows a row through in-memory compaction, a limit of 3.
func TestVersions(t *testing.T) {
	r := freeze.NewRowBytes(freeze.SysbenchTable())
	const k, c, limit = 1, 2, 3
	var v versions
	want := func(step string, got, want int64) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %d bytes, want %d", step, got, want)
		}
	}
	want("first touch", v.Update(r, limit, k), r.NewKey()+r.Update(k))
	want("second", v.Update(r, limit, c), r.Update(c))
	want("third, with k and c compacted", v.Update(r, limit, k), r.Update(k)+r.Update(k|c))
	want("fourth", v.Update(r, limit, k), r.Update(k))
	want("delete", v.Delete(r, limit), r.Delete())
	want("insert, compacted whole", v.Insert(r, limit), 2*r.Insert()+freeze.ReinsertBytes)
	v.Update(r, limit, c)
	v.Update(r, limit, c)
	want("an update of what was inserted", v.Update(r, limit, c), r.Update(c)+r.Insert())
	v.Update(r, limit, c)
	v.Update(r, limit, c)
	want("a delete that is compacted", v.Delete(r, limit), r.Delete()+r.Delete())
	if v.New() || !(versions{}).New() {
		t.Error("a row with versions is new, or one without is not")
	}
	var plain versions
	bytes := int64(0)
	for range 6 {
		bytes += plain.Update(r, 6, k)
	}
	want("six updates at the default limit", bytes, r.NewKey()+7*r.Update(k))
}
