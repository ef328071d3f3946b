package tune

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

// ReadCost is what a read costs at a moment, in any unit that is the same at all of them: CPU per
// query over that of merged tables, for one. It is called by several goroutines at once.
type ReadCost func(m *model.Moment) float64

// Config says what is tuned.
type Config struct {
	// Base is what is in force, as it would be simulated. Pins and Actions must be empty:
	// forecasts know none. SampleEvery is the pause between two looks at the tables.
	Base timeline.Config
	// BlockRows is how many rows share a block of the tables.
	BlockRows lsm.BlockRows
	Sweep     Sweep
	// Workloads are the plan and its neighbours (see [Workloads]). Every setting is forecast
	// under each.
	Workloads []Workload
	// Limits are the borders of the memstore under options; most parameters leave them as in
	// Base, which are taken where Limits is nil.
	Limits func(lsm.Options) (freeze.Limits, error)
	// Cost is what reads cost; nil: the rows that ranges read for each that they return.
	Cost ReadCost
	// GetsPerSecond are the gets on each group's tables, which fill the fuse row cache; nil: those
	// of the plan.
	GetsPerSecond []float64
	// SampleCost is Cost at a sample of a simulation, for [Tuner.Exact]; nil: likewise.
	SampleCost func(timeline.Sample) float64
}

// InForceNumber is the number of what is in force among the settings of a sweep.
const InForceNumber = -1

// Result is what a setting comes to.
type Result struct {
	Number   int       `json:"number"`   // in the sweep, or InForceNumber
	Outcomes []Outcome `json:"outcomes"` // under each workload
}

// Tuner forecasts what settings come to. It is not for use by several goroutines at once.
type Tuner struct {
	config Config
	tables map[tablesKey][]*model.Tables
	shares []float64 // of the groups in what is read
	modes  []adaptive.Mode
}

// tablesKey say which tables a scenario has.
type tablesKey struct {
	workload   int // the first one with such ids
	rowUpdates int64
}

// New works out the tables of all settings. It is an error if the closed forms don't know a
// load of the plan, or a setting leaves too little memory.
func New(c Config) (*Tuner, error) {
	if len(c.Base.Pins) > 0 || len(c.Base.Actions) > 0 {
		return nil, errors.New("tune: forecasts know no long snapshots and no actions")
	}
	if len(c.Workloads) == 0 {
		c.Workloads = []Workload{{Rate: 1, Plan: c.Base.Plan}}
	}
	t := &Tuner{config: c, tables: map[tablesKey][]*model.Tables{}, shares: readShares(c.Base.Plan)}
	for _, g := range c.Base.Plan.Groups {
		t.modes = append(t.modes, g.Mode)
	}
	if err := t.checkLimits(); err != nil {
		return nil, err
	}
	for w := range c.Workloads {
		for _, limit := range t.rowUpdateLimits() {
			if err := t.addTables(w, limit); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

// rowUpdateLimits are the values of row_compaction_update_limit, which changes what memtables hold.
func (t *Tuner) rowUpdateLimits() []int64 {
	limits := []int64{t.config.Base.Options.RowCompactionUpdateLimit}
	for _, a := range t.config.Sweep {
		if a.Name != "row_compaction_update_limit" {
			continue
		}
		for _, value := range a.Values {
			o := t.config.Base.Options
			if err := o.Set(a.Name, value); err == nil {
				limits = append(limits, o.RowCompactionUpdateLimit)
			}
		}
	}
	return limits
}

// addTables works out the tables under a workload. They don't depend on its rate.
func (t *Tuner) addTables(w int, rowUpdates int64) error {
	key := tablesKey{w, rowUpdates}
	if t.tables[key] != nil {
		return nil
	}
	for before, other := range t.config.Workloads[:w] {
		if other.RandType == t.config.Workloads[w].RandType {
			t.tables[key] = t.tables[tablesKey{before, rowUpdates}]
			return nil
		}
	}
	plan := t.config.Workloads[w].Plan
	var all []*model.Tables
	for g, group := range plan.Groups {
		var loads []workload.Load
		for _, l := range plan.Loads {
			if l.Group == g {
				loads = append(loads, l)
			}
		}
		one, err := model.NewTables(model.TablesConfig{Group: group, Loads: loads,
			Rules:              t.config.Base.Rules,
			RowCompactionLimit: rowUpdates, BlockRows: float64(t.config.BlockRows.Major[0])})
		if err != nil {
			return err
		}
		all = append(all, one)
	}
	t.tables[key] = all
	return nil
}

// limitParameters are those that the borders of the memstore follow from.
var limitParameters = []string{"memory_limit", "memory_limit_percentage", "system_memory",
	"memstore_limit_percentage", "_memstore_limit_percentage", "freeze_trigger_percentage",
	"writing_throttling_trigger_percentage"}

// checkLimits finds the settings that leave too little memory, before the work begins. Only values
// on which the limits depend are looked at: each of their combinations once.
func (t *Tuner) checkLimits() error {
	var of Sweep
	for _, a := range t.config.Sweep {
		if slices.Contains(limitParameters, a.Name) {
			of = append(of, a)
		}
	}
	for i := range of.Count() {
		o := t.config.Base.Options
		setting := of.Setting(i)
		if err := setting.Apply(&o, nil); err != nil {
			return err
		}
		if _, err := t.limits(o); err != nil {
			return fmt.Errorf("%s: %w", setting, err)
		}
	}
	return nil
}

func (t *Tuner) limits(o lsm.Options) (freeze.Limits, error) {
	if t.config.Limits == nil {
		return t.config.Base.Limits, nil
	}
	return t.config.Limits(o)
}

// InForce is the setting in force and its number in the sweep, or -1.
func (t *Tuner) InForce() (Setting, int) {
	return t.config.Sweep.InForce(t.config.Base.Options, t.modes)
}

// tuneBatch is how many settings a goroutine takes at once.
const tuneBatch = 8

// Run forecasts the settings of these numbers and calls done, one at a time, whenever some are
// ready. Results come in the order of numbers, the same on any number of cores. If the context
// ends, those come that were ready, with its error.
func (t *Tuner) Run(ctx context.Context, numbers []int, done func(ready int)) (
	[]Result, error) {

	results := make([]Result, len(numbers))
	batches, ready := make(chan []int), make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			w := newTuneWorker(t)
			for batch := range batches {
				for _, i := range batch {
					results[i] = w.forecast(numbers[i])
				}
				ready <- len(batch)
			}
		})
	}
	err := handOut(ctx, len(numbers), batches, ready, done)
	close(batches)
	workers.Wait()
	return slices.DeleteFunc(results, func(r Result) bool { return r.Outcomes == nil }), err
}

