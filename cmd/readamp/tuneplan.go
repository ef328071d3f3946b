package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/model/tune"
	"github.com/readamp/readamp/validate"
)

// tunePlan is what the flags ask for.
type tunePlan struct {
	config tune.Config
	tuner  *tune.Tuner
	header tuneHeader
	shard  shard
}

// exactTables and exactStatements bound what a sample of --exact reads: tables take turns.
const (
	exactTables     = 8
	exactStatements = 200
)

// tuning reads the flags and works out the tables.
func (f *tuneFlags) tuning() (*tunePlan, error) {
	p := &tunePlan{shard: shard{Part: 0, Of: 1}}
	rules, err := f.rules()
	if err != nil {
		return nil, err
	}
	if f.shard != "" {
		if p.shard, err = f.readShard(); err != nil {
			return nil, err
		}
	}
	m, err := f.base(&p.config.Base)
	if err != nil {
		return nil, err
	}
	p.config.BlockRows = validate.SysbenchBlockRows
	if p.config.Sweep, err = f.readSweep(); err != nil {
		return nil, err
	}
	p.config.Workloads, err = tune.Workloads(p.config.Base.Plan, f.robust, f.robustRand)
	if err != nil {
		return nil, usageError("--robust: %s", withoutPackage(err))
	}
	server := p.config.Base.Rules
	p.config.Limits = func(o lsm.Options) (freeze.Limits, error) {
		m, err := f.memoryOf(o, server, freeze.Server{})
		return m.limits, err
	}
	costs, err := f.readCosts(&p.config)
	if err != nil {
		return nil, err
	}
	if p.tuner, err = tune.New(p.config); err != nil {
		return nil, fmt.Errorf("%w", withoutModel{err})
	}
	p.header = p.newHeader(f, rules, m)
	p.header.ReadCost = costs
	return p, nil
}

// withoutModel leaves the package's name out of an error.
type withoutModel struct{ error }

func (e withoutModel) Error() string {
	return strings.TrimPrefix(strings.TrimPrefix(e.error.Error(), "tune: "), "model: ")
}

func (e withoutModel) Unwrap() error { return e.error }

// base is what is in force.
func (f *tuneFlags) base(c *timeline.Config) (m memory, err error) {
	var none *recordedState
	if c.Rules, err = resolveRules(f.serverVersion, defaultServer, f.arch); err != nil {
		return m, err
	}
	if c.Plan, err = f.planFlags.load(none.sysbench(), f.changed); err != nil {
		return m, err
	}
	if c.Options, err = f.options(none, f.changed); err != nil {
		return m, err
	}
	if c.TimeOfDay, err = f.timeOfDay(); err != nil {
		return m, err
	}
	if m, err = f.memoryOf(c.Options, c.Rules, freeze.Server{}); err != nil {
		return m, err
	}
	c.Limits, c.OpenPages = m.limits, m.limits.OpenPages
	c.SmallTenant = adaptive.SmallTenant(float64(f.cpus), c.Limits.TenantBytes)
	c.Timing, c.Seed = timeline.DefaultTiming(), f.seed
	c.SampleEvery = tune.MomentEvery(c.Plan.Length())
	c.SampleTablets, c.SampleStatements = exactTables, exactStatements
	c.Probes, err = probes(c.Plan)
	return m, err
}

