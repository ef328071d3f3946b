package model_test

import (
	"math"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/model"
)

// TestOutside11_1Headlines: what a full compaction gains, and what it does not depend on.
func TestOutside11_1Headlines(t *testing.T) {
	for _, tc := range []struct {
		read     int
		keys     float64
		low, top float64
	}{
		{0, 1e6, 4.25, 4.35}, {0, 100e6, 4.95, 5.05}, // 4.3 and 5.0
		{1, 1e6, 1.85, 2.05}, {1, 100e6, 1.85, 2.05}, // 1.9 to 2.0
		{2, 1e6, 4.55, 4.65}, {2, 10e6, 5.35, 5.45}, // 4.6 and 5.4
	} {
		of, cost := fitRocks(t, rocksReads[tc.read], tc.keys)
		shape := func(i int) model.RunShape {
			return rocksReads[tc.read].of(rocksTimes[tc.keys][i]).Shape
		}
		gain := cost.Micros(of, shape(1)) / cost.Micros(of, shape(0))
		if gain < tc.low || gain > tc.top {
			t.Errorf("%s, %g keys: compaction makes it %.2f times faster, want %v to %v",
				rocksReads[tc.read].name, tc.keys, gain, tc.low, tc.top)
		}
	}
	// Five small files over one huge level, against six over four levels.
	of, cost := fitRocks(t, rocksReads[0], 100e6)
	few := cost.Micros(of, model.RunShape{Memtable: true, Runs: 6})
	all := cost.Micros(of, model.RunShape{Memtable: true, Runs: 10})
	if few/all < 2./3 {
		t.Errorf("five files over a level take %.1f us, the whole tree %.1f us", few, all)
	}
	if cost.Memtable <= 0 || math.Abs(cost.Memtable/cost.Run-1) < 0.02 {
		t.Errorf("a memtable costs %.3f us, a run %.3f us", cost.Memtable, cost.Run)
	}
}

// TestOutside11_3Queue: deletes at the head of a queue, 10 % of the operations, make a seek to its
// first row slower in proportion, until a merge has run between 1.2 and 2 million operations.
// Times are Pebble's queue benchmark with values of 128 bytes, two builds (cockroachdb/pebble, PR
// 4074); the cost of a deleted key is that of the first of them.
func TestOutside11_3Queue(t *testing.T) {
	q := newQueue(t)
	rows, seen := map[int]float64{}, 0
	for _, operations := range []int{400_000, 800_000, 1_200_000} {
		q.run(operations - seen)
		seen = operations
		rows[operations] = q.seek()
	}
	q.run(2_000_000 - seen)
	before := q.seek()
	if err := q.tenant.MajorFreeze(); err != nil {
		t.Fatal(err)
	}
	after := q.seek()

	perRow := 2030 / rows[400_000] // us
	if nanos := 1000 * perRow; math.Abs(nanos/50-1) > 0.15 {
		t.Errorf("a deleted key costs %.1f ns, want about 50", nanos)
	}
	for build, micros := range [][3]float64{{2030, 4020, 6720}, {2030, 3970, 5920}} {
		measured := (micros[2] - micros[0]) / 800_000
		predicted := perRow * (rows[1_200_000] - rows[400_000]) / 800_000
		if math.Abs(predicted/measured-1) > 0.15 {
			t.Errorf("build %d: %.3f us for each million operations, measured %.3f", build+1,
				1e6*predicted, 1e6*measured)
		}
	}
	// Measured: 48.6 us, a hundredth of the last time before. What is left is not for deleted keys.
	if perRow*before < 6720 || perRow*after > 48.6 {
		t.Errorf("the merge takes a seek from %.1f us to %.1f us", perRow*before, perRow*after)
	}
}

// queue is a table with inserts at its tail and deletes at its head, one minor above the base.
type queue struct {
	t          *testing.T
	tenant     *lsm.Tenant
	table      *lsm.Table
	head, tail lsm.Key // first row, and the key after the last
}

func newQueue(t *testing.T) *queue {
	rules, err := lsm.RulesFor("4.3.5", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	o := lsm.DefaultOptions()
	if err := o.Set("minor_compact_trigger", "0"); err != nil {
		t.Fatal(err)
	}
	q := &queue{t: t, tenant: lsm.NewTenant(o, rules), head: 1, tail: 1}
	q.table, err = q.tenant.CreateTable("queue", 1, nil, lsm.BlockRows{}, lsm.BlockRows{})
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// queueScale is how many operations one of the test stands for.
const queueScale = 10

// run makes operations, each tenth of them a delete, and dumps them.
func (q *queue) run(operations int) {
	for i := range operations / queueScale {
		if i%10 == 9 {
			q.table.Delete(q.head)
			q.head++
			continue
		}
		if err := q.table.Insert(q.tail); err != nil {
			q.t.Fatal(err)
		}
		q.tail++
	}
	if err := q.tenant.MinorFreeze(); err != nil {
		q.t.Fatal(err)
	}
}

// seek is the number of rows read from the start of the keys to the first row.
func (q *queue) seek() float64 {
	c := q.table.Main.Scan(lsm.Range{First: 1, Last: q.head})
	if c.Returned != 1 {
		q.t.Fatalf("a seek to the first row returned %d rows", c.Returned)
	}
	return float64(queueScale*(c.RowsRead()-c.Returned) + c.Returned)
}

// TestOutside11_4Order: all rows in memory are read fastest, then those of one compacted run, last
// those under several files: 2,700, 1,500 and 600 tps (yugabyte/yugabyte-db#4357, four files). Its
// reads are taken to be seeks.
func TestOutside11_4Order(t *testing.T) {
	for keys := range rocksTimes {
		of, cost := fitRocks(t, rocksReads[0], keys)
		memory := cost.Micros(of, model.RunShape{Memtable: true})
		compacted := cost.Micros(of, model.RunShape{Runs: 1})
		files := cost.Micros(of, model.RunShape{Memtable: true, Runs: 4})
		if !(memory < compacted && compacted < files) {
			t.Errorf("%g keys: in memory %.2f us, compacted %.2f us, four files %.2f us", keys,
				memory, compacted, files)
		}
	}
}

// TestOutside11_5Flush: a memtable and four files of level 0 over tables of a million rows cost a
// range statement of 100 rows what RocksDB's runs cost it, beside all that MyRocks does for it: on
// average 166 us in one thread for its four kinds (q2 to q5 of facebook/mysql-5.6#148). Flushing
// first gains 5 to 20 % (#427, #664).
func TestOutside11_5Flush(t *testing.T) {
	_, cost := fitRocks(t, rocksReads[0], 1e6)
	hundred := model.RunRead{Keys: 1e6, Steps: 100}
	statement := (144.7 + 120.5 + 170.1 + 229.8) / 4
	layers := cost.Micros(hundred, model.RunShape{Memtable: true, Runs: 5}) -
		cost.Micros(hundred, model.RunShape{Runs: 1})
	if gain := 100 * layers / statement; gain < 5 || gain > 20 {
		t.Errorf("flushing first gains %.1f %%, want 5 to 20 %%", gain)
	} else {
		t.Logf("flushing first gains %.1f %%", gain)
	}
}
