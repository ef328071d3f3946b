package model_test

import (
	"math"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/model"
)

// The tests named TestOutside hold closed forms and the simulation against published numbers. A
// test's number is that of the check; its inputs, values and tolerances are the check's own.

// contentRel fails unless got is want within a relative tolerance.
func contentRel(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s: %.10g, want %.10g within %g", what, got, want, tolerance)
	}
}

// contentAbs fails unless got is want within an absolute tolerance.
func contentAbs(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %.10g, want %.10g +- %g", what, got, want, tolerance)
	}
}

// contentTable is a simulated table of two columns with ids from 1, all of them in the base.
type contentTable struct {
	*lsm.Table
	t      testing.TB
	tenant *lsm.Tenant
	draws  *keydist.Sampler
}

// newContentTable makes a table of n ids, which may be none. Its minis are merged when there are
// more than trigger.
func newContentTable(t testing.TB, kind string, n int64, trigger int, rows lsm.BlockRows) (
	c contentTable) {

	t.Helper()
	rules, err := lsm.RulesFor("seekdb", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	o := lsm.DefaultOptions()
	o.MinorCompactTrigger = trigger
	c.t, c.tenant = t, lsm.NewTenant(o, rules)
	if c.Table, err = c.tenant.CreateTable("t", 2, nil, rows, lsm.BlockRows{}); err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		return c
	}
	if err := c.Load(lsm.Range{First: 1, Last: lsm.Key(n)}); err != nil {
		t.Fatal(err)
	}
	c.draws = keydist.NewSampler(contentDist(t, kind, n), keydist.NewPCG(1, 0))
	return c
}

