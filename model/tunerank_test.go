package model_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/readamp/readamp/model"
)

// outcomeOf is an outcome by hand.
func outcomeOf(cost, merges float64) model.Outcome {
	return model.Outcome{ReadCost: model.ReadFigure{Mean: cost, P95: 2 * cost, WorstHour: 3},
		MergeBytesPerHour: merges, WriteAmplification: merges / 10, PeakMemstoreBytes: 100,
		PeakDiskBytes: 1000}
}

// triggers is a sweep of so many values of minor_compact_trigger.
func triggers(n int) model.Sweep {
	s := model.Sweep{{Name: "minor_compact_trigger"}}
	for i := range n {
		s[0].Values = append(s[0].Values, fmt.Sprint(i))
	}
	return s
}

// rankOf ranks outcomes by hand, one a setting; what is in force is the setting of a number.
func rankOf(rules model.TuneRules, now int, outcomes ...model.Outcome) model.Ranking {
	var results []model.TuneResult
	for i, o := range outcomes {
		results = append(results, model.TuneResult{Number: i, Outcomes: []model.Outcome{o}})
	}
	sweep := triggers(len(outcomes))
	return model.Rank(sweep, rules, results, model.InForceResult{Setting: sweep.Setting(now),
		Number: now, Result: results[now]})
}

// order lists the numbers of settings, those of the front with a star.
func order(r model.Ranking) string {
	var list []string
	for _, s := range r.Settings {
		text := fmt.Sprint(s.Number)
		if s.Front {
			text += "*"
		}
		list = append(list, text)
	}
	return strings.Join(list, " ")
}

