package model

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// CostLeftOut is how far off costs are where they were not fitted.
type CostLeftOut struct {
	// State: every state was predicted from all others.
	State *CostLeftOutErrors `json:"state,omitempty"`
	// Run: every run was predicted from the other ones, up to its level; nil with a single run.
	Run *CostLeftOutErrors `json:"run,omitempty"`
}

// CostLeftOutErrors are absolute errors in percent of what was measured, noise included.
type CostLeftOutErrors struct {
	Groups       int     `json:"groups"`
	Phases       int     `json:"phases"`
	CPUMedianPct float64 `json:"cpu_median_pct"`
	CPUP90Pct    float64 `json:"cpu_p90_pct"`
	// CPUSDPct and RateSDPct are the standard deviations of a phase of typical noise.
	CPUSDPct      float64 `json:"cpu_sd_pct"`
	RateMedianPct float64 `json:"rate_median_pct"`
	RateP90Pct    float64 `json:"rate_p90_pct"`
	RateSDPct     float64 `json:"rate_sd_pct"`
}

// costResiduals are errors of predicted phases.
type costResiduals struct {
	groups    int
	cpu, rate []float64 // logarithms of predicted over measured
	weight    []float64 // typical noise over the phase's own
}

// leaveCostOut refits without each state and, if there are several, without each run.
func leaveCostOut(f *costFit) (*CostLeftOut, error) {
	runs := observedStates(f.observed)
	var states costResiduals
	for _, run := range runs {
		for _, state := range run {
			rest := observationsWithout(f.observed, func(o Observation) bool {
				return o.Run == state[0].Run && o.State == state[0].State
			})
			if len(rest) < MinObservations {
				continue
			}
			refit, err := f.costDesign.fit(rest)
			if err != nil {
				return nil, err
			}
			states.add(refit, state, refit.level[state[0].Run])
		}
	}
	out := &CostLeftOut{State: states.errors()}
	if len(runs) == 1 {
		return out, nil
	}
	var whole costResiduals
	for _, run := range runs {
		name := run[0][0].Run
		rest := observationsWithout(f.observed, func(o Observation) bool { return o.Run == name })
		if len(rest) < MinObservations {
			continue
		}
		refit, err := fitIdentified(rest)
		if err != nil {
			return nil, err
		}
		whole.add(refit, slices.Concat(run...), 0)
	}
	out.Run = whole.errors()
	return out, nil
}

// observationsWithout are the observations that are not skipped.
func observationsWithout(observed []Observation, skip func(Observation) bool) []Observation {
	return slices.DeleteFunc(slices.Clone(observed), skip)
}

// add predicts phases at a level of their run; 0 is the one that fits them best.
func (r *costResiduals) add(f *costFit, phases []Observation, level float64) {
	c := f.cost()
	phases = observationsWithout(phases, func(o Observation) bool {
		return c.Prices(o.Script, o.Parts) != nil
	})
	var logs []float64
	for _, o := range phases {
		logs = append(logs, math.Log(c.CPU(o.Parts)/o.CPU))
	}
	if level == 0 && len(logs) > 0 {
		level = math.Exp(-stat.Mean(logs, nil))
	}
	r.groups++
	typical := typicalNoise(f.observed)
	for i, o := range phases {
		r.weight = append(r.weight, typical/o.noise(typical))
		rate := c.Rate(o.Script, c.CPU(o.Parts)*level)
		r.cpu = append(r.cpu, logs[i]+math.Log(level))
		r.rate = append(r.rate, math.Log(rate/o.Rate))
	}
}

// errors condenses the residuals; nil without any.
func (r *costResiduals) errors() *CostLeftOutErrors {
	if len(r.cpu) == 0 {
		return nil
	}
	return &CostLeftOutErrors{Groups: r.groups, Phases: len(r.cpu),
		CPUMedianPct: absoluteLogPct(r.cpu, 0.5), CPUP90Pct: absoluteLogPct(r.cpu, 0.9),
		CPUSDPct:      100 * r.scatter(r.cpu),
		RateMedianPct: absoluteLogPct(r.rate, 0.5), RateP90Pct: absoluteLogPct(r.rate, 0.9),
		RateSDPct: 100 * r.scatter(r.rate)}
}

// absoluteLogPct is a quantile of the absolute errors in percent.
func absoluteLogPct(logs []float64, p float64) float64 {
	var list []float64
	for _, v := range logs {
		list = append(list, 100*math.Abs(math.Expm1(v)))
	}
	slices.Sort(list)
	return stat.Quantile(p, stat.LinInterp, list, nil)
}

// scatter is the standard deviation that phases of typical noise show: the one by which a normal
// interval of scatterShare holds that share of them. The root of the mean square would follow the
// two or three phases that something else on the machine had slowed down.
func (r *costResiduals) scatter(logs []float64) float64 {
	list := make([]float64, len(logs))
	for i, v := range logs {
		list[i] = math.Abs(v) * r.weight[i]
	}
	slices.Sort(list)
	return stat.Quantile(scatterShare, stat.LinInterp, list, nil) / CostQuantile(scatterShare)
}

// scatterShare is the share of phases by which their scatter is read off.
const scatterShare = 0.9
