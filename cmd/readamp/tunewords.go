package main

import (
	"fmt"
	"strings"

	"github.com/readamp/readamp/model/tune"
)

// words say in a few sentences what was asked, what is best, and what it costs.
func (t *tuning) words() (string, error) {
	plan, err := t.plan()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, p := range []paragraph{
		{"sweep", t.sweepWords()},
		{"plan", []string{tablesOf(plan), loadsOf(plan)}},
		{"server", []string{fmt.Sprintf("rules and defaults of %s, memstore limit %s",
			t.ServerVersion, inBytes(t.MemstoreLimitBytes))}},
		{"cost", t.costWords()},
		{"now", []string{outcomeWords(&t.ranking.InForce)}},
		{"best", t.bestWords()},
	} {
		for i, sentence := range p.sentences {
			heading := ""
			if i == 0 {
				heading = p.heading
			}
			fmt.Fprintf(&b, "%-9s%s\n", heading, sentence)
		}
	}
	return b.String(), nil
}

func (t *tuning) sweepWords() []string {
	var axes []string
	for _, a := range t.Sweep {
		text := a.Name + " " + strings.Join(a.Values, ", ")
		if n := len(a.Values); n > 6 {
			text = fmt.Sprintf("%s %s, %s ... %s", a.Name, a.Values[0], a.Values[1], a.Values[n-1])
		}
		axes = append(axes, text)
	}
	head := counted(t.Sweep.Count(), "setting")
	if t.incomplete && len(t.results) < t.Sweep.Count() {
		head = fmt.Sprintf("interrupted: %d of %s", len(t.results), head)
	}
	return append([]string{fmt.Sprintf("%s, %d of them keep all constraints", head,
		t.ranking.Feasible)}, axes...)
}

// costWords say what read cost is.
func (t *tuning) costWords() []string {
	over := map[tune.Objective]string{tune.ObjectiveMean: "mean over the plan",
		tune.ObjectiveP95:       "95th percentile over the plan",
		tune.ObjectiveWorstHour: "mean of the worst hour"}
	list := []string{t.ReadCost + ", " + over[t.Rules.Objective]}
	if t.robust() {
		var loads []string
		for _, w := range t.Workloads {
			loads = append(loads, w.String())
		}
		list = append(list, fmt.Sprintf("ranked by regret: how much more than the best setting it "+
			"costs, under the worst of %d workloads", len(loads)), strings.Join(loads, "; "))
	}
	return list
}

// outcomeWords put a setting and what it comes to into words.
func outcomeWords(r *tune.RankedSetting) string {
	text := fmt.Sprintf("%s: read cost %.3f, merges write %s an hour", r.Setting, r.Cost,
		inBytes(int64(r.Outcome.MergeBytesPerHour)))
	if !r.Feasible() {
		text += "; breaks " + brokenWords(r.Broken)
	}
	return text
}

func (t *tuning) bestWords() []string {
	if t.ranking.Feasible == 0 {
		return t.noneWords()
	}
	best := &t.ranking.Settings[0]
	if best.Number == t.InForce.Number {
		return []string{"what is in force"}
	}
	change := fmt.Sprintf("over now: read cost %+.1f %%", best.CostChangePercent)
	if best.MergeFactor > 0 {
		change += fmt.Sprintf(", merge bytes x%.2f", best.MergeFactor)
	}
	list := []string{outcomeWords(best), change}
	if t.robust() {
		list[1] += fmt.Sprintf(", regret at most %.1f %%, now %.1f %%", best.RegretPercent,
			t.ranking.InForce.RegretPercent)
	}
	return list
}

// noneWords say which constraints stand in the way of all settings.
func (t *tuning) noneWords() []string {
	list := []string{"none: no setting keeps the constraints"}
	for _, b := range t.Rules.Constraints.Bindings(t.results) {
		text := fmt.Sprintf("%s: broken by %d of %d, the least is %s (%s)", b.Constraint,
			b.BrokenBy, len(t.results), boundText(b), t.Sweep.Setting(b.LeastNumber))
		if b.OnlyThis > 0 {
			text += fmt.Sprintf("; %d would keep all others", b.OnlyThis)
		}
		list = append(list, text)
	}
	return list
}

// boundText writes the figure of a constraint.
func boundText(b tune.Binding) string {
	switch b.Constraint {
	case tune.WriteAmplificationConstraint:
		return fmt.Sprintf("%.2f", b.Least)
	case tune.ThrottleConstraint, tune.FullConstraint:
		return spellS(b.Least)
	}
	return inBytes(int64(b.Least))
}
