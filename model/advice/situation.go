package advice

import (
	"fmt"
	"time"

	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

// Situation is what advice is drawn from. What is left out is not advised on. Each finding is a
// function of its own; the package comment lists them.
type Situation struct {
	Server *Server
	// Scenario is the plan under parameters; nil if nothing is known of writes.
	Scenario *model.Scenario
	// Tables are those of the plan; nil if closed forms do not know it, as with queues.
	Tables []*model.Tables
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

// Findings are all that there are, ranked.
func (s *Situation) Findings() []Finding {
	var list []Finding
	for _, q := range s.Queries {
		list = append(list, s.Server.Query(q))
	}
	if len(s.Rates) > 1 {
		list = append(list, s.Server.Stall(s.Rates))
	}
	list = append(list, s.Server.Changed(s.Changed)...)
	list = append(list, s.Server.Release()...)
	if s.Scenario != nil {
		list = append(list, s.ofPlan()...)
	}
	return Rank(list)
}

// ofPlan are the findings that need a plan.
func (s *Situation) ofPlan() (list []Finding) {
	add := func(f Finding, found bool) {
		if found {
			list = append(list, f)
		}
	}
	add(s.Server.Memory())
	if s.Tables != nil {
		totals := model.NewForecaster(s.Tables).Run(s.Scenario, func(*model.Moment) {})
		add(s.Server.Throttle(&totals, s.Tables))
	}
	due := s.majors()
	for g, stack := range s.Stacks {
		add(s.Server.Stack(s.Scenario.Plan.Groups[g].Name, stack,
			due.Courses[g].Points[0].P95))
	}
	list = append(list, due.Due()...)
	if s.Tables != nil {
		window := s.Server.Window(s.ActiveSince)
		list = append(list, s.Server.Kept(KeptWithin(s.Scenario.Plan, s.Tables, window),
			s.ActiveSince))
	}
	for g, group := range s.Scenario.Plan.Groups {
		add(s.Server.IdleMode(group))
		if s.Tables == nil && comesAndGoes(s.Scenario.Plan, g) {
			add(s.Server.Queue(group))
		}
		if s.Tables != nil && due.Courses[g].Cross(s.Limit).Crosses {
			add(s.Server.Mode(group, s.Scenario.Plan.Length(),
				ForecastModes(s.Scenario, s.Tables, g)))
		}
	}
	if s.Assumed != nil {
		list = append(list, s.assumed(due))
	}
	add(s.Server.Trigger())
	return list
}

// majors finds the courses that advice on majors looks at.
func (s *Situation) majors() *Majors {
	a := &Majors{Server: s.Server, Limit: s.Limit, Courses: s.Courses,
		Hold: s.hold}
	if s.Tables == nil {
		return a
	}
	if a.Courses == nil {
		a.Courses = s.forecast(s.Scenario, s.Tables)
	}
	if _, daily := a.dutyAfter(0); daily && s.Courses == nil {
		a.WithoutDaily = s.forecast(withDuty(s.Scenario, never), s.Tables)
	}
	return a
}

// forecast are the courses of tables that are merged now.
func (s *Situation) forecast(scenario *model.Scenario, tables []*model.Tables) []Course {
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
			if l.Group == group && l.Options.PerEvent().Writes() > 0 && l.From <= at && at < l.To {
				began = max(began, l.From)
			}
		}
		return at - began, began >= 0 && at > 0
	}
	if at == 0 {
		x := s.forecast(withDuty(s.Scenario, never), s.Tables)[group].Cross(s.Limit)
		return x.Point.At, x.Crosses
	}
	scenario := withDuty(s.Scenario, (s.Scenario.TimeOfDay+at)%day)
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
	Taken     string          // such as "--rand-type special"
	Otherwise string          // such as "uniform"
	Tables    []*model.Tables // of the plan otherwise
}

// assumed says what the other choice would come to: the same writes hurt much more where few ids
// are in demand, and whoever reports a case often does not say (field case 1).
func (s *Situation) assumed(due *Majors) Finding {
	f := Finding{Level: Know, Kind: KindAssumed, Subject: "plan"}
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
