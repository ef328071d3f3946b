package validate

import (
	"time"

	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
)

// told is the same plan, told when the recorded freezes came and how fast was written in each
// second.
func (n *naturalPlan) told() (*naturalPlan, error) {
	out := *n
	out.config.ManualFreezes = true
	out.config.Actions = append([]timeline.Action(nil), n.config.Actions...)
	for _, f := range measuredFreezes(n.run, n.states) {
		out.config.Actions = append(out.config.Actions,
			timeline.Action{At: n.at(f.unix), Freeze: "minor"})
	}
	plan := *n.config.Plan
	plan.Loads = nil
	writing := 0
	for _, l := range n.config.Plan.Loads {
		if l.Options.PerEvent().Writes() == 0 {
			plan.Loads = append(plan.Loads, l)
			continue
		}
		for writing < len(n.phases) && n.phases[writing].Queries.Write == 0 {
			writing++
		}
		plan.Loads = append(plan.Loads, bySecond(l, n.phases[writing].Intervals)...)
		writing++
	}
	out.config.Plan = &plan
	return &out, nil
}

// bySecond splits a load by the measured rates, which keep its number of events.
func bySecond(l workload.Load, rates []float64) []workload.Load {
	var total float64
	for _, r := range rates {
		total += r
	}
	if total == 0 {
		return []workload.Load{l}
	}
	all := l.Rate.EventsPerSecond() * (l.To - l.From).Seconds()
	var loads []workload.Load
	for i, r := range rates {
		part := l
		part.From = l.From + (l.To-l.From)*time.Duration(i)/time.Duration(len(rates))
		part.To = l.From + (l.To-l.From)*time.Duration(i+1)/time.Duration(len(rates))
		part.Rate = workload.Rate{PerSecond: all * r / total / (part.To - part.From).Seconds()}
		loads = append(loads, part)
	}
	return loads
}
