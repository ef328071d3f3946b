package model_test

import (
	"fmt"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

// Under the default trigger the third run starts a merge of all three.
func ExampleSettledShape() {
	for flushes := 1; flushes <= 6; flushes++ {
		s := model.SettledShape(2, flushes)
		fmt.Printf("%d flushes: a minor of %d and %d minis\n", flushes, s.MinorFlushes, s.Minis)
	}
	// Output:
	// 1 flushes: a minor of 0 and 1 minis
	// 2 flushes: a minor of 0 and 2 minis
	// 3 flushes: a minor of 3 and 0 minis
	// 4 flushes: a minor of 3 and 1 minis
	// 5 flushes: a minor of 5 and 0 minis
	// 6 flushes: a minor of 5 and 1 minis
}

func ExampleSettledCycle() {
	for _, trigger := range []int{0, 2, 16} {
		c := model.SettledCycle(trigger)
		fmt.Printf("T = %d: %d to %d runs, %.1f on average, %d while a merge runs\n", trigger,
			c.Least, c.Most, c.Mean, c.Peak)
	}
	// Output:
	// T = 0: 1 to 1 runs, 1.0 on average, 2 while a merge runs
	// T = 2: 1 to 2 runs, 1.5 on average, 3 while a merge runs
	// T = 16: 1 to 16 runs, 8.5 on average, 17 while a merge runs
}

// Minis of 300,000 rows make a large minor with the seventh flush; from the eleventh on it is
// spared, and the closed form ends.
func ExampleSettledShapeHolds() {
	o := lsm.DefaultOptions()
	r, err := lsm.RulesFor("4.2.1", "amd64")
	if err != nil {
		fmt.Println(err)
		return
	}
	rows := model.SteadyFlush(300_000)
	fmt.Println(model.SettledShapeHolds(o, r, 10, rows), model.SettledShapeHolds(o, r, 11, rows))
	for _, run := range model.WalkStack(o, r, 11, rows)[10].Runs {
		fmt.Printf("a run of %d flushes, %.0f rows\n", run.Flushes, run.Rows)
	}
	// Output:
	// true false
	// a run of 9 flushes, 2700000 rows
	// a run of 1 flushes, 300000 rows
	// a run of 1 flushes, 300000 rows
}

// A day of 96 flushes of 100,000 rows to a table of 10 million keys, which are drawn uniformly. A
// high trigger saves almost all work of minors, and reads pay for it.
func ExampleMergeCycle() {
	const keys, flushRows = 10_000_000, 100_000
	rows := func(flushes int) float64 {
		return keys * model.Coverage(flushRows*float64(flushes)/keys)
	}
	for _, trigger := range []int{0, 2, 4, 16} {
		c := model.MergeCycle{Trigger: trigger, Flushes: 96, Rows: rows, BaseRows: keys,
			NextBaseRows: keys}
		w := c.Written()
		fmt.Printf("T = %2d: minors %6.1f M rows, major %.1f M, each row %4.1f times, "+
			"at most %.1f M kept\n", trigger, w.Minors/1e6, w.Major/1e6, w.Amplification(),
			c.PeakRows()/1e6)
	}
	// Output:
	// T =  0: minors  345.9 M rows, major 10.0 M, each row 38.3 times, at most 26.2 M kept
	// T =  2: minors  171.4 M rows, major 10.0 M, each row 20.0 times, at most 26.2 M kept
	// T =  4: minors   84.1 M rows, major 10.0 M, each row 10.8 times, at most 26.4 M kept
	// T = 16: minors   18.6 M rows, major 10.0 M, each row  4.0 times, at most 27.0 M kept
}

// The minors of 96 flushes write 1,200 to 4,700 flushes.
func ExampleMergedFlushes() {
	fmt.Println(model.MergedFlushes(0, 96), model.MergedFlushes(2, 96), model.MergedFlushes(4, 96))
	// Output: 4655 2303 1127
}

// A base of 100 flushes: a high trigger can wait longer for its major.
func ExampleLeastWritingFlushes() {
	for _, trigger := range []int{1, 4, 16} {
		fmt.Printf("T = %d: a major every %d flushes\n", trigger,
			model.LeastWritingFlushes(trigger, 100, 1))
	}
	// Output:
	// T = 1: a major every 14 flushes
	// T = 4: a major every 28 flushes
	// T = 16: a major every 64 flushes
}

// A tenant of 6 GB under 4,000 updates of the column c a second, each of a key that the memtable
// does not have yet.
func ExampleNewFreezeCycle() {
	o := lsm.DefaultOptions()
	r, err := lsm.RulesFor("4.3.3", "amd64")
	if err != nil {
		fmt.Println(err)
		return
	}
	l := freeze.Resolve(o, r, freeze.Unit{MemoryBytes: 6 << 30, CPUs: 4}, freeze.Hold{},
		freeze.Server{})
	row := freeze.NewRowBytes(freeze.SysbenchTable())
	c := model.NewFreezeCycle(r, l, model.FreezeLoad{
		EventsPerSecond:   4000,
		BytesPerEvent:     float64(row.NewKey() + row.Update(1<<workload.ColumnC)),
		RedoBytesPerEvent: float64(row.RedoUpdate(1 << workload.ColumnC)),
		LogDiskBytes:      18 << 30,
		ReleaseSeconds:    10,
	})
	fmt.Printf("a freeze by %s every %.0f s, %.1f an hour\n", c.Cause, c.IntervalSeconds,
		c.PerHour())
	fmt.Printf("at most %.0f MB held, throttled above %d MB: %v\n", c.PeakHoldBytes/(1<<20),
		l.ThrottleBytes>>20, c.Throttled)
	// Output:
	// a freeze by memory every 210 s, 17.1 an hour
	// at most 559 MB held, throttled above 1228 MB: false
}

// 100 times the buffer, with ratio 4 and 10: what tiering saves in writes it pays in runs.
func ExampleLSMTree() {
	for _, ratio := range []int{4, 10} {
		for _, policy := range []model.LSMPolicy{model.Tiering, model.Leveling} {
			t := model.LSMTree{Policy: policy, Ratio: ratio,
				Levels: model.LSMLevels(10_000, 100, ratio)}
			fmt.Printf("%d levels, %2d runs, %.1f writes, space %.1f\n", t.Levels, t.Runs(),
				t.WriteAmplification(), t.SpaceAmplification())
		}
	}
	// Output:
	// 4 levels, 12 runs, 3.0 writes, space 4.0
	// 4 levels,  4 runs, 6.0 writes, space 1.3
	// 2 levels, 18 runs, 1.8 writes, space 9.9
	// 2 levels,  2 runs, 9.0 writes, space 1.1
}

func ExampleBloomRate() {
	fmt.Printf("%.3f %% at best, %.3f %% with %d hash functions\n", 100*model.BloomRate(10),
		100*model.BloomHashRate(10, model.BloomHashes(10)), model.BloomHashes(10))
	// Output: 0.819 % at best, 0.819 % with 7 hash functions
}

// Ten bits a key, divided equally and so that a miss is cheapest.
func ExampleMonkeyFilters() {
	t := model.LSMTree{Policy: model.Tiering, Ratio: 4, Levels: 3}
	equal := model.FilterRates(model.EqualFilters(t, 100_000, 1_000_000))
	best := model.FilterRates(model.MonkeyFilters(t, 100_000, 1_000_000))
	fmt.Printf("equal bits %.4f, a miss %.3f I/O, a hit %.3f\n", equal, t.MissIO(equal),
		t.HitIO(equal))
	fmt.Printf("best bits  %.4f, a miss %.3f I/O, a hit %.3f\n", best, t.MissIO(best),
		t.HitIO(best))
	// Output:
	// equal bits [0.0082 0.0082 0.0082], a miss 0.074 I/O, a hit 1.066
	// best bits  [0.0008 0.0030 0.0122], a miss 0.048 I/O, a hit 1.036
}

// Two sublevels of L0 and tables in L5 and L6.
func ExamplePebbleReadAmp() {
	fmt.Println(model.PebbleReadAmp(2, []int{0, 0, 0, 0, 31, 250}))
	// Output: 4
}

func ExampleClosedLoopSeconds() {
	o, err := workload.ParseOptions("oltp_read_only", []string{"--skip-trx=on"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.0f us a statement, %.0f events/s\n", 1e6*model.ClosedLoopSeconds(256, 340_000),
		model.SysbenchEventsPerSecond(o, 340_000))
	// Output: 753 us a statement, 24286 events/s
}
