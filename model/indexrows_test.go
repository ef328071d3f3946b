package model_test

import (
	"math/rand/v2"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/model"
)

// TestIndexRowsTermByTerm holds the closed forms against sums over all numbers of changes.
func TestIndexRowsTermByTerm(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	for range 100 {
		h := 5 * random.Float64()
		entries := poisson(h, func(m int) float64 {
			if m == 0 {
				return 0
			}
			return float64(m) + 1
		})
		contentRel(t, "entries", model.IndexEntries(h), entries, 1e-9)
		rows := poisson(h, func(m int) float64 {
			if m == 0 {
				return 0
			}
			one, two := 2, m-1 // entries of one version and of two
			return float64(one*model.PhysicalRowsOf(1) + two*model.PhysicalRowsOf(2))
		})
		contentRel(t, "physical rows", model.IndexPhysicalRows(h), rows, 1e-9)
	}
}

// TestIndexRowsProperties: two runs share one entry of each row that changed in both, so that a
// merge reads no more; nothing changed reads nothing.
func TestIndexRowsProperties(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 2))
	for range 500 {
		a, b := 3*random.Float64(), 3*random.Float64()
		shared := model.Coverage(a) * model.Coverage(b)
		contentAbs(t, "merge", model.IndexEntries(a+b),
			model.IndexEntries(a)+model.IndexEntries(b)-shared, 1e-12)
		if model.IndexRangeRows(a+b) > model.IndexRangeRows(a, b) {
			t.Fatalf("%g and %g merged read more", a, b)
		}
		classes := []model.WeightClass{{Keys: 10, Weight: a / 100}, {Keys: 30, Weight: b / 100}}
		contentRel(t, "classes", model.IndexEntriesClasses(classes, 100),
			10*model.IndexEntries(a)+30*model.IndexEntries(b), 1e-12)
	}
	contentAbs(t, "no changes", model.IndexRangeRows(0, 0), 1, 0)
	contentAbs(t, "few changes are a delete and an insert", model.IndexEntries(1e-9), 2e-9, 1e-17)
}

// indexedTable is a table of n ids with an index on a column, all merged into bases.
func indexedTable(t *testing.T, n lsm.Key) (*lsm.Tenant, *lsm.Table) {
	t.Helper()
	rules, err := lsm.RulesFor("seekdb", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	o := lsm.DefaultOptions()
	o.MinorCompactTrigger = 16
	tenant := lsm.NewTenant(o, rules)
	table, err := tenant.CreateTable("t", 2, []int{0}, lsm.BlockRows{}, lsm.BlockRows{})
	if err != nil {
		t.Fatal(err)
	}
	for id := lsm.Key(1); id <= n; id++ {
		if err := table.Insert(id, uint64(id)); err != nil {
			t.Fatal(err)
		}
	}
	if err := tenant.MajorFreeze(); err != nil {
		t.Fatal(err)
	}
	return tenant, table
}

// TestIndexRowsInSimulation: each update gives its row a value that no row had.
func TestIndexRowsInSimulation(t *testing.T) {
	const n = 20_000
	for _, kind := range []string{"uniform", "special"} {
		tenant, table := indexedTable(t, n)
		d := contentDist(t, kind, n)
		classes, draws := idClasses(d), keydist.NewSampler(d, keydist.NewPCG(7, 3))
		index, value := table.Indexes[0].Tablet, uint64(n)
		changes := []float64{0.5, 1.5, 0.25}
		for i, h := range changes {
			for range int64(h * n) {
				value++
				if _, err := table.Update(lsm.Key(draws.Draw()), oneColumn, value); err != nil {
					t.Fatal(err)
				}
			}
			contentRel(t, kind+": entries in memory", float64(index.Memtable().Keys()),
				model.IndexEntriesClasses(classes, h*n), 0.015)
			if err := tenant.MinorFreeze(); err != nil {
				t.Fatal(err)
			}
			if kind == "uniform" {
				rows := float64(index.Runs()[i+1].PhysicalRows) / n
				contentRel(t, "physical rows", rows, model.IndexPhysicalRows(h), 0.015)
			}
		}
		c := index.Scan(lsm.AllKeys)
		want := float64(n)
		for _, h := range changes {
			want += model.IndexEntriesClasses(classes, h*n)
		}
		contentRel(t, kind+": rows read", float64(c.RowsRead()), want, 0.01)
		if kind == "uniform" {
			contentRel(t, "uniform", want/n, model.IndexRangeRows(changes...), 1e-4)
		}
		if c.Returned != n {
			t.Errorf("%d rows returned", c.Returned)
		}
	}
}
