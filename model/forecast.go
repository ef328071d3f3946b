package model

import (
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
)

// Scenario is a plan under parameters, as a [Forecaster] goes through it in expectation: one tablet
// stands for all of a group, events come evenly at the rates of the loads, and the engine's loops,
// triggers and policies decide as in package timeline, which does the same key by key.
type Scenario struct {
	Options lsm.Options
	Rules   lsm.Rules
	Limits  freeze.Limits
	Timing  timeline.Timing
	Plan    *workload.Plan
	// SmallTenant doubles the thresholds of adaptive compaction ([adaptive.SmallTenant]).
	SmallTenant bool
	// TimeOfDay is the server's local time when the plan begins, all tables being merged.
	TimeOfDay time.Duration
	// MomentEvery is the pause between two moments that are looked at.
	MomentEvery time.Duration
	// GetsPerSecond is how many gets each group's tables get together; the fuse row cache fills
	// with them.
	GetsPerSecond []float64
}

// Moment is what reads would find at one time of a scenario.
type Moment struct {
	At time.Duration
	// Reads are of each group's tables.
	Reads []Reads
	// Stacks are what stands above the base of each group's tables, oldest first.
	Stacks [][]Above
	// HoldBytes is what the memstore holds, active and frozen; ActiveBytes the active memtables.
	HoldBytes, ActiveBytes float64
	// DiskBytes is what all SSTables take, with the inputs of running merges.
	DiskBytes float64
	// MergeThreads are those that merge at that time.
	MergeThreads float64
}

// MergeWork sums up what a kind of merge did.
type MergeWork struct {
	Count         int     // merges of tablets
	InputRows     float64 // physical rows read
	OutputBytes   float64
	ThreadSeconds float64
}

func (w *MergeWork) add(n int, rows, bytes, seconds float64) {
	w.Count += n
	w.InputRows += rows
	w.OutputBytes += bytes
	w.ThreadSeconds += seconds
}

// Totals is what a scenario came to.
type Totals struct {
	Length              time.Duration
	Events              float64
	Freezes             int           // of the tenant, whatever the reason
	FirstFreeze         time.Duration // 0 if there was none
	Mini, Minor, Medium MergeWork     // Medium: meta majors too
	Major               MergeWork
	PeakHoldBytes       float64
	PeakDiskBytes       float64
	BaseBytes           float64 // all tables merged, at the start
	// ThrottledSeconds is how long the memstore held more than the throttling point, and
	// FullSeconds more than the limit: writes go on in expectation, as if not slowed down.
	ThrottledSeconds, FullSeconds float64
	MostRuns                      int // minis and minors of one tablet at once
}

// WriteAmplification is the bytes that all merges wrote for each byte that memtables were dumped
// to; 0 if none was.
func (t *Totals) WriteAmplification() float64 {
	if t.Mini.OutputBytes == 0 {
		return 0
	}
	return (t.Mini.OutputBytes + t.Minor.OutputBytes + t.Medium.OutputBytes +
		t.Major.OutputBytes) / t.Mini.OutputBytes
}

// SpaceAmplification is the most that the SSTables took over what they take when all is merged.
func (t *Totals) SpaceAmplification() float64 { return t.PeakDiskBytes / t.BaseBytes }

// MergeThreads is how many threads merged on average.
func (t *Totals) MergeThreads() float64 {
	return (t.Mini.ThreadSeconds + t.Minor.ThreadSeconds + t.Medium.ThreadSeconds +
		t.Major.ThreadSeconds) / t.Length.Seconds()
}

// Forecaster goes through scenarios over the same tables, group by group. It keeps its memory: one
// after the other they take some hundred microseconds and hardly allocate. It is not for use by
// several goroutines at once.
type Forecaster struct {
	tables []*Tables
	flow   flow
}

// NewForecaster makes one for the groups of a plan.
func NewForecaster(tables []*Tables) *Forecaster { return &Forecaster{tables: tables} }

// Run goes through a scenario and calls look at every moment, which must not keep what it is given.
func (f *Forecaster) Run(s *Scenario, look func(*Moment)) Totals {
	f.flow.begin(s, f.tables)
	f.flow.run(look)
	return f.flow.totals
}
