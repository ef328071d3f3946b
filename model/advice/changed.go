package advice

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/workload"
)

// ChangedTable is a table by two numbers that every operator has.
type ChangedTable struct {
	Name string
	// Rows are the live rows, Changed those changed since the last major.
	Rows, Changed float64
}

// worthRatio is the rows per row from which a change of mode is worth it: a choice.
const worthRatio = 1.1

// Changed ranks tables by predicted rows per row and proposes a table_mode for each (field
// case 7). A changed row is read once more than its base row: 1 + changed / rows, as long as the
// changes of a table are merged into one table above its base, and however many there are if rows
// come and go. What is read of rows that were updated again and again is bounded by the number of
// tables, which is said.
func (s *Server) Changed(tables []ChangedTable) (list []Finding) {
	tables = slices.Clone(tables)
	slices.SortStableFunc(tables, func(a, b ChangedTable) int {
		return cmp.Compare(b.ratio(), a.ratio())
	})
	for _, t := range tables {
		list = append(list, s.changedTable(t))
	}
	return list
}

func (t ChangedTable) ratio() float64 { return 1 + t.Changed/max(t.Rows, 1) }

func (s *Server) changedTable(t ChangedTable) Finding {
	f := Finding{Level: Know, Kind: KindMode, Subject: t.Name}
	ratio := t.ratio()
	f.Numbers.add("predicted_rows_per_row", ratio)
	f.Numbers.add("rows", t.Rows)
	f.Numbers.add("changed_rows", t.Changed)
	f.Numbers.add("changed_pct", 100*t.Changed/max(t.Rows, 1))
	f.Text = fmt.Sprintf("Ranges read about %.2f rows per row: %s of %s rows changed since the "+
		"last major.", ratio, inCount(t.Changed), inCount(t.Rows))
	if t.Changed > t.Rows {
		tables := s.tablesAbove()
		f.Numbers.add("tables_above_base", tables)
		f.Text += fmt.Sprintf(" That is if rows come and go; if the same rows are updated, it is "+
			"at most %.0f, for the base and %s above it.", 1+tables, plural(tables, "table"))
	}
	if ratio < worthRatio {
		f.Text += " No other mode is worth its merges."
		return f
	}
	mode, found := s.modeFor(t)
	why := "the least eager one that merges so many changes by itself"
	if t.isBuffer() {
		mode, found = s.bufferMode(t.Rows)
		why = fmt.Sprintf("which merges from %s deletes on: more than 0.9 of its rows changed, "+
			"which made it a buffer table in V2.x", exactly(float64(mode.DeleteLimitRows())))
	}
	switch {
	case !found:
		f.Level, f.Do = Plan, "merge "+t.Name+": no mode merges so few changes by itself"
		f.Text += " No mode merges so few changes by itself; a major does."
		f.Statements = []Statement{s.MajorFreeze()}
	case mode == adaptive.Normal:
		f.Text += " In normal mode medium merges come by themselves for so many changes: leave it."
	default:
		f.Level = Plan
		f.Do = fmt.Sprintf("give %s table_mode %s: about %.2f rows per row", t.Name, mode, ratio)
		f.Text += fmt.Sprintf(" Proposed mode: %s, %s. After each merge it is 1 again.", mode, why)
		f.Statements = []Statement{s.TableMode(t.Name, mode.String())}
	}
	return f
}

// isBuffer is the rule by which V2.x called a table a buffer table (documentation, buffer tables).
func (t ChangedTable) isBuffer() bool { return t.Changed/(t.Rows+1) > 0.9 }

// bufferMode is the least eager queuing mode that merges before deletes reach half of the live
// rows, the most eager one if none does. While adaptive compaction is off only extreme works.
func (s *Server) bufferMode(rows float64) (adaptive.Mode, bool) {
	last := adaptive.Queuing
	if s.Rules.Adaptive.FiveModes {
		last = adaptive.Extreme
	}
	if !s.Options.EnableAdaptiveCompaction {
		return adaptive.Extreme, last == adaptive.Extreme
	}
	mode := adaptive.Queuing
	for mode < last && float64(mode.DeleteLimitRows()) > rows/2 {
		mode++
	}
	return mode, true
}

// Queue proposes a mode for tables whose rows come and go (field cases 18 and 21); found is
// false if theirs is as eager. Deleted rows stay in the way of reads until a merge drops them.
func (s *Server) Queue(g workload.TableGroup) (f Finding, found bool) {
	mode, known := s.bufferMode(float64(g.Rows))
	if !known || mode <= g.Mode {
		return f, false
	}
	f = Finding{Level: Plan, Kind: KindMode, Subject: g.Name,
		Do: fmt.Sprintf("give %s table_mode %s: its rows come and go", g.Name, mode),
		Text: fmt.Sprintf("Rows come and go, and deleted ones are read until a merge drops them. "+
			"Mode %s merges from %s deletes on, half of the %s live rows or less; mode %s from %s.",
			mode, exactly(float64(mode.DeleteLimitRows())), inCount(float64(g.Rows)), g.Mode,
			exactly(float64(g.Mode.DeleteLimitRows()))),
		Statements: s.tableModes(g.Name, g.Tables, mode.String())}
	f.Numbers.add("rows", float64(g.Rows))
	f.Numbers.add("delete_limit_rows", float64(mode.DeleteLimitRows()))
	f.Numbers.add("delete_limit_now_rows", float64(g.Mode.DeleteLimitRows()))
	return f, true
}

// tablesAbove are the most tables above a base when merges keep up: minor_compact_trigger allows
// so many runs, one more starts a minor merge, and memtables come on top.
func (s *Server) tablesAbove() float64 { return float64(s.Options.MinorCompactTrigger) + 2 }

// modeFor is the least eager mode in which a table with these changes, dumped a while ago and two
// minis within the window, is merged (package adaptive).
func (s *Server) modeFor(t ChangedTable) (adaptive.Mode, bool) {
	const minis = 2
	changed, now := int64(t.Changed), day
	for mode := range adaptive.Mode(len(adaptive.ModeNames())) {
		if mode >= adaptive.Moderate && !s.Rules.Adaptive.FiveModes {
			break
		}
		stats := adaptive.Stats{MiniMerges: minis, Updates: changed}
		tablet := adaptive.Tablet{Mode: mode, Known: true, Recent: stats, Total: stats,
			SmallTenant: s.SmallTenant, Enabled: s.Options.EnableAdaptiveCompaction,
			BaseRows: int64(t.Rows), StoreRows: changed, KnownRuns: minis, KnownRows: changed,
			Now: now, Reserved: now - s.Options.UndoRetention, Snapshot: now - time.Minute,
			Newest: now - time.Minute, Oldest: now - time.Hour}
		if adaptive.InLoop(s.Rules.Adaptive, tablet).Kind != adaptive.NoMerge ||
			adaptive.InMinorLoop(s.Rules.Adaptive, tablet).Kind != adaptive.NoMerge {
			return mode, true
		}
	}
	return adaptive.Normal, false
}