func contentDist(t testing.TB, kind string, n int64) keydist.Dist {
	t.Helper()
	d, err := keydist.New(kind, n, keydist.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// oneColumn is the mask of an update that leaves the other column open.
const oneColumn = 1

// write sets columns of a row.
func (c contentTable) write(id int64, columns uint64) {
	if _, err := c.Update(lsm.Key(id), columns); err != nil {
		c.t.Fatal(err)
	}
}

// insert adds the rows 1 to n.
func (c contentTable) insert(n lsm.Key) {
	for id := lsm.Key(1); id <= n; id++ {
		if err := c.Insert(id); err != nil {
			c.t.Fatal(err)
		}
	}
}

// update draws ids and sets columns of each.
func (c contentTable) update(draws int64, columns uint64) {
	for range draws {
		c.write(c.draws.Draw(), columns)
	}
}

// flush is a minor freeze.
func (c contentTable) flush() {
	if err := c.tenant.MinorFreeze(); err != nil {
		c.t.Fatal(err)
	}
}

// flushes updates in so many tables.
func (c contentTable) flushes(tables int, draws int64, columns uint64) {
	for range tables {
		c.update(draws/int64(tables), columns)
		c.flush()
	}
}

// major is a major freeze.
func (c contentTable) major() {
	if err := c.tenant.MajorFreeze(); err != nil {
		c.t.Fatal(err)
	}
}

func TestOutside1Distinct(t *testing.T) {
	const n = 1_000_000
	table := newContentTable(t, "uniform", n, 2, lsm.BlockRows{})
	drawn := int64(0)
	for _, c := range []struct {
		draws int64
		want  float64
	}{
		{100_000, 95_162.6}, {250_000, 221_199.3}, {1_000_000, 632_120.7}, {2_000_000, 864_664.9},
		{5_000_000, 993_262.1},
	} {
		contentAbs(t, "1.1 model", model.DistinctUniform(n, float64(c.draws)), c.want, 0.1)
		table.update(c.draws-drawn, oneColumn)
		drawn = c.draws
		contentRel(t, "1.1 simulation", float64(table.Main.Memtable().Keys()), c.want, 0.003)
	}
}

// contentShare is the part of all draws that falls on the ids from first to last.
func contentShare(d keydist.Dist, first, last int64) (sum float64) {
	for id := first; id <= last; id++ {
		sum += d.Weight(id)
	}
	return sum
}

// drawKeys is how many keys so many draws leave in a memtable, and the share of the draws that
// falls on the ids from first to last.
func drawKeys(t *testing.T, kind string, n, draws, first, last int64) (keys, inside float64) {
	table := newContentTable(t, kind, n, 2, lsm.BlockRows{})
	for range draws {
		id := table.draws.Draw()
		if first <= id && id <= last {
			inside++
		}
		table.write(id, oneColumn)
	}
	return float64(table.Main.Memtable().Keys()), inside / float64(draws)
}

// TestOutside1Skewed also holds the share of the picks that some ids get, where the check names it.
func TestOutside1Skewed(t *testing.T) {
	for _, c := range []struct {
		check, kind     string
		n, first, last  int64
		share, distinct float64
		simulated       float64 // tolerance
	}{
		{"1.2", "special", 1_000_000, 497_500, 505_001, 0.75886, 173_934.7, 0.01},
		{"1.3", "special", 10_000, 4975, 5051, 0, 1739.9, 0.06},
		{"1.4", "pareto", 1_000_000, 1, 10_000, 0.52809, 309_173.9, 0.005},
		{"1.5", "zipfian", 1_000_000, 1, 1, 0, 391_074.2, 0.005},
	} {
		const modelled = 1e-4
		d := contentDist(t, c.kind, c.n)
		keys, inside := drawKeys(t, c.kind, c.n, c.n, c.first, c.last)
		distinct := model.Distinct(c.n, d.Weight, float64(c.n))
		contentRel(t, c.check+" model", distinct, c.distinct, modelled)
		contentRel(t, c.check+" simulation", keys, c.distinct, c.simulated)
		if c.share > 0 {
			share := contentShare(d, c.first, c.last)
			contentRel(t, c.check+" share, model", share, c.share, modelled)
			contentRel(t, c.check+" share, simulation", inside, c.share, c.simulated)
		}
	}
}

// TestOutside1Shapes: which ids of special are hot, and the first fifth of pareto.
func TestOutside1Shapes(t *testing.T) {
	for _, c := range []struct{ n, first, last int64 }{
		{1_000_000, 497_500, 505_001}, {10_000, 4975, 5051},
	} {
		d := contentDist(t, "special", c.n)
		inside := d.Weight((c.first + c.last) / 2)
		for _, outside := range []int64{c.first - 1, c.last + 1} {
			if d.Weight(outside) > inside/10 {
				t.Errorf("1.2, 1.3: id %d of %d is hot", outside, c.n)
			}
		}
		for id := c.first; id <= c.last; id++ {
			end := id == c.first || id == c.last
			if w := d.Weight(id); w < inside/10 || end != (w < 0.9*inside) {
				t.Errorf("1.2, 1.3: id %d of %d has weight %g, not %g", id, c.n, w, inside)
			}
		}
	}
	d := contentDist(t, "pareto", 1_000_000)
	contentAbs(t, "1.4, first fifth", contentShare(d, 1, 200_000), 0.8, 1e-9)
	contentAbs(t, "1.4, power", math.Log(0.2)/math.Log(0.8), 7.212567, 1e-6)
	contentRel(t, "1.4, weight of the first id", d.Weight(1), math.Pow(1e-6, 1/7.212567), 1e-4)
}

func TestOutside1Order(t *testing.T) {
	const n = 100_000
	kinds := []string{"uniform", "zipfian", "pareto", "special"}
	for _, draws := range []float64{n / 10, n / 2, n, 3 * n, 20 * n} {
		before := math.Inf(1)
		for _, kind := range kinds {
			distinct := model.Distinct(n, contentDist(t, kind, n).Weight, draws)
			if distinct >= before {
				t.Errorf("1.6: %.0f draws: %s gives %g ids, want less than %g", draws, kind,
					distinct, before)
			}
			before = distinct
		}
	}
	before := int64(n + 1)
	for _, kind := range kinds {
		table := newContentTable(t, kind, n, 2, lsm.BlockRows{})
		table.update(n/2, oneColumn)
		if keys := table.Main.Memtable().Keys(); keys >= before {
			t.Errorf("1.6, simulation: %s gives %d ids, want less than %d", kind, keys, before)
		} else {
			before = keys
		}
	}
}

func TestOutside1Merge(t *testing.T) {
	const n = 100_000
	for _, c := range []struct{ u, union float64 }{{0.5, 0.3934693}, {2, 0.8646647}} {
		s := model.Coverage(c.u / 4)
		contentAbs(t, "1.7 model", model.UnionShare(s, s, s, s), c.union, 1e-6)
		contentAbs(t, "1.7, one run", model.Coverage(c.u), c.union, 1e-6)

		// The fourth mini is one more than the trigger: all four are merged. The same draws in one
		// mini must leave the same keys.
		apart := newContentTable(t, "uniform", n, 3, lsm.BlockRows{})
		apart.flushes(4, int64(c.u*n), oneColumn)
		one := newContentTable(t, "uniform", n, 3, lsm.BlockRows{})
		one.flushes(1, int64(c.u*n), oneColumn)
		merged, single := apart.Main.Runs(), one.Main.Runs()
		if len(merged) != 2 || merged[1].Kind != lsm.Minor {
			t.Fatalf("1.7, simulation: %d runs, want a base and a minor", len(merged))
		}
		if got, want := merged[1].Keys.Len(), single[1].Keys.Len(); got != want {
			t.Errorf("1.7, simulation: %d keys in the minor, one mini has %d", got, want)
		}
	}
}

// TestOutside1Engine: a million uniform draws over a million keys in a real engine, then 275,000
// overwrites of keys that are there.
func TestOutside1Engine(t *testing.T) {
	const (
		n                   = 1_000_000
		kept, read, dropped = 633e3, 867e3, 234e3
		overwrites          = 275_000
		tolerance           = 0.005
		modelled, lastDigit = 632.1e3, 0.1e3
	)
	distinct := model.DistinctUniform(n, n)
	contentRel(t, "1.8 model", distinct, kept, tolerance)
	contentAbs(t, "1.8, of 1.1", distinct, modelled, lastDigit/2)
	if read-dropped != kept {
		t.Errorf("1.8: %g read, %g dropped", float64(read), float64(dropped))
	}
	// Overwrites in one run drop least, one entry for each of them most.
	if least := model.DistinctUniform(int64(distinct), overwrites); least > dropped ||
		dropped > overwrites {
		t.Errorf("1.8: %g dropped, want %g to %d", float64(dropped), least, overwrites)
	}
	table := newContentTable(t, "uniform", n, 2, lsm.BlockRows{})
	table.update(n, oneColumn)
	table.flush()
	keys := table.Main.Runs()[1].Keys
	contentRel(t, "1.8 simulation", float64(keys.Len()), kept, tolerance)
}
