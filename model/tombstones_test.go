package model_test

import (
	"math/rand/v2"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/model"
)

func TestScanRows(t *testing.T) {
	for _, c := range []struct {
		rows model.ScanRows
		want float64
		ok   bool
	}{
		{model.DeletedLater(1000, 0), 1, true},
		{model.DeletedLater(1000, 0.5), 3, true},
		{model.DeletedInside(1000, 0.5), 2, true},
		{model.DeletedInside(1000, 1), 0, false},
		{model.DeletedLater(0, 0.5), 0, false},
		{model.QueueScan(0, 100), 0, false},
		{model.QueueScan(10), 1, true},
		{model.QueueScan(10, 5), 2, true},
		{model.QueueScan(10, 100), 12, true},
	} {
		if got, ok := c.rows.PerRow(); got != c.want || ok != c.ok {
			t.Errorf("%+v: %g rows per row, %v, want %g, %v", c.rows, got, ok, c.want, c.ok)
		}
	}
}

// TestTombstonesProperties: deletes in a later table cost at least what they cost inside, more
// deletes cost more, and a merge of two tables of a queue never reads more.
func TestTombstonesProperties(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 1))
	for range 500 {
		n, d := 1000*random.Float64(), random.Float64()
		later, inside := model.DeletedLater(n, d), model.DeletedInside(n, d)
		if later.Read < inside.Read || later.Returned != inside.Returned ||
			later.Read > model.DeletedLater(n, d+0.01).Read {
			t.Fatalf("%g deleted of %g: %+v and %+v", d, n, later, inside)
		}
		a, b := 1000*random.Float64(), 1000*random.Float64()
		apart, merged := model.QueueScan(n, a, b), model.QueueScan(n, a+b)
		if merged.Read > apart.Read+1e-9 || a+b <= n && merged.Read < apart.Read-1e-9 {
			t.Fatalf("a queue of %g, %g and %g consumed: %+v, merged %+v", n, a, b, apart, merged)
		}
	}
}

// TestQueueInSimulation: one row in, the oldest row out.
func TestQueueInSimulation(t *testing.T) {
	for _, c := range []struct {
		length   int64
		consumed []float64
		merged   float64 // the tables become one with so many rows consumed, if not 0
	}{
		{100, []float64{30}, 0},
		{100, []float64{30, 40, 500}, 0},
		{100, []float64{250, 7, 100}, 0},
		{100, []float64{30, 30, 30}, 90},
		{100, []float64{80, 80, 80}, 240},
		{1, []float64{1, 1000}, 0},
	} {
		trigger := 16
		if c.merged > 0 {
			trigger = 2
		}
		table, next := newContentTable(t, "uniform", c.length, trigger, lsm.BlockRows{}), c.length
		for _, consumed := range c.consumed {
			for range int64(consumed) {
				next++
				if err := table.Insert(lsm.Key(next)); err != nil {
					t.Fatal(err)
				}
				table.Delete(lsm.Key(next - c.length))
			}
			table.flush()
		}
		want := model.QueueScan(float64(c.length), c.consumed...)
		if c.merged > 0 {
			want = model.QueueScan(float64(c.length), c.merged)
		}
		got := table.Main.Scan(lsm.AllKeys)
		if float64(got.RowsRead()) != want.Read || float64(got.Returned) != want.Returned {
			t.Errorf("%+v: %d read, %d returned, want %+v", c, got.RowsRead(), got.Returned, want)
		}
		first := lsm.Range{First: 0, Last: lsm.Key(next - c.length)} // all before the first row
		if dead := table.Main.Scan(first).RowsRead(); float64(dead) != want.Read-want.Returned {
			t.Errorf("%+v: %d rows before the first, want %g", c, dead, want.Read-want.Returned)
		}
	}
}
