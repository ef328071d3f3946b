package validate

import (
	"math"

	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/validate/record"
)

// observed is what a phase measured, over the machine's speed beside it.
type observed struct {
	cpuMicros, qps float64 // as measured
	cpu, rate      float64 // over the reference load's
	speed          speed
}

// valid says whether the phase was measured at all; a blanked one was not.
func (o observed) valid() bool { return o.cpu > 0 && o.rate > 0 }

// observe reads the measured cost and rate of every phase of a run.
func observe(run *record.Run) map[*record.Phase]observed {
	idle, around := idleCPU(run), speeds(run)
	all := map[*record.Phase]observed{}
	for i, e := range run.Entries {
		if e.Phase == nil || e.Phase.Queries.Total <= 0 || !around[i].known() {
			continue
		}
		p, s := e.Phase, around[i]
		o := observed{speed: s, qps: p.QPS, rate: p.QPS / s.qps,
			cpuMicros: perQueryMicros(p.ServerCPUSeconds, idle, p.End-p.Start, p.Queries.Total)}
		o.cpu = o.cpuMicros / s.cpuMicros
		all[p] = o
	}
	return all
}

// observations are the measured phases of a prediction that a fit may use: not the warming ones,
// and only those of states that take.
func (p *Prediction) observations(take func(state int) bool) []model.Observation {
	measured, noise := observe(p.Run), phaseNoises(p.Run)
	var list []model.Observation
	for _, phase := range p.Phases {
		o := measured[phase.Phase]
		if phase.Phase.Warm || !o.valid() || !take(phase.State) {
			continue
		}
		list = append(list, model.Observation{Run: runName(p.Run), State: phase.State,
			Script: phase.Phase.Script, Parts: phase.Parts, CPU: o.cpu, Rate: o.rate,
			Noise: noise[phase.Phase]})
	}
	return list
}

// quietNoise is the noise of a phase between two reference loads that agree: that of the repeated
// base and recovered states of the quieter ladders, 3.8 and 4.4 %.
const quietNoise = 0.04

// phaseNoises are the relative standard deviations of the phases' figures over the reference
// load's, as far as the loads beside them show it. They use nothing that a phase measured.
func phaseNoises(run *record.Run) map[*record.Phase]float64 {
	before, after := refNeighbours(run)
	all := map[*record.Phase]float64{}
	for i, e := range run.Entries {
		if e.Phase != nil {
			all[e.Phase] = math.Hypot(quietNoise, speedDrift(before[i], after[i]))
		}
	}
	return all
}

// reference is the machine's mean speed over the phases of runs that were measured.
func reference(runs []*record.Run) speed {
	var cpuMicros, qps mean
	for _, run := range runs {
		measured := observe(run)
		for _, e := range run.Entries {
			if o := measured[e.Phase]; e.Phase != nil && o.valid() {
				cpuMicros.add(o.speed.cpuMicros)
				qps.add(o.speed.qps)
			}
		}
	}
	if cpuMicros.n == 0 {
		return speed{}
	}
	return speed{cpuMicros.value(), qps.value()}
}
