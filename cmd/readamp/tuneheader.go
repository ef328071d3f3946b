package main

import (
	"strings"

	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model/tune"
)

// tuneHeader says what was swept, over what, and what is wanted. Shards of one sweep have the same.
type tuneHeader struct {
	Plan               string            `json:"plan"` // in the form of a plan file
	ServerVersion      string            `json:"server_version"`
	Arch               string            `json:"arch"`
	Parameters         map[string]string `json:"parameters"` // in force, as given
	UnitBytes          int64             `json:"unit_bytes"`
	CPUs               int               `json:"cpus"`
	MemstoreLimitBytes int64             `json:"memstore_limit_bytes"`
	FreezeTriggerBytes int64             `json:"freeze_trigger_bytes"`
	ThrottleBytes      int64             `json:"throttle_bytes"`
	StartAt            string            `json:"start_at"`
	MomentEveryS       float64           `json:"moment_every_s"`
	ReadCost           string            `json:"read_cost"` // its unit
	Rules              tune.Rules        `json:"rules"`
	Workloads          []tune.Workload   `json:"workloads"`
	Sweep              tune.Sweep        `json:"sweep"`
	InForce            inForceLine       `json:"in_force"`
}

// inForceLine is what is in force, with its number in the sweep or -1.
type inForceLine struct {
	Setting  tune.Setting   `json:"setting"`
	Number   int            `json:"number"`
	Outcomes []tune.Outcome `json:"outcomes"`
}

func (p *tunePlan) newHeader(f *tuneFlags, rules tune.Rules, m memory) tuneHeader {
	c := p.config.Base
	h := tuneHeader{Plan: c.Plan.String(), ServerVersion: c.Rules.Version, Arch: f.arch,
		Parameters: f.given, UnitBytes: m.unit.MemoryBytes, CPUs: f.cpus,
		MemstoreLimitBytes: m.limits.MemstoreLimitBytes,
		FreezeTriggerBytes: m.limits.TriggerBytes, ThrottleBytes: m.limits.ThrottleBytes,
		StartAt: f.startAt, MomentEveryS: c.SampleEvery.Seconds(), Rules: rules,
		Workloads: p.config.Workloads, Sweep: p.config.Sweep}
	h.InForce.Setting, h.InForce.Number = p.tuner.InForce()
	return h
}

// tuning is what a sweep, or a part of one, came to.
type tuning struct {
	tuneHeader
	Shard shard

	results    []tune.Result // by number
	ranking    tune.Ranking
	exact      []simulated
	incomplete bool
	parts      int // shards of the sweep, while they are merged
}

// simulated is a finalist with what its simulation shows.
type simulated struct {
	ranked  tune.RankedSetting
	outcome tune.Outcome
}

// rank puts the settings in order.
func (t *tuning) rank() {
	t.ranking = tune.Rank(t.Sweep, t.Rules, t.results, tune.InForceResult{
		Setting: t.InForce.Setting, Number: t.InForce.Number,
		Result: tune.Result{Number: tune.InForceNumber, Outcomes: t.InForce.Outcomes}})
}

// robust says whether there is more than one workload.
func (t *tuning) robust() bool { return len(t.Workloads) > 1 }

// finalists are the best settings that keep the constraints, and what is in force.
func (t *tuning) finalists(n int) []tune.RankedSetting {
	list := append([]tune.RankedSetting{}, t.ranking.Settings[:min(n, t.ranking.Feasible)]...)
	for _, r := range list {
		if r.Number == t.ranking.InForce.Number {
			return list
		}
	}
	return append(list, t.ranking.InForce)
}

// plan is the plan as it was read.
func (t *tuning) plan() (*workload.Plan, error) {
	return workload.ParsePlan("plan", strings.NewReader(t.Plan))
}
