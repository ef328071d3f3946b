package validate

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/validate/record"
)

// PhasePrediction is what is predicted of one phase.
type PhasePrediction struct {
	Phase *record.Phase
	State int // the state it was measured in, counted from 1; 0 before the first
	// Rows are the rows read by kind of statement. MirroredRows are those that a mirror counted.
	Rows, MirroredRows map[string]Rows
	// ClosedFormRows are those a range reads by [model.RangeRows], worked out beside a mirror only;
	// nil where it does not hold.
	ClosedFormRows *float64
	// Parts is the load as the cost model sees it.
	Parts []model.Part
	// CPU is the server CPU per query and Rate the queries per second, both over those of the
	// reference load; CPUMicros and QPS the same at the machine's speed of that moment.
	CPU, Rate, CPUMicros, QPS float64
}

// Prediction is what is predicted of a run: every phase that reads, in order.
type Prediction struct {
	Run    *record.Run
	Config *record.Config
	Phases []PhasePrediction
	// MirroredStatements is how many statements a mirror executed too.
	MirroredStatements int64
}

// SysbenchBlockRows is how many rows share a block in sysbench's tables: 250,000 rows took 1,163 to
// 1,236 blocks in the recorded ladders.
var SysbenchBlockRows = lsm.BlockRows{Major: []int64{212}, Inc: []int64{212}}

const (
	columnK = 1 << workload.ColumnK
	columnC = 1 << workload.ColumnC
)

// predictSeed makes the streams of statements repeatable.
const predictSeed = 1

// Predict repeats a recorded run in the simulator and says what each phase reads and costs. It
// uses nothing that the phases measured (package comment). Without a cost model every load is
// taken to run at the speed of the reference load, and costs are not predicted.
func Predict(ctx context.Context, run *record.Run, rules lsm.Rules, cost *model.Cost) (
	*Prediction, error,
) {
	return predict(ctx, run, rules, cost, nil)
}

// predict is Predict beside a mirror, if there is one.
func predict(ctx context.Context, run *record.Run, rules lsm.Rules, cost *model.Cost,
	mirror Mirror) (*Prediction, error) {

	p := &predictor{ctx: ctx, cost: cost, speeds: speeds(run), rate: 1, mirror: mirror,
		out: &Prediction{Run: run, Config: run.Config()}}
	if err := p.load(rules); err != nil {
		return nil, fmt.Errorf("%s: config: %w", run.File, err)
	}
	for i := range run.Entries {
		if err := p.follow(i); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", run.File, run.Entries[i].Line, err)
		}
	}
	return p.out, nil
}

// predictor is the state of a run that is being repeated.
type predictor struct {
	ctx    context.Context
	cost   *model.Cost
	speeds []speed
	out    *Prediction

	tenant *lsm.Tenant
	tables []*lsm.Table
	state  int
	seed   uint64
	rate   float64 // of the last phase, as a first guess for the next

	mirror  Mirror    // nil if there is none; the rest is kept beside one only
	written []written // by table
	moved   bool      // rows came or went for good
}

// loadedRowsMax bounds the rows of a run that is repeated: some 40 MB of block borders.
const loadedRowsMax = 1_000_000_000

// load makes the loaded tables under the parameters in force.
func (p *predictor) load(rules lsm.Rules) error {
	c, o := p.out.Config, lsm.DefaultOptions()
	for _, name := range slices.Sorted(maps.Keys(c.Params)) {
		if err := o.Set(name, c.Params[name]); err != nil {
			return err
		}
	}
	if int64(c.Tables) > loadedRowsMax/max(c.TableSize, 1) {
		return fmt.Errorf("%d tables of %d rows, at most %d rows in all are repeated",
			c.Tables, c.TableSize, loadedRowsMax)
	}
	p.tenant = lsm.NewTenant(o, rules)
	for i := range c.Tables {
		// The index on k is a tablet of its own that no statement of the oltp scripts reads.
		t, err := p.tenant.CreateTable(tableName(i+1), workload.Columns, nil,
			SysbenchBlockRows, lsm.BlockRows{})
		if err != nil {
			return err
		}
		if err := t.Load(lsm.Range{First: 1, Last: lsm.Key(c.TableSize)}); err != nil {
			return err
		}
		p.tables = append(p.tables, t)
	}
	if p.mirror == nil {
		return nil
	}
	p.written = make([]written, c.Tables)
	return p.mirror.Load(p.ctx, o, rules, c)
}

