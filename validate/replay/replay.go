package replay

import (
	"context"
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
}

// contextOps is how many operations pass between two looks at the context.
const contextOps = 64

// Trace replays one trace in the simulation. Parameters recorded with the trace come on top of
// the options.
func Trace(ctx context.Context, trace *record.Trace, o lsm.Options, r lsm.Rules) (*Result, error) {
	s, err := newSimulation(ctx, trace, o, r)
	if err != nil {
		return nil, fmt.Errorf("%s:1: %w", trace.File, err)
	}
	result := &Result{Path: trace.File, Name: trace.Name, Differing: []Difference{}}
	for i := range trace.Ops {
		op := &trace.Ops[i]
		if i%contextOps == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := s.step(op, result); err != nil {
			return nil, fmt.Errorf("%s:%d: %s: %w", trace.File, op.Line, op.Kind, err)
		}
	}
	return result, nil
}

// step executes one operation and, if it is a probe, judges it.
func (s *simulation) step(op *record.Op, result *Result) error {
	switch {
	case op.Kind == record.OpTables:
		if op.Stacked {
			ours := tabletFigures(s.tablet(op.Table))
			engine, known := stackFigures(op.Stack)
			if !known {
				ours.Memtables, engine.Memtables = nil, nil
			}
			s.count(result, op, verdictOf(reflect.DeepEqual(ours, engine)), ours, engine)
		}
	case op.Kind.Reads():
		c := s.read(op)
		if a := op.Seen; a != nil {
			ours := readFigures(op.Kind, c.Returned, c.Memstore, c.Ssstore, c.FuseHit)
			engine := readFigures(op.Kind, a.Returned, a.Memstore, a.Ssstore, a.FuseHit)
			verdict := judgeRead(op.Kind, c, a)
			if verdict == ColdExtra && a.Ssstore == c.Ssstore+c.StatusRows {
				result.ColdPredicted++
			}
			s.count(result, op, verdict, ours, engine)
		}
	default:
		return s.do(op)
	}
	return nil
}

// count adds a verdict to the result.
func (s *simulation) count(res *Result, op *record.Op, v Verdict, ours, engine Figures) {
	res.Probes++
	switch v {
	case Exact:
		res.Exact++
	case ColdExtra:
		res.ColdExtra++
	default:
		res.Differing = append(res.Differing, Difference{
			Line: op.Line, Op: op.Kind.String(), Ours: ours, Engine: engine,
			Detail: describe(op), State: s.state(op),
		})
	}
}
