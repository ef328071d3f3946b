package model_test

import (
	"strings"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/model"
)

// TestAdviseQuery: what merges explain and what they don't, by the field cases named.
func TestAdviseQuery(t *testing.T) {
	const stale = "DBA_OB_TABLE_STAT_STALE_INFO"
	for _, c := range []struct {
		name  string
		query model.ObservedQuery
		level model.AdviceLevel
		words string
		sql   []string
	}{
		{"8: a scan of base rows", model.ObservedQuery{ReturnedRows: 58, MemstoreRows: 8016,
			SSStoreRows: 15330148, Elapsed: 22833017 * time.Microsecond}, model.AdvicePlan,
			"264451 rows per row at 672k rows a second. This is not a merge problem but one of " +
				"plan or index: only 0.05 % of the rows come from memtables", []string{stale,
				"RETURN_ROWS = 58 AND SSSTORE_READ_ROW_COUNT = 15330148"}},
		{"9: a coordinator's row", model.ObservedQuery{ReturnedRows: 4139, MemstoreRows: 4,
			SSStoreRows: 4, PlanType: 3}, model.AdvicePlan, "8 rows read for 4,139 returned, by " +
			"a distributed plan", []string{"IS_EXECUTOR_RPC = 1"}},
		{"fewer read, not distributed", model.ObservedQuery{ReturnedRows: 10, SSStoreRows: 1},
			model.AdvicePlan, "not all reads are counted", []string{"GROUP BY TRACE_ID"}},
		{"3: nothing returned", model.ObservedQuery{SSStoreRows: 12}, model.AdvicePlan,
			"12 rows read for 0 returned.", []string{"MAJOR FREEZE"}},
		{"3: still in memory", model.ObservedQuery{MemstoreRows: 12}, model.AdvicePlan,
			"Deletes stay until a major", []string{"MAJOR FREEZE"}},
		{"an empty table", model.ObservedQuery{}, model.AdviceKnow,
			"0 rows read for 0 returned. Nothing is in the way", nil},
		{"6: gets in memory", model.ObservedQuery{ReturnedRows: 1, MemstoreRows: 1, Get: true},
			model.AdviceKnow, "a merge would make them slower", nil},
		{"a get of a merged table", model.ObservedQuery{ReturnedRows: 1, SSStoreRows: 1,
			Get: true}, model.AdviceKnow, "nothing to give", nil},
		{"a deep get", model.ObservedQuery{ReturnedRows: 1, MemstoreRows: 1, SSStoreRows: 3,
			Get: true}, model.AdvicePlan, "ask 4 tables a row", []string{"MAJOR FREEZE"}},
		{"20: a get of too many tables", model.ObservedQuery{ReturnedRows: 1, SSStoreRows: 40,
			Get: true}, model.AdvicePlan, "more than the 5 that there are",
			[]string{"GV$OB_SSTABLES"}},
		{"1: layers", model.ObservedQuery{ReturnedRows: 100, MemstoreRows: 33, SSStoreRows: 200},
			model.AdvicePlan, "2.33 rows per row. Layers explain that", []string{"MAJOR FREEZE"}},
		{"a clean range", model.ObservedQuery{ReturnedRows: 100, SSStoreRows: 100},
			model.AdviceKnow, "nothing to give", nil},
		{"24: deletes at the head", model.ObservedQuery{ReturnedRows: 1, MemstoreRows: 2000,
			SSStoreRows: 8000}, model.AdvicePlan, "fold no version younger than 30m " +
			"(undo_retention, up to 11m for the report of transactions); a major does not wait",
			[]string{"MAJOR FREEZE", stale}},
	} {
		f := advised(t, "4.2.5").AdviseQuery(c.query)
		t.Run(c.name, func(t *testing.T) { wants(t, f, c.level, c.words, c.sql...) })
	}
	f := advised(t, "4.1").AdviseQuery(model.ObservedQuery{ReturnedRows: 1, SSStoreRows: 1e6})
	if len(f.Statements) != 1 { // no view of old statistics before 4.2
		t.Errorf("4.1: %v", f.Statements)
	}
}

