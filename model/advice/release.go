package advice

import (
	"fmt"

	"github.com/readamp/readamp/lsm/timeline"
)

// Release names what is known to be wrong with the release (field cases 19 and 20).
func (s *Server) Release() (list []Finding) {
	if s.within([]int{4, 2, 5, 0}, []int{4, 2, 5, 2}) {
		list = append(list, Finding{Level: Act, Kind: KindRelease, Subject: "tenant",
			Do: fmt.Sprintf("look for SSTables that %s keeps forever, and upgrade",
				s.Rules.Version),
			Text: fmt.Sprintf("%s can keep SSTables at UPPER_TRANS_VERSION %d for days after "+
				"their END_LOG_SCN: merges of those tablets remove nothing. Look for them; "+
				"releases from 4.2.5.3 on are not affected.", s.Rules.Version,
				int64(unresolvedVersion)),
			Numbers: Figures{{"stuck_after_s", stuckSeconds}},
			Statements: []Statement{s.own(fmt.Sprintf("SELECT LS_ID, TABLET_ID, TABLE_TYPE, "+
				"END_LOG_SCN FROM oceanbase.GV$OB_SSTABLES WHERE TABLE_TYPE IN ('MINI', 'MINOR') "+
				"AND UPPER_TRANS_VERSION = %d AND END_LOG_SCN < (UNIX_TIMESTAMP() - %d) * "+
				"1000000000;", int64(unresolvedVersion), stuckSeconds))}})
	}
	if s.within([]int{4, 0}, []int{4, 2, 1, 3}) {
		list = append(list, Finding{Level: Know, Kind: KindRelease, Subject: "tenant",
			Text: fmt.Sprintf("Up to 4.2.1.3 before its hotfix 1, moving a log stream can leave "+
				"many SSTables until the next major; this is %s. Look for tablets with more than "+
				"%.0f.", s.Rules.Version, s.tablesAbove()),
			Numbers:    Figures{{"tables_most", s.tablesAbove()}},
			Statements: []Statement{s.tableCounts()}})
	}
	return list
}

const (
	// unresolvedVersion is UPPER_TRANS_VERSION of a table whose transactions are not known to
	// have ended.
	unresolvedVersion = 1<<63 - 1
	// stuckSeconds is how long after END_LOG_SCN obdiag calls it stuck: two days (check
	// upper_trans_version).
	stuckSeconds = 2 * 24 * 3600
)

// Stack says that a recorded stack holds more runs than the parameters leave (field case 20).
func (s *Server) Stack(group string, stack timeline.StartStack, p95 float64) (
	f Finding, found bool) {

	runs := 0.0
	for _, t := range stack {
		if !t.Memory {
			runs++
		}
	}
	most := max(float64(s.Options.MinorCompactTrigger), 1)
	if runs <= most+1 { // one more starts a merge
		return f, false
	}
	f = Finding{Level: Act, Kind: KindStack, Subject: group,
		Do: fmt.Sprintf("find out why minor merges of %s do not keep up: %.0f runs a tablet",
			group, runs),
		Text: fmt.Sprintf("Tablets hold %.0f minis and minors, where minor_compact_trigger %d "+
			"leaves %.0f: minor merges do not keep up, or a log stream was moved by a release up "+
			"to 4.2.1.3 without hotfix 1. Every one is a table more for each range (95th "+
			"percentile now %.2f rows per row); a major clears them.", runs,
			s.Options.MinorCompactTrigger, most, p95),
		Statements: []Statement{s.tableCounts(), s.MajorFreeze()}}
	f.Numbers.add("runs", runs)
	f.Numbers.add("runs_most", most)
	f.Numbers.add("p95_rows_per_row", p95)
	return f, true
}
