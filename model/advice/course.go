package advice

import (
	"slices"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

// Course is what ranges of one group's tables read as time goes by.
type Course struct {
	Group  workload.TableGroup
	Points []CoursePoint // in order of time, the first one at the start
}

// CoursePoint is one moment of it.
type CoursePoint struct {
	At        time.Duration
	Mean, P95 float64 // rows per row
	// MergeRows are the physical rows that a major of the group's tablets would read, index
	// tablets included; MergeBytes what it would write. Both are at most: blocks of the base that
	// no change touches are kept.
	MergeRows, MergeBytes float64
}

// end is the time of the last point.
func (c *Course) end() time.Duration { return c.Points[len(c.Points)-1].At }

// Courses forecasts every group. The scenario's majors happen as its options say.
func Courses(s *model.Scenario, tables []*model.Tables) []Course {
	list := make([]Course, len(tables))
	for g := range list {
		list[g].Group = s.Plan.Groups[g]
	}
	model.NewForecaster(tables).Run(s, func(m *model.Moment) {
		for g, t := range tables {
			list[g].Points = append(list[g].Points, pointOf(t, m, g))
		}
	})
	return list
}

// SampledCourses are what the samples of a simulation show. What a major would read is told from
// the rows of all tables together, by the share of each group in the writes up to then.
func SampledCourses(p *workload.Plan, samples []timeline.Sample) []Course {
	list := make([]Course, len(p.Groups))
	for g, group := range p.Groups {
		list[g].Group = group
		tablets := tabletsOf(group.Tables, group.Index)
		for _, s := range samples {
			of := s.Groups[g].Range
			all, own := 0.0, model.EventsIn(p, g, 0, s.At)
			for other := range p.Groups {
				all += model.EventsIn(p, other, 0, s.At)
			}
			share := 1.0
			if all > 0 {
				share = own / all
			}
			rows := float64(group.Rows) * tablets
			list[g].Points = append(list[g].Points, CoursePoint{At: s.At, Mean: max(of.Mean, 1),
				P95: max(of.P95, 1), MergeBytes: baseBytes(group),
				MergeRows: rows + float64(s.PhysicalRows-s.Rows)*share})
		}
	}
	return list
}

// baseBytes is what the bases of a group take.
func baseBytes(g workload.TableGroup) float64 {
	bytes := timeline.RunBytes(lsm.Major, float64(g.Rows), false)
	if g.Index {
		bytes += timeline.RunBytes(lsm.Major, float64(g.Rows), true)
	}
	return bytes * float64(g.Tables)
}

// tabletsOf is how many tablets so many tables have.
func tabletsOf(tables int, index bool) float64 {
	if index {
		tables *= 2
	}
	return float64(tables)
}

const (
	day   = 24 * time.Hour
	never = time.Duration(-1) // the daily major's time where there is none
)

// withDuty is the same with the daily major at another time of day; never for none.
func withDuty(s *model.Scenario, timeOfDay time.Duration) *model.Scenario {
	c := *s
	c.Options.MajorFreezeDutyTime = timeOfDay
	c.Options.EnableMajorFreeze = true
	return &c
}

// HeldAfter is how long a group stays below the limit after a major at that time, counted from when
// it is below; found is false if it stays there to the end, and 0 is that it is never below.
func (c *Course) HeldAfter(at time.Duration, limit float64) (held time.Duration, found bool) {
	below := time.Duration(-1)
	for _, p := range c.Points {
		switch {
		case p.At < at:
		case p.P95 <= limit && below < 0:
			below = p.At
		case p.P95 > limit && below >= 0:
			return p.At - below, true
		}
	}
	return 0, below < 0
}

// Crossing is when a course passes a limit of its 95th percentile, and whether it comes back.
type Crossing struct {
	Crosses bool
	Point   CoursePoint // the first above the limit, its time refined between two points
	// Back is how long it stays above at first; -1 if it stays to the end.
	Back time.Duration
	// AbovePct is the share of the time from the crossing to the end that it is above.
	AbovePct float64
	MostP95  float64 // of all points
	LastMean float64
}

// Cross finds when the 95th percentile passes a limit.
func (c *Course) Cross(limit float64) (x Crossing) {
	x.Back = -1
	var above, since time.Duration
	for i, p := range c.Points {
		x.MostP95, x.LastMean = max(x.MostP95, p.P95), p.Mean
		if i > 0 && x.Crosses {
			before := c.Points[i-1]
			since += p.At - before.At
			if before.P95 > limit {
				above += p.At - before.At
			}
		}
		switch {
		case p.P95 > limit && !x.Crosses:
			x.Crosses, x.Point = true, p
			if i > 0 {
				x.Point = between(c.Points[i-1], p, limit)
			}
		case p.P95 <= limit && x.Crosses && x.Back < 0:
			x.Back = p.At - x.Point.At
		}
	}
	if since > 0 {
		x.AbovePct = 100 * float64(above) / float64(since)
	}
	return x
}

// between is where the straight way from one point to the next passes a limit.
func between(a, b CoursePoint, limit float64) CoursePoint {
	part := (limit - a.P95) / (b.P95 - a.P95)
	mix := func(a, b float64) float64 { return a + part*(b-a) }
	return CoursePoint{At: a.At + time.Duration(part*float64(b.At-a.At)),
		Mean: mix(a.Mean, b.Mean), P95: limit, MergeRows: mix(a.MergeRows, b.MergeRows),
		MergeBytes: mix(a.MergeBytes, b.MergeBytes)}
}

// crossingPoints is into how many parts the time between two moments is cut where a limit is
// passed.
const crossingPoints = 60

// Refine looks more closely at when a group's course passes a limit: rows per row jump where a
// small table is hot.
func (c *Course) Refine(s *model.Scenario, tables []*model.Tables, group int, limit float64) {
	at := 0
	for at < len(c.Points) && c.Points[at].P95 <= limit {
		at++
	}
	if at == 0 || at == len(c.Points) {
		return
	}
	from, to := c.Points[at-1].At, c.Points[at].At
	closer := *s
	closer.MomentEvery = max((to-from)/crossingPoints, refinedLeast)
	plan := *s.Plan
	plan.Loads = nil
	for _, l := range s.Plan.Loads {
		if l.To = min(l.To, to); l.From < l.To {
			plan.Loads = append(plan.Loads, l)
		}
	}
	closer.Plan = &plan
	var more []CoursePoint
	model.NewForecaster(tables).Run(&closer, func(m *model.Moment) {
		if m.At > from && m.At < to {
			more = append(more, pointOf(tables[group], m, group))
		}
	})
	c.Points = slices.Insert(c.Points, at, more...)
}

// refinedLeast is the least time between two moments.
const refinedLeast = 100 * time.Millisecond

// pointOf is what a moment shows of a group.
func pointOf(t *model.Tables, m *model.Moment, group int) CoursePoint {
	p := CoursePoint{At: m.At, Mean: m.Reads[group].RowsPerRow(),
		P95: t.RowsPerRowQuantile(0.95, m.Stacks[group])}
	p.MergeRows, p.MergeBytes = t.MajorWork(m.Stacks[group])
	return p
}
