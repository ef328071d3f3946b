package advice_test

import (
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/model/advice"
)

// TestChanged: field case 7, two numbers a table.
func TestChanged(t *testing.T) {
	s := advised(t, "4.2.5")
	list := s.Changed([]advice.ChangedTable{{"log", 5e6, 1e5}, {"orders", 1e6, 350e3},
		{"jobs", 20e3, 90e3}, {"big", 1e6, 600e3}, {"tiny", 1000, 300}})
	order := ""
	for _, f := range list {
		order += f.Subject + " "
	}
	if order != "jobs big orders tiny log " {
		t.Errorf("order %s", order)
	}
	wants(t, list[0], advice.Plan, "Proposed mode: extreme, which merges from 1,000 deletes",
		"ALTER TABLE jobs TABLE_MODE = 'extreme'")
	wants(t, list[1], advice.Know, "In normal mode medium merges come by themselves")
	wants(t, list[2], advice.Plan, "about 1.35 rows per row: 350k of 1M rows changed",
		"ALTER TABLE orders TABLE_MODE = 'queuing'")
	wants(t, list[3], advice.Plan, "No mode merges so few changes", "MAJOR FREEZE")
	wants(t, list[4], advice.Know, "No other mode is worth its merges")
}

// TestBufferTable: field case 18, the rule of V2.x: 0.91 is one, 0.89 is not.
func TestBufferTable(t *testing.T) {
	s := advised(t, "4.2.5")
	for changed, want := range map[float64]bool{910: true, 890: false} {
		f := s.Changed([]advice.ChangedTable{{"t", 999, changed}})[0]
		if got := strings.Contains(f.Text, "buffer table"); got != want {
			t.Errorf("%.0f of 999: %q", changed, f.Text)
		}
	}
	off := advised(t, "4.2.5", "_enable_adaptive_compaction=false")
	f := off.Changed([]advice.ChangedTable{{"t", 1e6, 2e6}})[0]
	wants(t, f, advice.Plan, "Proposed mode: extreme", "TABLE_MODE = 'extreme'")
	old := advised(t, "4.1", "_enable_adaptive_compaction=false")
	f = old.Changed([]advice.ChangedTable{{"t", 1e6, 2e6}})[0]
	wants(t, f, advice.Plan, "No mode merges", "MAJOR FREEZE")
}

// TestQueue: field cases 18 and 21.
func TestQueue(t *testing.T) {
	s := advised(t, "4.4")
	group := tableGroup("jobs", 2, 100_000)
	f, _ := s.Queue(group)
	wants(t, f, advice.Plan, "Mode super merges from 50,000 deletes on",
		"ALTER TABLE jobs1 TABLE_MODE = 'super'", "ALTER TABLE jobs2 TABLE_MODE = 'super'")
	group.Mode = adaptive.Super
	if f, found := s.Queue(group); found {
		t.Errorf("super: %q", f.Text)
	}
	group.Mode, group.Tables = adaptive.Normal, 30
	f, _ = s.Queue(group)
	wants(t, f, advice.Plan, "Rows come and go", "TABLE_NAME REGEXP '^jobs[0-9]+$'")
}
