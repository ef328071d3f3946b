package model_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/readamp/readamp/model"
)

// TestDistinctExact: cases that can be counted by hand.
func TestDistinctExact(t *testing.T) {
	one := func(id int64) float64 { return map[int64]float64{1: 1}[id] }
	half := func(id int64) float64 { return []float64{0, 0.5, 0.25, 0.25}[id] }
	for _, c := range []struct {
		name   string
		n      int64
		weight func(int64) float64
		draws  float64
		want   float64
	}{
		{"no ids", 0, one, 5, 0},
		{"no draws", 3, half, 0, 0},
		{"one draw", 3, half, 1, 1},
		{"one id", 3, one, 7, 1},
		{"two draws", 3, half, 2, 0.75 + 2*(1-0.75*0.75)},
	} {
		contentAbs(t, c.name, model.Distinct(c.n, c.weight, c.draws), c.want, 1e-12)
	}
	// A draw among 10^17 ids is one id; 1 - 1/n rounds to 1 there.
	contentRel(t, "tiny weights", model.DistinctUniform(1e17, 1000), 1000, 1e-9)
	if got := model.DistinctUniform(0, 10); got != 0 {
		t.Errorf("no ids: %g", got)
	}
}

// TestDistinctAgree: ids one by one, as a histogram, by the formula for equal weights, and in the
// limit of many draws.
func TestDistinctAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		n := 1 + random.Int64N(20_000)
		draws := float64(n) * 4 * random.Float64()
		even := func(int64) float64 { return 1 / float64(n) }
		want := model.DistinctUniform(n, draws)
		contentRel(t, "ids one by one", model.Distinct(n, even, draws), want, 1e-9)
		classes := []model.WeightClass{{float64(n) / 4, even(1)}, {float64(n) * 3 / 4, even(1)}}
		contentRel(t, "classes", model.DistinctClasses(classes, draws), want, 1e-9)
	}
	for _, kind := range []string{"special", "pareto", "zipfian", "gaussian"} {
		d := contentDist(t, kind, 50_000)
		classes := model.ClassesOf(model.Strata(d.N(), []func(int64) float64{d.Weight})[0])
		for _, draws := range []float64{1000, 50_000, 400_000} {
			contentRel(t, kind, model.DistinctClasses(classes, draws),
				model.Distinct(d.N(), d.Weight, draws), 2e-4)
		}
	}
}

// TestDistinctProperties: never more than the draws or the ids, more with more draws, and each
// further draw brings less.
func TestDistinctProperties(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		classes := randomClasses(random)
		keys := 0.0
		for _, c := range classes {
			keys += c.Keys
		}
		before, gain := 0.0, math.Inf(1)
		step := 1 + keys*random.Float64()
		for i := range 5 {
			got := model.DistinctClasses(classes, step*float64(i+1))
			if got > keys*(1+1e-12) || got > step*float64(i+1)*(1+1e-12) || got < before ||
				got-before > gain*(1+1e-9) {
				t.Fatalf("%v, %g draws: %g after %g", classes, step*float64(i+1), got, before)
			}
			before, gain = got, got-before
		}
	}
}

// randomClasses are one to four classes whose weights sum to 1.
func randomClasses(random *rand.Rand) []model.WeightClass {
	classes := make([]model.WeightClass, 1+random.IntN(4))
	total := 0.0
	for i := range classes {
		classes[i] = model.WeightClass{Keys: float64(1 + random.IntN(1000)),
			Weight: math.Exp(-6 * random.Float64())}
		total += classes[i].Keys * classes[i].Weight
	}
	for i := range classes {
		classes[i].Weight /= total
	}
	return classes
}

func TestDrawsForIsTheInverse(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 3))
	for range 100 {
		classes := randomClasses(random)
		of := func(draws float64) float64 { return model.DistinctClasses(classes, draws) }
		want := 1e4 * math.Pow(random.Float64(), 4)
		if of(want) > 0.999*of(1e9) {
			continue // nearly all keys
		}
		got, err := model.DrawsFor(of(want), of)
		if err != nil {
			t.Fatal(err)
		}
		contentRel(t, "draws", got, want, 1e-6)
	}
	if got, err := model.DrawsFor(0, math.Sqrt); got != 0 || err != nil {
		t.Errorf("nothing: %g, %v", got, err)
	}
}

func TestDrawsForErrors(t *testing.T) {
	of := func(draws float64) float64 { return model.DistinctUniform(1000, draws) }
	slow := func(draws float64) float64 { return math.Log1p(draws) }
	for _, c := range []struct {
		distinct float64
		of       func(float64) float64
		want     string
	}{
		{-1, of, "want a number of 0 or more"},
		{math.NaN(), of, "want a number of 0 or more"},
		{math.Inf(1), of, "want a number of 0 or more"},
		{1001, of, "reach no more than 1000"},
		{1000, of, "all there are"},
		{50, slow, "reach no more than"},
		{1, func(float64) float64 { return math.NaN() }, "reach no more than"},
	} {
		_, err := model.DrawsFor(c.distinct, c.of)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%g: %v, want %q", c.distinct, err, c.want)
		}
	}
}
