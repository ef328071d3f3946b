package advice

import (
	"fmt"
	"time"
)

// ObservedQuery is one row of GV$OB_SQL_AUDIT.
type ObservedQuery struct {
	ReturnedRows float64 // RETURN_ROWS
	MemstoreRows float64 // MEMSTORE_READ_ROW_COUNT
	SSStoreRows  float64 // SSSTORE_READ_ROW_COUNT
	Elapsed      time.Duration
	PlanType     int  // PLAN_TYPE: 1 local, 2 remote, 3 distributed; 0 unknown
	Get          bool // it looks rows up by their whole key
}

// distributedPlan is PLAN_TYPE of a plan with parallel workers.
const distributedPlan = 3

func (q *ObservedQuery) read() float64 { return q.MemstoreRows + q.SSStoreRows }

const (
	// tinyMemstorePct is the memstore's share of the rows read up to which what was written since
	// the last freeze has nothing to do with a query: a choice. Field case 8 has 0.05 %.
	tinyMemstorePct = 1
	// mostMemstorePct is the share from which memtables are what a query reads: a choice.
	mostMemstorePct = 50
)

// Query says whether merges explain what a query reads, and what does where they don't.
func (s *Server) Query(q ObservedQuery) Finding {
	f := Finding{Level: Plan, Kind: KindQuery, Subject: "audit row"}
	f.Numbers.add("returned_rows", q.ReturnedRows)
	f.Numbers.add("memstore_rows", q.MemstoreRows)
	f.Numbers.add("ssstore_rows", q.SSStoreRows)
	if read := q.read(); read > 0 {
		f.Numbers.add("memstore_share_pct", 100*q.MemstoreRows/read)
		if q.Elapsed > 0 {
			f.Numbers.add("elapsed_s", q.Elapsed.Seconds())
			f.Numbers.add("rows_per_second", read/q.Elapsed.Seconds())
		}
	}
	switch {
	case q.read() < q.ReturnedRows:
		s.incomplete(&f, q)
	case q.ReturnedRows == 0:
		s.nothingReturned(&f, q)
	case q.Get:
		s.gets(&f, q)
	default:
		s.ranges(&f, q)
	}
	return f
}

// incomplete: the counts of parallel workers, or of an aggregate, are elsewhere (field case 9).
func (s *Server) incomplete(f *Finding, q ObservedQuery) {
	f.Do = "take the rows of the same TRACE_ID: this one does not count all reads"
	if q.PlanType != distributedPlan {
		f.Text = fmt.Sprintf("%s read for %s returned: not all reads are counted in this row, as "+
			"with pushed-down aggregates, caches or remote plans. No ratio can be told; look at "+
			"the rows of the same TRACE_ID.", plural(q.read(), "row"), exactly(q.ReturnedRows))
	} else {
		f.Text = fmt.Sprintf("%s read for %s returned, by a distributed plan: this is the "+
			"coordinator's row, and its workers counted theirs in rows of their own. No ratio can "+
			"be told; take the workers' rows.", plural(q.read(), "row"), exactly(q.ReturnedRows))
	}
	f.Statements = []Statement{s.own(fmt.Sprintf("SELECT TRACE_ID, COUNT(*) WORKERS, "+
		"SUM(MEMSTORE_READ_ROW_COUNT) MEMSTORE, SUM(SSSTORE_READ_ROW_COUNT) SSSTORE FROM "+
		"oceanbase.GV$OB_SQL_AUDIT WHERE IS_EXECUTOR_RPC = 1 AND TRACE_ID IN (SELECT TRACE_ID "+
		"FROM oceanbase.GV$OB_SQL_AUDIT WHERE RETURN_ROWS = %.0f AND MEMSTORE_READ_ROW_COUNT = "+
		"%.0f AND SSSTORE_READ_ROW_COUNT = %.0f) GROUP BY TRACE_ID;", q.ReturnedRows,
		q.MemstoreRows, q.SSStoreRows))}
}

// nothingReturned: there is no ratio (field case 3).
func (s *Server) nothingReturned(f *Finding, q ObservedQuery) {
	f.Text = fmt.Sprintf("%s read for 0 returned.", plural(q.read(), "row"))
	f.Do = fmt.Sprintf("merge if rows were deleted, else look at the index: %s read for 0 returned",
		plural(q.read(), "row"))
	switch {
	case q.read() == 0:
		f.Level, f.Do = Know, ""
		f.Text += " Nothing is in the way of this query."
		return
	case q.MemstoreRows >= q.read()*mostMemstorePct/100:
		f.Text += " Most of them are in memtables: deleted rows, or rows that the condition " +
			"throws away. Deletes stay until a major; a minor freeze only moves them to disk."
	default:
		f.Text += " If they were deleted, a key counts once in each table that holds it until a " +
			"major drops it; minor merges keep deletes. If they were not, the condition throws " +
			"them away: that is a matter of the index, not of merges."
	}
	f.Statements = []Statement{s.MajorFreeze()}
}

