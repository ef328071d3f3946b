package main

import (
	"strings"

	"github.com/readamp/readamp/internal/texttab"
	"github.com/readamp/readamp/model/tune"
)

// tuneColumn is a column of the table for people.
type tuneColumn struct {
	texttab.Column
	shown bool
	of    func(r *tune.RankedSetting) any
}

const megabyte = 1 << 20

func (t *tuning) tuneColumns() []tuneColumn {
	robust := t.robust()
	throttled := false
	for _, r := range t.results {
		throttled = throttled || r.Outcomes[0].ThrottledSeconds > 0
	}
	return []tuneColumn{
		{number("cost", "read cost", string(t.Rules.Objective), "%.3f"), true,
			func(r *tune.RankedSetting) any { return r.Cost }},
		{number("change", "over now", "%", "%+.1f"), true,
			func(r *tune.RankedSetting) any { return r.CostChangePercent }},
		{number("worst", "worst", "workload", "%.3f"), robust,
			func(r *tune.RankedSetting) any { return r.WorstCost }},
		{number("regret", "regret", "% at most", "%.1f"), robust,
			func(r *tune.RankedSetting) any { return r.RegretPercent }},
		{number("merges", "merges", "MB/h", "%.0f"), true,
			func(r *tune.RankedSetting) any { return r.Outcome.MergeBytesPerHour / megabyte }},
		{number("factor", "over now", "times", "%.2f"), true,
			func(r *tune.RankedSetting) any { return positive(r.MergeFactor) }},
		{number("wa", "write", "amplif.", "%.2f"), true,
			func(r *tune.RankedSetting) any { return r.Outcome.WriteAmplification }},
		{number("freezes", "freezes", "per hour", "%.1f"), true,
			func(r *tune.RankedSetting) any { return r.Outcome.FreezesPerHour }},
		{number("memstore", "memstore", "MB, peak", "%.0f"), true,
			func(r *tune.RankedSetting) any { return r.Outcome.PeakMemstoreBytes / megabyte }},
		{number("disk", "SSTables", "MB, peak", "%.0f"), true,
			func(r *tune.RankedSetting) any { return r.Outcome.PeakDiskBytes / megabyte }},
		{number("throttled", "throttled", "s", "%.0f"), throttled,
			func(r *tune.RankedSetting) any { return r.Outcome.ThrottledSeconds }},
		{texttab.Column{Name: "marks", Head: "remarks"}, true,
			func(r *tune.RankedSetting) any { return t.marks(r) }},
	}
}

// marks say what is special about a setting.
func (t *tuning) marks(r *tune.RankedSetting) string {
	var list []string
	if r.Number == t.InForce.Number {
		list = append(list, "now")
	}
	if r.Front {
		list = append(list, "front")
	}
	if !r.Feasible() {
		list = append(list, "breaks "+brokenWords(r.Broken))
	}
	return strings.Join(list, ", ")
}

// textTable lists the best settings, what is in force, and the rest of the front.
func (t *tuning) textTable(top int) *texttab.Table {
	columns := []texttab.Column{{Name: "rank", Right: true}}
	for _, a := range t.Sweep {
		head, unit := twoLines(a.Name)
		columns = append(columns, texttab.Column{Name: a.Name, Head: head, Unit: unit, Right: true})
	}
	shown := t.tuneColumns()
	for _, c := range shown {
		if c.shown {
			columns = append(columns, c.Column)
		}
	}
	table := texttab.New(columns...)
	for _, r := range t.shownSettings(top) {
		cells := []any{positiveRank(r.Rank)}
		for _, c := range r.Setting {
			cells = append(cells, c.Value)
		}
		for _, c := range shown {
			if c.shown {
				cells = append(cells, c.of(&r))
			}
		}
		table.Row(cells...)
	}
	return table
}

// positiveRank is the cell of a rank, empty for what is in force and not of the sweep.
func positiveRank(rank int) any {
	if rank == 0 {
		return nil
	}
	return rank
}

// shownSettings are those of the table.
func (t *tuning) shownSettings(top int) []tune.RankedSetting {
	list := append([]tune.RankedSetting{}, t.listed(top, tableRows)...)
	nowShown := false
	for _, r := range list {
		nowShown = nowShown || r.Number == t.InForce.Number
	}
	for _, r := range t.ranking.Settings[len(list):] {
		if r.Front || r.Number == t.InForce.Number {
			list = append(list, r)
			nowShown = nowShown || r.Number == t.InForce.Number
		}
	}
	if !nowShown {
		list = append(list, t.ranking.InForce)
	}
	return list
}

// twoLines breaks the name of a parameter at the underscore next to its middle.
func twoLines(name string) (first, second string) {
	best := -1
	for i, letter := range name {
		if letter == '_' && i > 0 && (best < 0 || abs(2*i-len(name)) < abs(2*best-len(name))) {
			best = i
		}
	}
	if best < 0 {
		return name, ""
	}
	return name[:best+1], name[best+1:]
}

func abs(n int) int { return max(n, -n) }

// exactTable has the finalists as forecast and as simulated.
func (t *tuning) exactTable() *texttab.Table {
	columns := []texttab.Column{{Name: "rank", Right: true}}
	for _, a := range t.Sweep {
		head, unit := twoLines(a.Name)
		columns = append(columns, texttab.Column{Name: a.Name, Head: head, Unit: unit, Right: true})
	}
	columns = append(columns, number("cost", "read cost", "forecast", "%.3f"),
		number("exact", "read cost", "simulated", "%.3f"), number("error", "error", "%", "%+.1f"),
		number("merges", "merges", "MB/h forecast", "%.0f"),
		number("merges_exact", "merges", "MB/h simulated", "%.0f"),
		number("freezes", "freezes/h", "forecast", "%.1f"),
		number("freezes_exact", "freezes/h", "simulated", "%.1f"),
		number("throttled", "throttled", "s simulated", "%.0f"),
		texttab.Column{Name: "marks", Head: "remarks"})
	table := texttab.New(columns...)
	for _, s := range t.exact {
		cells := []any{positiveRank(s.ranked.Rank)}
		for _, c := range s.ranked.Setting {
			cells = append(cells, c.Value)
		}
		cost, o := t.Rules.Objective.Of(s.outcome.ReadCost), s.ranked.Outcome
		cells = append(cells, s.ranked.Cost, cost, 100*(s.ranked.Cost/cost-1),
			o.MergeBytesPerHour/megabyte, s.outcome.MergeBytesPerHour/megabyte, o.FreezesPerHour,
			s.outcome.FreezesPerHour, s.outcome.ThrottledSeconds, t.marks(&s.ranked))
		table.Row(cells...)
	}
	return table
}
