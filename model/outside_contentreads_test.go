package model_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/model"
)

// perRow is rows read per row returned by a full scan.
func (c contentTable) perRow() float64 {
	counts := c.Main.Scan(lsm.AllKeys)
	return float64(counts.RowsRead()) / float64(counts.Returned)
}

func TestOutside2Ranges(t *testing.T) {
	const n = 100_000
	for _, c := range []struct {
		u    float64
		k    int
		want float64
	}{{1, 1, 1.6321}, {1, 2, 1.7869}, {1, 8, 1.9400}, {2, 1, 1.8647}, {2, 4, 2.5739}} {
		contentAbs(t, "2.1 model", model.RangeRowsUniform(c.u, c.k), c.want, 1e-4)
		table := newContentTable(t, "uniform", n, 16, lsm.BlockRows{})
		table.flushes(c.k, int64(c.u*n), oneColumn)
		contentRel(t, "2.1 simulation", table.perRow(), c.want, 0.005)

		// An engine that fuses nothing reads every version.
		if got := model.RangeRowsUnfused(c.u); got != 1+c.u {
			t.Errorf("2.2 model: %g", got)
		}
		versions := int64(0)
		for _, run := range table.Main.Runs() {
			versions += run.Versions
		}
		if got := float64(versions) / n; got != 1+c.u {
			t.Errorf("2.2 simulation: %g", got)
		}
		table.major()
		if got := table.perRow(); got != 1 {
			t.Errorf("2.5 simulation: %g", got)
		}
	}
}

// TestOutside2Measured is a state that was measured: a base of 1000 rows, 500 of them in a mini of
// three versions each, 250 of these in the memtable. After a major only the base is read.
func TestOutside2Measured(t *testing.T) {
	table := newContentTable(t, "uniform", 1000, 2, lsm.BlockRows{})
	for range 3 {
		for id := int64(1); id <= 1000; id += 2 {
			table.write(id, oneColumn)
		}
	}
	table.flush()
	for id := int64(1); id <= 1000; id += 4 {
		table.write(id, oneColumn)
	}
	hundred := lsm.Range{First: 201, Last: 300}
	for _, c := range []struct {
		asked                       lsm.Range
		ssstore, memstore, returned int64
	}{{lsm.AllKeys, 1500, 250, 1000}, {hundred, 150, 25, 100}} {
		got := table.Main.Scan(c.asked)
		if got.Ssstore != c.ssstore || got.Memstore != c.memstore || got.Returned != c.returned {
			t.Errorf("2.3 simulation: %+v, want %+v", got, c)
		}
	}
	if got := model.RangeRowsShares(500./1000, 250./1000); got != 1.75 {
		t.Errorf("2.3 model: %g", got)
	}
	table.major()
	for _, asked := range []lsm.Range{lsm.AllKeys, hundred} {
		got := table.Main.Scan(asked)
		if got.RowsRead() != got.Returned || got.Memstore != 0 {
			t.Errorf("2.5 simulation: %+v", got)
		}
	}
	for _, rows := range []float64{model.RangeRowsUniform(0, 4), model.RangeRowsShares()} {
		if rows != 1 {
			t.Errorf("2.5 model: %g", rows)
		}
	}
}

func TestOutside2Deleted(t *testing.T) {
	const n = 1000
	for _, c := range []struct {
		d, want float64
		every   int64
	}{{0.2, 1.5, 5}, {0.5, 3, 2}} {
		if got, ok := model.DeletedLater(n, c.d).PerRow(); got != c.want || !ok {
			t.Errorf("2.4 model: %g, want %g", got, c.want)
		}
		table := newContentTable(t, "uniform", n, 2, lsm.BlockRows{})
		for id := c.every; id <= n; id += c.every {
			table.Delete(lsm.Key(id))
		}
		table.flush()
		if got := table.perRow(); got != c.want {
			t.Errorf("2.4 simulation: %g, want %g", got, c.want)
		}
	}
}

func TestOutside3FullImages(t *testing.T) {
	const n, u = 100_000, 1
	for _, c := range []struct {
		k    int
		want float64
	}{{1, 1.3679}, {4, 3.2256}} {
		q := math.Exp(-u / float64(c.k))
		contentAbs(t, "3.1 model", model.GetDepthUniform(q, c.k), c.want, 1e-4)
		table := newContentTable(t, "uniform", n, 16, lsm.BlockRows{})
		table.flushes(c.k, u*n, table.AllColumns())
		asked := int64(0)
		for id := lsm.Key(1); id <= n; id++ {
			asked += table.Main.Get(id, oneColumn).RowsRead()
		}
		contentRel(t, "3.1 simulation", float64(asked)/n, c.want, 0.005)
	}
}

