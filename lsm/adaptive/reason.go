package adaptive

// Reason is what spoke for a merge.
type Reason uint8

// The reasons.
const (
	NoReason Reason = iota
	LoadData
	Tombstone
	InefficientQuery
	FrequentWrite
)

// String is the server's name of the reason, "" for none.
func (r Reason) String() string {
	return [...]string{"", "LOAD_DATA_SCENE", "TOMBSTONE_SCENE", "INEFFICIENT_QUERY",
		"FREQUENT_WRITE"}[r]
}

// Thresholds of ObTabletStatAnalyzer and ObAdaptiveMergePolicy. Those marked so are multiplied by
// the boost.
const (
	hotCount            = 5       // ACCESS_FREQUENCY, boosted: queries and minis
	changedRows         = 10_000  // MERGE_BASIC_ROW_CNT, boosted
	insertTenths        = 7       // LOAD_THRESHOLD: inserts of all changes
	tombstoneTenths     = 3       // TOMBSTONE_THRESHOLD, boosted: updates and deletes of all
	slowRows            = 1_000   // QUERY_BASIC_ROW_CNT, boosted
	slowBlocks          = 10      // QUERY_BASIC_MICRO_BLOCK_CNT, boosted
	slowTables          = 5       // QUERY_BASIC_ITER_TABLE_CNT, boosted
	frequentRows        = 100_000 // INC_ROW_COUNT_THRESHOLD
	frequentBaseRows    = 10_000  // BASE_ROW_COUNT_THRESHOLD
	frequentBasePercent = 70      // LOAD_DATA_SCENE_THRESHOLD
)

// boostTenths is the boost in tenths.
func (t Tablet) boostTenths() int64 {
	if t.SmallTenant {
		return 2 * t.Mode.FactorTenths()
	}
	return t.Mode.FactorTenths()
}

// reaches says whether a count is at least a boosted threshold.
func (t Tablet) reaches(count, threshold int64) bool {
	return 10*count >= threshold*t.boostTenths()
}

func (t Tablet) hot() bool {
	return t.reaches(t.Recent.Queries+t.Recent.MiniMerges, hotCount)
}

func (t Tablet) insertMostly() bool {
	s := t.Recent
	return s.Inserts > 0 && t.reaches(s.rows(), changedRows) &&
		10*s.Inserts >= insertTenths*s.rows()
}

func (t Tablet) updateOrDeleteMostly() bool {
	s := t.Recent
	return s.Updates+s.Deletes > 0 && t.reaches(s.rows(), changedRows) &&
		100*(s.Updates+s.Deletes) >= tombstoneTenths*t.boostTenths()*s.rows()
}

func (t Tablet) slowQuery() bool {
	s := t.Recent
	return t.reaches(s.PhysicalRows, slowRows) || t.reaches(s.MicroBlocks, slowBlocks) ||
		t.reaches(s.ExistTables, slowTables)
}

// accumulatedDelete is for queuing modes only.
func (t Tablet) accumulatedDelete(r Rules) bool {
	if !t.Mode.IsQueuing() {
		return false
	}
	return t.Total.Deletes >= t.Mode.DeleteLimitRows() ||
		r.RecentTombstones && t.Recent.Updates+t.Recent.Deletes > t.tombstoneRows(r)
}

// tombstoneRows are the updates and deletes that a mode bears in one mini or window.
func (t Tablet) tombstoneRows(r Rules) int64 {
	return r.TombstoneRows * t.Mode.FactorTenths() / 10
}

// frequentWrite looks at every mini and minor in the store. After a major those it took in stay
// there until the multi-version start has passed it, and are counted: soon after a load and a
// major any table of more than frequentBaseRows rows qualifies (measured: a table of 12,000 rows
// with 3,000 deletes; check_inc_sstable_row_cnt_percentage).
func (t Tablet) frequentWrite() bool {
	return t.StoreRows > frequentRows || t.BaseRows > frequentBaseRows &&
		t.StoreRows*100/t.BaseRows > frequentBasePercent
}

// WhyMerge is the first reason that speaks for merging a tablet
// (ObAdaptiveMergePolicy::get_adaptive_merge_reason).
func WhyMerge(r Rules, t Tablet) Reason {
	query := t.hot() && t.slowQuery()
	switch {
	case !t.Known:
	case t.Recent.MiniMerges > 1 && t.updateOrDeleteMostly(), t.accumulatedDelete(r):
		return Tombstone
	case t.hot() && t.insertMostly():
		return LoadData
	case query && (r.QueryBeforeWrite || !t.frequentWrite()):
		return InefficientQuery
	}
	if t.frequentWrite() {
		return FrequentWrite
	}
	return NoReason
}
