package advice

import (
	"fmt"
	"math"
	"time"

	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

// ModeForecast is what one group's tables come to under one table_mode, the others as planned.
type ModeForecast struct {
	Mode    adaptive.Mode
	Mean    float64 // rows per row of ranges, over time
	Mediums int     // and meta majors, of all groups
	Bytes   float64 // that those wrote
	Seconds float64 // of their threads
}

// ForecastModes goes through the scenario once for each mode of one group.
func ForecastModes(s *model.Scenario, tables []*model.Tables, group int) (list []ModeForecast) {
	forecaster := model.NewForecaster(tables)
	for mode := range adaptive.Mode(len(adaptive.ModeNames())) {
		if mode >= adaptive.Moderate && !s.Rules.Adaptive.FiveModes {
			continue
		}
		plan := *s.Plan
		plan.Groups = append([]workload.TableGroup{}, s.Plan.Groups...)
		plan.Groups[group].Mode = mode
		c := *s
		c.Plan = &plan
		sum, n := 0.0, 0.0
		totals := forecaster.Run(&c, func(m *model.Moment) {
			sum, n = sum+m.Reads[group].RowsPerRow(), n+1
		})
		list = append(list, ModeForecast{Mode: mode, Mean: sum / n, Mediums: totals.Medium.Count,
			Bytes: totals.Medium.OutputBytes, Seconds: totals.Medium.ThreadSeconds})
	}
	return list
}

const (
	// modeGainPct is the least fall of the mean that a mode is proposed for: a choice.
	modeGainPct = 10
	// modeNearPct is how much worse than the best a less eager mode may be to be proposed in its
	// place: a choice.
	modeNearPct = 5
	// modeCoresPct is the most of the tenant's cores that the medium merges of a proposed mode may
	// take on average: a choice.
	modeCoresPct = 10
)

// Mode proposes the least eager mode that helps about as much as the best one (field cases 17
// and 18). found is false where the mode of the group is fine.
func (s *Server) Mode(g workload.TableGroup, length time.Duration,
	list []ModeForecast) (f Finding, found bool) {

	cores := func(m ModeForecast) float64 { return m.Seconds / length.Seconds() }
	affordable := func(m ModeForecast) bool {
		return 100*cores(m) <= modeCoresPct*float64(s.CPUs)
	}
	var now ModeForecast
	best := ModeForecast{Mean: math.Inf(1)}
	for _, m := range list {
		if m.Mode == g.Mode {
			now = m
		}
		if m.Mean < best.Mean && affordable(m) {
			best = m
		}
	}
	if !(best.Mean <= now.Mean*(1-modeGainPct/100.)) {
		return f, false
	}
	for _, m := range list {
		if m.Mean <= best.Mean*(1+modeNearPct/100.) && affordable(m) {
			best = m
			break
		}
	}
	f = Finding{Level: Plan, Kind: KindMode, Subject: g.Name}
	f.Do = fmt.Sprintf("give %s table_mode %s: %.2f rows per row on average, not %.2f", g.Name,
		best.Mode, best.Mean, now.Mean)
	f.Text = fmt.Sprintf("With table_mode %s, ranges would read %.2f rows per row on average, not "+
		"%.2f as in mode %s. Medium merges would then write %s in %s, not %s, and keep %.2g of %s "+
		"busy on average.", best.Mode, best.Mean, now.Mean, g.Mode, inSize(best.Bytes),
		inTime(length.Seconds()), inSize(now.Bytes), cores(best), plural(float64(s.CPUs), "core"))
	f.Numbers.add("mean_rows_per_row", now.Mean)
	for _, m := range list {
		f.Numbers.add(m.Mode.String()+"_rows_per_row", m.Mean)
	}
	f.Numbers.add("medium_now_bytes", now.Bytes)
	f.Numbers.add("medium_then_bytes", best.Bytes)
	f.Numbers.add("medium_thread_time_s", best.Seconds)
	f.Numbers.add("medium_merges", float64(best.Mediums))
	f.Statements = s.tableModes(g.Name, g.Tables, best.Mode.String())
	return f, true
}

// IdleMode says that the mode of a group does nothing: the release does not know it, or adaptive
// compaction is off (field cases 16 and 17).
func (s *Server) IdleMode(g workload.TableGroup) (f Finding, found bool) {
	f = Finding{Level: Plan, Kind: KindMode, Subject: g.Name}
	switch {
	case g.Mode >= adaptive.Moderate && !s.Rules.Adaptive.FiveModes:
		f.Do = fmt.Sprintf("do not rely on table_mode %s of %s: %s does not know it", g.Mode,
			g.Name, s.Rules.Version)
		f.Text = fmt.Sprintf("%s does not know table_mode %s: the table is merged like a normal "+
			"one. Modes beyond queuing came with 4.2.1.5, 4.2.3 and 4.3.2.", s.Rules.Version,
			g.Mode)
	case g.Mode != adaptive.Normal && g.Mode < adaptive.Extreme &&
		!s.Options.EnableAdaptiveCompaction:
		f.Do = fmt.Sprintf("turn _enable_adaptive_compaction on, or table_mode %s of %s is idle",
			g.Mode, g.Name)
		f.Text = fmt.Sprintf("table_mode %s is idle while _enable_adaptive_compaction is off: "+
			"only tables in mode extreme are still merged early.", g.Mode)
		f.Statements = []Statement{s.SetTenant("_enable_adaptive_compaction", "True")}
	default:
		return f, false
	}
	f.Numbers.add("tables", float64(g.Tables))
	return f, true
}
