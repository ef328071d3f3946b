package advice_test

import (
	"testing"
	"time"

	"github.com/readamp/readamp/model/advice"
)

// TestQuery: what merges explain and what they don't, by the field cases named.
func TestQuery(t *testing.T) {
	const stale = "DBA_OB_TABLE_STAT_STALE_INFO"
	for _, c := range []struct {
		name  string
		query advice.ObservedQuery
		level advice.Level
		words string
		sql   []string
	}{
		{"8: a scan of base rows", advice.ObservedQuery{ReturnedRows: 58, MemstoreRows: 8016,
			SSStoreRows: 15330148, Elapsed: 22833017 * time.Microsecond}, advice.Plan,
			"264451 rows per row at 672k rows a second. This is not a merge problem but one of " +
				"plan or index: only 0.05 % of the rows come from memtables", []string{stale,
				"RETURN_ROWS = 58 AND SSSTORE_READ_ROW_COUNT = 15330148"}},
		{"9: a coordinator's row", advice.ObservedQuery{ReturnedRows: 4139, MemstoreRows: 4,
			SSStoreRows: 4, PlanType: 3}, advice.Plan, "8 rows read for 4,139 returned, by " +
			"a distributed plan", []string{"IS_EXECUTOR_RPC = 1"}},
		{"fewer read, not distributed", advice.ObservedQuery{ReturnedRows: 10, SSStoreRows: 1},
			advice.Plan, "not all reads are counted", []string{"GROUP BY TRACE_ID"}},
		{"3: nothing returned", advice.ObservedQuery{SSStoreRows: 12}, advice.Plan,
			"12 rows read for 0 returned.", []string{"MAJOR FREEZE"}},
		{"3: still in memory", advice.ObservedQuery{MemstoreRows: 12}, advice.Plan,
			"Deletes stay until a major", []string{"MAJOR FREEZE"}},
		{"an empty table", advice.ObservedQuery{}, advice.Know,
			"0 rows read for 0 returned. Nothing is in the way", nil},
		{"6: gets in memory", advice.ObservedQuery{ReturnedRows: 1, MemstoreRows: 1, Get: true},
			advice.Know, "a merge would make them slower", nil},
		{"a get of a merged table", advice.ObservedQuery{ReturnedRows: 1, SSStoreRows: 1,
			Get: true}, advice.Know, "nothing to give", nil},
		{"a deep get", advice.ObservedQuery{ReturnedRows: 1, MemstoreRows: 1, SSStoreRows: 3,
			Get: true}, advice.Plan, "ask 4 tables a row", []string{"MAJOR FREEZE"}},
		{"20: a get of too many tables", advice.ObservedQuery{ReturnedRows: 1, SSStoreRows: 40,
			Get: true}, advice.Plan, "more than the 5 that there are",
			[]string{"GV$OB_SSTABLES"}},
		{"1: layers", advice.ObservedQuery{ReturnedRows: 100, MemstoreRows: 33, SSStoreRows: 200},
			advice.Plan, "2.33 rows per row. Layers explain that", []string{"MAJOR FREEZE"}},
		{"a clean range", advice.ObservedQuery{ReturnedRows: 100, SSStoreRows: 100},
			advice.Know, "nothing to give", nil},
		{"24: deletes at the head", advice.ObservedQuery{ReturnedRows: 1, MemstoreRows: 2000,
			SSStoreRows: 8000}, advice.Plan, "fold no version younger than 30m " +
			"(undo_retention, up to 11m for the report of transactions); a major does not wait",
			[]string{"MAJOR FREEZE", stale}},
	} {
		f := advised(t, "4.2.5").Query(c.query)
		t.Run(c.name, func(t *testing.T) { wants(t, f, c.level, c.words, c.sql...) })
	}
	f := advised(t, "4.1").Query(advice.ObservedQuery{ReturnedRows: 1, SSStoreRows: 1e6})
	if len(f.Statements) != 1 { // no view of old statistics before 4.2
		t.Errorf("4.1: %v", f.Statements)
	}
}
