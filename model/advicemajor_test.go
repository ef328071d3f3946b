package model_test

import (
	"math"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

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
	return workload.OnePhase(o, rateOf(t, rate), length),
		[]*model.Tables{tablesOf(t, script, args...)}
}

// course is one of a point a minute.
func course(name string, p95 ...float64) model.Course {
	c := model.Course{Group: tableGroup(name, 2, 1000)}
	for i, v := range p95 {
		c.Points = append(c.Points, model.CoursePoint{At: time.Duration(i) * time.Minute, P95: v,
			Mean: 1 + (v-1)/2, MergeRows: 4000, MergeBytes: 1e6})
	}
	return c
}

func TestCross(t *testing.T) {
	c := course("t", 1, 1.5, 2.5, 1.9, 1.8, 2.2)
	x := c.Cross(2)
	if !x.Crosses || x.Point.At != 90*time.Second || x.Point.P95 != 2 || x.Point.Mean != 1.5 {
		t.Errorf("crosses at %+v", x.Point)
	}
	if x.Back != 90*time.Second || x.MostP95 != 2.5 || math.Abs(x.AbovePct-100./3) > 1e-9 {
		t.Errorf("back after %v, at most %g, above for %.1f %%", x.Back, x.MostP95, x.AbovePct)
	}
	if x := c.Cross(3); x.Crosses || x.Back != -1 || x.MostP95 != 2.5 {
		t.Errorf("limit 3: %+v", x)
	}
	if x := c.Cross(0.5); !x.Crosses || x.Point.At != 0 || x.AbovePct != 100 {
		t.Errorf("limit 0.5: %+v", x)
	}
}

func TestHeldAfter(t *testing.T) {
	c := course("t", 1, 3, 3, 1, 1, 3, 1)
	for _, test := range []struct {
		at    time.Duration
		held  time.Duration
		found bool
	}{
		{0, time.Minute, true}, {time.Minute, 2 * time.Minute, true},
		{5 * time.Minute, 0, false}, {7 * time.Minute, 0, true},
	} {
		if held, found := c.HeldAfter(test.at, 2); held != test.held || found != test.found {
			t.Errorf("after %v: %v, %v", test.at, held, found)
		}
	}
}

// advice on majors of courses that are given.
func majors(s *model.AdvisedServer, hold time.Duration, courses ...model.Course) []model.Finding {
	a := model.MajorAdvice{Server: s, Limit: 2, Courses: courses,
		Hold: func(int, time.Duration) (time.Duration, bool) { return hold, hold > 0 }}
	return a.Due()
}

// TestDue: what is said of a course that passes the limit.
func TestDue(t *testing.T) {
	rising := course("t", 1, 1.5, 2.5, 3, 3)
	s := advised(t, "4.3.5", "major_freeze_duty_time=disable")
	f := majors(s, 0, rising)[0]
	wants(t, f, model.AdvicePlan, "passes 2.00 after 1m30s, at 00:02; the mean is 1.50 then, and "+
		"the percentile goes up to 3.00. Merge after 1m30s: up to 4000 rows are read",
		"tenant: ALTER SYSTEM MAJOR FREEZE;")
	if got := f.Numbers.Get("due_after_s"); got != 90 {
		t.Errorf("due after %v s", got)
	}
	wants(t, majors(s, 2*time.Hour, rising)[0], model.AdvicePlan, "That holds for 2h.",
		"MAJOR FREEZE")
	wants(t, majors(s, 5*time.Minute, rising)[0], model.AdvicePlan,
		"A major would hold it below for only 5m")
	wants(t, majors(s, 0, course("t", 3, 3))[0], model.AdviceAct,
		"is 3.00, above the limit of 2.00", "MAJOR FREEZE")
	brief := []float64{1, 2.1}
	for range 100 {
		brief = append(brief, 1.5)
	}
	wants(t, majors(s, 0, course("t", brief...))[0], model.AdviceKnow,
		"Other merges bring it back after 1m5s")
	f = majors(advised(t, "4.3.5", "major_freeze_duty_time=00:20"), 0, rising)[0]
	wants(t, f, model.AdviceKnow, "The daily major at 00:20 comes 18m30s later: nothing to do")
}

