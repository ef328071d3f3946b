package model_test

import (
	"fmt"

	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/model"
)

// exampleClasses are a million keys of which one of a hundred gets half of the draws.
func exampleClasses() []model.WeightClass {
	return []model.WeightClass{
		{Keys: 10_000, Weight: 0.5 / 10_000},
		{Keys: 990_000, Weight: 0.5 / 990_000},
	}
}

// A million picks of sysbench's pareto among a million ids.
func ExampleDistinct() {
	d, err := keydist.New("pareto", 1_000_000, keydist.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.0f ids\n", model.Distinct(d.N(), d.Weight, 1_000_000))
	// Output: 309174 ids
}

func ExampleDistinctUniform() {
	fmt.Printf("%.1f ids\n", model.DistinctUniform(1_000_000, 250_000))
	// Output: 221199.3 ids
}

func ExampleDistinctClasses() {
	fmt.Printf("%.0f keys\n", model.DistinctClasses(exampleClasses(), 250_000))
	// Output: 127430 keys
}

// Strata of a thousand million ids stand for all of them.
func ExampleClassesOf() {
	d, err := keydist.New("special", 1_000_000_000, keydist.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	classes := model.ClassesOf(model.Strata(d.N(), []func(int64) float64{d.Weight})[0])
	fmt.Printf("%.0f thousand keys\n", model.DistinctClasses(classes, 10_000_000)/1000)
	// Output: 7175 thousand keys
}

// A mini holds 100,000 keys of a table of 250,000: how many updates wrote it?
func ExampleDrawsFor() {
	draws, err := model.DrawsFor(100_000, func(draws float64) float64 {
		return model.DistinctUniform(250_000, draws)
	})
	fmt.Printf("%.0f updates, %v\n", draws, err)
	// Output: 127706 updates, <nil>
}

// Two minis with a third and a half of the keys.
func ExampleUnionShare() {
	fmt.Printf("the minor: %.3f of the keys\n", model.UnionShare(1./3, 1./2))
	fmt.Printf("dropped: %.3f\n", model.OverlapShare(1./3, 1./2))
	// Output:
	// the minor: 0.667 of the keys
	// dropped: 0.167
}

func ExampleOverlapShare() {
	fmt.Printf("%.2f entries a key are dropped\n", model.OverlapShare(0.5, 0.5, 0.5))
	// Output: 0.62 entries a key are dropped
}

// Two updates per row, in one mini, in four, and in an engine that fuses nothing.
func ExampleRangeRowsUniform() {
	fmt.Printf("%.2f, %.2f, %.0f rows read per row\n", model.RangeRowsUniform(2, 1),
		model.RangeRowsUniform(2, 4), model.RangeRowsUnfused(2))
	// Output: 1.86, 2.57, 3 rows read per row
}

// A mini of half the keys and a memtable of a quarter.
func ExampleRangeRowsShares() {
	fmt.Println(model.RangeRowsShares(0.5, 0.25), "rows read per row")
	// Output: 1.75 rows read per row
}

func ExamplePhysicalRowsOf() {
	fmt.Println(model.PhysicalRowsOf(1), "row,", model.PhysicalRowsOf(3), "rows")
	// Output: 1 row, 4 rows
}

// One update per row: rows of the mini, and the keys that a scan reads in it.
func ExamplePhysicalRowsPerKey() {
	fmt.Printf("%.3f rows, %.3f keys\n", model.PhysicalRowsPerKey(1), model.Coverage(1))
	// Output: 1.264 rows, 0.632 keys
}

func ExamplePhysicalRowsClasses() {
	fmt.Printf("%.0f rows\n", model.PhysicalRowsClasses(exampleClasses(), 250_000))
	// Output: 267257 rows
}

func ExamplePhysicalRows() {
	even := func(int64) float64 { return 1. / 1000 }
	fmt.Printf("%.1f rows\n", model.PhysicalRows(1000, even, 1000))
	// Output: 1264.2 rows
}

// Two versions per key, of which none, half and all are older than the multi-version start.
func ExamplePhysicalRowsFolded() {
	for _, old := range []float64{0, 1, 2} {
		fmt.Printf("%.3f rows\n", model.PhysicalRowsFolded(2-old, old))
	}
	// Output:
	// 2.594 rows
	// 2.129 rows
	// 0.865 rows
}

func ExamplePhysicalRowsMerged() {
	fmt.Printf("%.2f rows a key\n", model.PhysicalRowsMerged(0.5, 0.5, 0.5))
	// Output: 2.00 rows a key
}

// Four minis, the newest with most of the inserts.
func ExampleGetDepth() {
	fmt.Printf("%.3f SSTables\n", model.GetDepth(0.6, 0.2, 0.1, 0.1))
	// Output: 2.267 SSTables
}

// One full update per row in four minis.
func ExampleGetDepthUniform() {
	fmt.Printf("%.4f SSTables\n", model.GetDepthUniform(1-model.Coverage(0.25), 4))
	// Output: 3.2256 SSTables
}

// A memtable, two minis and the base; then with a fuse row cache that has three rows of four.
func ExampleGetPartial() {
	asked := model.GetPartial(1, 2)
	fmt.Println(asked.RowsRead(), "rows,", asked.WithFuseHits(0.75).RowsRead(), "with the cache")
	// Output: 4 rows, 1.75 with the cache
}

// Half an update per row in each of three minis; one of five sets all columns.
func ExampleGetMix() {
	mix := model.GetMix{Hits: []float64{0.5, 0.5, 0.5}, FullShare: 0.2}
	fmt.Printf("%.2f SSTables\n", mix.Asked().SSTables)
	// Output: 3.46 SSTables
}

// The next get after 250,000 reads, and the mean of those.
func ExampleFuseHits() {
	const reads = 250_000
	distinct := model.DistinctClasses(exampleClasses(), reads)
	fmt.Printf("%.1f %%, on average %.1f %%\n", 100*model.FuseHits(exampleClasses(), reads),
		100*model.FuseHitsMean(distinct, reads))
	// Output: 55.9 %, on average 49.0 %
}

func ExampleFuseHitsUniform() {
	fmt.Printf("%.1f %%\n", 100*model.FuseHitsUniform(250_000, 250_000))
	// Output: 63.2 %
}

// A cache of 20,000 rows for 10,000 hot ones: cold rows take the place of some of them.
func ExampleLRUHits() {
	hits, reads, err := model.LRUHits(exampleClasses(), 20_000)
	fmt.Printf("%.1f %%, a row stays for %.0f reads, %v\n", 100*hits, reads, err)
	// Output: 36.8 %, a row stays for 25699 reads, <nil>
}

// Half a change of k per row in a memtable.
func ExampleIndexEntries() {
	fmt.Printf("%.3f entries, %.3f rows dumped\n", model.IndexEntries(0.5),
		model.IndexPhysicalRows(0.5))
	// Output: 0.893 entries, 1.107 rows dumped
}

// The same in each of three tables above the base.
func ExampleIndexRangeRows() {
	fmt.Printf("%.2f rows read per row\n", model.IndexRangeRows(0.5, 0.5, 0.5))
	// Output: 3.68 rows read per row
}

// A fifth of the rows deleted, then all of them.
func ExampleDeletedLater() {
	for _, d := range []float64{0.2, 1} {
		rows := model.DeletedLater(1000, d)
		fmt.Println(rows.Read, "read,", rows.Returned, "returned")
	}
	// Output:
	// 1200 read, 800 returned
	// 2000 read, 0 returned
}

// A queue of 1000 rows of which 50,000 went through each of two minis.
func ExampleQueueScan() {
	perRow, ok := model.QueueScan(1000, 50_000, 50_000).PerRow()
	fmt.Println(perRow, ok)
	// Output: 103 true
}

func ExampleBufferTable() {
	fmt.Println(model.BufferTable(91, 99), model.BufferTable(89, 99))
	// Output: true false
}

// One key of a hundred is in a mini; the same keys in one tenth of the table.
func ExampleFastBlocks() {
	crowded := func(row int64) float64 {
		if row > 8000 {
			return 0
		}
		return 0.1
	}
	fmt.Printf("even: %.1f %%, crowded: %.1f %%\n", 100*model.FastBlocks(0.01, 80),
		100*model.FastBlocksOf(80_000, 80, crowded))
	// Output: even: 44.8 %, crowded: 90.0 %
}

// Of 100 rows in blocks of 80, one row in a hundred changed.
func ExampleFastRangeRows() {
	fmt.Printf("%.1f rows\n", model.FastRangeRows(0.01, 100, 80))
	// Output: 56.3 rows
}
