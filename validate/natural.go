package validate

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/record"
)

// Natural is the protocol of runs in which freezes and merges come as the engine decides.
const Natural = "natural"

// naturalPlan is what of a recorded run a simulation is told: the parameters, when which script
// ran, how much it wrote, and what an administrator did.
type naturalPlan struct {
	run    *record.Run
	config timeline.Config
	begin  float64 // Unix seconds at which the plan begins
	phases []*record.Phase
	states []*record.State
}

// readStatements is how many statements of a kind are read in each table after a phase.
const readStatements = 5000

// newNaturalPlan reads a run as a plan.
func newNaturalPlan(run *record.Run, rules lsm.Rules, timing timeline.Timing, seed uint64) (
	*naturalPlan, error,
) {
	c := run.Config()
	o := lsm.DefaultOptions()
	for _, name := range slices.Sorted(maps.Keys(c.Params)) {
		if err := o.Set(name, c.Params[name]); err != nil {
			return nil, fmt.Errorf("%s: config: %w", run.File, err)
		}
	}
	// The lab turns these off by hand; a recording does not say so.
	o.AdvanceCheckpointInterval, o.EnableFastFreeze = 0, false
	n := &naturalPlan{run: run}
	n.config = timeline.Config{Options: o, Rules: rules, Timing: timing, Seed: seed,
		SampleEvery: time.Second, SampleTablets: c.Tables, SampleStatements: 50,
		Plan: &workload.Plan{Groups: []workload.TableGroup{{Name: "sbtest", Tables: c.Tables,
			Rows: c.TableSize, Index: true}}}}
	for _, e := range run.Entries {
		if err := n.follow(e); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", run.File, e.Line, err)
		}
	}
	if len(n.states) == 0 || len(n.config.Plan.Loads) == 0 {
		return nil, fmt.Errorf("%s: no state or no phase that writes", run.File)
	}
	n.config.Relimit = n.limits
	n.config.Limits = n.limits(o)
	n.config.OpenPages = n.config.Limits.OpenPages
	if phase, ok := reportPhase(n.states[0].History); ok {
		n.config.Timing.ReportPhase = time.Duration(
			math.Mod(phase-math.Mod(n.begin, reportPeriodS)+reportPeriodS, reportPeriodS) *
				float64(time.Second))
	}
	if used := n.states[0].Memstore.Used; used > 0 {
		n.config.OpenPages = used / freeze.PageBytes
	}
	return n, n.finish()
}

// at is a recorded moment in the plan's time.
func (n *naturalPlan) at(unix float64) time.Duration {
	return time.Duration((unix - n.begin) * float64(time.Second))
}

func (n *naturalPlan) follow(e record.Entry) error {
	switch {
	case e.State != nil:
		if len(n.states) == 0 {
			n.begin = e.State.At // the base: everything before it has been merged
		}
		n.states = append(n.states, e.State)
	case len(n.states) == 0:
	case e.Do != nil:
		a := e.Do.Action
		action := timeline.Action{At: n.at(e.Do.Start), Name: a.Name, Value: a.Value}
		switch a.Kind {
		case record.FreezeMajor:
			action.Freeze = "major"
		case record.FreezeMinor:
			action.Freeze = "minor"
		}
		n.config.Actions = append(n.config.Actions, action)
	case e.Phase != nil:
		return n.phase(e.Phase)
	}
	return nil
}

// phase adds a load.
func (n *naturalPlan) phase(p *record.Phase) error {
	o, err := phaseOptions(n.run.Config(), p)
	if err != nil {
		return err
	}
	n.phases = append(n.phases, p)
	writes := int64(o.PerEvent().Writes())
	if writes == 0 || p.End <= p.Start {
		return nil
	}
	events := float64(p.Queries.Write) / float64(writes)
	n.config.Plan.Loads = append(n.config.Plan.Loads, workload.Load{From: n.at(p.Start),
		To: n.at(p.End), Script: p.Script, Options: o,
		Rate: workload.Rate{PerSecond: events / (p.End - p.Start)}})
	return nil
}

// finish makes the plan as long as the run, and says how it is read.
func (n *naturalPlan) finish() error {
	last := n.states[len(n.states)-1].At
	for _, p := range n.phases {
		last = max(last, p.End)
	}
	loads := &n.config.Plan.Loads
	o := (*loads)[0].Options
	o.Script = "oltp_read_only"
	*loads = append(*loads, workload.Load{To: n.at(last), Script: o.Script, Options: o,
		Rate: workload.Rate{PerSecond: 1}})
	ids, err := keydist.New(o.RandType, o.TableSize, o.Rand)
	if err != nil {
		return err
	}
	n.config.Probes = []timeline.Probe{{RangeSize: o.RangeSize, IDs: ids}}
	return nil
}

// limits are those that the server showed at the base, before anything was written; without them
// what follows from its parameters.
func (n *naturalPlan) limits(o lsm.Options) freeze.Limits {
	m := n.states[0].Memstore
	server := freeze.ServerBytes(o, freeze.Machine{})
	return freeze.Resolve(o, n.config.Rules, freeze.Unit{MemoryBytes: server, CPUs: 2},
		freeze.Hold{}, freeze.Server{MemstoreLimitBytes: m.Limit,
			FreezeTriggerBytes: m.FreezeTrigger})
}

// natural is what a simulation of the plan showed.
type natural struct {
	tenant  *timeline.Tenant
	letters map[string][]lettersAt // by tablet
	stacks  map[string][]timeline.Stack
	rows    map[*record.Phase]timeline.Readings
}

// lettersAt is the stack of a tablet from a moment on, in letters.
type lettersAt struct {
	at      time.Duration
	letters string
}

// lettersEvery is how often the stacks are looked at.
const lettersEvery = 250 * time.Millisecond

// simulate runs the plan.
func (n *naturalPlan) simulate(ctx context.Context) (*natural, error) {
	content, err := timeline.NewKeys(n.config, SysbenchBlockRows)
	if err != nil {
		return nil, err
	}
	tenant, err := timeline.New(n.config, content)
	if err != nil {
		return nil, err
	}
	out := &natural{tenant: tenant, letters: map[string][]lettersAt{},
		stacks: map[string][]timeline.Stack{}, rows: map[*record.Phase]timeline.Readings{}}
	for at := time.Duration(0); at < n.config.Plan.Length(); at += lettersEvery {
		tenant.Schedule(at, out.look)
	}
	for _, s := range n.states {
		tenant.Schedule(n.at(s.At), func() { out.stacks[s.Label] = tenant.Stacks() })
	}
	for _, p := range n.phases {
		if reads := p.Audit["range"].N > 0 || p.Queries.Write == 0; reads {
			middle := n.at((p.Start + p.End) / 2)
			tenant.Schedule(middle, func() { out.rows[p] = tenant.ReadAll(readStatements) })
		}
	}
	return out, tenant.Run(ctx, nil)
}

// look notes the stacks that changed.
func (n *natural) look() {
	for _, s := range n.tenant.Stacks() {
		list := n.letters[s.Tablet]
		if l := s.Letters(); len(list) == 0 || list[len(list)-1].letters != l {
			n.letters[s.Tablet] = append(list, lettersAt{n.tenant.At(), l})
		}
	}
}
