package model_test

import (
	"math"
	"testing"

	"github.com/readamp/readamp/model"
)

// rocksTime is a line of the times measured with RocksDB 6.17, cached, one thread, second run of
// two: a shape as memtable / files of level 0 / deeper levels that are not empty, and microseconds
// (mdcallag/mytools, fanout8.v2, o.all files). The runs of a get are given where its log shows
// another state. 0 is not measured.
type rocksTime struct {
	memtable, level0, levels int
	seek, bloom, plain       float64
	bloomRuns, plainRuns     int // memtable included
}

// rocksTimes are by number of keys. The first three are those that costs are fitted to: fully
// compacted, the largest, and a memtable over the fewest levels.
var rocksTimes = map[float64][]rocksTime{
	1e6: {
		{0, 0, 1, 4.386, 2.549, 2.211, 0, 0},
		{1, 6, 1, 18.665, 5.031, 10.076, 0, 0},
		{1, 0, 1, 5.697, 3.435, 3.107, 0, 0},
		{1, 5, 1, 17.241, 4.879, 9.502, 0, 0},
	},
	10e6: {
		{0, 0, 1, 5.048, 3.251, 2.747, 0, 0},
		{1, 6, 2, 22.757, 6.626, 14.764, 0, 10},
		{1, 0, 1, 6.277, 4.279, 5.199, 0, 3},
		{1, 0, 2, 9.261, 4.579, 6.047, 0, 4},
		{1, 5, 1, 17.984, 5.994, 11.556, 0, 0},
	},
	100e6: {
		{0, 0, 1, 5.876, 3.915, 0, 0, 0},
		{1, 6, 4, 29.578, 7.440, 0, 10, 0},
		{1, 0, 3, 13.871, 5.780, 0, 3, 0},
		{1, 0, 4, 16.070, 6.001, 0, 4, 0},
		{1, 5, 1, 20.400, 6.357, 0, 0, 0},
	},
}

// rocksRead is a kind of read: its iterator's steps, its column and the bars of its errors.
type rocksRead struct {
	name        string
	steps       float64
	of          func(rocksTime) model.RunTime
	mean, worst float64
}

var rocksReads = []rocksRead{
	{"seek and 8 next", 8, rocksTime.ofSeek, 2.6, 6.8},
	{"get, Bloom filter", 0, rocksTime.ofBloomGet, 2.0, 5.8},
	{"get", 0, rocksTime.ofGet, 7.5, 8.6},
}

func (r rocksTime) ofSeek() model.RunTime     { return r.time(r.seek, 0) }
func (r rocksTime) ofBloomGet() model.RunTime { return r.time(r.bloom, r.bloomRuns) }
func (r rocksTime) ofGet() model.RunTime      { return r.time(r.plain, r.plainRuns) }

// time is a measured time with the runs of its state, or those given.
func (r rocksTime) time(micros float64, runs int) model.RunTime {
	if runs == 0 {
		runs = r.memtable + r.level0 + r.levels
	}
	shape := model.RunShape{Memtable: r.memtable == 1, Runs: runs - r.memtable}
	return model.RunTime{Shape: shape, Micros: micros}
}

// fitRocks fits the costs of a kind of read to three shapes of a number of keys.
func fitRocks(t *testing.T, read rocksRead, keys float64) (model.RunRead, model.RunCost) {
	t.Helper()
	var times []model.RunTime
	for _, r := range rocksTimes[keys][:3] {
		times = append(times, read.of(r))
	}
	of := model.RunRead{Keys: keys, Steps: read.steps}
	cost, err := model.FitRunCost(of, times)
	if err != nil {
		t.Fatal(err)
	}
	return of, cost
}

// printed is a percentage with as many digits as the bars have.
func printed(pct float64) float64 { return math.Round(10*pct) / 10 }

// TestOutside11_1Runs predicts the other shapes.
func TestOutside11_1Runs(t *testing.T) {
	for _, read := range rocksReads {
		sum, worst, n := 0.0, 0.0, 0.0
		for keys, times := range rocksTimes {
			if read.of(times[0]).Micros == 0 {
				continue
			}
			of, cost := fitRocks(t, read, keys)
			for _, r := range times[3:] {
				m := read.of(r)
				off := 100 * math.Abs(cost.Micros(of, m.Shape)/m.Micros-1)
				sum, worst, n = sum+off, max(worst, off), n+1
			}
		}
		t.Logf("%s: mean %.2f %%, worst %.2f %%", read.name, sum/n, worst)
		if printed(sum/n) > read.mean || printed(worst) > read.worst {
			t.Errorf("%s: mean error %.2f %%, worst %.2f %%; bars %.1f and %.1f", read.name, sum/n,
				worst, read.mean, read.worst)
		}
	}
}
