package replay

import (
	"fmt"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
	"github.com/readamp/readamp/validate/record"
)

// plainOf is a map with a table t of columns k and c that holds ids 1 to n, c being "0".
func plainOf(n lsm.Key) *plain {
	p := newPlain()
	p.create(&table{name: "t", columns: []column{{"k", 8}, {"c", 1}}, value: 0})
	for id := lsm.Key(1); id <= n; id++ {
		p.write(&write{kind: record.OpInsert, table: "t", id: id, set: 3,
			values: [][]byte{rows.IntColumn(id), []byte("0")}})
	}
	return p
}

// setC and raiseK are updates.
func setC(id lsm.Key, c string) *write {
	return &write{kind: record.OpUpdate, table: "t", id: id, set: 2,
		values: [][]byte{nil, []byte(c)}}
}

func raiseK(id lsm.Key) *write {
	return &write{kind: record.OpUpdate, table: "t", id: id, set: 1, values: [][]byte{nil, nil}}
}

func remove(id lsm.Key) *write { return &write{kind: record.OpDelete, table: "t", id: id} }

// shown are the rows that a query should return, as "id:k:c", of an index "k>id".
func shown(p *plain, q query) string {
	var list []string
	q.place.table = "t"
	value := p.read(&q, func(key lsm.Key, cells [][]byte) {
		if q.place.index {
			list = append(list, fmt.Sprintf("%d>%d", key>>32, uint32(key)))
			return
		}
		list = append(list, fmt.Sprintf("%d:%d:%s", key, rows.Int(cells[0]), cells[1]))
	})
	if value > 0 {
		list = append(list, fmt.Sprint(value))
	}
	return strings.Join(list, " ")
}

// TestPlainReads has rows 1 to 5 with k of row 2 raised to 5 and row 4 deleted.
func TestPlainReads(t *testing.T) {
	p := plainOf(5)
	for range 3 {
		p.write(raiseK(2))
	}
	p.write(setC(3, "x"))
	p.write(remove(4))
	all := lsm.AllKeys
	for _, test := range []struct {
		q    query
		want string
	}{
		{query{kind: record.OpScan, keys: all}, "1:1:0 2:5:0 3:3:x 5:5:0"},
		{query{kind: record.OpScan, keys: lsm.Range{First: 2, Last: 4}}, "2:5:0 3:3:x"},
		{query{kind: record.OpScan, keys: lsm.Range{First: 4, Last: 2}}, ""},
		{query{kind: record.OpRscan, keys: all}, "5:5:0 3:3:x 2:5:0 1:1:0"},
		{query{kind: record.OpLscan, keys: all, limit: 2}, "1:1:0 2:5:0"},
		{query{kind: record.OpLscan, keys: all, limit: 9}, "1:1:0 2:5:0 3:3:x 5:5:0"},
		{query{kind: record.OpScan, place: place{index: true}, keys: all}, "1>1 3>3 5>2 5>5"},
		{query{kind: record.OpIscan, place: place{index: true},
			keys: lsm.IndexRange(lsm.Range{First: 2, Last: 4})}, "3>3"},
		{query{kind: record.OpGet, ids: []lsm.Key{3}}, "3:3:x"},
		{query{kind: record.OpGet, ids: []lsm.Key{4}}, ""},
		{query{kind: record.OpMget, ids: []lsm.Key{9, 5, 1, 5, 4}}, "1:1:0 5:5:0"},
		{query{kind: record.OpCount, keys: all}, "4"},
		{query{kind: record.OpSum, keys: all}, "14"},
		{query{kind: record.OpSum, place: place{index: true}, keys: all}, "14"},
	} {
		if got := shown(p, test.q); got != test.want {
			t.Errorf("%+v: %q, want %q", test.q, got, test.want)
		}
	}
}

// TestPlainTransactions: a rollback takes back everything since begin, a commit nothing.
func TestPlainTransactions(t *testing.T) {
	everything := query{kind: record.OpScan, keys: lsm.AllKeys}
	changes := func(p *plain) {
		p.begin()
		p.write(setC(1, "a"))
		p.write(raiseK(1))
		p.write(remove(2))
		p.write(&write{kind: record.OpInsert, table: "t", id: 9,
			values: [][]byte{rows.IntColumn(9), []byte("n")}})
		p.write(setC(9, "m"))
	}
	const before, after = "1:1:0 2:2:0", "1:2:a 9:9:m"
	p := plainOf(2)
	changes(p)
	if got := shown(p, everything); got != after {
		t.Errorf("inside %q, want %q", got, after)
	}
	if p.rollback(); shown(p, everything) != before {
		t.Errorf("rolled back %q, want %q", shown(p, everything), before)
	}
	changes(p)
	p.commit()
	p.begin()
	if p.rollback(); shown(p, everything) != after {
		t.Errorf("committed %q, want %q", shown(p, everything), after)
	}
}

// TestPlainFinds: writes say whether the row was there, and change nothing out of place.
func TestPlainFinds(t *testing.T) {
	p := plainOf(1)
	again := &write{kind: record.OpInsert, table: "t", id: 1,
		values: [][]byte{rows.IntColumn(7), []byte("7")}}
	for _, test := range []struct {
		w    *write
		want bool
	}{{again, true}, {setC(1, "0"), true}, {setC(2, "x"), false}, {remove(2), false}} {
		if got := p.write(test.w); got != test.want {
			t.Errorf("%+v: %v", test.w, got)
		}
	}
	if got := shown(p, query{kind: record.OpScan, keys: lsm.AllKeys}); got != "1:1:0" {
		t.Errorf("rows are %q", got)
	}
}