func TestRank(t *testing.T) {
	throttled := outcomeOf(0.5, 1)
	throttled.ThrottledSeconds = 3
	full := throttled
	full.FullSeconds = 1
	flat := outcomeOf(3, 5)
	flat.ReadCost.P95 = 3
	mean := model.TuneRules{Objective: model.ObjectiveMean}
	loose := mean
	loose.Constraints.AllowThrottle = true
	small := mean
	small.Constraints.MaxWriteAmplification = 1.5
	for _, c := range []struct {
		name     string
		rules    model.TuneRules
		now      int
		outcomes []model.Outcome
		want     string
	}{
		{"by cost; the front falls with it", mean, 0, []model.Outcome{outcomeOf(3, 10),
			outcomeOf(1, 30), outcomeOf(2, 30), outcomeOf(2.5, 20)}, "1* 2 3* 0*"},
		{"equal costs by merge work", mean, 0, []model.Outcome{outcomeOf(2, 30), outcomeOf(2, 20),
			outcomeOf(2.00001, 10)}, "2* 1 0"},
		{"equal in both by changes", mean, 2, []model.Outcome{outcomeOf(2, 20), outcomeOf(2, 20),
			outcomeOf(2, 20)}, "2* 0 1"},
		{"throttled last, and not of the front", mean, 0, []model.Outcome{outcomeOf(2, 20),
			throttled, full}, "0* 1 2"},
		{"throttling allowed, full memstores never", loose, 0, []model.Outcome{outcomeOf(2, 20),
			throttled, full}, "1* 0 2"},
		{"write amplification", small, 0, []model.Outcome{outcomeOf(2, 20), outcomeOf(3, 15)},
			"1* 0"},
		{"95th percentile", model.TuneRules{Objective: model.ObjectiveP95}, 0,
			[]model.Outcome{outcomeOf(2, 20), flat}, "1* 0"},
		{"worst hour, alike: merge work", model.TuneRules{Objective: model.ObjectiveWorstHour}, 0,
			[]model.Outcome{outcomeOf(2, 20), outcomeOf(3, 10)}, "1* 0"},
	} {
		if got := order(rankOf(c.rules, c.now, c.outcomes...)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestRankOverInForce(t *testing.T) {
	r := rankOf(model.TuneRules{Objective: model.ObjectiveMean}, 0, outcomeOf(4, 10),
		outcomeOf(3, 15))
	best := r.Settings[0]
	if best.Rank != 1 || best.Number != 1 || best.CostChangePercent != -25 ||
		best.MergeFactor != 1.5 || best.Changes != 1 || r.Feasible != 2 ||
		r.InForce.Rank != 2 || r.InForce.CostChangePercent != 0 {
		t.Errorf("best %+v, in force %+v", best, r.InForce)
	}
}

// TestRegret: the choice that is never far from the best is preferred to one that is best at the
// plan itself.
func TestRegret(t *testing.T) {
	sweep := triggers(3)
	under := func(n int, costs ...float64) model.TuneResult {
		r := model.TuneResult{Number: n}
		for _, c := range costs {
			r.Outcomes = append(r.Outcomes, outcomeOf(c, 10))
		}
		return r
	}
	results := []model.TuneResult{under(0, 2, 9), under(1, 2.2, 6.3), under(2, 4, 6)}
	ranking := model.Rank(sweep, model.TuneRules{Objective: model.ObjectiveMean}, results,
		model.InForceResult{Setting: sweep.Setting(0), Number: 0, Result: results[0]})
	if got := order(ranking); got != "1 0* 2" {
		t.Errorf("order %s", got)
	}
	for i, want := range []float64{10, 50, 100} {
		if got := ranking.Settings[i].RegretPercent; got < want-1e-9 || got > want+1e-9 {
			t.Errorf("regret %d is %g, want %g", i, got, want)
		}
	}
	if got := ranking.Settings[0].WorstCost; got != 6.3 {
		t.Errorf("worst cost %g", got)
	}
	results[1].Outcomes[1].ThrottledSeconds = 1 // in a neighbour only
	ranking = model.Rank(sweep, model.TuneRules{Objective: model.ObjectiveMean}, results,
		model.InForceResult{Setting: sweep.Setting(0), Number: 0, Result: results[0]})
	if got := order(ranking); got != "0* 2 1" || ranking.Feasible != 2 {
		t.Errorf("throttled in a neighbour: order %s, %d feasible", got, ranking.Feasible)
	}
}

// TestFrontIsPareto compares the front with its definition, pair by pair.
func TestFrontIsPareto(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	rules := model.TuneRules{Objective: model.ObjectiveMean}
	for range 200 {
		outcomes := make([]model.Outcome, 1+random.IntN(12))
		for i := range outcomes {
			outcomes[i] = outcomeOf(float64(1+random.IntN(5)), float64(1+random.IntN(5)))
			outcomes[i].ThrottledSeconds = float64(random.IntN(4) / 3)
		}
		ranking := rankOf(rules, 0, outcomes...)
		type point struct{ cost, merges float64 }
		marked := map[point]int{}
		for _, s := range ranking.Settings {
			if s.Front {
				marked[point{s.Cost, s.Outcome.MergeBytesPerHour}]++
			}
		}
		for _, s := range ranking.Settings {
			beaten := slices.ContainsFunc(ranking.Settings, func(o model.RankedSetting) bool {
				less := o.Cost < s.Cost || o.Outcome.MergeBytesPerHour < s.Outcome.MergeBytesPerHour
				return o.Feasible() && less && o.Cost <= s.Cost &&
					o.Outcome.MergeBytesPerHour <= s.Outcome.MergeBytesPerHour
			})
			want := 0
			if s.Feasible() && !beaten {
				want = 1
			}
			n := marked[point{s.Cost, s.Outcome.MergeBytesPerHour}]
			if s.Feasible() && n != want {
				t.Fatalf("%+v: %d like it on the front, want %d", s, n, want)
			}
		}
	}
}

func TestBindings(t *testing.T) {
	c := model.Constraints{MaxWriteAmplification: 1, MaxMemstoreBytes: 50, MaxDiskBytes: 2000}
	throttled := outcomeOf(1, 5)
	throttled.ThrottledSeconds, throttled.PeakMemstoreBytes = 9, 40
	results := []model.TuneResult{{Number: 0, Outcomes: []model.Outcome{outcomeOf(2, 20)}},
		{Number: 1, Outcomes: []model.Outcome{throttled}},
		{Number: 2, Outcomes: []model.Outcome{outcomeOf(2, 10)}}}
	want := []model.Binding{
		{Constraint: model.MemstoreConstraint, BrokenBy: 2, OnlyThis: 1, Least: 40, LeastNumber: 1},
		{Constraint: model.WriteAmplificationConstraint, BrokenBy: 1, Least: 0.5, LeastNumber: 1},
		{Constraint: model.ThrottleConstraint, BrokenBy: 1, OnlyThis: 1, Least: 0, LeastNumber: 0}}
	if got := c.Bindings(results); !slices.Equal(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestParseObjective(t *testing.T) {
	for _, name := range model.Objectives() {
		if o, err := model.ParseObjective(name); err != nil || string(o) != name {
			t.Errorf("%s: %v %v", name, o, err)
		}
	}
	_, err := model.ParseObjective("worsthour")
	if err == nil || !strings.Contains(err.Error(), "did you mean worst-hour?") {
		t.Errorf("%v", err)
	}
}
