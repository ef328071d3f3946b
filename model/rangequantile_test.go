package model_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/model"
)

// drawnQuantiles are ascending quantiles over all ranges of a simulated table, each as often as its
// first id is drawn.
func drawnQuantiles(table *lsm.Table, d keydist.Dist, size int64, qs []float64) []float64 {
	type one struct{ rows, weight float64 }
	var all []one
	for id := int64(1); id <= d.N(); id++ {
		if w := d.Weight(id); w > 0 {
			c := table.Main.Scan(lsm.Range{First: lsm.Key(id), Last: lsm.Key(id + size - 1)})
			all = append(all, one{float64(c.RowsRead()) / float64(c.Returned), w})
		}
	}
	slices.SortFunc(all, func(a, b one) int { return cmp.Compare(a.rows, b.rows) })
	var found []float64
	sum := 0.0
	for _, r := range all {
		for sum += r.weight; len(found) < len(qs) && sum >= qs[len(found)]; {
			found = append(found, r.rows)
		}
	}
	return found
}

// TestRowsPerRowQuantile: quantiles of drawn histories, every range of them, within 3 % of the mean
// of four histories.
func TestRowsPerRowQuantile(t *testing.T) {
	for _, kind := range []string{"uniform", "special", "pareto", "gaussian", "zipfian"} {
		d, err := keydist.New(kind, rangeIDs, keydist.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, draws := range [][]float64{{2000}, {20_000}, {5000, 2000, 10_000}} {
			var tables [histories]*lsm.Table
			var above []model.Above
			for seed := range tables {
				tables[seed] = drawnTable(t, d, uint64(seed), 16, draws)
			}
			for _, events := range draws {
				above = append(above, model.Above{Kind: model.AboveMini, Events: events})
			}
			for _, size := range []int64{20, 100} {
				of := tablesOf(t, "oltp_update_non_index", "--tables=1", "--rand-type="+kind,
					fmt.Sprintf("--table-size=%d", rangeIDs), fmt.Sprintf("--range-size=%d", size))
				qs := []float64{0.5, 0.95}
				want := make([]float64, len(qs))
				for _, table := range tables {
					for i, v := range drawnQuantiles(table, d, size, qs) {
						want[i] += v / histories
					}
				}
				for i, q := range qs {
					got := of.RowsPerRowQuantile(q, above)
					if math.Abs(got-want[i]) > 0.03*want[i] {
						t.Errorf("%s, draws %v, ranges of %d: %g-quantile %.3f, simulated %.3f",
							kind, draws, size, q, got, want[i])
					}
				}
			}
		}
	}
}

// TestRowsPerRowQuantileEnds: nothing above the base is one row per row, and tables that hold every
// key are one more each.
func TestRowsPerRowQuantileEnds(t *testing.T) {
	tables := tablesOf(t, "oltp_update_non_index", "--tables=1", "--table-size=1000",
		"--rand-type=uniform")
	full := model.Above{Kind: model.AboveMini, Events: 1e9}
	for n, above := range [][]model.Above{nil, {full}, {full, full}} {
		if got := tables.RowsPerRowQuantile(0.95, above); math.Abs(got-float64(1+n)) > 1e-3 {
			t.Errorf("%d full tables: %.4f rows per row", n, got)
		}
	}
	if got := tables.RowsPerRowQuantile(0.95, []model.Above{{}}); math.Abs(got-1) > 1e-3 {
		t.Errorf("an empty table: %.4f rows per row", got)
	}
}