// TestDueByTablet: where only small tables pass the limit their tablets are merged alone, in
// releases that can.
func TestDueByTablet(t *testing.T) {
	small, large := course("jobs", 1, 3, 3), course("orders", 1, 1, 1)
	for i := range large.Points {
		large.Points[i].MergeBytes = 1e8
	}
	const off = "major_freeze_duty_time=disable"
	for version, sql := range map[string]string{
		"4.3.5":  "TABLET_ID = ', i.TABLET_ID, ';') FROM oceanbase.DBA_OB_TABLE_LOCATIONS t",
		"seekdb": "TABLET_ID = ', DATA_OBJECT_ID, ';') FROM oceanbase.DBA_OBJECTS",
		"4.2.1":  "ALTER SYSTEM MAJOR FREEZE;", "4.0": "ALTER SYSTEM MAJOR FREEZE;",
	} {
		list := majors(advised(t, version, off), 0, large, small)
		wants(t, list[0], model.AdvicePlan, "Merge after 30s", sql)
		wants(t, list[1], model.AdviceKnow, "stays below the limit of 2.00 (orders at most 1.00)")
	}
}

// TestDueByDailyMajor: that the daily major is enough is said.
func TestDueByDailyMajor(t *testing.T) {
	a := model.MajorAdvice{Server: advised(t, "4.3.5"), Limit: 2,
		Courses:      []model.Course{course("t", 1, 1, 1)},
		WithoutDaily: []model.Course{course("t", 1, 1, 3)}}
	wants(t, a.Due()[0], model.AdviceKnow,
		"The daily major at 02:00 does that: without it, t would pass the limit after 1m30s")
}

// situation is a plan of one load on a server without daily majors.
func situation(t *testing.T, s *model.AdvisedServer, rate string, length time.Duration,
	script string, args ...string) *model.Situation {

	p, tables := onePlan(t, rate, length, script, args...)
	return &model.Situation{Server: s, Tables: tables, Limit: 2, Scenario: &model.Scenario{
		Options: s.Options, Rules: s.Rules, Limits: s.Limits, Timing: s.Timing, Plan: p,
		MomentEvery: length / 300}}
}

// TestDueForecast: uniform updates of one table without an index, by hand. Until the first freeze
// there is one memtable: with e events 1 + (1 - exp(-e/n)) rows per row. A major costs its base and
// the versions.
func TestDueForecast(t *testing.T) {
	s := advised(t, "4.3.5", "major_freeze_duty_time=disable")
	of := situation(t, s, "100/s", 3*time.Hour, "oltp_update_non_index", "--tables=1",
		"--table-size=1000000", "--rand-type=uniform", "--create-secondary=off",
		"--range-size=1000")
	of.Limit = 1.25
	for _, f := range of.Advise() {
		if f.Kind != model.AdviceMajor {
			continue
		}
		// The 95th percentile of 1000 keys lies 1.645 standard deviations above the mean.
		mean := f.Numbers.Get("mean_rows_per_row")
		p := mean - 1
		if want := mean + 1.645*math.Sqrt(p*(1-p)/1000); math.Abs(want-1.25) > 0.003 {
			t.Errorf("mean %.4f: the percentile is %.4f", mean, want)
		}
		events := -math.Log(1-p) * 1e6
		if due := f.Numbers.Get("due_after_s"); math.Abs(due-events/100) > 0.02*due {
			t.Errorf("due after %.0f s, want %.0f", due, events/100)
		}
		if rows := f.Numbers.Get("merge_rows"); rows < 1e6+events || rows > 1e6+1.3*events {
			t.Errorf("%.0f rows read, %.0f events", rows, events)
		}
		return
	}
	t.Error("no finding on majors")
}

// TestAdviseAssumed: the same writes hurt more under special (field case 1).
func TestAdviseAssumed(t *testing.T) {
	s := advised(t, "4.0", "major_freeze_duty_time=disable")
	args := []string{"--tables=30", "--table-size=1000000", "--skip-trx=on"}
	of := situation(t, s, "12k/s", 2*time.Hour, "oltp_write_only",
		append(args, "--rand-type=special")...)
	_, other := onePlan(t, "12k/s", 2*time.Hour, "oltp_write_only",
		append(args, "--rand-type=uniform")...)
	of.Assumed = &model.Assumption{Taken: "special", Otherwise: "uniform", Tables: other}
	for _, f := range of.Advise() {
		if f.Kind == model.AdviceAssumed {
			special := f.Numbers.Get("most_p95_rows_per_row")
			uniform := f.Numbers.Get("otherwise_most_p95_rows_per_row")
			if !(special > 2*uniform) {
				t.Errorf("special %.2f, uniform %.2f", special, uniform)
			}
			return
		}
	}
	t.Error("no finding on what was assumed")
}

