package advice_test

import (
	"strings"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/model/advice"
)

// advised is a server of a release with defaults and 21 GB on 16 CPUs, changed by the settings.
func advised(t testing.TB, version string, settings ...string) *advice.Server {
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
	return &advice.Server{Options: o, Rules: rules, Timing: timeline.DefaultTiming(),
		CPUs: 16, Limits: freeze.Resolve(o, rules, unit, freeze.Hold{}, freeze.Server{})}
}

// wants checks a finding: its level, words of its text, and its statements in order.
func wants(t *testing.T, f advice.Finding, level advice.Level, words string, sql ...string) {
	t.Helper()
	if f.Level != level || !strings.Contains(f.Text, words) {
		t.Errorf("%s: %q, want %s with %q", f.Level, f.Text, level, words)
	}
	if len(f.Numbers) == 0 {
		t.Errorf("%q has no numbers", f.Text)
	}
	if (level == advice.Know) != (f.Do == "") {
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

func tableGroup(name string, tables int, rows int64) workload.TableGroup {
	return workload.TableGroup{Name: name, Tables: tables, Rows: rows, Index: true}
}

// onePlan is a plan of one load, with its tables.
func onePlan(t testing.TB, rate string, length time.Duration, script string, args ...string) (
	*workload.Plan, []*model.Tables) {

	t.Helper()
	o, err := workload.ParseOptions(script, args)
	if err != nil {
		t.Fatal(err)
	}
	events, err := workload.ParseRate(rate)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := lsm.RulesFor("seekdb", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	p := workload.OnePhase(o, events, length)
	tables, err := model.NewTables(model.TablesConfig{Group: p.Groups[0], Loads: p.Loads,
		Rules: rules, RowCompactionLimit: 6, BlockRows: 212})
	if err != nil {
		t.Fatal(err)
	}
	return p, []*model.Tables{tables}
}

// course is one of a point a minute.
func course(name string, p95 ...float64) advice.Course {
	c := advice.Course{Group: tableGroup(name, 2, 1000)}
	for i, v := range p95 {
		c.Points = append(c.Points, advice.CoursePoint{At: time.Duration(i) * time.Minute, P95: v,
			Mean: 1 + (v-1)/2, MergeRows: 4000, MergeBytes: 1e6})
	}
	return c
}

// situation is a plan of one load on a server without daily majors.
func situation(t *testing.T, s *advice.Server, rate string, length time.Duration,
	script string, args ...string) *advice.Situation {

	p, tables := onePlan(t, rate, length, script, args...)
	return &advice.Situation{Server: s, Tables: tables, Limit: 2, Scenario: &model.Scenario{
		Options: s.Options, Rules: s.Rules, Limits: s.Limits, Timing: s.Timing, Plan: p,
		MomentEvery: length / 300}}
}
