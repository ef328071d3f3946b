package model_test

import (
	"math/rand/v2"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/model"
)

// TestOutside12Simulation: each further mini reads no less; a merge of them reads no more, and its
// rows in are rows out and rows dropped; the same seed gives the same again.
func TestOutside12Simulation(t *testing.T) {
	const n = 5000
	for _, kind := range []string{"uniform", "special", "pareto"} {
		var ends [2]lsm.Counters
		for i := range ends {
			table := newContentTable(t, kind, n, 16, lsm.BlockRows{})
			before := table.Main.Scan(lsm.AllKeys)
			if before.RowsRead() != n {
				t.Errorf("12, %s: %d rows read of a base of %d", kind, before.RowsRead(), n)
			}
			for range 8 {
				table.update(n/4, oneColumn)
				table.flush()
				now := table.Main.Scan(lsm.AllKeys)
				if now.RowsRead() < before.RowsRead() {
					t.Errorf("12, %s: a mini lowers %+v to %+v", kind, before, now)
				}
				before = now
			}
			if err := table.tenant.SetParameter("minor_compact_trigger", "0"); err != nil {
				t.Fatal(err)
			}
			merged := table.Main.Scan(lsm.AllKeys)
			dropped := before.MinorRows - merged.MinorRows
			if dropped < 0 || merged.MinorRows != table.Main.Runs()[1].Keys.Len() {
				t.Errorf("12, %s: a merge of %+v gives %+v", kind, before, merged)
			}
			ends[i] = merged
		}
		if ends[0] != ends[1] {
			t.Errorf("12, %s: the same draws end in %+v and %+v", kind, ends[0], ends[1])
		}
	}
}

// TestOutside12Split: a tablet cut in two reads what it read as one.
func TestOutside12Split(t *testing.T) {
	const n, draws = 10_000, 25_000
	whole := newContentTable(t, "special", n, 16, lsm.BlockRows{})
	halves := [2]contentTable{newContentTable(t, "uniform", n/2, 16, lsm.BlockRows{}),
		newContentTable(t, "uniform", n/2, 16, lsm.BlockRows{})}
	for range 3 {
		for range draws / 3 {
			id := whole.draws.Draw()
			whole.write(id, oneColumn)
			halves[(id-1)/(n/2)].write((id-1)%(n/2)+1, oneColumn)
		}
		whole.flush()
		halves[0].flush()
		halves[1].flush()
	}
	want, got := whole.Main.Scan(lsm.AllKeys), halves[0].Main.Scan(lsm.AllKeys)
	got.Add(halves[1].Main.Scan(lsm.AllKeys))
	if got.RowsRead() != want.RowsRead() || got.Returned != want.Returned {
		t.Errorf("12: two halves read %+v, the whole %+v", got, want)
	}

	d := contentDist(t, "special", n)
	upper := func(id int64) float64 { return d.Weight(id + n/2) }
	for _, c := range []struct {
		name string
		of   func(n int64, weight func(int64) float64, draws float64) float64
	}{{"distinct", model.Distinct}, {"physical rows", model.PhysicalRows}} {
		sum := c.of(n/2, d.Weight, draws) + c.of(n/2, upper, draws)
		contentRel(t, "12: "+c.name, sum, c.of(n, d.Weight, draws), 1e-12)
	}
}

// TestOutside12Swapped: neighbouring updates of different keys change nothing by trading places.
func TestOutside12Swapped(t *testing.T) {
	const n = 500
	random := rand.New(rand.NewPCG(12, 1))
	ids := make([]int64, 2000)
	for i := range ids {
		ids[i] = 1 + random.Int64N(n)
	}
	var runs [2]lsm.RunInfo
	var counts [2]lsm.Counters
	for i := range runs {
		table := newContentTable(t, "uniform", n, 16, lsm.BlockRows{})
		for _, id := range ids {
			table.write(id, oneColumn)
		}
		table.flush()
		runs[i], counts[i] = table.Main.Runs()[1].RunInfo, table.Main.Scan(lsm.AllKeys)
		for j := 0; j+1 < len(ids); j += 2 {
			ids[j], ids[j+1] = ids[j+1], ids[j]
		}
	}
	if runs[0] != runs[1] || counts[0] != counts[1] {
		t.Errorf("12: %+v, %+v, swapped %+v, %+v", runs[0], counts[0], runs[1], counts[1])
	}
}
