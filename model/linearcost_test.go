package model_test

import (
	"math"
	"testing"

	"github.com/readamp/readamp/model"
)

// TestFitRunCostPlanted finds the costs that made the times.
func TestFitRunCostPlanted(t *testing.T) {
	shapes := []model.RunShape{{false, 1}, {true, 1}, {true, 7}, {true, 3}, {false, 4}}
	for _, planted := range []model.RunCost{{2, 1.3, 2.2}, {3.5, 0.9, 0.25}, {1, 0, 1}, {5, 2, 0}} {
		for _, read := range []model.RunRead{{Keys: 1e6}, {Keys: 1e6, Steps: 8}, {1e8, 100}} {
			var times []model.RunTime
			for _, s := range shapes {
				times = append(times, model.RunTime{Shape: s, Micros: planted.Micros(read, s)})
			}
			for n := 3; n <= len(times); n++ {
				got, err := model.FitRunCost(read, times[:n])
				if err != nil {
					t.Fatal(err)
				}
				for _, v := range [][2]float64{{got.Constant, planted.Constant},
					{got.Memtable, planted.Memtable}, {got.Run, planted.Run}} {
					if math.Abs(v[0]-v[1]) > 1e-6 {
						t.Errorf("%d times of %+v: got %+v, planted %+v", n, read, got, planted)
					}
				}
			}
		}
	}
}

// TestRunCostByHand: of 2^20 keys a run costs 20 comparisons, a step one more of two sources and
// two more of three and more.
func TestRunCostByHand(t *testing.T) {
	c := model.RunCost{Constant: 1, Memtable: 10, Run: 100}
	read := model.RunRead{Keys: 1 << 20, Steps: 2}
	for _, tc := range []struct {
		shape model.RunShape
		want  float64
	}{
		{model.RunShape{}, 1},
		{model.RunShape{Memtable: true}, 11},
		{model.RunShape{Runs: 1}, 101},
		{model.RunShape{Memtable: true, Runs: 1}, 1 + 10 + 100*(1+2*1./20)},
		{model.RunShape{Runs: 3}, 1 + 100*(3+2*2./20)},
		{model.RunShape{Memtable: true, Runs: 9}, 1 + 10 + 100*(9+2*2./20)},
	} {
		if got := c.Micros(read, tc.shape); math.Abs(got-tc.want) > 1e-9 {
			t.Errorf("%+v: %v us, want %v", tc.shape, got, tc.want)
		}
	}
}

// TestFitRunCostNeverNegative: a shape that seems the faster for what it holds costs nothing more.
func TestFitRunCostNeverNegative(t *testing.T) {
	got, err := model.FitRunCost(model.RunRead{Keys: 1000}, []model.RunTime{
		{model.RunShape{Runs: 1}, 5}, {model.RunShape{Memtable: true, Runs: 1}, 4},
		{model.RunShape{Memtable: true, Runs: 5}, 3}})
	if err != nil || got.Memtable != 0 || got.Run != 0 || got.Constant < 3 || got.Constant > 5 {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestFitRunCostErrors(t *testing.T) {
	get := model.RunRead{Keys: 1e6}
	ok := model.RunTime{Shape: model.RunShape{Runs: 1}, Micros: 5}
	for _, tc := range []struct {
		read  model.RunRead
		times []model.RunTime
		want  string
	}{
		{get, []model.RunTime{ok, ok, ok}, ""},
		{get, []model.RunTime{ok, ok}, "2 measured shapes, at least 3 are needed"},
		{get, []model.RunTime{ok, {ok.Shape, 0}, ok}, "shape 2: 0 microseconds with 1 runs"},
		{get, []model.RunTime{ok, ok, {model.RunShape{Runs: -1}, 5}}, "5 microseconds with -1"},
		{model.RunRead{Keys: 1}, []model.RunTime{ok, ok, ok}, "0 steps in a tree of 1 keys"},
		{model.RunRead{Keys: 9, Steps: -1}, []model.RunTime{ok, ok, ok}, "a read with -1 steps"},
	} {
		if _, err := model.FitRunCost(tc.read, tc.times); !saysOf(err, tc.want) {
			t.Errorf("%+v, %+v: got %v, want %q", tc.read, tc.times, err, tc.want)
		}
	}
}
