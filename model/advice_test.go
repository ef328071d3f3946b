package model_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/model"
)

// advised is a server of a release with defaults and 21 GB on 16 CPUs, changed by the settings.
func advised(t testing.TB, version string, settings ...string) *model.AdvisedServer {
	t.Helper()
	rules, err := lsm.RulesFor(version, "amd64")
	if err != nil {
		t.Fatal(err)
	}
	o := lsm.DefaultOptions()
	for _, s := range settings {
		name, value, _ := strings.Cut(s, "=")
		if err := o.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	unit := freeze.Unit{CPUs: 16, MemoryBytes: 21 << 30}
	return &model.AdvisedServer{Options: o, Rules: rules, Timing: timeline.DefaultTiming(),
		CPUs: 16, Limits: freeze.Resolve(o, rules, unit, freeze.Hold{}, freeze.Server{})}
}

// wants checks a finding: its level, words of its text, and its statements in order.
func wants(t *testing.T, f model.Finding, level model.AdviceLevel, words string, sql ...string) {
	t.Helper()
	if f.Level != level || !strings.Contains(f.Text, words) {
		t.Errorf("%s: %q, want %s with %q", f.Level, f.Text, level, words)
	}
	if len(f.Numbers) == 0 {
		t.Errorf("%q has no numbers", f.Text)
	}
	if (level == model.AdviceKnow) != (f.Do == "") {
		t.Errorf("%s asks to %q", f.Level, f.Do)
	}
	if len(f.Statements) != len(sql) {
		t.Errorf("%d statements, want %d: %v", len(f.Statements), len(sql), f.Statements)
		return
	}
	for i, s := range f.Statements {
		if !strings.Contains(s.In+": "+s.SQL, sql[i]) {
			t.Errorf("statement %v, want %q", s, sql[i])
		}
	}
}

func TestRankFindings(t *testing.T) {
	list := model.RankFindings([]model.Finding{
		{Level: model.AdviceKnow, Text: "a"}, {Level: model.AdvicePlan, Text: "b", Do: "b"},
		{Level: model.AdviceAct, Text: "c", Do: "c"},
		{Level: model.AdvicePlan, Text: "d", Do: "d"}})
	got := ""
	for i, f := range list {
		if got += f.Text; f.Rank != i+1 {
			t.Errorf("%s has rank %d", f.Text, f.Rank)
		}
	}
	if got != "cbda" {
		t.Errorf("order %s, want cbda", got)
	}
	if todo := model.Todo(list); len(todo) != 3 || todo[2].Do != "d" {
		t.Errorf("to do: %v", todo)
	}
}

func TestFiguresJSON(t *testing.T) {
	f := model.Figures{{Name: "b_s", Value: 1.5}, {Name: "a_bytes", Value: 15330148}}
	text, err := json.Marshal(f)
	if err != nil || string(text) != `{"b_s":1.5,"a_bytes":15330148}` {
		t.Errorf("%s, %v", text, err)
	}
	if got := f.Get("a_bytes"); got != 15330148 {
		t.Errorf("a_bytes is %v", got)
	}
	if got := f.Get("c"); !math.IsNaN(got) {
		t.Errorf("c is %v", got)
	}
}

// TestStatements: who runs what where, by release.
func TestStatements(t *testing.T) {
	named := advised(t, "4.3.5")
	named.Tenant = "shop"
	seekdb := advised(t, "seekdb")
	seekdb.Tenant = "shop" // it has no tenants
	for _, c := range []struct{ got, want model.Statement }{
		{named.MajorFreeze(), model.Statement{In: "sys",
			SQL: "ALTER SYSTEM MAJOR FREEZE TENANT = shop;"}},
		{advised(t, "4.0").MajorFreeze(), model.Statement{In: "tenant",
			SQL: "ALTER SYSTEM MAJOR FREEZE;"}},
		{seekdb.MajorFreeze(), model.Statement{In: "seekdb", SQL: "ALTER SYSTEM MAJOR FREEZE;"}},
		{named.SetTenant("undo_retention", "1800"), model.Statement{In: "sys",
			SQL: "ALTER SYSTEM SET undo_retention = 1800 TENANT = 'shop';"}},
		{advised(t, "4.4").SetTenant("undo_retention", "1800"), model.Statement{In: "tenant",
			SQL: "ALTER SYSTEM SET undo_retention = 1800;"}},
		{named.SetCluster("memstore_limit_percentage", "50"), model.Statement{In: "sys",
			SQL: "ALTER SYSTEM SET memstore_limit_percentage = 50;"}},
		{seekdb.SetCluster("memstore_limit_percentage", "50"), model.Statement{In: "seekdb",
			SQL: "ALTER SYSTEM SET memstore_limit_percentage = 50;"}},
		{named.TableMode("shop.t1", "queuing"), model.Statement{In: "tenant",
			SQL: "ALTER TABLE shop.t1 TABLE_MODE = 'queuing';"}},
		{named.TableMode("shop.t-1", "queuing"), model.Statement{In: "tenant",
			SQL: "ALTER TABLE `shop`.`t-1` TABLE_MODE = 'queuing';"}},
	} {
		if c.got != c.want {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
}

// TestAdviseRelease: field cases 19 and 20.
func TestAdviseRelease(t *testing.T) {
	for version, want := range map[string]string{
		"4.2.5.0": "UPPER_TRANS_VERSION", "4.2.5.2": "UPPER_TRANS_VERSION", "4.2.5.3": "",
		"4.2.5": "", "4.2.1.3": "hotfix 1", "4.0": "hotfix 1", "4.2.1.4": "", "4.2": "", "4.4": "",
		"seekdb": ""} {
		list := advised(t, version).AdviseRelease()
		if want == "" && len(list) > 0 || want != "" && (len(list) != 1 ||
			!strings.Contains(list[0].Text, want)) {
			t.Errorf("%s: %v, want %q", version, list, want)
		}
	}
	wants(t, advised(t, "4.2.5.1").AdviseRelease()[0], model.AdviceAct, "remove nothing",
		"UPPER_TRANS_VERSION = 9223372036854775807 AND END_LOG_SCN")
}

// TestAdviseStack: field case 20, a stack that is higher than the parameters leave it.
func TestAdviseStack(t *testing.T) {
	s := advised(t, "4.2.1.2")
	run := timeline.StartTable{Kind: lsm.Mini, PhysicalRows: 100}
	memtable := timeline.StartTable{Memory: true, Keys: 5}
	if f, found := s.AdviseStack("t", timeline.StartStack{run, run, run, memtable}, 3); found {
		t.Errorf("three runs, of which the third starts a merge: %q", f.Text)
	}
	f, found := s.AdviseStack("t", timeline.StartStack{run, run, run, run, memtable}, 5)
	if !found {
		t.Fatal("four runs are fine")
	}
	wants(t, f, model.AdviceAct, "hold 4 minis and minors, where minor_compact_trigger 2 leaves 2",
		"GROUP BY TABLET_ID", "MAJOR FREEZE")
}

// TestAdviseKept: field case 24, by hand: one table of a million rows, updates of random rows, so
// many that few are hit twice, and no index.
func TestAdviseKept(t *testing.T) {
	s := advised(t, "4.3.5")
	const hours = 12
	p, tables := onePlan(t, "10/s", hours*time.Hour, "oltp_update_non_index", "--tables=1",
		"--table-size=1000000", "--rand-type=uniform", "--create-secondary=off")
	window := s.Window(0)
	if window != 41*time.Minute {
		t.Errorf("window %v", window)
	}
	kept := model.Kept(p, tables, window)
	// 24,600 versions, one of each 41 with another: its row, and a shadow row, are kept beyond one.
	events := 10 * window.Seconds()
	pairs := events * events / 2 / 1e6
	if want := 2 * pairs; math.Abs(kept.Rows-want) > 0.03*want || kept.BaseRows != 1e6 {
		t.Errorf("%.0f rows of %.0f are kept, want about %.0f", kept.Rows, kept.BaseRows, want)
	}
	wants(t, s.AdviseKept(kept, 0), model.AdviceKnow, "for 30m, with the report of transactions "+
		"up to 41m")
	long := model.Kept(p, tables, s.Window(3*time.Hour))
	if !(long.Rows > 10*kept.Rows) {
		t.Errorf("3 h keep %.0f rows, 30 min %.0f", long.Rows, kept.Rows)
	}
	wants(t, s.AdviseKept(long, 3*time.Hour), model.AdvicePlan, "A transaction open for 3h keeps "+
		"every version written since", "GV$OB_TRANSACTION_PARTICIPANTS")
	s = advised(t, "4.3.5", "undo_retention=86400")
	f := s.AdviseKept(model.KeptVersions{Window: 25 * time.Hour, Rows: 5e5, Bytes: 1e8,
		BaseRows: 1e6}, 0)
	wants(t, f, model.AdvicePlan, "Unless flashback queries need it, take the default, 30m",
		"tenant: ALTER SYSTEM SET undo_retention = 1800;")
}

// TestAdviseMemory: field cases 14, 15 and 21.
func TestAdviseMemory(t *testing.T) {
	small := func(version string, settings ...string) *model.AdvisedServer {
		s := advised(t, version, settings...)
		s.Limits = freeze.Resolve(s.Options, s.Rules, freeze.Unit{CPUs: 4, MemoryBytes: 2 << 30},
			freeze.Hold{}, freeze.Server{})
		return s
	}
	f, _ := small("4.2.1", "memstore_limit_percentage=25").AdviseMemory()
	wants(t, f, model.AdviceAct, "51.2 MB and 64 open pages of 128 MB together reach the "+
		"throttling point of 154 MB", "freeze_trigger_percentage = 9",
		"sys: ALTER SYSTEM SET memstore_limit")
	f, _ = small("4.2.1", "freeze_trigger_percentage=70").AdviseMemory()
	wants(t, f, model.AdviceAct, "is at or above the throttling point",
		"freeze_trigger_percentage = 34")
	f, _ = advised(t, "4.3.3", "writing_throttling_trigger_percentage=100").AdviseMemory()
	if !strings.Contains(f.Text, "Write throttling is off") || f.Level != model.AdviceKnow {
		t.Errorf("%s: %q", f.Level, f.Text)
	}
	if f, found := advised(t, "4.3.3").AdviseMemory(); found {
		t.Errorf("defaults on 21 GB: %q", f.Text)
	}
	s := advised(t, "4.3.3")
	f, _ = s.AdviseTrigger()
	wants(t, f, model.AdviceKnow, "is computed, not read", "FROM oceanbase.GV$OB_MEMSTORE")
	s.Limits.From = freeze.Reported
	if f, found := s.AdviseTrigger(); found {
		t.Errorf("a reported trigger: %q", f.Text)
	}
}

// TestLargestTrigger: the percentage that is advised is below the throttling point, and the next
// one is not.
func TestLargestTrigger(t *testing.T) {
	for _, percent := range []string{"20", "70", "99"} {
		s := advised(t, "4.2.1", "freeze_trigger_percentage="+percent)
		s.Limits = freeze.Resolve(s.Options, s.Rules, freeze.Unit{CPUs: 4, MemoryBytes: 2 << 30},
			freeze.Hold{}, freeze.Server{})
		f, found := s.AdviseMemory()
		if !found {
			continue
		}
		share := f.Numbers.Get("wanted_trigger_pct")
		most := func(percent float64) float64 {
			return float64(s.Limits.MemstoreLimitBytes)*percent/100 +
				float64(s.Limits.MaxCachedBytes)
		}
		if throttle := float64(s.Limits.ThrottleBytes); most(share) > throttle ||
			most(share+1) < throttle {
			t.Errorf("%s: %.0f %% gives %.0f, throttled at %.0f", percent, share, most(share),
				throttle)
		}
	}
}

// TestIdleMode: field case 17.
func TestIdleMode(t *testing.T) {
	off := "_enable_adaptive_compaction=false"
	for _, c := range []struct {
		version, setting string
		mode             adaptive.Mode
		want             string
	}{
		{"4.2.5", off, adaptive.Queuing, "is idle while _enable_adaptive_compaction is off"},
		{"4.2.5", off, adaptive.Super, "is idle while"},
		{"4.2.5", off, adaptive.Extreme, ""},
		{"4.2.5", off, adaptive.Normal, ""},
		{"4.2.2", "undo_retention=0", adaptive.Extreme, "4.2.2 does not know table_mode extreme"},
		{"4.2.5", "undo_retention=0", adaptive.Super, ""},
	} {
		group := tableGroup("t", 3, 1000)
		group.Mode = c.mode
		f, found := advised(t, c.version, c.setting).IdleMode(group)
		if found != (c.want != "") || !strings.Contains(f.Text, c.want) {
			t.Errorf("%v: %q", c, f.Text)
		}
	}
}