// TestAdviseChanged: field case 7, two numbers a table.
func TestAdviseChanged(t *testing.T) {
	s := advised(t, "4.2.5")
	list := s.AdviseChanged([]model.ChangedTable{{"log", 5e6, 1e5}, {"orders", 1e6, 350e3},
		{"jobs", 20e3, 90e3}, {"big", 1e6, 600e3}, {"tiny", 1000, 300}})
	order := ""
	for _, f := range list {
		order += f.Subject + " "
	}
	if order != "jobs big orders tiny log " {
		t.Errorf("order %s", order)
	}
	wants(t, list[0], model.AdvicePlan, "Proposed mode: extreme, which merges from 1,000 deletes",
		"ALTER TABLE jobs TABLE_MODE = 'extreme'")
	wants(t, list[1], model.AdviceKnow, "In normal mode medium merges come by themselves")
	wants(t, list[2], model.AdvicePlan, "about 1.35 rows per row: 350k of 1M rows changed",
		"ALTER TABLE orders TABLE_MODE = 'queuing'")
	wants(t, list[3], model.AdvicePlan, "No mode merges so few changes", "MAJOR FREEZE")
	wants(t, list[4], model.AdviceKnow, "No other mode is worth its merges")
}

// TestBufferTable: field case 18, the rule of V2.x: 0.91 is one, 0.89 is not.
func TestBufferTable(t *testing.T) {
	s := advised(t, "4.2.5")
	for changed, want := range map[float64]bool{910: true, 890: false} {
		f := s.AdviseChanged([]model.ChangedTable{{"t", 999, changed}})[0]
		if got := strings.Contains(f.Text, "buffer table"); got != want {
			t.Errorf("%.0f of 999: %q", changed, f.Text)
		}
	}
	off := advised(t, "4.2.5", "_enable_adaptive_compaction=false")
	f := off.AdviseChanged([]model.ChangedTable{{"t", 1e6, 2e6}})[0]
	wants(t, f, model.AdvicePlan, "Proposed mode: extreme", "TABLE_MODE = 'extreme'")
	old := advised(t, "4.1", "_enable_adaptive_compaction=false")
	f = old.AdviseChanged([]model.ChangedTable{{"t", 1e6, 2e6}})[0]
	wants(t, f, model.AdvicePlan, "No mode merges", "MAJOR FREEZE")
}

// TestAdviseQueue: field cases 18 and 21.
func TestAdviseQueue(t *testing.T) {
	s := advised(t, "4.4")
	group := tableGroup("jobs", 2, 100_000)
	f, _ := s.AdviseQueue(group)
	wants(t, f, model.AdvicePlan, "Mode super merges from 50,000 deletes on",
		"ALTER TABLE jobs1 TABLE_MODE = 'super'", "ALTER TABLE jobs2 TABLE_MODE = 'super'")
	group.Mode = adaptive.Super
	if f, found := s.AdviseQueue(group); found {
		t.Errorf("super: %q", f.Text)
	}
	group.Mode, group.Tables = adaptive.Normal, 30
	f, _ = s.AdviseQueue(group)
	wants(t, f, model.AdvicePlan, "Rows come and go", "TABLE_NAME REGEXP '^jobs[0-9]+$'")
}

// TestAdviseStall: field case 10.
func TestAdviseStall(t *testing.T) {
	s := advised(t, "4.2.5")
	f := s.AdviseStall([]float64{17495.33, 17297.41, 16619.05, 221.59, 0.40, 30.60})
	wants(t, f, model.AdviceAct, "From 16,619 to 222 a second within one interval, the 4th: 98.7 "+
		"% lost at once is a stall", "MEMSTORE_USED")
	wants(t, s.AdviseStall([]float64{340e3, 170e3, 0}), model.AdviceAct, "the 3rd: 100.0 %",
		"MEMSTORE_USED")
	for _, rates := range [][]float64{{340e3, 170e3, 350e3}, {0, 0, 5}, {1, 2}} {
		wants(t, s.AdviseStall(rates), model.AdviceKnow, "No stall")
	}
}
