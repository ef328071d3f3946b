package validate

import (
	"context"
	"math"
	"slices"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/validate/record"
)

// Quantity is one figure, measured and predicted. Either may be missing.
type Quantity struct {
	Measured  *float64 `json:"measured"`
	Predicted *float64 `json:"predicted"`
	// ErrorPct is 100 x (predicted - measured) / measured; where measured is 0 the absolute
	// difference stands in ErrorAbs instead.
	ErrorPct *float64 `json:"error_pct,omitempty"`
	ErrorAbs *float64 `json:"error_abs,omitempty"`
	// Low and High are where a prediction with an interval expects what is measured.
	Low  *float64 `json:"low,omitempty"`
	High *float64 `json:"high,omitempty"`
}

// quantity compares two figures; one that is not a number is missing.
func quantity(measured, predicted float64) Quantity {
	var q Quantity
	q.Measured, q.Predicted = finite(measured), finite(predicted)
	if q.Measured == nil || q.Predicted == nil {
		return q
	}
	difference := predicted - measured
	if measured == 0 {
		q.ErrorAbs = &difference
		return q
	}
	pct := 100 * difference / measured
	q.ErrorPct = &pct
	return q
}

// Line compares one kind of statement in one phase. CPU, QPS and the ratios are those of the
// whole phase.
type Line struct {
	Label     string   `json:"label"`
	State     int      `json:"state"`
	Script    string   `json:"script"`
	Statement string   `json:"statement"`
	RowsRead  Quantity `json:"rows_read"`
	Memstore  Quantity `json:"memstore"`
	Ssstore   Quantity `json:"ssstore"`
	BsRows    Quantity `json:"bs_rows"`
	FuseHit   Quantity `json:"fuse_hit"`
	CPU       Quantity `json:"cpu_us_per_query"`
	QPS       Quantity `json:"qps"`
	// CPURatio and QPSRatio are (phase / ref) over the same of the run's own base.
	CPURatio Quantity `json:"cpu_ratio"`
	QPSRatio Quantity `json:"qps_ratio"`
	Fitted   bool     `json:"fitted"`

	Rows  Rows          `json:"-"` // predicted, by source
	Phase *record.Phase `json:"-"`

	// rowsLine is what the straight line says of both ratios; NaN without one.
	rowsLine [2]float64
}

// FirstOfPhase says whether line i is the first of its phase: what concerns the whole phase stands
// in each of its lines.
func FirstOfPhase(lines []Line, i int) bool { return i == 0 || lines[i-1].Phase != lines[i].Phase }

// RunReport compares one run.
type RunReport struct {
	Run     string      `json:"run"`
	Lines   []Line      `json:"phases"`
	Summary Summary     `json:"summary"`
	Cost    *model.Cost `json:"-"`

	// Answers are those of [CompareAnswers], MirroredStatements how many statements they took.
	Answers            []Answer `json:"-"`
	MirroredStatements int64    `json:"-"`

	errors errorSamples
}

// Compare predicts a run and compares. With a cost model it judges every measured phase; without,
// it fits one on the run's odd states and judges the even ones.
func Compare(ctx context.Context, run *record.Run, rules lsm.Rules, cost *model.Cost) (
	*RunReport, error,
) {
	return CompareAnswers(ctx, run, rules, cost, nil)
}

// CompareAnswers is Compare with every statement executed on a mirror too: the report then has
// answers. A statement for which the mirror counts anything else than the simulation is an error.
func CompareAnswers(ctx context.Context, run *record.Run, rules lsm.Rules, cost *model.Cost,
	mirror Mirror) (*RunReport, error) {

	fitted := func(int) bool { return false }
	if cost == nil {
		fitted = func(state int) bool { return state%2 == 1 }
		var err error
		same := func(*record.Run) (lsm.Rules, error) { return rules, nil }
		c := calibration{[]*record.Run{run}, same, CostConfidence, fitted}
		if cost, err = c.fit(ctx); err != nil {
			return nil, err
		}
	}
	p, err := predict(ctx, run, rules, cost, mirror)
	if err != nil {
		return nil, err
	}
	report := p.report(cost, fitted)
	if mirror != nil {
		report.Answers, report.MirroredStatements = p.answers(), p.MirroredStatements
	}
	return report, nil
}

