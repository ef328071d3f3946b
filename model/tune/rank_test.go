package tune_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/readamp/readamp/model/tune"
)

// outcomeOf is an outcome by hand.
func outcomeOf(cost, merges float64) tune.Outcome {
	return tune.Outcome{ReadCost: tune.ReadFigure{Mean: cost, P95: 2 * cost, WorstHour: 3},
		MergeBytesPerHour: merges, WriteAmplification: merges / 10, PeakMemstoreBytes: 100,
		PeakDiskBytes: 1000}
}

// triggers is a sweep of so many values of minor_compact_trigger.
func triggers(n int) tune.Sweep {
	s := tune.Sweep{{Name: "minor_compact_trigger"}}
	for i := range n {
		s[0].Values = append(s[0].Values, fmt.Sprint(i))
	}
	return s
}

// rankOf ranks outcomes by hand, one a setting; what is in force is the setting of a number.
func rankOf(rules tune.Rules, now int, outcomes ...tune.Outcome) tune.Ranking {
	var results []tune.Result
	for i, o := range outcomes {
		results = append(results, tune.Result{Number: i, Outcomes: []tune.Outcome{o}})
	}
	sweep := triggers(len(outcomes))
	return tune.Rank(sweep, rules, results, tune.InForceResult{Setting: sweep.Setting(now),
		Number: now, Result: results[now]})
}

// order lists the numbers of settings, those of the front with a star.
func order(r tune.Ranking) string {
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
	mean := tune.Rules{Objective: tune.ObjectiveMean}
	loose := mean
	loose.Constraints.AllowThrottle = true
	small := mean
	small.Constraints.MaxWriteAmplification = 1.5
	for _, c := range []struct {
		name     string
		rules    tune.Rules
		now      int
		outcomes []tune.Outcome
		want     string
	}{
		{"by cost; the front falls with it", mean, 0, []tune.Outcome{outcomeOf(3, 10),
			outcomeOf(1, 30), outcomeOf(2, 30), outcomeOf(2.5, 20)}, "1* 2 3* 0*"},
		{"equal costs by merge work", mean, 0, []tune.Outcome{outcomeOf(2, 30), outcomeOf(2, 20),
			outcomeOf(2.00001, 10)}, "2* 1 0"},
		{"equal in both by changes", mean, 2, []tune.Outcome{outcomeOf(2, 20), outcomeOf(2, 20),
			outcomeOf(2, 20)}, "2* 0 1"},
		{"throttled last, and not of the front", mean, 0, []tune.Outcome{outcomeOf(2, 20),
			throttled, full}, "0* 1 2"},
		{"throttling allowed, full memstores never", loose, 0, []tune.Outcome{outcomeOf(2, 20),
			throttled, full}, "1* 0 2"},
		{"write amplification", small, 0, []tune.Outcome{outcomeOf(2, 20), outcomeOf(3, 15)},
			"1* 0"},
		{"95th percentile", tune.Rules{Objective: tune.ObjectiveP95}, 0,
			[]tune.Outcome{outcomeOf(2, 20), flat}, "1* 0"},
		{"worst hour, alike: merge work", tune.Rules{Objective: tune.ObjectiveWorstHour}, 0,
			[]tune.Outcome{outcomeOf(2, 20), outcomeOf(3, 10)}, "1* 0"},
	} {
		if got := order(rankOf(c.rules, c.now, c.outcomes...)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestRankOverInForce(t *testing.T) {
	r := rankOf(tune.Rules{Objective: tune.ObjectiveMean}, 0, outcomeOf(4, 10),
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
	under := func(n int, costs ...float64) tune.Result {
		r := tune.Result{Number: n}
		for _, c := range costs {
			r.Outcomes = append(r.Outcomes, outcomeOf(c, 10))
		}
		return r
	}
	results := []tune.Result{under(0, 2, 9), under(1, 2.2, 6.3), under(2, 4, 6)}
	ranking := tune.Rank(sweep, tune.Rules{Objective: tune.ObjectiveMean}, results,
		tune.InForceResult{Setting: sweep.Setting(0), Number: 0, Result: results[0]})
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
	ranking = tune.Rank(sweep, tune.Rules{Objective: tune.ObjectiveMean}, results,
		tune.InForceResult{Setting: sweep.Setting(0), Number: 0, Result: results[0]})
	if got := order(ranking); got != "0* 2 1" || ranking.Feasible != 2 {
		t.Errorf("throttled in a neighbour: order %s, %d feasible", got, ranking.Feasible)
	}
}

// TestFrontIsPareto compares the front with its definition, pair by pair.
func TestFrontIsPareto(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	rules := tune.Rules{Objective: tune.ObjectiveMean}
	for range 200 {
		outcomes := make([]tune.Outcome, 1+random.IntN(12))
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
			beaten := slices.ContainsFunc(ranking.Settings, func(o tune.RankedSetting) bool {
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
	c := tune.Constraints{MaxWriteAmplification: 1, MaxMemstoreBytes: 50, MaxDiskBytes: 2000}
	throttled := outcomeOf(1, 5)
	throttled.ThrottledSeconds, throttled.PeakMemstoreBytes = 9, 40
	results := []tune.Result{{Number: 0, Outcomes: []tune.Outcome{outcomeOf(2, 20)}},
		{Number: 1, Outcomes: []tune.Outcome{throttled}},
		{Number: 2, Outcomes: []tune.Outcome{outcomeOf(2, 10)}}}
	want := []tune.Binding{
		{Constraint: tune.MemstoreConstraint, BrokenBy: 2, OnlyThis: 1, Least: 40, LeastNumber: 1},
		{Constraint: tune.WriteAmplificationConstraint, BrokenBy: 1, Least: 0.5, LeastNumber: 1},
		{Constraint: tune.ThrottleConstraint, BrokenBy: 1, OnlyThis: 1, Least: 0, LeastNumber: 0}}
	if got := c.Bindings(results); !slices.Equal(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestParseObjective(t *testing.T) {
	for _, name := range tune.Objectives() {
		if o, err := tune.ParseObjective(name); err != nil || string(o) != name {
			t.Errorf("%s: %v %v", name, o, err)
		}
	}
	_, err := tune.ParseObjective("worsthour")
	if err == nil || !strings.Contains(err.Error(), "did you mean worst-hour?") {
		t.Errorf("%v", err)
	}
}