// gets: for gets the counts are tables asked (field case 6).
func (s *Server) gets(f *Finding, q ObservedQuery) {
	perKey := q.read() / q.ReturnedRows
	f.Numbers.add("tables_per_get", perKey)
	most := s.tablesAbove() + 1
	f.Numbers.add("tables_most", most)
	switch {
	case q.SSStoreRows == 0:
		f.Level = Know
		f.Text = fmt.Sprintf("Point reads end in the memtable (%s asked a row, no SSTable): a "+
			"merge would make them slower, not faster. Ranges over the same rows would gain.",
			perTables(perKey))
	case perKey <= 1.5:
		f.Level = Know
		f.Text = fmt.Sprintf("Point reads ask %s a row: a merge has nothing to give.",
			perTables(perKey))
	case perKey <= most:
		f.Text = fmt.Sprintf("Point reads ask %s a row: memtables, then SSTables from the newest "+
			"on until the row is whole. After a major it is one or two.", perTables(perKey))
		f.Do = fmt.Sprintf("merge: point reads ask %s a row", perTables(perKey))
		f.Statements = []Statement{s.MajorFreeze()}
	default:
		f.Do = fmt.Sprintf("look for tablets with many SSTables: point reads ask %s a row",
			perTables(perKey))
		f.Text = fmt.Sprintf("Point reads ask %s a row, more than the %.0f that there are when "+
			"merges keep up: the tablets hold too many SSTables, or the query is not a point read.",
			perTables(perKey), most)
		f.Statements = []Statement{s.tableCounts()}
	}
}

func perTables(n float64) string {
	if n == 1 {
		return "1 table"
	}
	return shortNumber(n) + " tables"
}

// ranges: what layers can explain at most is one row of each table; the rest is the plan (field
// case 8), or deletes (field case 24).
func (s *Server) ranges(f *Finding, q ObservedQuery) {
	ratio, most := q.read()/q.ReturnedRows, s.tablesAbove()+1
	memstorePct := 100 * q.MemstoreRows / q.read()
	f.Numbers.add("rows_per_row", ratio)
	f.Numbers.add("tables_most", most)
	head := fmt.Sprintf("%s read for %s returned, %s rows per row", plural(q.read(), "row"),
		exactly(q.ReturnedRows), shortNumber(ratio))
	if q.Elapsed > 0 {
		head += fmt.Sprintf(" at %s rows a second", inCount(q.read()/q.Elapsed.Seconds()))
	}
	switch {
	case ratio < worthRatio:
		f.Level = Know
		f.Text = head + ". A merge has nothing to give."
	case ratio <= most:
		f.Text = head + fmt.Sprintf(". Layers explain that: up to %.0f tables hold a row. A major "+
			"brings it to 1.", most)
		f.Do = fmt.Sprintf("merge: ranges read %s rows per row", shortNumber(ratio))
		f.Statements = []Statement{s.MajorFreeze()}
	case memstorePct <= tinyMemstorePct:
		f.Do = "look at plan, index and statistics: this is not a merge problem"
		f.Text = head + fmt.Sprintf(". This is not a merge problem but one of plan or index: only "+
			"%.2f %% of the rows come from memtables, and layers explain a factor of %.0f at "+
			"most. The rest are base rows that the plan reads and throws away, unless a large "+
			"part of the table was deleted since the last major. Look for a missing index, then "+
			"for old statistics.", memstorePct, most)
		f.Statements = append(s.staleStatistics(), s.findQuery(q))
	default:
		f.Do = "merge if rows were deleted, else look at the plan"
		f.Numbers.add("folds_after_s", (s.Options.UndoRetention + reportedLate).Seconds())
		f.Text = head + fmt.Sprintf(". Layers explain a factor of %.0f at most, so either rows "+
			"were deleted, which count until a major drops them, or the plan throws rows away. "+
			"%s", most, s.untilMerges())
		f.Statements = append([]Statement{s.MajorFreeze()}, s.staleStatistics()...)
	}
}

// findQuery finds the plan of the query, to be looked at.
func (s *Server) findQuery(q ObservedQuery) Statement {
	return s.own(fmt.Sprintf("SELECT SQL_ID, PLAN_ID, PLAN_TYPE, TABLE_SCAN, ELAPSED_TIME, "+
		"QUERY_SQL FROM oceanbase.GV$OB_SQL_AUDIT WHERE RETURN_ROWS = %.0f AND "+
		"SSSTORE_READ_ROW_COUNT = %.0f;", q.ReturnedRows, q.SSStoreRows))
}

// staleStatistics lists tables whose statistics are old. The view came with 4.2 (documentation,
// statistics); before there is none.
func (s *Server) staleStatistics() []Statement {
	if !s.within([]int{4, 2}, []int{newestNumber}) {
		return nil
	}
	return []Statement{s.own("SELECT DISTINCT DATABASE_NAME, TABLE_NAME, LAST_ANALYZED_TIME FROM " +
		"oceanbase.DBA_OB_TABLE_STAT_STALE_INFO WHERE DATABASE_NAME NOT IN ('oceanbase', " +
		"'mysql') AND (IS_STALE = 'YES' OR LAST_ANALYZED_TIME IS NULL);")}
}

// tableCounts lists the tablets with the most SSTables.
func (s *Server) tableCounts() Statement {
	return s.own("SELECT TABLET_ID, COUNT(*) RUNS FROM oceanbase.GV$OB_SSTABLES WHERE TABLE_TYPE " +
		"IN ('MINI', 'MINOR') GROUP BY TABLET_ID ORDER BY RUNS DESC LIMIT 20;")
}
