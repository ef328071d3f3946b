package model_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/keydist"
)

const (
	// gridIDs is the size of the tables of the grid, gridHistories is how many histories each cell
	// is the mean of: rows scatter by 0.7 % in one where most ranges begin at a few ids (zipfian).
	gridIDs       = 200_000
	gridHistories = 4
	// gridMinis is the number of freezes of every history; as much again as one of them is left in
	// the memtable.
	gridMinis = 7
	// gridScans are the ranges read in each cell: their first ids are the quantiles of the
	// distribution, so that the ranges scatter as little as they can.
	gridScans = 1000
)

// gridCell is one closed form beside its simulation.
type gridCell struct {
	name      string
	got, want float64
}

func (c gridCell) off() float64 { return math.Abs(c.got/c.want - 1) }

// TestGrid holds the closed form of stack and rows against the exact simulation over distribution,
// load, minor_compact_trigger and range size. Updates at random are what the expectation is exact
// for: every cell within 1 %.
func TestGrid(t *testing.T) {
	worst := gridCell{got: 1, want: 1}
	cells := 0
	for _, kind := range keydist.Names() {
		for _, load := range []float64{0.1, 0.5, 2} { // updates of each row
			for _, trigger := range []int{0, 2, 3, 16} {
				for _, cell := range gridHistory(t, kind, load, trigger) {
					cells++
					if cell.off() > worst.off() {
						worst = cell
					}
					if cell.off() > 0.01 {
						t.Errorf("%s: %.4f rows per row, simulated %.4f", cell.name, cell.got,
							cell.want)
					}
				}
			}
		}
	}
	t.Logf("worst of %d cells: %s: %.4f rows per row, simulated %.4f (%+.2f %%)", cells,
		worst.name, worst.got, worst.want, 100*(worst.got/worst.want-1))
}

// gridHistory writes a table and reads ranges of several sizes of it.
func gridHistory(t *testing.T, kind string, load float64, trigger int) (cells []gridCell) {
	t.Helper()
	ids, err := keydist.New(kind, gridIDs, keydist.Options{})
	if err != nil {
		t.Fatal(err)
	}
	perFreeze := math.Round(load * gridIDs / (gridMinis + 1))
	draws := make([]float64, gridMinis+1)
	for i := range draws {
		draws[i] = perFreeze
	}
	var histories []*lsm.Table
	for seed := range uint64(gridHistories) {
		histories = append(histories, drawnTableOf(t, gridIDs, ids, seed, trigger, draws))
	}
	o := lsm.DefaultOptions()
	o.MinorCompactTrigger = trigger
	rules, err := lsm.RulesFor("seekdb", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	firsts := quantiles(ids, gridScans)
	for _, size := range []int64{10, 100, 1000} {
		tables := tablesOf(t, "oltp_update_non_index", "--tables=1",
			fmt.Sprintf("--table-size=%d", gridIDs), "--rand-type="+kind,
			fmt.Sprintf("--range-size=%d", size))
		above := tables.Settled(nil, o, rules, gridMinis, perFreeze, perFreeze)
		reads := tables.Read(above, 0)
		var sum lsm.Counters
		for _, simulated := range histories {
			if runs := len(simulated.Main.Runs()); runs != len(above) { // base and memtable
				t.Fatalf("%s T = %d: %d runs, %d above the base expected", kind, trigger, runs,
					len(above))
			}
			for _, first := range firsts {
				sum.Add(simulated.Main.Scan(lsm.Range{First: lsm.Key(first),
					Last: lsm.Key(first + size - 1)}))
			}
		}
		cells = append(cells, gridCell{
			fmt.Sprintf("%s, %g updates a row, T = %d, ranges of %d", kind, load, trigger, size),
			reads.RowsPerRow(), float64(sum.RowsRead()) / float64(sum.Returned)})
	}
	return cells
}

// quantiles are the ids at the middles of n equal shares of the draws.
func quantiles(ids keydist.Dist, n int) (list []int64) {
	drawn := 0.0
	for id := int64(1); id <= ids.N(); id++ {
		drawn += ids.Weight(id)
		for len(list) < n && (float64(len(list))+0.5)/float64(n) <= drawn {
			list = append(list, id)
		}
	}
	return list
}
