package replay

import (
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/validate/record"
)

// TestKeyColumnAnywhere: the key is the column id, wherever the table has it.
func TestKeyColumnAnywhere(t *testing.T) {
	counted := func(target Target, columns string) lsm.Counters {
		text := `{"trace":1,"name":"n","engine":"seekdb","recorded":"2026-11-30",` +
			`"params":{}}` + "\n" +
			`{"op":"create","table":"t","columns":[` + columns + `],"index":[]}` + "\n" +
			`{"op":"insert","table":"t","ids":"1-9","batch":9}` + "\n" +
			`{"op":"freeze","kind":"major","settled":true}` + "\n" +
			`{"op":"update","table":"t","set":"c","ids":"1-9","times":1}`
		trace, err := record.ReadTrace("n", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		d := started(t, trace, target)
		for i := range trace.Ops {
			if err := d.step(&trace.Ops[i], &Result{}); err != nil {
				t.Fatal(err)
			}
		}
		r, err := d.read(&record.Op{Kind: record.OpGet, Table: "t", ID: 5, Cols: []string{"c"}})
		if err != nil {
			t.Fatal(err)
		}
		return r.judged
	}
	for _, target := range []Target{Counting, Embedded} {
		first := counted(target, `"id int","k int","c char(120)"`)
		last := counted(target, `"k int","c char(120)","id int"`)
		// The memtable's version holds c, so the base is not asked.
		if first != last || first.Memstore != 1 || first.Ssstore != 0 {
			t.Errorf("%s: key first %+v, last %+v", target, first, last)
		}
	}
}

// TestPlanStays: an index with no more rows than the table is read by a sum of its column, and goes
// on being read when later it has more.
func TestPlanStays(t *testing.T) {
	trace := written(t, true,
		`{"op":"insert","table":"t","ids":"1-100","batch":100}`,
		`{"op":"sum","table":"t"}`,
		`{"op":"update","table":"t","set":"k","ids":"1-100","times":1}`,
		`{"op":"sum","table":"t"}`,
		`{"op":"count","table":"t"}`)
	for _, target := range []Target{Counting, Embedded} {
		d := started(t, trace, target)
		for i, index := range []bool{false, false, true, false, true, false} {
			op := &trace.Ops[i]
			if !op.Kind.Reads() {
				if err := d.step(op, &Result{}); err != nil {
					t.Fatal(err)
				}
				continue
			}
			r, err := d.read(op)
			if err != nil || r.place.index != index {
				t.Errorf("%s, line %d: %s reads the index: %v, want %v (%v)", target, op.Line,
					op.Kind, r.place.index, index, err)
			}
		}
	}
}

// TestTableMode reads the options of CREATE TABLE as a trace gives them.
func TestTableMode(t *testing.T) {
	tests := []struct {
		options string
		want    adaptive.Mode
	}{
		{"", adaptive.Normal},
		{"comment='x'", adaptive.Normal},
		{"table_mode='extreme'", adaptive.Extreme},
		{"comment='x' TABLE_MODE = \"Super\"", adaptive.Super},
		{"table_mode moderate block_size=16384", adaptive.Moderate},
	}
	for _, test := range tests {
		got, err := tableMode(test.options)
		if err != nil || got != test.want {
			t.Errorf("%q: %v, %v, want %v", test.options, got, err, test.want)
		}
	}
	if _, err := tableMode("table_mode='fast'"); err == nil {
		t.Error("an unknown mode is no error")
	}
}
