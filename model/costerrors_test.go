package model

import (
	"math"
	"testing"
)

// leveled is two runs of the same tables, the second under other threads: each has a level.
func leveled(truth *Cost, levels ...float64) []Observation {
	var all []Observation
	for i, level := range levels {
		for _, o := range ladder(truth, 12+i) {
			o.Run, o.CPU = string(rune('a'+i)), o.CPU*level
			o.Rate = truth.Rate(o.Script, o.CPU)
			all = append(all, o)
		}
	}
	return all
}

// TestLevels: what runs differ by as a whole is no cost, and costs are those at the mean level.
func TestLevels(t *testing.T) {
	truth := planted()
	c := fitIntervals(t, leveled(truth, 0.8, 1.25), 0.9)
	for name, want := range truth.Unit {
		if got := c.Unit[name]; !near(got/want, 1, 1e-4) {
			t.Errorf("%s: got %v, planted %v", name, got, want)
		}
	}
	for kind, want := range truth.Constant {
		if got := c.Constant[kind]; !near(got/want, 1, 1e-4) {
			t.Errorf("constant %s: got %v, planted %v", kind, got, want)
		}
	}
	r := c.LeftOut.Run
	if r == nil || r.Groups != 2 || r.Phases != 50 || r.CPUP90Pct > 0.01 || r.RateP90Pct > 0.01 {
		t.Errorf("runs that were left out: %+v", r)
	}
	if s := c.LeftOut.State; s.Groups != 25 || s.Phases != 50 || s.CPUP90Pct > 0.01 {
		t.Errorf("states that were left out: %+v", s)
	}
}

// TestLeftOutState: one state that is 20 % dearer than its rows say is off by 17 % when it is left
// out, and no other is.
func TestLeftOutState(t *testing.T) {
	observed := ladder(planted(), 24)
	for i := range observed {
		if observed[i].State == 7 {
			observed[i].CPU *= 1.2
		}
	}
	s := fitIntervals(t, observed, 0.9).LeftOut.State
	if s.CPUMedianPct > 2 || s.CPUP90Pct > 6 {
		t.Errorf("%+v", s)
	}
	f, err := fitIdentified(observed)
	if err != nil {
		t.Fatal(err)
	}
	var r costResiduals
	rest := observationsWithout(observed, func(o Observation) bool { return o.State == 7 })
	refit, err := f.costDesign.fit(rest)
	if err != nil {
		t.Fatal(err)
	}
	r.add(refit, observed[14:16], 1)
	for _, v := range r.cpu {
		if !near(v, math.Log(1/1.2), 1e-6) {
			t.Errorf("off by %v, want %v", v, math.Log(1/1.2))
		}
	}
}

// TestNoiseWeighs: phases that say of themselves that they are noisy move the costs little.
func TestNoiseWeighs(t *testing.T) {
	truth := planted()
	off := func(noise float64) (worst float64) {
		observed := ladder(truth, 24)
		for i := range observed {
			observed[i].Noise = 0.01
			if i%5 == 0 {
				observed[i].CPU *= 1.5
				observed[i].Noise = noise
			}
		}
		c, err := FitCost(observed)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range ladder(truth, 24) {
			worst = max(worst, math.Abs(c.CPU(o.Parts)/o.CPU-1))
		}
		return worst
	}
	if loud, told := off(0.01), off(1); told > loud/20 {
		t.Errorf("off by %v, and by %v where the noise is known", loud, told)
	}
}

// TestFewRuns: a run whose absence leaves too little is not left out.
func TestFewRuns(t *testing.T) {
	observed := leveled(planted(), 1)
	few := ladder(planted(), 2)
	for i := range few {
		few[i].Run = "few"
	}
	c := fitIntervals(t, append(observed, few...), 0.9)
	if r := c.LeftOut.Run; r == nil || r.Groups != 1 || r.Phases != len(few) {
		t.Errorf("%+v", c.LeftOut.Run)
	}
}
