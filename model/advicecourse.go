package model

import (
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
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

// Courses forecasts every group. The scenario's majors happen as its options say; advice on when a
// major is due wants them off ([Scenario.WithoutDailyMajor]).
func Courses(s *Scenario, tables []*Tables) []Course {
	list := make([]Course, len(tables))
	for g := range list {
		list[g].Group = s.Plan.Groups[g]
	}
	NewForecaster(tables).Run(s, func(m *Moment) {
		for g, t := range tables {
			p := CoursePoint{At: m.At, Mean: m.Reads[g].RowsPerRow(),
				P95: t.RowsPerRowQuantile(0.95, m.Stacks[g])}
			p.MergeRows, p.MergeBytes = t.majorWork(m.Stacks[g])
			list[g].Points = append(list[g].Points, p)
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
		tablets := float64(group.Tables)
		if group.Index {
			tablets *= 2
		}
		for _, s := range samples {
			of := s.Groups[g].Range
			all, own := 0.0, eventsIn(p, g, 0, s.At)
			for other := range p.Groups {
				all += eventsIn(p, other, 0, s.At)
			}
			rows := float64(group.Rows) * tablets
			list[g].Points = append(list[g].Points, CoursePoint{At: s.At, Mean: max(of.Mean, 1),
				P95: max(of.P95, 1), MergeBytes: baseBytes(group),
				MergeRows: rows + float64(s.PhysicalRows-s.Rows)*ratio(own, all, 1)})
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

// WithoutDailyMajor is the same without a major freeze at the duty time.
func (s *Scenario) WithoutDailyMajor() *Scenario {
	c := *s
	c.Options.MajorFreezeDutyTime = never
	return &c
}

// majorWork is what a major of all of a group's tablets reads and writes, with these tables above
// each base.
func (t *Tables) majorWork(above []Above) (rows, bytes float64) {
	t.eachTablet(func(b *flowTablet) {
		rows += float64(t.Rows)
		for _, a := range above {
			rows += b.physicalRows(a.Events, 0)
		}
		bytes += timeline.RunBytes(lsm.Major, float64(t.Rows), b.index)
	})
	return rows * float64(t.Count), bytes * float64(t.Count)
}

// eachTablet calls visit for a main tablet, and for that of its index if there is one.
func (t *Tables) eachTablet(visit func(*flowTablet)) {
	visit(&flowTablet{tables: t})
	if t.Index {
		visit(&flowTablet{tables: t, index: true})
	}
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
				x.Point.At = between(c.Points[i-1], p, limit)
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

// between is when the straight way from one point to the next passes a limit.
func between(a, b CoursePoint, limit float64) time.Duration {
	part := (limit - a.P95) / (b.P95 - a.P95)
	return a.At + time.Duration(part*float64(b.At-a.At))
}