// handOut sends the positions of n settings to the workers until the context ends, and waits for
// what was sent.
func handOut(ctx context.Context, n int, batches chan<- []int, ready <-chan int,
	done func(int)) error {

	var err error
	var batch []int // the next one
	sent, sum := 0, 0
	for sum < n {
		if batch == nil && sent < n {
			if err = ctx.Err(); err != nil {
				n = sent
				continue
			}
			for i := sent; i < min(sent+tuneBatch, n); i++ {
				batch = append(batch, i)
			}
		}
		to := batches
		if batch == nil {
			to = nil
		}
		select {
		case to <- batch:
			sent, batch = sent+len(batch), nil
		case more := <-ready:
			sum += more
			done(sum)
		}
	}
	return err
}

// configOf is what is simulated under a setting and a workload.
func (t *Tuner) configOf(s Setting, w int) (timeline.Config, error) {
	c := t.config.Base
	plan := *t.config.Workloads[w].Plan
	plan.Groups = slices.Clone(plan.Groups)
	modes := slices.Clone(t.modes)
	if err := s.Apply(&c.Options, modes); err != nil {
		return c, err
	}
	for g := range plan.Groups {
		plan.Groups[g].Mode = modes[g]
	}
	limits, err := t.limits(c.Options)
	c.Plan, c.Limits, c.OpenPages = &plan, limits, limits.OpenPages
	return c, err
}

// setting is the one of a number.
func (t *Tuner) setting(number int) Setting {
	if number == InForceNumber {
		return nil
	}
	return t.config.Sweep.Setting(number)
}

// worker forecasts one setting after the other.
type worker struct {
	*Tuner
	forecasters map[tablesKey]*model.Forecaster
	track       readTrack
}

func newTuneWorker(t *Tuner) *worker {
	w := &worker{Tuner: t, forecasters: map[tablesKey]*model.Forecaster{}}
	for key, tables := range t.tables {
		w.forecasters[key] = model.NewForecaster(tables)
	}
	return w
}

// forecast goes through the plan under a setting and each workload.
func (w *worker) forecast(number int) Result {
	result := Result{Number: number}
	for i, load := range w.config.Workloads {
		c, err := w.configOf(w.setting(number), i)
		if err != nil {
			panic(err) // New tried all values
		}
		gets := w.config.GetsPerSecond
		if gets == nil {
			gets = load.getsPerSecond()
		}
		scenario := model.Scenario{Options: c.Options, Rules: c.Rules, Limits: c.Limits,
			Timing: c.Timing, Plan: c.Plan, SmallTenant: c.SmallTenant, TimeOfDay: c.TimeOfDay,
			MomentEvery: c.SampleEvery, GetsPerSecond: gets}
		w.track.reset()
		f := w.forecasters[tablesKey{i, c.Options.RowCompactionUpdateLimit}]
		totals := f.Run(&scenario, func(m *model.Moment) {
			rows := 0.0
			for g, share := range w.shares {
				rows += share * m.Reads[g].RowsPerRow()
			}
			cost := rows
			if w.config.Cost != nil {
				cost = w.config.Cost(m)
			}
			w.track.add(m.At, rows, cost)
		})
		result.Outcomes = append(result.Outcomes, w.track.outcome(&totals))
	}
	return result
}

// How often the tables are looked at, in a plan and in an hour of it at least.
const (
	moments     = 96
	momentsHour = 12
)

// MomentEvery is a good pause between two looks at the tables, for a plan of that length. It is a
// little less than a round one: freezes come at whole looks of 2 s and often at even times, and
// looks that keep step with them would see the same moment of each again and again.
func MomentEvery(length time.Duration) time.Duration {
	even := min(length/moments, time.Hour/momentsHour)
	return max(even-even/61, time.Millisecond)
}