// TestOutside3Partial: a base, a mini and a memtable, each get for the first time and again.
func TestOutside3Partial(t *testing.T) {
	table := newContentTable(t, "uniform", 1000, 16, lsm.BlockRows{})
	for id := int64(1); id <= 500; id++ {
		table.write(id, oneColumn)
	}
	table.flush()
	table.write(7, oneColumn) // which puts row 7 into the fuse row cache
	table.write(900, oneColumn)
	table.tenant.FlushCache()
	asked := model.GetPartial(1, 1)
	for _, id := range []lsm.Key{7, 8, 900, 901} {
		got := table.Main.Get(id, oneColumn)
		if got.Ssstore != 2 || got.Memstore != 1 || asked != (model.TablesAsked{1, 2}) {
			t.Errorf("3.2, row %d: %+v, model %+v", id, got, asked)
		}
		got = table.Main.Get(id, oneColumn)
		hit := asked.WithFuseHits(1)
		if got.Ssstore != 0 || got.Memstore != 1 || hit != (model.TablesAsked{1, 0}) {
			t.Errorf("3.3, row %d: %+v, model %+v", id, got, hit)
		}
	}
	table.flush()
	table.Main.Get(7, oneColumn)
	if got := table.Main.Get(7, oneColumn); got.RowsRead() != 0 ||
		model.GetPartial(0, 2).WithFuseHits(1).RowsRead() != 0 {
		t.Errorf("3.3 without a memtable: %+v", got)
	}
}

func TestOutside4PhysicalRows(t *testing.T) {
	for versions, want := range map[int]int{1: 500, 3: 2000} {
		if got := 500 * model.PhysicalRowsOf(versions); got != want {
			t.Errorf("4.1 model: %d rows, want %d", got, want)
		}
		table := newContentTable(t, "uniform", 1000, 2, lsm.BlockRows{})
		for range versions {
			for id := int64(1); id <= 500; id++ {
				table.write(id, oneColumn)
			}
		}
		table.flush()
		if got := table.Main.Runs()[1].PhysicalRows; got != int64(want) {
			t.Errorf("4.1 simulation: %d rows, want %d", got, want)
		}
	}
	const n, physical, read = 100_000, 1.264241, 0.632121
	contentAbs(t, "4.2 model", model.PhysicalRowsPerKey(1), physical, 1e-6)
	contentRel(t, "4.3 model", model.RangeRowsUniform(1, 1)-1, read, 0.005)
	table := newContentTable(t, "uniform", n, 2, lsm.BlockRows{})
	table.flushes(1, n, oneColumn)
	rows := table.Main.Runs()[1].PhysicalRows
	contentRel(t, "4.2 simulation", float64(rows)/n, physical, 0.005)
	minor := table.Main.Scan(lsm.AllKeys).MinorRows
	contentRel(t, "4.3 simulation", float64(minor)/n, read, 0.005)
}

func TestOutside6FastBlocks(t *testing.T) {
	const rows, n = 80, 80 * 100_000
	random := rand.New(rand.NewPCG(6, 1))
	for _, c := range []struct{ p, want float64 }{{0.001, 0.9231}, {0.01, 0.4475}} {
		contentAbs(t, "6.1 model", model.FastBlocks(c.p, rows), c.want, 1e-4)
		table := newContentTable(t, "uniform", n, 2, lsm.BlockRows{Major: []int64{rows}})
		for id := int64(1); id <= n; id++ {
			if random.Float64() < c.p {
				table.write(id, oneColumn)
			}
		}
		table.flush()
		fast := table.Main.Scan(lsm.AllKeys).FastRows
		contentRel(t, "6.1 simulation", float64(fast)/n, c.want, 0.02)
	}
}

func TestOutside8Deletes(t *testing.T) {
	table := newContentTable(t, "", 0, 2, lsm.BlockRows{})
	table.insert(1000)
	for id := lsm.Key(2); id <= 1000; id += 2 {
		table.Delete(id)
	}
	modelled := model.DeletedInside(1000, 0.5)
	if got := table.Main.Scan(lsm.AllKeys); got.RowsRead() != 1000 || got.Returned != 500 ||
		modelled != (model.ScanRows{1000, 500}) {
		t.Errorf("8.7: %+v, model %+v", got, modelled)
	}
	table.major()
	if got := table.Main.Scan(lsm.AllKeys); got.RowsRead() != 500 || got.Returned != 500 {
		t.Errorf("8.7 after a major: %+v", got)
	}

	table = newContentTable(t, "", 0, 2, lsm.BlockRows{})
	table.insert(6)
	table.flush()
	for id := lsm.Key(1); id <= 6; id++ {
		table.Delete(id)
	}
	table.flush()
	modelled = model.DeletedLater(6, 1)
	_, ok := modelled.PerRow()
	if got := table.Main.Scan(lsm.AllKeys); got.RowsRead() != 12 || got.Returned != 0 ||
		modelled != (model.ScanRows{12, 0}) || ok {
		t.Errorf("8.8: %+v, model %+v", got, modelled)
	}
}

func TestOutside8BufferTable(t *testing.T) {
	for deletes, want := range map[float64]bool{91: true, 90: false, 89: false} {
		if got := model.BufferTable(deletes, 99); got != want {
			t.Errorf("8.9: %g deletes of 100: %v", deletes, got)
		}
	}
}
