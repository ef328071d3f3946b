package replay

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/validate/record"
)

// Difference is a probe that differs.
type Difference struct {
	Line   int     `json:"line"`
	Op     string  `json:"op"`
	Ours   Figures `json:"ours"`
	Engine Figures `json:"engine"`

	// Detail is the operation as recorded, State the simulated tablet's stack at that moment.
	Detail string `json:"-"`
	State  string `json:"-"`
}

// Result counts the probes of one trace.
type Result struct {
	Path      string       `json:"file"`
	Name      string       `json:"name"`
	Probes    int          `json:"probes"`
	Exact     int          `json:"exact"`
	ColdExtra int          `json:"cold_extra"`
	Differing []Difference `json:"differing"`

	// ColdPredicted counts the cold probes whose extra rows are those the simulator expects the
	// server to read for the tablet's own state ([lsm.Counters.StatusRows]).
	ColdPredicted int `json:"cold_predicted"`

	// StoredRows is nil, and its fields are left out, for a target that stores none.
	*StoredRows
}

// StoredRows is what a target that stores rows is compared with beside the trace.
type StoredRows struct {
	// AsCounting counts the probes whose counters all are those of the counting target.
	AsCounting int `json:"as_counting"`
	// RowsCompared counts the rows returned whose contents were compared with what they should be.
	// A sum or count is one.
	RowsCompared int64 `json:"rows_compared"`
}

// contextOps is how many operations pass between two looks at the context.
const contextOps = 64

// Trace replays one trace on a target. Parameters recorded with the trace come on top of the
// options.
func Trace(ctx context.Context, trace *record.Trace, target Target, o lsm.Options, r lsm.Rules) (
	result *Result, err error) {

	d, err := newDriver(ctx, trace, target, o, r)
	if err != nil {
		return nil, fmt.Errorf("%s:1: %w", trace.File, err)
	}
	defer func() { err = errors.Join(err, d.close()) }()
	result = &Result{Path: trace.File, Name: trace.Name, Differing: []Difference{}}
	if target == Embedded {
		result.StoredRows = &StoredRows{}
	}
	for i := range trace.Ops {
		op := &trace.Ops[i]
		if i%contextOps == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := d.step(op, result); err != nil {
			return nil, fmt.Errorf("%s:%d: %s: %w", trace.File, op.Line, op.Kind, err)
		}
	}
	return result, nil
}

// step executes one operation and, if it is a probe, judges it.
func (d *driver) step(op *record.Op, result *Result) error {
	switch {
	case op.Kind == record.OpTables:
		return d.look(op, result)
	case op.Kind.Reads():
		return d.stepRead(op, result)
	}
	return d.do(op)
}

// look compares a tablet's stack with what was recorded of it.
func (d *driver) look(op *record.Op, result *Result) error {
	at := placeOf(op.Table)
	judged := d.judged().stack(at)
	if err := compareStacks(judged, d.counting.stack(at)); err != nil || !op.Stacked {
		return err
	}
	ours := tabletFigures(judged)
	engine, known := stackFigures(op.Stack)
	if !known {
		ours.Memtables, engine.Memtables = nil, nil
	}
	d.count(result, op, verdictOf(reflect.DeepEqual(ours, engine)), ours, engine)
	result.compared(true, true, 0)
	return nil
}

// stepRead executes a read and compares it with its audit row, if it has one.
func (d *driver) stepRead(op *record.Op, result *Result) error {
	r, err := d.read(op)
	if err != nil {
		return err
	}
	c, a := r.judged, op.Seen
	same, err := d.compareReading(op.Kind, r)
	if err != nil {
		return err
	}
	result.compared(a != nil, same, c.Returned)
	if a == nil {
		return nil
	}
	ours := readFigures(op.Kind, c.Returned, c.Memstore, c.Ssstore, c.FuseHit)
	engine := readFigures(op.Kind, a.Returned, a.Memstore, a.Ssstore, a.FuseHit)
	verdict := judgeRead(op.Kind, c, a)
	if verdict == ColdExtra && a.Ssstore == c.Ssstore+c.StatusRows {
		result.ColdPredicted++
	}
	d.count(result, op, verdict, ours, engine)
	return nil
}

// compared adds a comparison with the counting target and with the rows that are right.
func (r *Result) compared(probe, same bool, rows int64) {
	if r.StoredRows == nil {
		return
	}
	r.RowsCompared += rows
	if probe && same {
		r.AsCounting++
	}
}

// count adds a verdict to the result.
func (d *driver) count(res *Result, op *record.Op, v Verdict, ours, engine Figures) {
	res.Probes++
	switch v {
	case Exact:
		res.Exact++
	case ColdExtra:
		res.ColdExtra++
	default:
		res.Differing = append(res.Differing, Difference{
			Line: op.Line, Op: op.Kind.String(), Ours: ours, Engine: engine,
			Detail: describe(op), State: d.state(op),
		})
	}
}