// rules are what is wanted of settings.
func (f *tuneFlags) rules() (r tune.Rules, err error) {
	r.Objective = tune.Objective(f.objective)
	r.Constraints = tune.Constraints{AllowThrottle: f.allowThrottle,
		MaxWriteAmplification: f.maxWriteAmplification}
	if f.changed("max-write-amplification") && !(f.maxWriteAmplification >= 1) {
		return r, usageError("--max-write-amplification: %g: every byte is written once at least",
			f.maxWriteAmplification)
	}
	for _, size := range []struct {
		flag, text string
		into       *int64
	}{
		{"max-memory", f.maxMemory, &r.Constraints.MaxMemstoreBytes},
		{"max-space", f.maxSpace, &r.Constraints.MaxDiskBytes},
	} {
		if size.text == "" {
			continue
		}
		if *size.into, err = parseBytes(size.text); err != nil {
			return r, usageError("--%s: %w", size.flag, err)
		}
	}
	switch {
	case f.top < 0:
		return r, usageError("--top: %d settings", f.top)
	case f.finalists < 1:
		return r, usageError("--finalists: %d settings, at least 1 is needed", f.finalists)
	case f.changed("finalists") && !f.exact:
		return r, usageError("--finalists needs --exact: without it none is simulated")
	case f.shard != "" && f.exact:
		return r, usageError("--exact and --shard: the best are known when all shards are merged")
	case f.shard != "" && f.out == "":
		return r, usageError("--shard needs --out: the file for tune --merge")
	}
	return r, nil
}

// readSweep reads --sweep. What a server reported holds for its own parameters only.
func (f *tuneFlags) readSweep() (tune.Sweep, error) {
	if len(f.sweep) == 0 {
		return nil, usageError("what is swept? --sweep minor-compact-trigger=0:16 " +
			"--sweep freeze-trigger-percentage=5:60:5")
	}
	sweep, err := tune.ParseSweep(f.sweep)
	if err != nil {
		return nil, usageError("--sweep: %w", err)
	}
	last := len(ofMemory) - 1
	for _, axis := range sweep {
		switch place := slices.Index(ofMemory, axis.Name); {
		case place < 0:
		case f.freezeTrigger != "":
			return nil, usageError("--freeze-trigger and --sweep %s: the trigger follows from it",
				axis.Name)
		case place < last && f.memstoreLimit != "":
			return nil, usageError("--memstore-limit and --sweep %s: the limit follows from it",
				axis.Name)
		}
	}
	return sweep, nil
}

// shard is a part of the settings: those whose number leaves the remainder Part when divided by Of.
type shard struct {
	Part int `json:"part"`
	Of   int `json:"of"`
}

// shardsMost bounds the shards of a sweep.
const shardsMost = tune.SettingsMost

func (f *tuneFlags) readShard() (s shard, err error) {
	part, of, _ := strings.Cut(f.shard, "/")
	if s.Part, err = strconv.Atoi(part); err == nil {
		s.Of, err = strconv.Atoi(of)
	}
	if err != nil {
		return s, usageError("--shard: %q: want part/parts, such as 0/4", f.shard)
	}
	if s.Of < 1 || s.Of > shardsMost || s.Part < 0 || s.Part >= s.Of {
		return s, usageError("--shard: %q: parts of %d are 0 to %d", f.shard, s.Of, s.Of-1)
	}
	return s, nil
}

// numbers are those of the settings of the shard.
func (s shard) numbers(count int) []int {
	numbers := []int{}
	for n := s.Part; n < count; n += s.Of {
		numbers = append(numbers, n)
	}
	return numbers
}

// simulateFinalists simulates the best settings and what is in force.
func (p *tunePlan) simulateFinalists(ctx context.Context, e env, best int, t *tuning) error {
	content, how := timeline.NewKeys, "key by key"
	rows := 0.0
	for _, g := range p.config.Base.Plan.Groups {
		rows += float64(g.Tables) * float64(g.Rows)
	}
	if rows > rowsMost {
		content, how = model.NewStrata, "in expected numbers by stratum: too many rows for single "+
			"keys"
	}
	finalists := t.finalists(best)
	for i, r := range finalists {
		e.remark("simulating %d of %d, %s: %s", i+1, len(finalists), how, r.Setting)
		o, err := p.tuner.Exact(ctx, r.Number, func(c timeline.Config) (timeline.Content, error) {
			return content(c, validate.SysbenchBlockRows)
		})
		if err != nil {
			return err
		}
		t.exact = append(t.exact, simulated{ranked: r, outcome: o})
	}
	return nil
}
