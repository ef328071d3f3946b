package advice_test

import (
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/model/advice"
)

// TestRelease: field cases 19 and 20.
func TestRelease(t *testing.T) {
	for version, want := range map[string]string{
		"4.2.5.0": "UPPER_TRANS_VERSION", "4.2.5.2": "UPPER_TRANS_VERSION", "4.2.5.3": "",
		"4.2.5": "", "4.2.1.3": "hotfix 1", "4.0": "hotfix 1", "4.2.1.4": "", "4.2": "", "4.4": "",
		"seekdb": ""} {
		list := advised(t, version).Release()
		if want == "" && len(list) > 0 || want != "" && (len(list) != 1 ||
			!strings.Contains(list[0].Text, want)) {
			t.Errorf("%s: %v, want %q", version, list, want)
		}
	}
	wants(t, advised(t, "4.2.5.1").Release()[0], advice.Act, "remove nothing",
		"UPPER_TRANS_VERSION = 9223372036854775807 AND END_LOG_SCN")
}

// TestStack: field case 20, a stack that is higher than the parameters leave it.
func TestStack(t *testing.T) {
	s := advised(t, "4.2.1.2")
	run := timeline.StartTable{Kind: lsm.Mini, PhysicalRows: 100}
	memtable := timeline.StartTable{Memory: true, Keys: 5}
	if f, found := s.Stack("t", timeline.StartStack{run, run, run, memtable}, 3); found {
		t.Errorf("three runs, of which the third starts a merge: %q", f.Text)
	}
	f, found := s.Stack("t", timeline.StartStack{run, run, run, run, memtable}, 5)
	if !found {
		t.Fatal("four runs are fine")
	}
	wants(t, f, advice.Act, "hold 4 minis and minors, where minor_compact_trigger 2 leaves 2",
		"GROUP BY TABLET_ID", "MAJOR FREEZE")
}
