package tune

import (
	"cmp"
	"math"
	"slices"
)

// Rules say what is wanted of settings.
type Rules struct {
	Objective   Objective   `json:"objective"`
	Constraints Constraints `json:"constraints"`
}

// RankedSetting is a setting among the others of its sweep.
type RankedSetting struct {
	Rank    int // from 1, those that break a constraint behind all others
	Number  int // in the sweep, or InForceNumber
	Setting Setting
	Changes int // values that differ from those in force
	Broken  []Constraint
	// Outcome is that under the plan itself.
	Outcome *Outcome
	// Cost is the objective under the plan, WorstCost the greatest under any workload.
	Cost, WorstCost float64
	// RegretPercent is how much more than the best setting of the sweep it costs, under the
	// workload in which that is most. "Best" is of those that keep the constraints there.
	RegretPercent float64
	// CostChangePercent and MergeFactor compare with what is in force: the cost and the bytes that
	// merges write. MergeFactor is 0 where nothing is merged in force.
	CostChangePercent, MergeFactor float64
	// Front says that no setting that keeps the constraints costs less without more merge work,
	// nor merges less without more cost.
	Front bool
}

// Feasible says that the setting keeps all constraints.
func (r *RankedSetting) Feasible() bool { return len(r.Broken) == 0 }

// Ranking are settings, the best first.
type Ranking struct {
	Settings []RankedSetting
	// InForce is what is in force; its rank is 0 unless it is one of the sweep.
	InForce  RankedSetting
	Feasible int
}

// InForceResult is what is in force and comes to.
type InForceResult struct {
	Setting Setting
	Number  int // of the sweep, or -1
	Result  Result
}

// costDigits are the digits in which costs must differ to count as different: forecasts are not
// better than that. What costs the same is ranked by its merge work.
const costDigits = 4

// Rank puts settings in order: by regret, which is the cost where there is but one workload; then
// by the bytes that merges write, the values that change, and the number. Regret instead of the
// greatest cost itself: that would only look at the workload which costs most under any setting.
func Rank(s Sweep, rules Rules, results []Result, inForce InForceResult) Ranking {
	least := leastCosts(rules, results)
	row := func(setting Setting, r *Result) RankedSetting {
		ranked := RankedSetting{Number: r.Number, Setting: setting,
			Changes: setting.Changes(inForce.Setting), Outcome: &r.Outcomes[0],
			Broken: rules.Constraints.Broken(r.Outcomes)}
		ranked.Cost = rules.Objective.Of(r.Outcomes[0].ReadCost)
		for w, o := range r.Outcomes {
			cost := rules.Objective.Of(o.ReadCost)
			ranked.WorstCost = max(ranked.WorstCost, cost)
			ranked.RegretPercent = max(ranked.RegretPercent, 100*(cost/least[w]-1))
		}
		now := &inForce.Result.Outcomes[0]
		ranked.CostChangePercent = 100 * (ranked.Cost/rules.Objective.Of(now.ReadCost) - 1)
		if now.MergeBytesPerHour > 0 {
			ranked.MergeFactor = ranked.Outcome.MergeBytesPerHour / now.MergeBytesPerHour
		}
		return ranked
	}
	var ranking Ranking
	for i := range results {
		ranking.Settings = append(ranking.Settings, row(s.Setting(results[i].Number), &results[i]))
	}
	slices.SortFunc(ranking.Settings, compareRanked)
	for i := range ranking.Settings {
		r := &ranking.Settings[i]
		r.Rank = i + 1
		if r.Feasible() {
			ranking.Feasible++
		}
	}
	markFront(ranking.Settings)
	ranking.InForce = row(inForce.Setting, &inForce.Result)
	ranking.InForce.Number = inForce.Number
	for _, r := range ranking.Settings {
		if r.Number == inForce.Number {
			ranking.InForce = r
		}
	}
	return ranking
}

// leastCosts are the least costs under each workload, of the settings that keep the constraints
// there; of all where none does.
func leastCosts(rules Rules, results []Result) (least []float64) {
	if len(results) == 0 {
		return nil
	}
	for w := range results[0].Outcomes {
		all, kept := math.Inf(1), math.Inf(1)
		for _, r := range results {
			cost := rules.Objective.Of(r.Outcomes[w].ReadCost)
			all = min(all, cost)
			if len(rules.Constraints.Broken(r.Outcomes[w:w+1])) == 0 {
				kept = min(kept, cost)
			}
		}
		if math.IsInf(kept, 1) {
			kept = all
		}
		least = append(least, kept)
	}
	return least
}

func compareRanked(a, b RankedSetting) int {
	regret := func(r RankedSetting) float64 { return digits(1 + r.RegretPercent/100) }
	return cmp.Or(
		cmp.Compare(len(a.Broken), len(b.Broken)),
		cmp.Compare(regret(a), regret(b)),
		cmp.Compare(digits(a.Outcome.MergeBytesPerHour), digits(b.Outcome.MergeBytesPerHour)),
		cmp.Compare(a.Changes, b.Changes),
		cmp.Compare(a.Number, b.Number))
}

// digits rounds a number, so that what agrees in its first digits is equal.
func digits(v float64) float64 {
	if v == 0 {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(math.Abs(v)))-costDigits+1)
	return math.Round(v/unit) * unit
}

// markFront marks the settings that no other one is better than in both cost and merge work. Of
// settings alike in both the one that is ranked first is marked.
func markFront(list []RankedSetting) {
	var order []*RankedSetting
	for i := range list {
		if list[i].Feasible() {
			order = append(order, &list[i])
		}
	}
	slices.SortStableFunc(order, func(a, b *RankedSetting) int {
		return cmp.Or(cmp.Compare(digits(a.Cost), digits(b.Cost)),
			cmp.Compare(a.Outcome.MergeBytesPerHour, b.Outcome.MergeBytesPerHour))
	})
	least := math.Inf(1)
	for _, r := range order {
		if work := digits(r.Outcome.MergeBytesPerHour); work < least {
			r.Front, least = true, work
		}
	}
}
