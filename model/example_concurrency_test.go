package model_test

import (
	"fmt"

	"github.com/readamp/readamp/model"
)

// A statement needs 60 us of a server with 26 cores and 300 us of network and client. Reads that
// cost 2.2 times as much halve the rate where the cores are full, and do less where they are not.
func ExampleClosedNetwork() {
	clean := model.ClosedNetwork{Cores: 26, ServerMicros: 60, ThinkMicros: 300}
	dirty := clean
	dirty.ServerMicros *= 2.2
	for _, threads := range []int{16, 64, 256} {
		before, after := clean.At(threads), dirty.At(threads)
		fmt.Printf("%3d threads: %6.0f queries/s, then %6.0f; %4.0f us, then %4.0f\n", threads,
			before.QPS, after.QPS, before.LatencyMicros, after.LatencyMicros)
	}
	// Output:
	//  16 threads:  44444 queries/s, then  37037;  360 us, then  432
	//  64 threads: 177778 queries/s, then 147937;  360 us, then  433
	// 256 threads: 433333 queries/s, then 196970;  591 us, then 1300
}

// While merges take 6 of 8 cores, the same threads get less.
func ExampleClosedNetwork_busyCores() {
	w := model.ClosedNetwork{Cores: 8, ServerMicros: 200, ThinkMicros: 100}
	quiet := w.At(16)
	w.BusyCores = 6
	merging := w.At(16)
	fmt.Printf("%.0f queries/s, %.0f while merges run; a statement queues for %.0f us, then %.0f\n",
		quiet.QPS, merging.QPS, quiet.QueueMicros, merging.QueueMicros)
	// Output:
	// 39862 queries/s, 10000 while merges run; a statement queues for 101 us, then 1300
}

// Rates at four numbers of threads tell those at others.
func ExampleFitUSL() {
	u, err := model.FitUSL([]model.ScalingPoint{{1, 995}, {4, 3480}, {16, 9100}, {64, 11_700}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("32 threads: %.0f queries/s, most with %.0f threads\n", u.QPS(32), u.Peak())
	// Output:
	// 32 threads: 11520 queries/s, most with 47 threads
}

// A server of two cores: what its rates say of a statement, and of sixteen threads.
func ExampleFitClosedNetwork() {
	points := []model.ScalingPoint{{1, 3980}, {2, 7650}, {4, 12_300}, {8, 13_300}}
	w, err := model.FitClosedNetwork(points, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.0f us of a core, %.0f us elsewhere\n", w.ServerMicros, w.ThinkMicros)
	fmt.Printf("16 threads: %.0f queries/s, %.0f %% of the cores\n", w.At(16).QPS,
		100*w.At(16).Utilisation)
	// Output:
	// 150 us of a core, 106 us elsewhere
	// 16 threads: 13330 queries/s, 100 % of the cores
}

// Rates that fall again are not those of a closed network.
func ExampleCompareScaling() {
	c, err := model.CompareScaling([]model.ScalingPoint{
		{1, 1000}, {4, 3500}, {16, 9000}, {64, 11_500}, {128, 9000}, {256, 5600}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: off by %.0f %%, the network by %.0f %%\n", c.Better, 100*c.USLError,
		100*c.NetworkError)
	// Output:
	// usl: off by 3 %, the network by 25 %
}

// What a memtable and seven runs cost a short range of a million keys, by three measurements.
func ExampleFitRunCost() {
	read := model.RunRead{Keys: 1e6, Steps: 8}
	c, err := model.FitRunCost(read, []model.RunTime{
		{Shape: model.RunShape{Runs: 1}, Micros: 4.4},
		{Shape: model.RunShape{Memtable: true, Runs: 1}, Micros: 5.7},
		{Shape: model.RunShape{Memtable: true, Runs: 7}, Micros: 18.7}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("a memtable %.2f us, a run %.2f us, ", c.Memtable, c.Run)
	fmt.Printf("three runs alone %.1f us\n", c.Micros(read, model.RunShape{Runs: 3}))
	// Output:
	// a memtable 0.48 us, a run 2.03 us, three runs alone 10.1 us
}

// A memtable that ends at one hit a key held 37 % of the keys on average.
func ExampleMeanCoverage() {
	fmt.Printf("%.0f %%, at the end %.0f %%\n", 100*model.MeanCoverage(1), 100*model.Coverage(1))
	// Output:
	// 37 %, at the end 63 %
}
