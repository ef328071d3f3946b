package main

import (
	"strings"

	"github.com/readamp/readamp/internal/texttab"
	"github.com/readamp/readamp/model/tune"
)

// tuneJSON is the JSON of the command.
type tuneJSON struct {
	Settings   tuneHeader `json:"settings"`
	Count      int        `json:"settings_count"`
	Forecast   int        `json:"settings_forecast"` // fewer if it was interrupted
	Feasible   int        `json:"settings_feasible"`
	Incomplete bool       `json:"incomplete"`
	// Best is left out where no setting keeps the constraints.
	Best     *tuneLine      `json:"best,omitempty"`
	InForce  tuneLine       `json:"in_force"`
	Bindings []tune.Binding `json:"constraints_broken"`
	Exact    []exactLine    `json:"exact,omitempty"`
	Ranking  []tuneLine     `json:"ranking"`
}

// tuneLine is a ranked setting.
type tuneLine struct {
	Rank               int               `json:"rank,omitempty"` // none if not of the sweep
	Setting            map[string]string `json:"setting"`
	InForce            bool              `json:"in_force"`
	Changes            int               `json:"changes"`
	Feasible           bool              `json:"feasible"`
	Broken             []tune.Constraint `json:"broken"`
	Front              bool              `json:"pareto_front"`
	Cost               float64           `json:"objective_cost"`
	CostChangePercent  float64           `json:"cost_change_pct"`
	MergeFactor        float64           `json:"merge_bytes_over_in_force"`
	WorstCost          float64           `json:"worst_cost"`
	WorstRegretPercent float64           `json:"worst_regret_pct"`
	tune.Outcome
}

// exactLine is a finalist, simulated.
type exactLine struct {
	Rank         int               `json:"rank,omitempty"`
	Setting      map[string]string `json:"setting"`
	InForce      bool              `json:"in_force"`
	Cost         float64           `json:"objective_cost"`
	ForecastCost float64           `json:"objective_cost_forecast"`
	ErrorPercent float64           `json:"error_pct"`
	tune.Outcome
}

func (t *tuning) line(r tune.RankedSetting) tuneLine {
	l := tuneLine{Rank: r.Rank, Setting: settingMap(r.Setting), Changes: r.Changes,
		InForce: r.Number == t.InForce.Number, Feasible: r.Feasible(), Broken: r.Broken,
		Front: r.Front, Cost: r.Cost, CostChangePercent: r.CostChangePercent,
		MergeFactor: r.MergeFactor, WorstCost: r.WorstCost, WorstRegretPercent: r.RegretPercent,
		Outcome: *r.Outcome}
	if l.Broken == nil {
		l.Broken = []tune.Constraint{}
	}
	return l
}

func settingMap(s tune.Setting) map[string]string {
	m := map[string]string{}
	for _, c := range s {
		m[c.Name] = c.Value
	}
	return m
}

// listed are the settings that are listed: the best ones, as many as asked for or usual, which for
// 0 is all.
func (t *tuning) listed(top, usual int) []tune.RankedSetting {
	all := t.ranking.Settings
	if top == 0 {
		top = usual
	}
	if top == 0 {
		return all
	}
	return all[:min(top, len(all))]
}

// tableRows is how many settings a table lists.
const tableRows = 10

// write writes the ranking in the format.
func (t *tuning) write(e env, f *tuneFlags) error {
	switch f.format {
	case formatJSON:
		return writeJSON(e.stdout, t.json(f.top))
	case formatCSV:
		return writeTable(e, f.format, t.csvTable(f.top))
	}
	words, err := t.words()
	if err != nil {
		return err
	}
	if err := writeText(e, "%s\n", words); err != nil {
		return err
	}
	if err := writeTable(e, f.format, t.textTable(f.top)); err != nil || len(t.exact) == 0 {
		return err
	}
	if err := writeText(e, "\n"); err != nil {
		return err
	}
	return writeTable(e, f.format, t.exactTable())
}

