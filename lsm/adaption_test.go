package lsm_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
)

// TestMergesKeepRows: whatever merges come by themselves, what reads use and what the store lists
// hold the same rows, those that exist, and reads never get more work from a wait.
func TestMergesKeepRows(t *testing.T) {
	o := lsm.DefaultOptions()
	o.UndoRetention, o.CompactionScheduleInterval = 0, 3*time.Second
	merged := map[lsm.RunKind]int{}
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 0))
		o.EnableAdaptiveCompaction = seed%4 > 0
		n := lsm.NewTenant(o, mustRules(t, "seekdb", "amd64"))
		table, err := n.CreateTable("t", 2, nil, lsm.BlockRows{}, lsm.BlockRows{})
		if err != nil {
			t.Fatal(err)
		}
		mode := adaptive.Mode(seed % 5)
		table.SetMode(mode)
		if err := table.Load(lsm.Range{First: 1, Last: 11_000}); err != nil {
			t.Fatal(err)
		}
		for range 12 {
			writeSome(t, random, table)
			if err := n.MinorFreeze(); err != nil {
				t.Fatal(err)
			}
			before := table.Main.Scan(lsm.AllKeys).RowsRead()
			n.Advance(time.Duration(random.IntN(200)) * time.Second)
			if after := table.Main.Scan(lsm.AllKeys).RowsRead(); after > before {
				t.Errorf("seed %d, %s: a wait raised the rows read from %d to %d", seed, mode,
					before, after)
			}
			checkRows(t, table.Main)
			merged[table.Main.Runs()[0].Kind]++
		}
	}
	if merged[lsm.Major] == 0 || merged[lsm.MetaMajor] == 0 {
		t.Errorf("bases after a wait: %v, want majors and meta majors", merged)
	}
}

// writeSome deletes, updates or inserts a range of rows, and may leave the table alone then.
func writeSome(t *testing.T, random *rand.Rand, table *lsm.Table) {
	t.Helper()
	first := lsm.Key(1 + random.IntN(11_000))
	last := first + lsm.Key(random.IntN(4_000))
	insert := random.IntN(3) == 0
	for id := first; id <= last; id++ {
		var err error
		switch {
		case insert:
			table.Delete(id)
			err = table.Insert(id)
		case first%2 == 0:
			table.Delete(id)
		default:
			_, err = table.Update(id, 1)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// checkRows compares the rows that exist with those that the runs give.
func checkRows(t *testing.T, tablet *lsm.Tablet) {
	t.Helper()
	for name, runs := range map[string][]*lsm.Run{"reads": tablet.Runs(), "store": tablet.Stack()} {
		rows := map[lsm.Key]bool{}
		for _, run := range runs {
			run.Keys.All(func(key lsm.Key) { rows[key] = true })
			run.Deleted.All(func(key lsm.Key) { delete(rows, key) })
		}
		if int64(len(rows)) != tablet.Rows() {
			t.Errorf("%s: %d rows, %d exist", name, len(rows), tablet.Rows())
		}
	}
}
