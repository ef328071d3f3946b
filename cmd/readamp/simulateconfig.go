package main

import (
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/validate"
)

const (
	// samplesOfPlan is how many samples a plan gets if nothing else is said.
	samplesOfPlan = 480
	// sampledTables and sampledStatements bound what a sample reads: tables take turns.
	sampledTables     = 8
	sampledStatements = 100
	// sampleLeast is the least time between samples.
	sampleLeast = 100 * time.Millisecond
	// samplesMost bounds the samples of a simulation.
	samplesMost = 200_000
)

// defaultServer is the version whose rules hold if none is named: the newest that is modelled.
const defaultServer = "4.4"

// config makes the simulation that the flags describe.
func (f *simulateFlags) config() (timeline.Config, error) {
	var c timeline.Config
	rules, err := resolveRules(f.serverVersion, defaultServer, f.arch)
	if err != nil {
		return c, err
	}
	plan, err := f.planFlags.load()
	if err != nil {
		return c, err
	}
	options, err := f.serverFlags.options()
	if err != nil {
		return c, err
	}
	start, err := time.Parse("15:04", f.startAt)
	if err != nil {
		return c, usageError("--start-at: %q is not a time of day such as 18:30", f.startAt)
	}
	c = timeline.Config{Options: options, Rules: rules, Plan: plan,
		Timing: timeline.DefaultTiming(), Seed: f.seed, SampleTablets: sampledTables,
		SampleStatements: sampledStatements,
		TimeOfDay: time.Duration(start.Hour())*time.Hour +
			time.Duration(start.Minute())*time.Minute}
	if c.Limits, err = f.limits(options, rules); err != nil {
		return c, err
	}
	c.OpenPages = c.Limits.OpenPages
	c.SmallTenant = adaptive.SmallTenant(float64(f.cpus), c.Limits.TenantBytes)
	if c.Probes, err = probes(plan); err != nil {
		return c, err
	}
	c.SampleEvery, err = f.sampleEvery(plan.Length())
	return c, err
}

// sampleEvery is the time between samples.
func (f *simulateFlags) sampleEvery(length time.Duration) (time.Duration, error) {
	every := f.sample
	if every == 0 {
		every = max(length/samplesOfPlan, sampleLeast)
	}
	if every < sampleLeast {
		return 0, usageError("--sample: %v is less than %v", every, sampleLeast)
	}
	if length/every > samplesMost {
		return 0, usageError("--sample: %v gives %d samples, at most %d are taken", every,
			length/every, samplesMost)
	}
	return every, nil
}

// limits are the borders of the memstore.
func (f *simulateFlags) limits(o lsm.Options, r lsm.Rules) (freeze.Limits, error) {
	var server freeze.Server
	unit := freeze.Unit{CPUs: int64(f.cpus)}
	for _, size := range []struct {
		flag, text string
		into       *int64
	}{
		{"memory", f.memory, &unit.MemoryBytes},
		{"memstore-limit", f.memstoreLimit, &server.MemstoreLimitBytes},
		{"freeze-trigger", f.freezeTrigger, &server.FreezeTriggerBytes},
	} {
		if size.text == "" {
			continue
		}
		bytes, err := parseBytes(size.text)
		if err != nil {
			return freeze.Limits{}, usageError("--%s: %w", size.flag, err)
		}
		*size.into = bytes
	}
	if f.cpus < 1 {
		return freeze.Limits{}, usageError("--cpus: %d is none", f.cpus)
	}
	if unit.MemoryBytes == 0 && o.MemoryLimit > 0 {
		unit = freeze.LargestUnit(o, r, freeze.Machine{CPUs: int64(f.cpus)})
	}
	if unit.MemoryBytes == 0 && server.MemstoreLimitBytes == 0 {
		return freeze.Limits{}, usageError("how much memory? --memory 21G names the tenant's " +
			"unit, --memstore-limit what GV$OB_MEMSTORE shows")
	}
	l := freeze.Resolve(o, r, unit, freeze.Hold{}, server)
	if l.TriggerBytes <= 0 {
		return l, usageError("--memory: %s is too little for a tenant", f.memory)
	}
	return l, nil
}

// probes are how each group of a plan is read: by its first load that reads, else by ranges of 100
// rows at ids drawn like those of its first load; a queue from its head.
func probes(p *workload.Plan) ([]timeline.Probe, error) {
	list := make([]timeline.Probe, len(p.Groups))
	for g, group := range p.Groups {
		list[g].RangeSize = 100
		name, rand := "uniform", keydist.Options{}
		found := false
		for _, l := range p.Loads {
			if l.Group != g {
				continue
			}
			reads := l.Options.PerEvent().Reads() > 0
			if l.Script == workload.Queue {
				list[g].FromHead = true
			}
			if !found || reads {
				list[g].RangeSize, name, rand = l.Options.RangeSize, l.Options.RandType,
					l.Options.Rand
				found = true
			}
			if reads {
				break
			}
		}
		ids, err := keydist.New(name, group.Rows, rand)
		if err != nil {
			return nil, err
		}
		list[g].IDs = ids
	}
	return list, nil
}

// newTenant makes the tenant, with single keys or expected numbers.
func newTenant(c timeline.Config, fast bool) (*timeline.Tenant, error) {
	newContent := timeline.NewKeys
	if fast {
		newContent = model.NewStrata
	}
	content, err := newContent(c, validate.SysbenchBlockRows)
	if err != nil {
		return nil, err
	}
	return timeline.New(c, content)
}

// remarkLimits says what follows from the memory.
func remarkLimits(e env, c timeline.Config) {
	l := c.Limits
	e.remark("rules of %s; memstore limit %s, freeze trigger %s (%s), throttling from %s",
		c.Rules.Version, inBytes(l.MemstoreLimitBytes), inBytes(l.TriggerBytes), l.From,
		inBytes(l.ThrottleBytes))
	for _, w := range l.Warnings() {
		e.remark("warning: %s", w)
	}
}

func settingsOf(c timeline.Config, fast bool) settings {
	return settings{Plan: c.Plan.String(), ServerVersion: c.Rules.Version, Seed: c.Seed,
		Fast: fast, MinorCompactTrigger: c.Options.MinorCompactTrigger,
		FreezeTriggerPct:   c.Options.FreezeTriggerPercentage,
		MemstoreLimitBytes: c.Limits.MemstoreLimitBytes,
		FreezeTriggerBytes: c.Limits.TriggerBytes, ThrottleBytes: c.Limits.ThrottleBytes,
		SampleEveryS: c.SampleEvery.Seconds()}
}
