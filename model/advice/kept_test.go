package advice_test

import (
	"math"
	"testing"
	"time"

	"github.com/readamp/readamp/model/advice"
)

// TestKept: field case 24, by hand: one table of a million rows, updates of random rows, so
// many that few are hit twice, and no index.
func TestKept(t *testing.T) {
	s := advised(t, "4.3.5")
	const hours = 12
	p, tables := onePlan(t, "10/s", hours*time.Hour, "oltp_update_non_index", "--tables=1",
		"--table-size=1000000", "--rand-type=uniform", "--create-secondary=off")
	window := s.Window(0)
	if window != 41*time.Minute {
		t.Errorf("window %v", window)
	}
	kept := advice.KeptWithin(p, tables, window)
	// 24,600 versions, one of each 41 with another: its row, and a shadow row, are kept beyond one.
	events := 10 * window.Seconds()
	pairs := events * events / 2 / 1e6
	if want := 2 * pairs; math.Abs(kept.Rows-want) > 0.03*want || kept.BaseRows != 1e6 {
		t.Errorf("%.0f rows of %.0f are kept, want about %.0f", kept.Rows, kept.BaseRows, want)
	}
	wants(t, s.Kept(kept, 0), advice.Know, "for 30m, with the report of transactions "+
		"up to 41m")
	long := advice.KeptWithin(p, tables, s.Window(3*time.Hour))
	if !(long.Rows > 10*kept.Rows) {
		t.Errorf("3 h keep %.0f rows, 30 min %.0f", long.Rows, kept.Rows)
	}
	wants(t, s.Kept(long, 3*time.Hour), advice.Plan, "A transaction open for 3h keeps "+
		"every version written since", "GV$OB_TRANSACTION_PARTICIPANTS")
	s = advised(t, "4.3.5", "undo_retention=86400")
	f := s.Kept(advice.KeptVersions{Window: 25 * time.Hour, Rows: 5e5, Bytes: 1e8,
		BaseRows: 1e6}, 0)
	wants(t, f, advice.Plan, "Unless flashback queries need it, take the default, 30m",
		"tenant: ALTER SYSTEM SET undo_retention = 1800;")
}
