package main

import (
	"time"

	"github.com/spf13/pflag"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/validate"
)

// scenarioFlags describe a plan on a server, for the closed forms.
type scenarioFlags struct {
	planFlags
	serverFlags
	changed func(flag string) bool
}

// add adds flags that mean what they do in simulate; help only names most of them.
func (f *scenarioFlags) add(flags *pflag.FlagSet) {
	f.changed = flags.Changed
	all := pflag.NewFlagSet("scenario", pflag.ContinueOnError)
	f.planFlags.add(all)
	f.serverFlags.add(all)
	all.VisitAll(func(o *pflag.Flag) {
		switch o.Name {
		case "long-snapshot": // closed forms know none
			return
		case "plan", "memory":
		default:
			if o.Annotations == nil {
				o.Annotations = map[string][]string{
					groupKey: {"The plan and the server, as with simulate:"}}
			}
		}
		flags.AddFlag(o)
	})
}

// scenario is what they describe.
type scenario struct {
	plan    *workload.Plan
	rules   lsm.Rules
	options lsm.Options
	tables  []*model.Tables // by group of the plan
	start   time.Duration   // time of day
}

// load reads the plan and the server, and works the tables out.
func (f *scenarioFlags) load() (*scenario, error) {
	var s scenario
	var err error
	if s.rules, err = resolveRules(f.serverVersion, defaultServer, f.arch); err != nil {
		return nil, err
	}
	if s.plan, err = f.planFlags.load(nil, f.changed); err != nil {
		return nil, err
	}
	if s.options, err = f.options(nil, f.changed); err != nil {
		return nil, err
	}
	if s.start, err = f.timeOfDay(); err != nil {
		return nil, err
	}
	s.tables, err = newTables(s.plan, s.options, s.rules)
	return &s, err
}

// newTables works out the tables of each group.
func newTables(p *workload.Plan, o lsm.Options, r lsm.Rules) ([]*model.Tables, error) {
	var list []*model.Tables
	for g, group := range p.Groups {
		var loads []workload.Load
		for _, l := range p.Loads {
			if l.Group == g {
				loads = append(loads, l)
			}
		}
		t, err := model.NewTables(model.TablesConfig{Group: group, Loads: loads, Rules: r,
			RowCompactionLimit: o.RowCompactionUpdateLimit,
			BlockRows:          float64(validate.SysbenchBlockRows.Major[0])})
		if err != nil {
			return nil, failure("tables %s: %s", group.Name, withoutPackage(err))
		}
		list = append(list, t)
	}
	return list, nil
}

// forecast is the scenario with its memory, ready to be gone through.
func (f *scenarioFlags) forecast(s *scenario) (*model.Scenario, memory, error) {
	m, err := f.memoryOf(s.options, s.rules, freeze.Server{})
	if err != nil {
		return nil, m, err
	}
	return &model.Scenario{Options: s.options, Rules: s.rules, Limits: m.limits, Plan: s.plan,
		Timing: timeline.DefaultTiming(), TimeOfDay: s.start, MomentEvery: s.plan.Length(),
		SmallTenant: adaptive.SmallTenant(float64(f.cpus), m.limits.TenantBytes)}, m, nil
}
