package model_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/model"
)

// rangeIDs is the size of the tables that ranges are read of here.
const rangeIDs = 20_000

// drawnTable is a table each of whose minis was written by so many draws of d; the last draws are
// left in its memtable.
func drawnTable(t *testing.T, d keydist.Dist, seed uint64, trigger int,
	draws []float64) *lsm.Table {

	t.Helper()
	return drawnTableOf(t, rangeIDs, d, seed, trigger, draws)
}

// drawnTableOf is drawnTable of any size.
func drawnTableOf(t *testing.T, ids int64, d keydist.Dist, seed uint64, trigger int,
	draws []float64) *lsm.Table {

	t.Helper()
	rules, err := lsm.RulesFor("seekdb", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	o := lsm.DefaultOptions()
	o.MinorCompactTrigger = trigger
	tenant := lsm.NewTenant(o, rules)
	table, err := tenant.CreateTable("t", 1, nil, lsm.BlockRows{}, lsm.BlockRows{})
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Load(lsm.Range{First: 1, Last: lsm.Key(ids)}); err != nil {
		t.Fatal(err)
	}
	sampler := keydist.NewSampler(d, keydist.NewPCG(seed, 0))
	for i, h := range draws {
		for range int64(h) {
			if _, err := table.Update(lsm.Key(sampler.Draw()), 1); err != nil {
				t.Fatal(err)
			}
		}
		if i+1 == len(draws) {
			break
		}
		if err := tenant.MinorFreeze(); err != nil {
			t.Fatal(err)
		}
	}
	return table
}

// simulatedRows is the mean over all ranges, each as often as its first id is drawn.
func simulatedRows(table *lsm.Table, d keydist.Dist, size int64) (mean float64) {
	for id := int64(1); id <= d.N(); id++ {
		r := lsm.Range{First: lsm.Key(id), Last: lsm.Key(id + size - 1)}
		if w := d.Weight(id); w > 0 {
			mean += w * float64(table.Main.Scan(r).RowsRead())
		}
	}
	return mean
}

// histories is over how many histories the simulation is averaged: in one of 5,000 draws of pareto,
// whose ranges nearly all begin at a few ids, rows scatter by 1.5 %.
const histories = 4

// TestRangeRows holds the closed form against the simulation: as many draws, the ranges exact.
func TestRangeRows(t *testing.T) {
	for _, kind := range []string{"uniform", "special", "pareto", "gaussian"} {
		d, err := keydist.New(kind, rangeIDs, keydist.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, draws := range [][]float64{{}, {5000}, {20_000}, {5000, 2000, 10_000}} {
			var tables [histories]*lsm.Table
			for seed := range tables {
				tables[seed] = drawnTable(t, d, uint64(seed), 16, draws)
			}
			for _, size := range []int64{2, 20, 100, 1000} {
				want := 0.0
				for _, table := range tables {
					want += simulatedRows(table, d, size) / histories
				}
				got := model.RangeRows(rangeIDs, size, d.Weight, draws)
				if math.Abs(got-want) > 0.01*want {
					t.Errorf("%s, draws %v, ranges of %d: %.2f rows, the simulation has %.2f", kind,
						draws, size, got, want)
				}
			}
		}
	}
}

// TestRangeRowsMerged: a merged table has the draws of all that went into it.
func TestRangeRowsMerged(t *testing.T) {
	d, err := keydist.New("special", rangeIDs, keydist.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// The third mini is one more than the trigger, so that all of them are merged.
	table := drawnTable(t, d, 1, 2, []float64{3000, 4000, 5000, 6000})
	if runs := table.Main.Runs(); len(runs) != 2 || runs[1].Kind != lsm.Minor {
		t.Fatalf("%d runs", len(runs))
	}
	want := simulatedRows(table, d, 100)
	got := model.RangeRows(rangeIDs, 100, d.Weight, []float64{12_000, 6000})
	if math.Abs(got-want) > 0.01*want {
		t.Errorf("%.2f rows, the simulation has %.2f", got, want)
	}
	apart := model.RangeRows(rangeIDs, 100, d.Weight, []float64{3000, 4000, 5000, 6000})
	if apart < 1.1*got {
		t.Errorf("%.2f rows if nothing were merged, %.2f as it is", apart, got)
	}
}

// TestRangeRowsExact: cases that can be counted by hand.
func TestRangeRowsExact(t *testing.T) {
	even := func(int64) float64 { return 1. / 4 }
	first := func(id int64) float64 { return map[int64]float64{1: 1}[id] }
	const always = 1e9 // draws that miss no id with a weight
	for _, c := range []struct {
		name    string
		n, size int64
		weight  func(int64) float64
		draws   []float64
		want    float64
	}{
		{"base alone", 4, 2, even, nil, 7. / 4}, // the last range is cut off
		{"longer than the table", 4, 100, even, nil, (4 + 3 + 2 + 1) / 4.},
		{"every id in two tables", 4, 2, even, []float64{always, always}, 3 * 7. / 4},
		{"a table without draws", 4, 2, even, []float64{0}, 7. / 4},
		{"one hot id", 4, 2, first, []float64{always}, 2 + 1},
		{"no ids", 0, 2, even, nil, 0},
		{"no range", 4, 0, even, nil, 0},
	} {
		got := model.RangeRows(c.n, c.size, c.weight, c.draws)
		if math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v rows, want %v", c.name, got, c.want)
		}
	}
}

// A range of 100 ids over a table of a quarter of a million, under two minis that 8,000 and 6,000
// draws of sysbench's default distribution wrote; then over a minor that both were merged into.
func ExampleRangeRows() {
	d, err := keydist.New("special", 250_000, keydist.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	apart := model.RangeRows(d.N(), 100, d.Weight, []float64{8000, 6000})
	merged := model.RangeRows(d.N(), 100, d.Weight, []float64{14_000})
	fmt.Printf("two minis: %.0f rows, one minor: %.0f\n", apart, merged)
	// Output: two minis: 240 rows, one minor: 175
}
