package model

import (
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// CostIntervals hold what each number of a cost model lies in with a confidence.
type CostIntervals struct {
	ConfidencePct float64                 `json:"confidence_pct"`
	Resamples     int                     `json:"resamples"`
	Constant      map[string]CostInterval `json:"constant"`
	Unit          map[string]CostInterval `json:"unit"`
	Server        CostInterval            `json:"server"`
	Client        map[string]CostInterval `json:"client"`
}

// CostInterval has two ends.
type CostInterval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// bootstrapResamples is how many refits intervals and covariance come from. The ends of a 90 %
// interval are then the 20th values from either side, which repeat within a tenth of its width.
const bootstrapResamples = 400

// bootstrapSeed makes them repeatable.
const bootstrapSeed = 1

// bootstrapCost refits the columns of a fit to states drawn with replacement, as many of each run
// as it has: percentile intervals (Efron, The Annals of Statistics 7, 1979) and the covariance of
// the costs.
func bootstrapCost(f *costFit, c *Cost, confidence float64) (*CostCovariance, *CostIntervals,
	error) {

	states := observedStates(f.observed)
	random := rand.New(rand.NewPCG(bootstrapSeed, 0))
	var refits []*costFit
	for range bootstrapResamples {
		var sample []Observation
		for _, run := range states {
			for range run {
				sample = append(sample, run[random.IntN(len(run))]...)
			}
		}
		refit, err := f.costDesign.fit(sample)
		if err != nil {
			return nil, nil, err
		}
		refits = append(refits, refit)
	}
	return f.covariance(refits), c.intervals(refits, confidence), nil
}

// observedStates are the phases of each state of each run.
func observedStates(observed []Observation) (runs [][][]Observation) {
	type state struct {
		run   string
		state int
	}
	at, runAt := map[state]int{}, map[string]int{}
	for _, o := range observed {
		r, known := runAt[o.Run]
		if !known {
			r = len(runs)
			runAt[o.Run], runs = r, append(runs, nil)
		}
		s, known := at[state{o.Run, o.State}]
		if !known {
			s = len(runs[r])
			at[state{o.Run, o.State}], runs[r] = s, append(runs[r], nil)
		}
		runs[r][s] = append(runs[r][s], o)
	}
	return runs
}

// covariance is that of the refits' costs.
func (f *costFit) covariance(refits []*costFit) *CostCovariance {
	v := &CostCovariance{}
	var columns [][]float64
	add := func(name string, column int) {
		var values []float64
		for _, r := range refits {
			values = append(values, r.x[column])
		}
		v.Names, columns = append(v.Names, name), append(columns, values)
	}
	for k, kinds := range f.tied {
		for _, kind := range kinds {
			add(kind, k)
		}
	}
	for j, term := range f.terms {
		add(TermNames[term], len(f.tied)+j)
	}
	for _, a := range columns {
		for _, b := range columns {
			v.Matrix = append(v.Matrix, stat.Covariance(a, b, nil))
		}
	}
	return v
}

// intervals are the percentiles of the refits' numbers.
func (c *Cost) intervals(refits []*costFit, confidence float64) *CostIntervals {
	var costs []*Cost
	for _, r := range refits {
		costs = append(costs, r.cost())
	}
	between := func(number func(*Cost) float64) CostInterval {
		var values []float64
		for _, cost := range costs {
			values = append(values, number(cost))
		}
		slices.Sort(values)
		tail := (1 - confidence) / 2
		return CostInterval{stat.Quantile(tail, stat.LinInterp, values, nil),
			stat.Quantile(1-tail, stat.LinInterp, values, nil)}
	}
	group := func(of func(*Cost) map[string]float64) map[string]CostInterval {
		list := map[string]CostInterval{}
		for name := range of(c) {
			list[name] = between(func(cost *Cost) float64 { return of(cost)[name] })
		}
		return list
	}
	return &CostIntervals{ConfidencePct: 100 * confidence, Resamples: len(refits),
		Constant: group(func(c *Cost) map[string]float64 { return c.Constant }),
		Unit:     group(func(c *Cost) map[string]float64 { return c.Unit }),
		Server:   between(func(c *Cost) float64 { return c.Server }),
		Client:   group(func(c *Cost) map[string]float64 { return c.Client })}
}
