package model

import (
	"fmt"
	"strings"
	"time"
)

// MajorAdvice is what advice on majors looks at.
type MajorAdvice struct {
	Server *AdvisedServer
	Limit  float64 // of the 95th percentile of rows per row
	// Courses are from now on, without majors; Fresh the same from merged tables on, or nil if
	// Courses begin so.
	Courses, Fresh []Course
}

const (
	// majorPauseLeast is the shortest pause between majors that is advised: a choice. A base that
	// is rewritten more often costs more than it gives.
	majorPauseLeast = time.Hour
	// briefPct is the share of the time above the limit up to which a major is not called for,
	// since other merges bring reads back: a choice.
	briefPct = 10
	// tabletsPct is the share of all bytes up to which tablets are merged one by one instead of
	// the tenant: a choice.
	tabletsPct = 50
)

// Due says for each group when its 95th percentile passes the limit, hence when a major is due and
// what it costs (field case 1 and the users' wish to see the build-up before the slow query).
// Groups that stay below make one finding together.
func (a *MajorAdvice) Due() (list []Finding) {
	var calm []string
	var calmFigures Figures
	for i := range a.Courses {
		c := &a.Courses[i]
		x := c.Cross(a.Limit)
		if !x.Crosses {
			calm = append(calm, fmt.Sprintf("%s at most %.2f", c.Group.Name, x.MostP95))
			calmFigures.add("most_p95_"+c.Group.Name+"_rows_per_row", x.MostP95)
			continue
		}
		list = append(list, a.due(i, x))
	}
	if len(calm) > 0 {
		last := a.Courses[0].Points
		length := last[len(last)-1].At
		calmFigures.add("limit_rows_per_row", a.Limit)
		calmFigures.add("looked_ahead_s", length.Seconds())
		list = append(list, Finding{Level: AdviceKnow, Kind: AdviceMajor, Subject: "tenant",
			Text: fmt.Sprintf("No major is due within %s: of 100 ranges, 95 read no more than the "+
				"limit of %.2f rows per row (95th percentile: %s).", inTime(length.Seconds()),
				a.Limit, strings.Join(calm, ", ")), Numbers: calmFigures})
	}
	return list
}

// due is the finding of one group that passes the limit.
func (a *MajorAdvice) due(i int, x Crossing) Finding {
	c := &a.Courses[i]
	f := Finding{Kind: AdviceMajor, Subject: c.Group.Name, Level: AdvicePlan}
	hold, holds := a.hold(i)
	duty, daily := a.dutyIn()
	f.Numbers.add("due_after_s", x.Point.At.Seconds())
	f.Numbers.add("limit_rows_per_row", a.Limit)
	f.Numbers.add("p95_rows_per_row", x.Point.P95)
	f.Numbers.add("mean_rows_per_row", x.Point.Mean)
	f.Numbers.add("most_p95_rows_per_row", x.MostP95)
	f.Numbers.add("above_limit_pct", x.AbovePct)
	head := a.crossing(x)
	switch {
	case daily && duty <= x.Point.At:
		f.Level = AdviceKnow
		f.Text = head + fmt.Sprintf(" The daily major at %s comes before that, in %s: nothing to "+
			"do.", inClock(a.Server.Options.MajorFreezeDutyTime), inTime(duty.Seconds()))
		f.Numbers.add("daily_major_in_s", duty.Seconds())
		return f
	case x.Back >= 0 && x.AbovePct < briefPct:
		f.Level = AdviceKnow
		f.Text = head + fmt.Sprintf(" Minor and medium merges bring it back after %s; it is above "+
			"for %.0f %% of the time from then on: no major is called for.",
			inTime(x.Back.Seconds()), x.AbovePct)
		f.Numbers.add("back_after_s", x.Back.Seconds())
		return f
	case holds && hold < majorPauseLeast:
		f.Text = head + fmt.Sprintf(" A major would hold it below for only %s: majors do not solve "+
			"this. A table_mode, fewer layers (minor_compact_trigger) or a limit above %.2f do; "+
			"readamp tune ranks the settings.", inTime(hold.Seconds()), x.MostP95)
		f.Numbers.add("held_s", hold.Seconds())
		a.addCost(&f, x, false)
		return f
	}
	return a.advised(f, head, c, x)
}

