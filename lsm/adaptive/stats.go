package adaptive

// Stats are counts about one tablet: what one query or mini reports, or the sum of many
// (ObTabletStat, GV$OB_TABLET_STATS).
type Stats struct {
	Queries    int64 // inefficient ones: others aren't reported
	MiniMerges int64

	LogicalRows, PhysicalRows   int64 // rows that scans gave, and read in all tables for it
	MicroBlocks, PushdownBlocks int64 // blocks read, and those of them that were block scanned
	ExistTables, UsefulTables   int64 // tables asked whether a key exists, and those that had it

	// Version nodes of dumped memtables by kind, in rows.
	Inserts, Updates, Deletes int64
}

// Add sums statistics.
func (s *Stats) Add(o Stats) {
	s.Queries += o.Queries
	s.MiniMerges += o.MiniMerges
	s.LogicalRows += o.LogicalRows
	s.PhysicalRows += o.PhysicalRows
	s.MicroBlocks += o.MicroBlocks
	s.PushdownBlocks += o.PushdownBlocks
	s.ExistTables += o.ExistTables
	s.UsefulTables += o.UsefulTables
	s.Inserts += o.Inserts
	s.Updates += o.Updates
	s.Deletes += o.Deletes
}

// rows are the changed rows.
func (s Stats) rows() int64 { return s.Inserts + s.Updates + s.Deletes }

// inefficientFactor is QUERY_REPORT_INEFFICIENT_THRESHOLD: the work a query may do for what it
// gives before it is reported.
const inefficientFactor = 3

// miniReportRows is MERGE_REPORT_MIN_ROW_CNT: a mini is reported if it dumped more rows
// (ObTabletMiniMergeCtx::try_report_tablet_stat_after_mini).
const miniReportRows = 1_000

// Reported says whether the statistics of one query or mini are worth remembering
// (ObTabletStat::check_need_report).
func (s Stats) Reported() bool {
	if s.MiniMerges > 0 {
		return s.rows() > miniReportRows
	}
	inefficient := func(did, gave int64) bool { return did > 0 && did >= inefficientFactor*gave }
	return s.Queries > 0 && (inefficient(s.PhysicalRows, s.LogicalRows) ||
		inefficient(s.MicroBlocks, s.PushdownBlocks) ||
		inefficient(s.ExistTables, s.UsefulTables))
}
