package main

import (
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate"
)

// price adds to every sample what the stated read load would get at that moment: the plan's first
// load that reads, else oltp_read_only on the first group.
func (s *simulation) price(f *simulateFlags, c timeline.Config, t *timeline.Tenant,
	cost *validate.CostFile) error {

	if cost == nil {
		return nil
	}
	reads, err := validate.NewReadLoad(c, statedLoad(c.Plan), f.readThreads, cost)
	if err != nil {
		return err
	}
	for i := range s.Samples {
		p := reads.Price(t.Samples[i])
		if p == nil {
			continue
		}
		line := &s.Samples[i]
		line.ReadQPS, line.ReadCPUMicros, line.ReadLatencyMSec = &p.QPS, &p.CPUMicros, &p.LatencyMS
	}
	return nil
}

// statedLoad is the load whose reads are priced.
func statedLoad(p *workload.Plan) workload.Load {
	for _, l := range p.Loads {
		if l.Options.PerEvent().Reads() > 0 {
			return l
		}
	}
	l := p.Loads[0]
	l.Script, l.Options.Script = "oltp_read_only", "oltp_read_only"
	return l
}