// advised is the advice to merge the tenant, or only this group's tablets.
func (a *MajorAdvice) advised(f Finding, head string, c *Course, x Crossing) Finding {
	when := "after " + inTime(x.Point.At.Seconds())
	if x.Point.At == 0 {
		when = "now"
	}
	share := a.sharePct(c)
	alone := len(a.Courses) > 1 && share < tabletsPct && a.Server.mergesTablets()
	f.Text = head + " Merge " + when + ": " + a.addCost(&f, x, !alone)
	f.Statements = []Statement{a.Server.MajorFreeze()}
	if alone {
		f.Text += fmt.Sprintf(" These are %.0f %% of the tenant's bytes, so merge their tablets "+
			"alone.", share)
		f.Numbers.add("bytes_of_tenant_pct", share)
		f.Statements = []Statement{a.Server.tabletMajors(c.Group.Name)}
	}
	if duty, daily := a.dutyIn(); daily {
		f.Text += fmt.Sprintf(" The daily major at %s comes %s later.",
			inClock(a.Server.Options.MajorFreezeDutyTime),
			inTime((duty - x.Point.At).Seconds()))
		f.Numbers.add("daily_major_in_s", duty.Seconds())
	}
	if x.Point.At == 0 {
		f.Level = AdviceAct
	}
	return f
}

// crossing says when the limit is passed.
func (a *MajorAdvice) crossing(x Crossing) string {
	if x.Point.At == 0 {
		return fmt.Sprintf("The 95th percentile of rows per row is %.2f, above the limit of %.2f; "+
			"the mean is %.2f.", x.Point.P95, a.Limit, x.Point.Mean)
	}
	return fmt.Sprintf("The 95th percentile of rows per row passes %.2f after %s, at %s; the mean "+
		"is %.2f then, and the percentile goes up to %.2f.", a.Limit,
		inTime(x.Point.At.Seconds()), inClock(a.Server.TimeOfDay+x.Point.At), x.Point.Mean,
		x.MostP95)
}

// hold is how long a group stays below the limit after a major; false if that is not known.
func (a *MajorAdvice) hold(i int) (time.Duration, bool) {
	from := a.Courses
	if a.Fresh != nil {
		from = a.Fresh
	} else if a.Courses[i].Points[0].P95 > a.Limit {
		return 0, false
	}
	x := from[i].Cross(a.Limit)
	return x.Point.At, x.Crosses
}

// dutyIn is when the daily major comes, if there is one.
func (a *MajorAdvice) dutyIn() (time.Duration, bool) {
	o := a.Server.Options
	if !o.EnableMajorFreeze || o.MajorFreezeDutyTime < 0 {
		return 0, false
	}
	return (o.MajorFreezeDutyTime - a.Server.TimeOfDay%day + day) % day, true
}

// sharePct is the share of a group in the bytes of all bases.
func (a *MajorAdvice) sharePct(c *Course) float64 {
	total := 0.0
	for _, other := range a.Courses {
		total += other.Points[0].MergeBytes
	}
	return 100 * c.Points[0].MergeBytes / total
}

// addCost adds what a major costs, of all tablets or this group's, and says it.
func (a *MajorAdvice) addCost(f *Finding, x Crossing, all bool) string {
	rows, bytes := x.Point.MergeRows, x.Point.MergeBytes
	if all {
		rows, bytes = 0, 0
		for _, c := range a.Courses {
			p := c.at(x.Point.At)
			rows, bytes = rows+p.MergeRows, bytes+p.MergeBytes
		}
	}
	cpus := float64(a.Server.CPUs)
	pool := poolThreads(a.Server.Options.CompactionLowThreads)
	busy := min(pool, cpus)
	seconds := rows / a.Server.Timing.MergeRowsPerSecond
	f.Numbers.add("merge_rows", rows)
	f.Numbers.add("merge_bytes", bytes)
	f.Numbers.add("merge_thread_s", seconds)
	f.Numbers.add("merge_s", seconds/busy)
	f.Numbers.add("merge_threads", pool)
	f.Numbers.add("merge_cores_pct", 100*busy/cpus)
	return fmt.Sprintf("up to %s rows are read and %s written, %s of thread time, which is %s on "+
		"%s, %.0f %% of the tenant's %s.", inCount(rows), inSize(bytes), inTime(seconds),
		inTime(seconds/busy), plural(busy, "thread"), 100*busy/cpus, plural(cpus, "core"))
}

// at is the last point up to a time.
func (c *Course) at(t time.Duration) CoursePoint {
	p := c.Points[0]
	for _, next := range c.Points {
		if next.At > t {
			break
		}
		p = next
	}
	return p
}
