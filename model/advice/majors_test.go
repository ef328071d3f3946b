package advice_test

import (
	"testing"
	"time"

	"github.com/readamp/readamp/model/advice"
)

// majors is advice on majors of courses that are given.
func majors(s *advice.Server, hold time.Duration, courses ...advice.Course) []advice.Finding {
	a := advice.Majors{Server: s, Limit: 2, Courses: courses,
		Hold: func(int, time.Duration) (time.Duration, bool) { return hold, hold > 0 }}
	return a.Due()
}

// TestDue: what is said of a course that passes the limit.
func TestDue(t *testing.T) {
	rising := course("t", 1, 1.5, 2.5, 3, 3)
	s := advised(t, "4.3.5", "major_freeze_duty_time=disable")
	f := majors(s, 0, rising)[0]
	wants(t, f, advice.Plan, "passes 2.00 after 1m30s, at 00:02; the mean is 1.50 then, and "+
		"the percentile goes up to 3.00. Merge after 1m30s: up to 4000 rows are read",
		"tenant: ALTER SYSTEM MAJOR FREEZE;")
	if got := f.Numbers.Get("due_after_s"); got != 90 {
		t.Errorf("due after %v s", got)
	}
	wants(t, majors(s, 2*time.Hour, rising)[0], advice.Plan, "That holds for 2h.",
		"MAJOR FREEZE")
	wants(t, majors(s, 5*time.Minute, rising)[0], advice.Plan,
		"A major would hold it below for only 5m")
	wants(t, majors(s, 0, course("t", 3, 3))[0], advice.Act,
		"is 3.00, above the limit of 2.00", "MAJOR FREEZE")
	brief := []float64{1, 2.1}
	for range 100 {
		brief = append(brief, 1.5)
	}
	wants(t, majors(s, 0, course("t", brief...))[0], advice.Know,
		"Other merges bring it back after 1m5s")
	f = majors(advised(t, "4.3.5", "major_freeze_duty_time=00:20"), 0, rising)[0]
	wants(t, f, advice.Know, "The daily major at 00:20 comes 18m30s later: nothing to do")
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
		wants(t, list[0], advice.Plan, "Merge after 30s", sql)
		wants(t, list[1], advice.Know, "stays below the limit of 2.00 (orders at most 1.00)")
	}
}

// TestDueByDailyMajor: that the daily major is enough is said.
func TestDueByDailyMajor(t *testing.T) {
	a := advice.Majors{Server: advised(t, "4.3.5"), Limit: 2,
		Courses:      []advice.Course{course("t", 1, 1, 1)},
		WithoutDaily: []advice.Course{course("t", 1, 1, 3)}}
	wants(t, a.Due()[0], advice.Know,
		"The daily major at 02:00 does that: without it, t would pass the limit after 1m30s")
}