// TestForecastModes: for one stream of writes a more eager mode reads no more (field case 17), and
// without adaptive compaction only extreme changes anything.
func TestForecastModes(t *testing.T) {
	for _, setting := range []string{"_enable_adaptive_compaction=true",
		"_enable_adaptive_compaction=false"} {
		s := advised(t, "4.3.5", setting, "major_freeze_duty_time=disable")
		of := situation(t, s, "300/s", 12*time.Hour, "oltp_write_only", "--tables=4",
			"--table-size=250000", "--rand-type=uniform")
		list := model.ForecastModes(of.Scenario, of.Tables, 0)
		if len(list) != 5 {
			t.Fatalf("%d modes", len(list))
		}
		last := list[len(list)-1]
		for i, m := range list[1:] {
			if m.Mean > 1.02*list[i].Mean {
				t.Errorf("%s: %s %.3f after %.3f", setting, m.Mode, m.Mean, list[i].Mean)
			}
		}
		// Queuing tables are frozen a little earlier by themselves, but not merged.
		if !s.Options.EnableAdaptiveCompaction && list[1].Mean < 0.95*list[0].Mean {
			t.Errorf("off: queuing %.3f, normal %.3f", list[1].Mean, list[0].Mean)
		}
		if !(last.Mean < 0.9*list[0].Mean) {
			t.Errorf("%s: extreme %.3f, normal %.3f", setting, last.Mean, list[0].Mean)
		}
		if got := len(model.ForecastModes(&model.Scenario{Options: s.Options,
			Rules: advised(t, "4.2.2").Rules, Limits: s.Limits, Timing: s.Timing,
			Plan: of.Scenario.Plan, MomentEvery: time.Hour}, of.Tables, 0)); got != 2 {
			t.Errorf("4.2.2 has %d modes", got)
		}
	}
}

// TestAdviseMode: the least eager of the good modes whose merges can be afforded.
func TestAdviseMode(t *testing.T) {
	s := advised(t, "4.3.5")
	forecast := func(mode adaptive.Mode, mean, cores float64) model.ModeForecast {
		return model.ModeForecast{Mode: mode, Mean: mean, Seconds: cores * 3600}
	}
	group := tableGroup("t", 1, 1000)
	list := []model.ModeForecast{forecast(adaptive.Normal, 3, 0), forecast(adaptive.Queuing, 2, .1),
		forecast(adaptive.Moderate, 1.95, 1), forecast(adaptive.Super, 1.2, 5)}
	f, _ := s.AdviseMode(group, time.Hour, list)
	wants(t, f, model.AdvicePlan, "With table_mode queuing",
		"ALTER TABLE t1 TABLE_MODE = 'queuing'")
	group.Mode = adaptive.Queuing
	if f, found := s.AdviseMode(group, time.Hour, list); found {
		t.Errorf("from queuing: %q", f.Text)
	}
}

// TestCourses: the 95th percentile over time is that of the simulated tenant, sampled ranges of
// which every tablet has its own times, within 4 % on average.
func TestCourses(t *testing.T) {
	for _, c := range []forecastCase{forecastCases[0], forecastCases[2]} {
		config := c.config(t)
		report := runTenant(t, config, model.NewStrata).Report()
		s, tables := scenarioOf(t, config)
		points := model.Courses(s, tables)[0].Points
		var got, want float64
		for _, p := range points {
			got += p.P95 / float64(len(points))
		}
		for _, sample := range report.Samples {
			want += max(sample.Range.P95, 1) / float64(len(report.Samples))
		}
		t.Logf("%s: %.3f, simulated %.3f", c.name(), got, want)
		if math.Abs(got-want) > 0.04*want {
			t.Errorf("%s: 95th percentile %.3f, simulated %.3f", c.name(), got, want)
		}
	}
}
