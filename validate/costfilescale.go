package validate

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/readamp/readamp/validate/record"
)

// CostScale says how costs were moved to another machine: one factor on all times and one on all
// rates, fitted to phases on clean tables. What costs how many reference statements stays as it
// was fitted.
type CostScale struct {
	// CPU and QPS are the factors on the reference load's CPU and rate.
	CPU float64 `json:"cpu"`
	QPS float64 `json:"qps"`
	// CPUSDPct and QPSSDPct are how far single phases scatter around them, in percent.
	CPUSDPct float64 `json:"cpu_sd_pct"`
	QPSSDPct float64 `json:"qps_sd_pct"`
	Phases   int     `json:"phases"`
	// Runs are the runs they were fitted to.
	Runs []CostRun `json:"runs"`
}

func (s *CostScale) validate() error {
	if s != nil && (s.CPU <= 0 || s.QPS <= 0) {
		return errors.New("scale: cpu and qps are factors above 0")
	}
	return nil
}

// MoveCost moves costs to the machine of runs. Of these only phases of base and recovered states
// are looked at, so a few clean ones are enough.
func MoveCost(ctx context.Context, from *CostFile, runs []*record.Run, rules RulesOf) (
	*CostFile, error,
) {
	moved := *from
	scale := &CostScale{Runs: []CostRun{}}
	var cpu, qps []float64
	for _, run := range runs {
		r, err := rules(run)
		if err != nil {
			return nil, err
		}
		p, err := Predict(ctx, run, r, &from.Cost)
		if err != nil {
			return nil, err
		}
		c, q := p.cleanFactors(from)
		cpu, qps = append(cpu, c...), append(qps, q...)
		scale.Runs = append(scale.Runs, costRun(run))
	}
	if scale.Phases = len(cpu); scale.Phases == 0 {
		return nil, fmt.Errorf("%s: no measured phase of a base or recovered state to fit a "+
			"scale to", runNames(runs))
	}
	scale.CPU, scale.CPUSDPct = scaleFactor(cpu)
	scale.QPS, scale.QPSSDPct = scaleFactor(qps)
	moved.ReferenceCPUMicros *= scale.CPU
	moved.ReferenceQPS *= scale.QPS
	moved.Scale = scale
	return &moved, nil
}

// cleanFactors are the logarithms of measured CPU and rate over those the costs predict, of the
// clean phases.
func (p *Prediction) cleanFactors(from *CostFile) (cpu, qps []float64) {
	idle, label := idleCPU(p.Run), p.baseLabel()
	for _, phase := range p.Phases {
		m := phase.Phase
		if m.Warm || m.Label != label && m.Label != recoveredLabel || m.Queries.Total <= 0 {
			continue
		}
		micros := perQueryMicros(m.ServerCPUSeconds, idle, m.End-m.Start, m.Queries.Total)
		c := math.Log(micros / (phase.CPU * from.ReferenceCPUMicros))
		q := math.Log(m.QPS / (phase.Rate * from.ReferenceQPS))
		if finite(c) != nil && finite(q) != nil {
			cpu, qps = append(cpu, c), append(qps, q)
		}
	}
	return cpu, qps
}

// scaleFactor is the geometric mean, and the standard deviation in percent.
func scaleFactor(logs []float64) (value, sdPct float64) {
	if len(logs) == 1 {
		return math.Exp(logs[0]), 0
	}
	mean, sd := stat.MeanStdDev(logs, nil)
	return math.Exp(mean), 100 * sd
}