func (t *tuning) json(top int) tuneJSON {
	j := tuneJSON{Settings: t.tuneHeader, Count: t.Sweep.Count(), Forecast: len(t.results),
		Feasible: t.ranking.Feasible, Incomplete: t.incomplete, InForce: t.line(t.ranking.InForce),
		Bindings: t.Rules.Constraints.Bindings(t.results), Ranking: []tuneLine{}}
	if j.Bindings == nil {
		j.Bindings = []tune.Binding{}
	}
	for _, r := range t.listed(top, 0) {
		j.Ranking = append(j.Ranking, t.line(r))
	}
	if t.ranking.Feasible > 0 {
		best := t.line(t.ranking.Settings[0])
		j.Best = &best
	}
	for _, s := range t.exact {
		cost := t.Rules.Objective.Of(s.outcome.ReadCost)
		j.Exact = append(j.Exact, exactLine{Rank: s.ranked.Rank,
			Setting: settingMap(s.ranked.Setting), InForce: s.ranked.Number == t.InForce.Number,
			Cost: cost, ForecastCost: s.ranked.Cost, ErrorPercent: 100 * (s.ranked.Cost/cost - 1),
			Outcome: s.outcome})
	}
	return j
}

// csvColumn is a column of the CSV.
type csvColumn struct {
	name string
	of   func(l *tuneLine) any
}

// csvColumns are those behind the rank and the values.
var csvColumns = []csvColumn{
	{"in_force", func(l *tuneLine) any { return yesNo(l.InForce) }},
	{"feasible", func(l *tuneLine) any { return yesNo(l.Feasible) }},
	{"broken", func(l *tuneLine) any { return brokenWords(l.Broken) }},
	{"pareto_front", func(l *tuneLine) any { return yesNo(l.Front) }},
	{"changes", func(l *tuneLine) any { return l.Changes }},
	{"objective_cost", func(l *tuneLine) any { return l.Cost }},
	{"cost_change_pct", func(l *tuneLine) any { return l.CostChangePercent }},
	{"worst_cost", func(l *tuneLine) any { return l.WorstCost }},
	{"worst_regret_pct", func(l *tuneLine) any { return l.WorstRegretPercent }},
	{"read_cost_mean", func(l *tuneLine) any { return l.ReadCost.Mean }},
	{"read_cost_p95", func(l *tuneLine) any { return l.ReadCost.P95 }},
	{"read_cost_worst_hour", func(l *tuneLine) any { return l.ReadCost.WorstHour }},
	{"rows_per_row_mean", func(l *tuneLine) any { return l.RowsPerRow.Mean }},
	{"rows_per_row_p95", func(l *tuneLine) any { return l.RowsPerRow.P95 }},
	{"rows_per_row_worst_hour", func(l *tuneLine) any { return l.RowsPerRow.WorstHour }},
	{"merge_bytes_per_hour", func(l *tuneLine) any { return l.MergeBytesPerHour }},
	{"merge_bytes_over_in_force", func(l *tuneLine) any { return l.MergeFactor }},
	{"write_amplification", func(l *tuneLine) any { return l.WriteAmplification }},
	{"merge_threads", func(l *tuneLine) any { return l.MergeThreads }},
	{"freezes_per_hour", func(l *tuneLine) any { return l.FreezesPerHour }},
	{"most_runs", func(l *tuneLine) any { return l.MostRuns }},
	{"throttled_s", func(l *tuneLine) any { return l.ThrottledSeconds }},
	{"memstore_full_s", func(l *tuneLine) any { return l.FullSeconds }},
	{"peak_memstore_bytes", func(l *tuneLine) any { return l.PeakMemstoreBytes }},
	{"peak_disk_bytes", func(l *tuneLine) any { return l.PeakDiskBytes }},
	{"space_amplification", func(l *tuneLine) any { return l.SpaceAmplification }},
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

func brokenWords(list []tune.Constraint) string {
	words := make([]string, len(list))
	for i, c := range list {
		words[i] = string(c)
	}
	return strings.Join(words, ", ")
}

// csvTable has a line for each setting. What is in force comes last, without a rank, if it is no
// setting of the sweep.
func (t *tuning) csvTable(top int) *texttab.Table {
	columns := []texttab.Column{{Name: "rank"}}
	for _, a := range t.Sweep {
		columns = append(columns, texttab.Column{Name: a.Name})
	}
	for _, c := range csvColumns {
		columns = append(columns, texttab.Column{Name: c.name})
	}
	table := texttab.New(columns...)
	list := t.listed(top, 0)
	if t.InForce.Number == tune.InForceNumber {
		list = append(list[:len(list):len(list)], t.ranking.InForce)
	}
	for _, r := range list {
		line := t.line(r)
		cells := []any{any(r.Rank)}
		if r.Rank == 0 {
			cells[0] = nil
		}
		for _, c := range r.Setting {
			cells = append(cells, c.Value)
		}
		for _, c := range csvColumns {
			cells = append(cells, c.of(&line))
		}
		table.Row(cells...)
	}
	return table
}
