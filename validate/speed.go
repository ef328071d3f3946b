package validate

import (
	"math"

	"github.com/readamp/readamp/validate/record"
)

// speed is how fast the machine was beside a phase, by the reference load.
type speed struct {
	cpuMicros float64 // server CPU per reference statement
	qps       float64
}

// known says whether the run has a reference load at all.
func (s speed) known() bool { return s.cpuMicros > 0 && s.qps > 0 }

// speeds is the machine's speed beside each entry of a run: of phases as [smoothing] has it, else
// the mean of the nearest reference loads before and after.
func speeds(run *record.Run) []speed {
	before, after := refNeighbours(run)
	smooth := newSmoothing(run)
	around := make([]speed, len(before))
	for i := range around {
		if p := run.Entries[i].Phase; p != nil {
			around[i] = smooth.beside(p)
		}
		if !around[i].known() {
			around[i] = meanSpeed(before[i], after[i])
		}
	}
	return around
}

// refNeighbours are the nearest reference loads before and after each entry, unknown where there is
// none.
func refNeighbours(run *record.Run) (before, after []speed) {
	idle := idleCPU(run)
	before, after = make([]speed, len(run.Entries)), make([]speed, len(run.Entries))
	var last speed
	for i, e := range run.Entries {
		if e.Ref != nil {
			last = refSpeed(e.Ref, idle)
		}
		before[i] = last
	}
	last = speed{}
	for i := len(run.Entries) - 1; i >= 0; i-- {
		if e := run.Entries[i]; e.Ref != nil {
			last = refSpeed(e.Ref, idle)
		}
		after[i] = last
	}
	return before, after
}

// speedDrift is how unsure the machine's speed between two reference loads is: half of what their
// CPU differs by, relative; 0 if one is unknown.
func speedDrift(before, after speed) float64 {
	if !before.known() || !after.known() {
		return 0
	}
	return math.Abs(math.Log(after.cpuMicros/before.cpuMicros)) / 2
}

func meanSpeed(a, b speed) speed {
	switch {
	case !a.known():
		return b
	case !b.known():
		return a
	}
	return speed{(a.cpuMicros + b.cpuMicros) / 2, (a.qps + b.qps) / 2}
}

func refSpeed(r *record.Ref, idle float64) speed {
	seconds := r.End - r.Start
	if r.Queries <= 0 || seconds <= 0 {
		return speed{}
	}
	return speed{perQueryMicros(r.ServerCPUSeconds, idle, seconds, r.Queries),
		float64(r.Queries) / seconds}
}

// idleCPU is the CPU the server uses without load, in cores: the least one recorded, since others
// may hold background work left over from the load before.
func idleCPU(run *record.Run) float64 {
	idle := math.Inf(1)
	for _, e := range run.Entries {
		if e.Idle != nil && e.Idle.Seconds > 0 {
			idle = math.Min(idle, e.Idle.ServerCPUSeconds/e.Idle.Seconds)
		}
	}
	if math.IsInf(idle, 1) {
		return 0
	}
	return idle
}

// perQueryMicros is the server's CPU per query above that of an idle server.
func perQueryMicros(cpuSeconds, idle, seconds float64, queries int64) float64 {
	const microsPerSecond = 1e6
	return microsPerSecond * math.Max(cpuSeconds-idle*seconds, 0) / float64(queries)
}