// follow repeats one entry.
func (p *predictor) follow(i int) error {
	e := p.out.Run.Entries[i]
	switch {
	case e.Do != nil:
		return p.do(e.Do.Action)
	case e.State != nil:
		p.state++
	case e.Phase != nil:
		return p.phase(e.Phase, p.speeds[i])
	}
	return p.ctx.Err()
}

// do repeats an action.
func (p *predictor) do(a record.Action) error {
	if err := p.simulate(a); err != nil || p.mirror == nil {
		return err
	}
	if a.Kind == record.FreezeMajor || a.Kind == record.FreezeMinor {
		p.dumpWritten()
	}
	return p.mirror.Do(a)
}

// simulate repeats an action in the simulation.
func (p *predictor) simulate(a record.Action) error {
	switch a.Kind {
	case record.FreezeMajor:
		return p.tenant.MajorFreeze()
	case record.FreezeMinor:
		return p.tenant.MinorFreeze()
	case record.SetParameter:
		return p.tenant.SetParameter(a.Name, a.Value)
	}
	return nil
}

// phase repeats one load.
func (p *predictor) phase(ph *record.Phase, s speed) error {
	o, err := phaseOptions(p.out.Config, ph)
	if err != nil {
		return err
	}
	p.seed++
	stream, err := workload.NewStream(o, predictSeed<<32|p.seed)
	if err != nil {
		return err
	}
	l := &load{predictor: p, recorded: ph, options: o, stream: stream, per: o.PerEvent()}
	p.expectMoves(l)
	if writes := int64(l.per.Writes()); writes > 0 {
		err = l.runAll((ph.Queries.Write + writes/2) / writes)
	} else {
		err = l.runFor(ph.Seconds, p.referenceQPS(s), ph.Script)
	}
	p.noteWrites(l)
	if err != nil || l.per.Reads() == 0 {
		return err
	}
	conclusion, err := p.conclude(ph, l, s)
	p.out.Phases = append(p.out.Phases, conclusion)
	return err
}

// phaseOptions is the load of a phase under sysbench's options of the run.
func phaseOptions(c *record.Config, ph *record.Phase) (workload.Options, error) {
	args := append([]string{"--rand-type=" + c.RandType, fmt.Sprintf("--tables=%d", c.Tables),
		fmt.Sprintf("--table-size=%d", c.TableSize)}, c.Options...)
	return workload.ParseOptions(ph.Script, args)
}

// referenceQPS is the rate of the reference load: the recorded one, else that of the cost model.
func (p *predictor) referenceQPS(s speed) float64 {
	if s.known() || p.cost == nil {
		return s.qps
	}
	return p.cost.ReferenceQPS
}

// conclude turns the counters of a load into its prediction.
func (p *predictor) conclude(ph *record.Phase, l *load, s speed) (PhasePrediction, error) {
	out := PhasePrediction{Phase: ph, State: p.state, Parts: l.tallies.parts(),
		Rows: l.tallies.rows(l.per)}
	if p.mirror != nil {
		out.MirroredRows = l.mirrored.rows(l.per)
		var err error
		if out.ClosedFormRows, err = p.closedForm(l); err != nil {
			return out, err
		}
	}
	if p.cost == nil {
		return out, nil
	}
	if err := p.cost.Prices(ph.Script, out.Parts); err != nil {
		return out, err
	}
	out.CPU = p.cost.CPU(out.Parts)
	out.Rate = p.cost.Rate(ph.Script, out.CPU)
	out.QPS = out.Rate * p.referenceQPS(s)
	out.CPUMicros = out.CPU * s.cpuMicros
	if !s.known() {
		out.CPUMicros = out.CPU * p.cost.ReferenceCPUMicros
	}
	p.rate = out.Rate
	return out, nil
}