// report sets what was measured beside what was predicted.
func (p *Prediction) report(cost *model.Cost, fitted func(state int) bool) *RunReport {
	report := &RunReport{Run: runName(p.Run), Cost: cost}
	measured, noise, perRow := observe(p.Run), phaseNoises(p.Run), p.rowsPerRow()
	bases := p.bases(measured)
	for _, phase := range p.Phases {
		if phase.Phase.Warm {
			continue
		}
		for kind := workload.Get; kind <= workload.Distinct; kind++ {
			if rows, ok := phase.Rows[kind.String()]; ok {
				b := bases[phase.Phase.Script]
				line := phase.line(kind, rows, measured[phase.Phase], b)
				line.Fitted = fitted(phase.State)
				line.expect(cost, phase, noise[phase.Phase], b)
				line.rowsLine = straightRatios(cost, phase.Phase.Script, perRow[phase.State])
				report.Lines = append(report.Lines, line)
			}
		}
	}
	report.errors = collectErrors(report.Run, report.Lines)
	report.Summary = report.errors.summary()
	return report
}

// runName is a run's folder, or its file.
func runName(run *record.Run) string {
	if run.Dir != "" {
		return run.Dir
	}
	return run.File
}

// base holds a script's mean CPU and rate, over the ref's, in the run's base states.
type base struct {
	measuredCPU, measuredRate, cpu, rate mean

	label   string
	parts   []model.Part // of all base phases; its shares sum to their number
	squares mean         // of their noise
}

// mean is a running mean; without a value it is NaN.
type mean struct{ sum, n float64 }

func (m *mean) add(v float64) { m.sum, m.n = m.sum+v, m.n+1 }
func (m mean) value() float64 { return m.sum / m.n }

// bases finds the base of each script: the states that bear the label of the first one.
func (p *Prediction) bases(measured map[*record.Phase]observed) map[string]*base {
	bases, noise := map[string]*base{}, phaseNoises(p.Run)
	label := p.baseLabel()
	for _, phase := range p.Phases {
		if phase.Phase.Warm {
			continue
		}
		script := phase.Phase.Script
		if bases[script] == nil {
			bases[script] = &base{label: label}
		}
		if phase.Phase.Label != label {
			continue
		}
		b := bases[script]
		b.cpu.add(phase.CPU)
		b.rate.add(phase.Rate)
		b.parts = append(b.parts, phase.Parts...)
		b.squares.add(noise[phase.Phase] * noise[phase.Phase])
		if o := measured[phase.Phase]; o.valid() {
			b.measuredCPU.add(o.cpu)
			b.measuredRate.add(o.rate)
		}
	}
	return bases
}

// baseLabel is the label of a run's base states, that of the first one.
func (p *Prediction) baseLabel() string {
	for _, phase := range p.Phases {
		if !phase.Phase.Warm {
			return phase.Phase.Label
		}
	}
	return ""
}

// line compares one kind of statement of a phase.
func (p PhasePrediction) line(kind workload.Kind, rows Rows, o observed, b *base) Line {
	missing := math.NaN()
	stat, audited := p.Phase.Audit[kind.String()]
	of := func(v float64, have bool) float64 {
		if !have {
			return missing
		}
		return v
	}
	return Line{
		Label: p.Phase.Label, State: p.State, Script: p.Phase.Script,
		Statement: kind.String(),
		RowsRead:  quantity(of(stat.RowsRead, audited), rows.Read()),
		Memstore:  quantity(of(stat.Memstore, audited), rows.Memstore),
		Ssstore:   quantity(of(stat.Ssstore, audited), rows.Ssstore),
		BsRows:    quantity(of(stat.BsRows, audited), rows.BsRows),
		FuseHit:   quantity(of(stat.FuseHit, audited), rows.FuseHit),
		CPU:       quantity(of(o.cpuMicros, o.valid()), p.CPUMicros),
		QPS:       quantity(of(o.qps, o.valid()), p.QPS),
		CPURatio:  quantity(of(o.cpu/b.measuredCPU.value(), o.valid()), p.CPU/b.cpu.value()),
		QPSRatio:  quantity(of(o.rate/b.measuredRate.value(), o.valid()), p.Rate/b.rate.value()),
		Rows:      rows, Phase: p.Phase,
	}
}

// Overall is the summary over several runs.
func Overall(reports []*RunReport) Summary {
	var all errorSamples
	for _, r := range reports {
		all.rows = slices.Concat(all.rows, r.errors.rows)
		all.getRows = slices.Concat(all.getRows, r.errors.getRows)
		all.cpu = slices.Concat(all.cpu, r.errors.cpu)
		all.qps = slices.Concat(all.qps, r.errors.qps)
	}
	return all.summary()
}
