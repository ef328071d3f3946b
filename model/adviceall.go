package model

import (
	"fmt"
	"time"

	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
)

// Situation is what advice is drawn from. What is left out is not advised on. Each finding is a
// function of its own:
//
//	when a major is due, what it costs      [MajorAdvice.Due]
//	which table_mode helps                  [AdvisedServer.AdviseMode], AdviseChanged, AdviseQueue
//	whether merges explain what was seen    [AdvisedServer.AdviseQuery], AdviseStall
//	whether freezes come before throttling  [AdvisedServer.AdviseMemory], AdviseThrottle
//	what keeps old versions                 [AdvisedServer.AdviseKept]
//	what is wrong with a release, a stack   [AdvisedServer.AdviseRelease], AdviseStack
//
// Words: a finding has a level, which says how much it presses; a course is what ranges read as
// time goes by; a crossing is when its 95th percentile passes the limit; a major holds for the time
// from then until the next crossing.
type Situation struct {
	Server *AdvisedServer
	// Scenario is the plan under parameters; nil if nothing is known of writes.
	Scenario *Scenario
	// Tables are those of the plan; nil if closed forms do not know it, as with queues.
	Tables []*Tables
	// Courses are what was simulated from now on, where the tables are not merged now or closed
	// forms do not know the plan well; nil where a forecast is asked for.
	Courses []Course
	// Stacks are what stands above the bases now, by group; nil if the tables are merged.
	Stacks []timeline.StartStack

	// Assumed is what was not said of the plan; nil if everything was.
	Assumed *Assumption

	Limit       float64       // of the 95th percentile of rows per row
	ActiveSince time.Duration // how long the oldest transaction has been open; 0 if none is known
	Queries     []ObservedQuery
	Rates       []float64 // transactions a second of intervals in a row
	Changed     []ChangedTable
}

// Advise gives all findings, ranked.
func (s *Situation) Advise() []Finding {
	var list []Finding
	for _, q := range s.Queries {
		list = append(list, s.Server.AdviseQuery(q))
	}
	if len(s.Rates) > 1 {
		list = append(list, s.Server.AdviseStall(s.Rates))
	}
	list = append(list, s.Server.AdviseChanged(s.Changed)...)
	list = append(list, s.Server.AdviseRelease()...)
	if s.Scenario != nil {
		list = append(list, s.ofPlan()...)
	}
	return RankFindings(list)
}

// ofPlan are the findings that need a plan.
func (s *Situation) ofPlan() (list []Finding) {
	add := func(f Finding, found bool) {
		if found {
			list = append(list, f)
		}
	}
	add(s.Server.AdviseMemory())
	if s.Tables != nil {
		totals := NewForecaster(s.Tables).Run(s.Scenario, func(*Moment) {})
		add(s.Server.AdviseThrottle(&totals, s.Tables))
	}
	due := s.majors()
	for g, stack := range s.Stacks {
		add(s.Server.AdviseStack(s.Scenario.Plan.Groups[g].Name, stack,
			due.Courses[g].Points[0].P95))
	}
	list = append(list, due.Due()...)
	if s.Tables != nil {
		window := s.Server.Window(s.ActiveSince)
		list = append(list, s.Server.AdviseKept(Kept(s.Scenario.Plan, s.Tables, window),
			s.ActiveSince))
	}
	for g, group := range s.Scenario.Plan.Groups {
		add(s.Server.IdleMode(group))
		if s.Tables == nil && comesAndGoes(s.Scenario.Plan, g) {
			add(s.Server.AdviseQueue(group))
		}
		if s.Tables != nil && due.Courses[g].Cross(s.Limit).Crosses {
			add(s.Server.AdviseMode(group, s.Scenario.Plan.Length(),
				ForecastModes(s.Scenario, s.Tables, g)))
		}
	}
	if s.Assumed != nil {
		list = append(list, s.assumed(due))
	}
	add(s.Server.AdviseTrigger())
	return list
}

// majors finds the courses that advice on majors looks at.
func (s *Situation) majors() *MajorAdvice {
	a := &MajorAdvice{Server: s.Server, Limit: s.Limit, Courses: s.Courses,
		Hold: s.hold}
	if s.Tables == nil {
		return a
	}
	if a.Courses == nil {
		a.Courses = s.forecast(s.Scenario, s.Tables)
	}
	if _, daily := a.dutyAfter(0); daily && s.Courses == nil {
		a.WithoutDaily = s.forecast(s.Scenario.withDuty(never), s.Tables)
	}
	return a
}

// forecast are the courses of tables that are merged now.
func (s *Situation) forecast(scenario *Scenario, tables []*Tables) []Course {
	list := Courses(scenario, tables)
	for g := range list {
		list[g].Refine(scenario, tables, g, s.Limit)
	}
	return list
}

// hold forecasts how long a major at that time holds, without the daily ones. The plan begins with
// merged tables, which stands for a major right then. Where closed forms do not know the plan, it
// is told by how long the group had been written to when it passed the limit.
func (s *Situation) hold(group int, at time.Duration) (time.Duration, bool) {
	if s.Tables == nil {
		began := time.Duration(-1)
		for _, l := range s.Scenario.Plan.Loads {
			if l.Group == group && writes(l) && l.From <= at && at < l.To {
				began = max(began, l.From)
			}
		}
		return at - began, began >= 0 && at > 0
	}
	if at == 0 {
		x := s.forecast(s.Scenario.withDuty(never), s.Tables)[group].Cross(s.Limit)
		return x.Point.At, x.Crosses
	}
	scenario := s.Scenario.withDuty((s.Scenario.TimeOfDay + at) % day)
	return Courses(scenario, s.Tables)[group].HeldAfter(at, s.Limit)
}

// comesAndGoes says whether rows of a group are deleted and others inserted, as in a queue.
func comesAndGoes(p *workload.Plan, group int) bool {
	var inserts, deletes bool
	for _, l := range p.Loads {
		if per := l.Options.PerEvent(); l.Group == group {
			alike := l.Script != workload.Queue && per[workload.Insert] == per[workload.Delete]
			inserts = inserts || !alike && per[workload.Insert] > 0
			deletes = deletes || !alike && per[workload.Delete] > 0
		}
	}
	return inserts && deletes
}

// Assumption is what the plan was given by default, and the same plan otherwise.
type Assumption struct {
	Taken     string    // such as "--rand-type special"
	Otherwise string    // such as "uniform"
	Tables    []*Tables // of the plan otherwise
}

// assumed says what the other choice would come to: the same writes hurt much more where few ids
// are in demand, and whoever reports a case often does not say (field case 1).
func (s *Situation) assumed(due *MajorAdvice) Finding {
	f := Finding{Level: AdviceKnow, Kind: AdviceAssumed, Subject: "plan"}
	taken := due.Courses[0].Cross(s.Limit)
	other := s.forecast(s.Scenario, s.Assumed.Tables)[0].Cross(s.Limit)
	f.Numbers.add("most_p95_rows_per_row", taken.MostP95)
	f.Numbers.add("otherwise_most_p95_rows_per_row", other.MostP95)
	passes := "never passes the limit"
	if other.Crosses {
		f.Numbers.add("otherwise_due_after_s", other.Point.At.Seconds())
		passes = "passes the limit after " + inTime(other.Point.At.Seconds())
	}
	f.Text = fmt.Sprintf("Nobody said otherwise, so %s was taken. With ids drawn %s the 95th "+
		"percentile %s and goes up to %.2f, not %.2f rows per row.", s.Assumed.Taken,
		s.Assumed.Otherwise, passes, other.MostP95, taken.MostP95)
	return f
}
