package main

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/validate"
)

const (
	// samplesOfPlan is the least number of samples a plan gets if nothing else is said.
	samplesOfPlan = 480
	// sampledTables and sampledStatements bound what a sample reads: tables take turns.
	sampledTables     = 8
	sampledStatements = 100
	// sampleLeast is the least time between samples.
	sampleLeast = 100 * time.Millisecond
	// samplesMost bounds the samples of a simulation.
	samplesMost = 200_000
	// rowsMost bounds the rows of all tables that are kept key by key, some 10 bytes each.
	rowsMost = 500_000_000
)

// defaultServer is the version whose rules hold if none is named: the newest that is modelled.
const defaultServer = "4.4"

// config makes the simulation that the flags describe.
func (f *simulateFlags) config(from *recordedState) (timeline.Config, memory, error) {
	var c timeline.Config
	var m memory
	rules, err := resolveRules(f.serverVersion, from.engine(), f.arch)
	if err != nil {
		return c, m, err
	}
	plan, err := f.planFlags.load(from.sysbench(), f.changed)
	if err != nil {
		return c, m, err
	}
	if err := f.checkRows(plan); err != nil {
		return c, m, err
	}
	options, err := f.options(from, f.changed)
	if err != nil {
		return c, m, err
	}
	start, err := f.timeOfDay()
	if err != nil {
		return c, m, err
	}
	pins, err := f.pins()
	if err != nil {
		return c, m, err
	}
	c = timeline.Config{Options: options, Rules: rules, Plan: plan, Pins: pins,
		Timing: timeline.DefaultTiming(), Seed: f.seed, SampleTablets: sampledTables,
		SampleStatements: sampledStatements, TimeOfDay: start}
	if m, err = f.memoryOf(options, rules, from.reported(f.changed)); err != nil {
		return c, m, err
	}
	c.Limits, c.OpenPages = m.limits, m.limits.OpenPages
	c.SmallTenant = adaptive.SmallTenant(float64(f.cpus), c.Limits.TenantBytes)
	if c.Probes, err = probes(plan); err != nil {
		return c, m, err
	}
	c.SampleEvery, err = f.sampleEvery(plan.Length())
	return c, m, err
}

// checkRows refuses tables that are too large to be kept key by key.
func (f *simulateFlags) checkRows(p *workload.Plan) error {
	var rows float64
	for _, g := range p.Groups {
		rows += float64(g.Tables) * float64(g.Rows)
	}
	if rows > rowsMost && !f.fast {
		return usageError("%s rows in all tables: key by key at most %s are simulated; --fast "+
			"has no such limit", short(rows), short(rowsMost))
	}
	return nil
}

// sampleSteps are the times between samples that are chosen, in seconds.
var sampleSteps = []float64{0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 20, 30, 60, 120, 180, 300, 600, 900,
	1800, 3600}

// sampleEvery is the time between samples: the one named, else the longest of the steps that gives
// a plan enough of them.
func (f *simulateFlags) sampleEvery(length time.Duration) (time.Duration, error) {
	every := f.sample
	if !f.changed("sample") {
		every = sampleLeast
		for _, step := range sampleSteps {
			if step <= length.Seconds()/samplesOfPlan {
				every = time.Duration(math.Round(step*10)) * 100 * time.Millisecond
			}
		}
	}
	switch {
	case every < sampleLeast:
		return 0, usageError("--sample: %v is less than %v", every, sampleLeast)
	case every > length:
		return 0, usageError("--sample: %s is longer than the plan, %s", spell(every),
			spell(length))
	case length/every > samplesMost:
		return 0, usageError("--sample: %v gives %d samples, at most %d are taken", every,
			length/every, samplesMost)
	}
	return every, nil
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
	if err != nil && fast {
		return nil, failure("--fast: %s", strings.TrimPrefix(err.Error(), "model: "))
	}
	if err != nil {
		return nil, err
	}
	return timeline.New(c, content)
}

// warnings are doubts about the settings.
func (f *simulateFlags) warnings(c timeline.Config) []string {
	list := append([]string{}, c.Limits.Warnings()...)
	l := c.Limits
	if shown := l.ShownTriggerBytes(c.Rules); shown > l.TriggerBytes && shown > l.HardLimitBytes {
		list = append(list, fmt.Sprintf("full pages of %s and %d open ones are more than the "+
			"memstore limit of %s: it can fill up before a freeze comes",
			inBytes(l.TriggerBytes), l.OpenPages, inBytes(l.HardLimitBytes)))
	}
	for _, g := range c.Plan.Groups {
		switch mode := g.Mode; {
		case mode == adaptive.Normal:
		case !c.Options.EnableAdaptiveCompaction && mode < adaptive.Moderate:
			list = append(list, fmt.Sprintf("tables %s: table_mode %s is idle while "+
				"_enable_adaptive_compaction is off", g.Name, mode))
		case mode >= adaptive.Moderate && !c.Rules.Adaptive.FiveModes:
			list = append(list, fmt.Sprintf("tables %s: %s does not know table_mode %s",
				g.Name, c.Rules.Version, mode))
		}
	}
	return list
}
