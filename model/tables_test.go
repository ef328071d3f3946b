package model_test

import (
	"math"
	"testing"

	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/model"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
)

// tablesOf are tables under one load of sysbench.
func tablesOf(t testing.TB, script string, args ...string) *model.Tables {
	t.Helper()
	o, err := workload.ParseOptions(script, args)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := lsm.RulesFor("seekdb", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	p := workload.OnePhase(o, rateOf(t, "1k/s"), 1e9)
	tables, err := model.NewTables(model.TablesConfig{Group: p.Groups[0], Loads: p.Loads,
		Rules: rules, RowCompactionLimit: 6, BlockRows: 212})
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

func rateOf(t testing.TB, text string) workload.Rate {
	t.Helper()
	r, err := workload.ParseRate(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTablesRangeRows: looked up, the rows of a range are those of the sum over all ids.
func TestTablesRangeRows(t *testing.T) {
	for _, kind := range keydist.Names() {
		for _, size := range []string{"2", "100", "1000"} {
			tables := tablesOf(t, "oltp_update_non_index", "--tables=1", "--table-size=20000",
				"--rand-type="+kind, "--range-size="+size)
			ids, err := keydist.New(kind, 20000, keydist.Options{})
			if err != nil {
				t.Fatal(err)
			}
			draws := []float64{30, 4000, 700, 50000}
			above := []model.Above{{Kind: model.AboveMinor, Events: 30},
				{Kind: model.AboveMini, Events: 4000}, {Kind: model.AboveMemtable, Events: 700},
				{Kind: model.AboveMemtable, Events: 50000}}
			want := model.RangeRows(20000, tables.RangeSize, ids.Weight, draws)
			reads := tables.Read(above, 0)
			got := reads.Rows()
			if math.Abs(got/want-1) > 2e-3 {
				t.Errorf("%s, %s ids: %.3f rows, want %.3f", kind, size, got, want)
			}
			t.Logf("%s, %s ids: %.3f rows, %.3f; %+v", kind, size, got, want, reads)
		}
	}
}

func BenchmarkTablesRead(b *testing.B) {
	tables := tablesOf(b, "oltp_read_write", "--tables=30", "--table-size=1000000",
		"--rand-type=special")
	above := []model.Above{{Kind: model.AboveMinor, Events: 46000},
		{Kind: model.AboveMini, Events: 23000}, {Kind: model.AboveMemtable, Events: 700}}
	b.ReportAllocs()
	for b.Loop() {
		tables.Read(above, 5000)
	}
}

func BenchmarkNewTables(b *testing.B) {
	for b.Loop() {
		tablesOf(b, "oltp_read_write", "--tables=30", "--table-size=1000000", "--rand-type=special")
	}
}
