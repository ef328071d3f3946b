package protocol

import (
	"math"

	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/record"
)

// Summary is what a run showed, phase by phase.
type Summary struct {
	Phases []PhaseSummary `json:"phases"`
}

// PhaseSummary is what one phase showed. A figure that is not known is 0.
type PhaseSummary struct {
	Label   string  `json:"label"`
	Script  string  `json:"script"`
	Warm    bool    `json:"warm"`
	Seconds float64 `json:"seconds"` // it really took
	Queries int64   `json:"queries"` // statements
	Events  int64   `json:"events"`

	QPS float64 `json:"qps"` // statements a second
	// CPUMicros is CPU microseconds per statement above those of the idle target.
	CPUMicros float64 `json:"cpu_us_per_query"`
	// RowsPerRow is the rows that range statements read for each row they return; sums, which
	// return one row whatever they read, are left out. RowsPerGet is the same of gets. Both are 0,
	// and not in JSON, where no such statement read a row.
	RowsPerRow float64 `json:"rows_per_row,omitempty"`
	RowsPerGet float64 `json:"rows_per_get,omitempty"`

	Latencies Latencies `json:"latencies"`

	// QPSOverRef and CPUOverRef are QPS and CPUMicros over the mean of the refs before and after.
	QPSOverRef float64 `json:"qps_over_ref"`
	CPUOverRef float64 `json:"cpu_over_ref"`
	// QPSRatio and CPURatio are these over their means in the base phases of the same script.
	QPSRatio float64 `json:"qps_ratio"`
	CPURatio float64 `json:"cpu_ratio"`
}

// pair is a rate and a cost of one load.
type pair struct{ qps, cpuMicros float64 }

// over divides figure by figure.
func (p pair) over(q pair) pair {
	return pair{ratio(p.qps, q.qps), ratio(p.cpuMicros, q.cpuMicros)}
}

// mean is the mean of those that are known.
func mean(pairs ...pair) pair {
	var sum pair
	n := 0.0
	for _, p := range pairs {
		if p.qps > 0 {
			sum, n = pair{sum.qps + p.qps, sum.cpuMicros + p.cpuMicros}, n+1
		}
	}
	return pair{ratio(sum.qps, n), ratio(sum.cpuMicros, n)}
}

// summarize condenses the entries of a run, which may have ended early.
func summarize(entries []record.Entry, latencies map[*record.Phase]Latencies) *Summary {
	s := &Summary{}
	idle, refs := idleCores(entries), refPairs(entries)
	for i, e := range entries {
		if e.Phase == nil {
			continue
		}
		p := phaseSummary(e.Phase, idle)
		p.Latencies = latencies[e.Phase]
		over := pair{p.QPS, p.CPUMicros}.over(mean(refs[i].before, refs[i].after))
		p.QPSOverRef, p.CPUOverRef = over.qps, over.cpuMicros
		s.Phases = append(s.Phases, p)
	}
	s.setRatios()
	return s
}

// phaseSummary is what a phase shows by itself.
func phaseSummary(p *record.Phase, idle float64) PhaseSummary {
	seconds := p.End - p.Start
	ranges := []record.Stat{p.Audit[workload.Range.String()], p.Audit[workload.Order.String()],
		p.Audit[workload.Distinct.String()]}
	return PhaseSummary{Label: p.Label, Script: p.Script, Warm: p.Warm, Seconds: seconds,
		Queries: p.Queries.Total, Events: p.Events, QPS: p.QPS,
		CPUMicros:  cpuMicros(p.ServerCPUSeconds, idle*seconds, p.Queries.Total),
		RowsPerRow: rowsPerRow(ranges...),
		RowsPerGet: rowsPerRow(p.Audit[workload.Get.String()])}
}

// rowsPerRow is the rows read over those returned.
func rowsPerRow(stats ...record.Stat) float64 {
	var read, returned float64
	for _, s := range stats {
		read += float64(s.N) * s.RowsRead
		returned += float64(s.N) * s.Returned
	}
	return ratio(read, returned)
}

// cpuMicros is CPU per statement above what the idle target would have used.
func cpuMicros(seconds, idleSeconds float64, queries int64) float64 {
	return ratio(1e6*max(seconds-idleSeconds, 0), float64(queries))
}

// idleCores is the CPU the target uses without load, in cores: the least recorded, since the
// target may still work off the load before.
func idleCores(entries []record.Entry) float64 {
	least := math.Inf(1)
	for _, e := range entries {
		if e.Idle != nil && e.Idle.Seconds > 0 {
			least = min(least, e.Idle.ServerCPUSeconds/e.Idle.Seconds)
		}
	}
	if math.IsInf(least, 1) {
		return 0
	}
	return least
}

// neighbours are the refs beside an entry; zero where there is none.
type neighbours struct{ before, after pair }

// refPairs finds the refs beside every entry.
func refPairs(entries []record.Entry) []neighbours {
	idle := idleCores(entries)
	all := make([]neighbours, len(entries))
	var last pair
	for i, e := range entries {
		if e.Ref != nil {
			last = refPair(e.Ref, idle)
		}
		all[i].before = last
	}
	last = pair{}
	for i := len(entries) - 1; i >= 0; i-- {
		if e := entries[i]; e.Ref != nil {
			last = refPair(e.Ref, idle)
		}
		all[i].after = last
	}
	return all
}

func refPair(r *record.Ref, idle float64) pair {
	seconds := r.End - r.Start
	return pair{ratio(float64(r.Queries), seconds),
		cpuMicros(r.ServerCPUSeconds, idle*seconds, r.Queries)}
}

// setRatios compares with the base: the phases of a script under the label of the first measured
// one.
func (s *Summary) setRatios() {
	label := ""
	bases := map[string][]pair{}
	for _, p := range s.Phases {
		if p.Warm {
			continue
		}
		if label == "" {
			label = p.Label
		}
		if p.Label == label {
			bases[p.Script] = append(bases[p.Script], pair{p.QPSOverRef, p.CPUOverRef})
		}
	}
	for i := range s.Phases {
		p := &s.Phases[i]
		r := pair{p.QPSOverRef, p.CPUOverRef}.over(mean(bases[p.Script]...))
		p.QPSRatio, p.CPURatio = r.qps, r.cpuMicros
	}
}
