package main

import (
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate"
)

// readLoad is the load whose reads are priced at every sample.
type readLoad struct {
	*validate.ReadLoad
	script, distribution string
	threads              int
}

// newReadLoad prices the plan's first load of reads that the costs know, else oltp_read_only on
// the tables of the first load that has a distribution. Without costs it is nil.
func newReadLoad(f *simulateFlags, c timeline.Config) (*readLoad, error) {
	if f.cost == "" {
		if f.changed("read-threads") {
			return nil, usageError("--read-threads needs --cost: without costs no read is priced")
		}
		return nil, nil
	}
	if f.readThreads < 0 {
		return nil, usageError("--read-threads: %d is no number of clients", f.readThreads)
	}
	cost, err := validate.OpenCost(f.cost)
	if err != nil {
		return nil, err
	}
	load, err := statedLoad(c.Plan, cost)
	if err != nil {
		return nil, err
	}
	reads, err := validate.NewReadLoad(c, load, f.readThreads, cost)
	if err != nil {
		return nil, failure("%s: %w", f.cost, err)
	}
	return &readLoad{reads, load.Script, load.Options.RandType, reads.Threads()}, nil
}

// statedLoad is the load whose reads are priced.
func statedLoad(p *workload.Plan, cost *validate.CostFile) (workload.Load, error) {
	var spread *workload.Load // the first that has a distribution
	for i, l := range p.Loads {
		if l.Script == workload.Queue {
			continue
		}
		if spread == nil {
			spread = &p.Loads[i]
		}
		_, priced := cost.Client[l.Script]
		if per := l.Options.PerEvent(); priced && per.Writes() == 0 && per.Reads() > 0 {
			return l, nil
		}
	}
	const script = "oltp_read_only"
	o, err := workload.ParseOptions(script, nil)
	l := workload.Load{Script: script, Options: o}
	if spread != nil {
		l.Group = spread.Group
		l.Options = spread.Options
		l.Options.Script = script
	} else {
		l.Options.RandType = "uniform"
	}
	group := p.Groups[l.Group]
	l.Options.Tables, l.Options.TableSize = group.Tables, group.Rows
	return l, err
}

// price adds to every sample what the load would get at that moment.
func (s *simulation) price(reads *readLoad, samples []timeline.Sample) {
	if reads == nil {
		return
	}
	s.Settings.ReadLoad = &readLoadLine{Script: reads.script, RandType: reads.distribution,
		Threads: reads.threads}
	for i, sample := range samples {
		p := reads.Price(sample)
		if p == nil {
			continue
		}
		line := &s.Samples[i]
		line.ReadQPS, line.ReadCPUMicros, line.ReadLatencyMSec = &p.QPS, &p.CPUMicros, &p.LatencyMS
	}
}

// priced says whether some sample has a predicted rate.
func (s *simulation) priced() bool {
	for _, x := range s.Samples {
		if x.ReadQPS != nil {
			return true
		}
	}
	return false
}
