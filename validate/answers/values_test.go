package answers

import (
	"regexp"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm/rows"
	"github.com/readamp/readamp/lsm/workload"
)

// TestMaker: rows have the form of sysbench's, and no two the same c.
func TestMaker(t *testing.T) {
	var m maker
	seen := map[string]bool{}
	text := regexp.MustCompile(`^\d{11}(-\d{11})*$`)
	for _, id := range []uint64{1, 7, 7, 250_000} {
		values := m.row(id)
		c, pad := string(values[workload.ColumnC]), string(values[workload.ColumnPad])
		if len(c) != 119 || len(pad) != 59 || !text.MatchString(c) || !text.MatchString(pad) {
			t.Errorf("row %d: c %q, pad %q", id, c, pad)
		}
		if k := rows.Int(values[workload.ColumnK]); k != id || seen[c] {
			t.Errorf("row %d: k %d, c %q again: %v", id, k, c, seen[c])
		}
		seen[c] = true
	}
}

// TestReader: a row that is another's, cut off or lost shows, and the first of them is told.
func TestReader(t *testing.T) {
	var m maker
	for _, c := range []struct {
		name string
		look func(r *reader)
		want string
	}{
		{"as written", func(r *reader) {
			r.visitC(7, m.row(7))
			r.visitK(7, m.row(7))
			r.visitK(7, [][]byte{rows.IntColumn(9)}) // two updates later
		}, ""},
		{"another's c", func(r *reader) { r.visitC(8, m.row(7)) }, `row 8: c is "00000000007-`},
		{"another's k", func(r *reader) { r.visitK(8, m.row(7)) }, "row 8: k is 7"},
		{"cut off", func(r *reader) {
			r.visitC(7, [][]byte{nil, m.c(7)[:118]})
			r.visitC(9, m.row(8))
		}, `row 7: c is "00000000007-`},
		{"nothing", func(r *reader) { r.visitC(7, make([][]byte, workload.Columns)) },
			`row 7: c is ""`},
	} {
		var r reader
		r.init()
		c.look(&r)
		switch {
		case r.err == nil && c.want != "":
			t.Errorf("%s: no error", c.name)
		case r.err != nil && (c.want == "" || !strings.HasPrefix(r.err.Error(), c.want)):
			t.Errorf("%s: %v, want %s", c.name, r.err, c.want)
		}
	}
}
