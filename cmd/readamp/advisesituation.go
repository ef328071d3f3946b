package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/model/advice"
	"github.com/readamp/readamp/validate"
)

// advicePoints is how many moments of a plan are looked at, at least a second apart.
const advicePoints = 1440

// situation is what advice is drawn from, and the report it goes into.
func (f *adviseFlags) situation(ctx context.Context, e env) (
	*advice.Situation, *adviceReport, error) {

	s := &advice.Situation{Limit: f.limit, ActiveSince: f.activeSince}
	if err := f.observed(s); err != nil {
		return nil, nil, err
	}
	if f.observedOnly() {
		server, err := f.bareServer()
		s.Server = server
		return s, &adviceReport{ServerVersion: versionOf(server), server: server}, err
	}
	from, err := f.openState()
	if err != nil {
		return nil, nil, err
	}
	f.fast, f.seed = true, 1
	c, m, err := f.config(from)
	if err != nil {
		return nil, nil, err
	}
	f.remarkParams(e)
	if f.serverVersion == "" && from.engine() == defaultServer {
		e.remark("no --server-version: rules and defaults are those of %s", c.Rules.Version)
	}
	s.Server = &advice.Server{Options: c.Options, Rules: c.Rules, Limits: c.Limits,
		Timing: c.Timing, CPUs: f.cpus, SmallTenant: c.SmallTenant, TimeOfDay: c.TimeOfDay,
		Tenant: f.tenant}
	for _, pin := range c.Pins {
		s.ActiveSince = max(s.ActiveSince, pin.To-pin.From)
	}
	s.Scenario = &model.Scenario{Options: c.Options, Rules: c.Rules, Limits: c.Limits,
		Timing: c.Timing, Plan: c.Plan, SmallTenant: c.SmallTenant, TimeOfDay: c.TimeOfDay,
		MomentEvery: max(c.Plan.Length()/advicePoints, time.Second)}
	about := &adviceReport{ServerVersion: c.Rules.Version, Plan: c.Plan.String(),
		LimitRowsPerRow: f.limit, StartedFrom: from.name(), server: s.Server, plan: c.Plan,
		memory: &m}
	return s, about, f.lookAhead(ctx, e, s, c, from)
}

// observed reads the flags that say what was seen.
func (f *adviseFlags) observed(s *advice.Situation) (err error) {
	if !(f.limit > 1 && f.limit <= 1000) {
		return usageError("--limit: %g is no limit of rows per row: want more than 1, as nothing "+
			"reads less", f.limit)
	}
	if f.tenant != "" && !tenantName.MatchString(f.tenant) {
		return usageError("--tenant: %q is not a tenant's name", f.tenant)
	}
	if f.activeSince < 0 {
		return usageError("--active-since: %v is before the transaction began", f.activeSince)
	}
	if s.Queries, err = observedQueries(f.queries); err != nil {
		return usageError("--query: %w", err)
	}
	if s.Changed, err = changedTables(f.counted); err != nil {
		return usageError("--changed: %w", err)
	}
	if s.Rates, err = intervalRates(f.intervals); err != nil {
		return usageError("--tps: %w", err)
	}
	return nil
}

// bareServer is a server of which no more is known than its release and parameters.
func (f *adviseFlags) bareServer() (*advice.Server, error) {
	rules, err := resolveRules(f.serverVersion, defaultServer, f.arch)
	if err != nil {
		return nil, err
	}
	options, err := f.options(nil, f.changed)
	return &advice.Server{Options: options, Rules: rules, Timing: timeline.DefaultTiming(),
		CPUs: f.cpus, Tenant: f.tenant,
		SmallTenant: adaptive.SmallTenant(float64(f.cpus), math.MaxInt64)}, err
}

func versionOf(s *advice.Server) string {
	if s == nil {
		return ""
	}
	return s.Rules.Version
}

// lookAhead makes the tables of the plan; where closed forms do not know it, or tables are not
// merged when it begins, it is simulated.
func (f *adviseFlags) lookAhead(ctx context.Context, e env, s *advice.Situation,
	c timeline.Config, from *recordedState) (err error) {

	var unknown error
	s.Tables, unknown = newTables(c.Plan, c.Options, c.Rules)
	if unknown != nil {
		s.Tables = nil
		e.remark("the plan is simulated key by key: closed forms do not know queues, nor tables " +
			"that grow or shrink")
		f.fast = false
		if err := f.checkRows(c.Plan); err != nil {
			return err
		}
	}
	if from != nil {
		start, err := validate.NewStartState(c.Plan, from.state)
		if err != nil {
			return fmt.Errorf("%s: state %s: %w", from.file, from.state.Label, err)
		}
		s.Stacks = start.Stacks
	}
	blended := slices.ContainsFunc(s.Tables, (*model.Tables).Blended)
	if from != nil || s.Tables == nil || blended {
		s.Courses, err = f.simulated(ctx, e, c, from)
		return err
	}
	if f.plan == "" {
		s.Assumed, err = f.assumed(c)
	}
	return err
}

// simulated runs the plan and gives what its samples show.
func (f *adviseFlags) simulated(ctx context.Context, e env, c timeline.Config,
	from *recordedState) ([]advice.Course, error) {

	tenant, err := newTenant(c, f.fast)
	if err != nil {
		return nil, err
	}
	if err := from.begin(e, c, tenant); err != nil {
		return nil, err
	}
	if err := tenant.Run(ctx, progressTo(e)); err != nil {
		if errors.Is(err, context.Canceled) {
			e.remark("interrupted at %s of %s: there is no advice", clock(tenant.At()),
				clock(c.Plan.Length()))
		}
		return nil, err
	}
	return advice.SampledCourses(c.Plan, tenant.Samples), nil
}

// assumed is what the flags left out: the distribution, and the rate.
func (f *adviseFlags) assumed(c timeline.Config) (*advice.Assumption, error) {
	if f.changed("rand-type") {
		return nil, nil
	}
	taken := "--rand-type " + c.Plan.Loads[0].Options.RandType
	if !f.changed("rate") {
		taken = "--rate " + f.rate + " and " + taken
	}
	other := *c.Plan
	other.Loads = append([]workload.Load{}, c.Plan.Loads...)
	for i := range other.Loads {
		other.Loads[i].Options.RandType = "uniform"
	}
	tables, err := newTables(&other, c.Options, c.Rules)
	return &advice.Assumption{Taken: taken, Otherwise: "uniform", Tables: tables}, err
}
