package advice

import (
	"fmt"
	"strings"
	"time"
)

// Majors is what advice on majors looks at.
type Majors struct {
	Server *Server
	Limit  float64 // of the 95th percentile of rows per row
	// Courses are what will be, daily majors included; WithoutDaily the same without them, nil if
	// there are none or it is not known.
	Courses, WithoutDaily []Course
	// Hold is how long a major at that time would hold a group below the limit; known is false
	// where that can't be told, or it holds to the end.
	Hold func(group int, at time.Duration) (held time.Duration, known bool)
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
func (a *Majors) Due() (list []Finding) {
	var calm []int
	for i := range a.Courses {
		if x := a.Courses[i].Cross(a.Limit); x.Crosses {
			list = append(list, a.due(i, x))
		} else {
			calm = append(calm, i)
		}
	}
	if len(calm) > 0 {
		list = append(list, a.calm(calm))
	}
	return list
}

// calm is the finding about groups that stay below the limit.
func (a *Majors) calm(groups []int) Finding {
	f := Finding{Level: Know, Kind: KindMajor, Subject: "tenant"}
	var most []string
	earliest, group := time.Duration(-1), ""
	for _, i := range groups {
		c := &a.Courses[i]
		x := c.Cross(a.Limit)
		most = append(most, fmt.Sprintf("%s at most %.2f", c.Group.Name, x.MostP95))
		f.Subject = c.Group.Name
		f.Numbers.add("most_p95_"+c.Group.Name+"_rows_per_row", x.MostP95)
		if a.WithoutDaily == nil {
			continue
		}
		if x := a.WithoutDaily[i].Cross(a.Limit); x.Crosses &&
			(earliest < 0 || x.Point.At < earliest) {
			earliest, group = x.Point.At, c.Group.Name
		}
	}
	if len(groups) > 1 {
		f.Subject = "tenant"
	}
	length := a.Courses[0].end().Seconds()
	f.Numbers.add("limit_rows_per_row", a.Limit)
	f.Numbers.add("looked_ahead_s", length)
	f.Text = fmt.Sprintf("No major is due within %s: the 95th percentile of rows per row stays "+
		"below the limit of %.2f (%s).", inTime(length), a.Limit, strings.Join(most, ", "))
	if earliest >= 0 {
		f.Text += fmt.Sprintf(" The daily major at %s does that: without it, %s would pass the "+
			"limit after %s.", inClock(a.Server.Options.MajorFreezeDutyTime), group,
			inTime(earliest.Seconds()))
		f.Numbers.add("without_daily_major_due_after_s", earliest.Seconds())
	}
	return f
}

// due is the finding of one group that passes the limit.
func (a *Majors) due(i int, x Crossing) Finding {
	c := &a.Courses[i]
	f := Finding{Kind: KindMajor, Subject: c.Group.Name, Level: Plan}
	f.Numbers.add("due_after_s", x.Point.At.Seconds())
	f.Numbers.add("limit_rows_per_row", a.Limit)
	f.Numbers.add("p95_rows_per_row", x.Point.P95)
	f.Numbers.add("mean_rows_per_row", x.Point.Mean)
	f.Numbers.add("most_p95_rows_per_row", x.MostP95)
	f.Numbers.add("time_above_limit_pct", x.AbovePct)
	f.Text = a.crossing(x)
	wait, daily := a.dutyAfter(x.Point.At)
	if daily {
		f.Numbers.add("daily_major_then_in_s", wait.Seconds())
	}
	hold, held := a.Hold(i, x.Point.At)
	if held {
		f.Numbers.add("major_holds_s", hold.Seconds())
	}
	switch {
	case x.Back >= 0 && x.AbovePct < briefPct:
		f.Level = Know
		f.Text += fmt.Sprintf(" Other merges bring it back after %s, and it is above for %.0f %% "+
			"of the time from then on: no major is called for.", inTime(x.Back.Seconds()),
			x.AbovePct)
		f.Numbers.add("back_after_s", x.Back.Seconds())
	case daily && wait < majorPauseLeast:
		f.Level = Know
		f.Text += fmt.Sprintf(" The daily major at %s comes %s later: nothing to do.",
			inClock(a.Server.Options.MajorFreezeDutyTime), inTime(wait.Seconds()))
	case held && hold < majorPauseLeast:
		f.Do = fmt.Sprintf("do not count on majors for %s: one holds for %s only; readamp tune "+
			"ranks the settings", c.Group.Name, briefly(hold))
		f.Text += fmt.Sprintf(" A major would hold it below for only %s: %s Under such writes "+
			"settings that leave fewer layers are the remedy, such as table_mode and "+
			"minor_compact_trigger.", briefly(hold), a.addCost(&f, x, !a.alone(c)))
	default:
		a.advise(&f, c, x)
	}
	return f
}

// advise is the advice to merge the tenant, or only this group's tablets.
func (a *Majors) advise(f *Finding, c *Course, x Crossing) {
	when := "after " + inTime(x.Point.At.Seconds())
	if x.Point.At == 0 {
		when, f.Level = "now", Act
	}
	share, alone := a.sharePct(c), a.alone(c)
	f.Text += " Merge " + when + ": " + a.addCost(f, x, !alone)
	what := "the tenant"
	f.Statements = []Statement{a.Server.MajorFreeze()}
	if alone {
		what = c.Group.Name
		f.Text += fmt.Sprintf(" These are %.0f %% of the tenant's bytes: merge their tablets "+
			"alone.", share)
		f.Numbers.add("bytes_of_tenant_pct", share)
		f.Statements = []Statement{a.Server.tabletMajors(c.Group.Name)}
	}
	f.Do = fmt.Sprintf("merge %s %s: 95 of 100 ranges of %s read up to %.2f rows per row then",
		what, when, c.Group.Name, x.Point.P95)
	if hold := f.Numbers.Get("major_holds_s"); hold > 0 {
		f.Text += fmt.Sprintf(" That holds for %s.", inTime(hold))
	}
	if wait, daily := a.dutyAfter(x.Point.At); daily {
		f.Text += fmt.Sprintf(" The daily major at %s comes %s later.",
			inClock(a.Server.Options.MajorFreezeDutyTime), inTime(wait.Seconds()))
	}
}

// briefly says for how long a major holds, of which no more than minutes are told.
func briefly(hold time.Duration) string {
	if hold < time.Minute {
		return "less than a minute"
	}
	return inTime(hold.Seconds())
}

// crossing says when the limit is passed.
func (a *Majors) crossing(x Crossing) string {
	if x.Point.At == 0 {
		return fmt.Sprintf("The 95th percentile of rows per row is %.2f, above the limit of %.2f; "+
			"the mean is %.2f.", x.Point.P95, a.Limit, x.Point.Mean)
	}
	return fmt.Sprintf("The 95th percentile of rows per row passes %.2f after %s, at %s; the mean "+
		"is %.2f then, and the percentile goes up to %.2f.", a.Limit,
		inTime(x.Point.At.Seconds()), inClock(a.Server.TimeOfDay+x.Point.At), x.Point.Mean,
		x.MostP95)
}

// dutyAfter is how long after a time the next daily major comes, if there are any.
func (a *Majors) dutyAfter(at time.Duration) (time.Duration, bool) {
	o := a.Server.Options
	if !o.EnableMajorFreeze || o.MajorFreezeDutyTime < 0 {
		return 0, false
	}
	now := (a.Server.TimeOfDay + at) % day
	return (o.MajorFreezeDutyTime - now + day) % day, true
}

// alone says that a group's tablets are merged one by one.
func (a *Majors) alone(c *Course) bool {
	return len(a.Courses) > 1 && a.sharePct(c) < tabletsPct && a.Server.mergesTablets()
}

// sharePct is the share of a group in the bytes of all bases.
func (a *Majors) sharePct(c *Course) float64 {
	total := 0.0
	for _, other := range a.Courses {
		total += other.Points[0].MergeBytes
	}
	return 100 * c.Points[0].MergeBytes / total
}

// addCost adds what a major costs, of all tablets or this group's, and says it.
func (a *Majors) addCost(f *Finding, x Crossing, all bool) string {
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
	f.Numbers.add("merge_thread_time_s", seconds)
	f.Numbers.add("merge_time_s", seconds/busy)
	f.Numbers.add("merge_threads", pool)
	f.Numbers.add("merge_cores_pct", 100*busy/cpus)
	return fmt.Sprintf("up to %s rows are read and %s written, %s of thread time, which is %s on "+
		"%s (%.0f %% of %s).", inCount(rows), inSize(bytes), inTime(seconds),
		inTime(seconds/busy), plural(busy, "thread"), 100*busy/cpus, plural(cpus, "core"))
}

// poolThreads is what a compaction_*_thread_score stands for: 6 threads where it is 0
// (ob_dag_scheduler_config.h).
func poolThreads(score int64) float64 {
	if score == 0 {
		return 6
	}
	return float64(score)
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
