package model

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Observation is one measured phase.
type Observation struct {
	Run    string // phases of a run share its level
	State  int    // phases of a state are resampled and left out together
	Script string
	Parts  []Part
	CPU    float64 // server CPU per query, reference statements
	Rate   float64 // queries per second over those of the reference load
	// Noise is the relative standard deviation of both figures; 0 is that of the others.
	Noise float64
}

// MinObservations is the least number of phases a fit takes: one more than the constants of two
// kinds and the four costs that one run at best tells.
const MinObservations = 7

// FitCost fits the model to measured phases. Each phase weighs by its own noise. Each run has a
// level, a factor on all of its CPU, because a reference statement is not worth quite the same
// under every number of threads; the costs are those at the runs' mean level. Terms that the
// phases don't tell are left out and named.
func FitCost(observed []Observation) (*Cost, error) {
	f, err := fitIdentified(observed)
	if err != nil {
		return nil, err
	}
	return f.cost(), nil
}

// FitCostIntervals is FitCost with how sure the costs are: intervals that hold with a confidence,
// a share such as 0.9, bootstrapped over states from a fixed seed, their covariance, and the errors
// in states and runs that were left out.
func FitCostIntervals(observed []Observation, confidence float64) (*Cost, error) {
	f, err := fitIdentified(observed)
	if err != nil {
		return nil, err
	}
	c := f.cost()
	if c.LeftOut, err = leaveCostOut(f); err != nil {
		return nil, err
	}
	if c.Covariance, c.Intervals, err = bootstrapCost(f, c, confidence); err != nil {
		return nil, err
	}
	c.Covariance.Noise = typicalNoise(observed)
	residual := c.LeftOut.Run
	if residual == nil {
		residual = c.LeftOut.State
	}
	if residual != nil {
		c.Covariance.CPUResidual = residual.CPUSDPct / 100
		c.Covariance.RateResidual = residual.RateSDPct / 100
	}
	return c, nil
}

// costFit is a cost model as numbers by column.
type costFit struct {
	*costDesign
	x      []float64          // costs by column
	level  map[string]float64 // of each run
	server float64
	client []float64 // by script

	unidentified []Unidentified
}

// fitIdentified fits what the observations tell.
func fitIdentified(observed []Observation) (*costFit, error) {
	if len(observed) < MinObservations {
		return nil, fmt.Errorf("model: %d measured phases, at least %d are needed to fit costs",
			len(observed), MinObservations)
	}
	d := newCostDesign(observed)
	unidentified := d.identify()
	f, err := d.fit(observed)
	if err != nil {
		return nil, err
	}
	f.unidentified = unidentified
	return f, nil
}

// fit fits the columns of a design to observations, which need not be those it was made from.
func (d *costDesign) fit(observed []Observation) (*costFit, error) {
	part := &costDesign{observed: observed, kinds: d.kinds, tied: d.tied, terms: d.terms,
		scripts: d.scripts}
	part.build()
	f := &costFit{costDesign: part}
	if err := f.fitCPU(); err != nil {
		return nil, err
	}
	return f, f.fitRate()
}

// Levels settle within a few rounds.
const (
	levelRounds    = 50
	levelTolerance = 1e-6 // relative
)

// fitCPU finds the constants and unit costs, in turns with the levels of the runs. Each equation
// is divided by what was measured and by its noise, so that relative errors are minimised.
func (f *costFit) fitCPU() (err error) {
	f.level = map[string]float64{}
	for _, o := range f.observed {
		f.level[o.Run] = 1
	}
	for range levelRounds {
		rows, cols := f.a.Dims()
		a := mat.NewDense(rows, cols, nil)
		for i, o := range f.observed {
			for j, v := range f.a.RawRowView(i) {
				a.Set(i, j, v*f.level[o.Run])
			}
		}
		if f.x, err = nonNegative(a, f.b); err != nil || !f.relevel() {
			return err
		}
	}
	return nil
}

// relevel fits the levels to the costs, keeps their geometric mean at 1, and says whether they
// changed.
func (f *costFit) relevel() (changed bool) {
	sum, squares := map[string]float64{}, map[string]float64{}
	for i, o := range f.observed {
		q := 0.0
		for j, v := range f.a.RawRowView(i) {
			q += v * f.x[j]
		}
		sum[o.Run] += q * f.b[i]
		squares[o.Run] += q * q
	}
	logs, names := 0.0, f.runs()
	for _, run := range names {
		logs += math.Log(sum[run] / squares[run])
	}
	mean := math.Exp(logs / float64(len(names)))
	for _, run := range names {
		level := sum[run] / squares[run] / mean
		changed = changed || math.Abs(level/f.level[run]-1) > levelTolerance
		f.level[run] = level
	}
	return changed
}

// fitRate finds the server's and the client's part of a query's time on the cores.
func (f *costFit) fitRate() error {
	a := mat.NewDense(len(f.observed), 1+len(f.scripts), nil)
	for i, o := range f.observed {
		a.Set(i, 0, o.CPU*o.Rate*f.b[i])
		a.Set(i, 1+slices.Index(f.scripts, o.Script), o.Rate*f.b[i])
	}
	x, err := nonNegative(a, f.b)
	if err != nil {
		return err
	}
	f.server, f.client = x[0], x[1:]
	return nil
}

// cost names the numbers.
func (f *costFit) cost() *Cost {
	c := &Cost{Constant: map[string]float64{}, Unit: map[string]float64{}, Server: f.server,
		Client: map[string]float64{}, Unidentified: f.unidentified}
	for k, kinds := range f.tied {
		for _, kind := range kinds {
			c.Constant[kind] = f.x[k]
		}
	}
	for j, term := range f.terms {
		c.Unit[TermNames[term]] = f.x[len(f.tied)+j]
	}
	for i, script := range f.scripts {
		c.Client[script] = f.client[i]
	}
	return c
}
