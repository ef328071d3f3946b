package tune

import (
	"fmt"
	"slices"

	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/workload"
)

// Workload is a plan, or a neighbour of it.
type Workload struct {
	Rate     float64        `json:"rate_factor"`         // on the rates of all loads
	RandType string         `json:"rand_type,omitempty"` // of all loads; "" as in the plan
	Plan     *workload.Plan `json:"-"`
}

// String says how it differs from the plan.
func (w Workload) String() string {
	if w.RandType == "" {
		return fmt.Sprintf("rates x%g", w.Rate)
	}
	return fmt.Sprintf("rates x%g, %s", w.Rate, w.RandType)
}

// Workloads are a plan and its neighbours: with rates lower and higher by a share, at most 1,
// and with other distributions of ids, if they are others, each at all of the rates. The plan comes
// first.
func Workloads(p *workload.Plan, rateShare float64, randTypes []string) (
	[]Workload, error) {

	if !(rateShare >= 0 && rateShare < 1) {
		return nil, fmt.Errorf("rates lower and higher by %g: want a share of them, 0 to less "+
			"than 1", rateShare)
	}
	factors := []float64{1}
	if rateShare > 0 {
		factors = []float64{1, 1 - rateShare, 1 + rateShare}
	}
	var list []Workload
	for i, kind := range append([]string{""}, randTypes...) {
		if slices.Contains(randTypes[:max(i-1, 0)], kind) {
			return nil, fmt.Errorf("distribution %s stands twice", kind)
		}
		if allDrawn(p, kind) {
			continue // that is the plan itself
		}
		for _, factor := range factors {
			plan, err := neighbour(p, factor, kind)
			if err != nil {
				return nil, err
			}
			list = append(list, Workload{factor, kind, plan})
		}
	}
	return list, nil
}

// allDrawn says that all loads of a plan draw their ids by a distribution.
func allDrawn(p *workload.Plan, kind string) bool {
	return !slices.ContainsFunc(p.Loads, func(l workload.Load) bool {
		return l.Options.RandType != kind
	})
}

// neighbour is a plan with other rates and another distribution.
func neighbour(p *workload.Plan, factor float64, kind string) (*workload.Plan, error) {
	n := &workload.Plan{Groups: p.Groups, Loads: slices.Clone(p.Loads)}
	for i := range n.Loads {
		l := &n.Loads[i]
		if factor != 1 {
			l.Rate = workload.Rate{PerSecond: factor * l.Rate.EventsPerSecond()}
		}
		if kind == "" {
			continue
		}
		if _, err := keydist.New(kind, n.Groups[l.Group].Rows, l.Options.Rand); err != nil {
			return nil, err
		}
		l.Options.RandType = kind
	}
	return n, nil
}

// getsPerSecond are the gets on each group's tables, on average over the plan.
func (w Workload) getsPerSecond() []float64 {
	return perSecond(w.Plan, func(c workload.Counts) int { return c[workload.Get] })
}

// perSecond is how often each group has some statements, on average over a plan.
func perSecond(p *workload.Plan, of func(workload.Counts) int) []float64 {
	rates := make([]float64, len(p.Groups))
	for _, l := range p.Loads {
		rates[l.Group] += l.Rate.EventsPerSecond() * float64(of(l.Options.PerEvent())) *
			(l.To - l.From).Seconds() / p.Length().Seconds()
	}
	return rates
}

// readShares are the groups' shares of the ranges that the plan reads; where it reads none, of the
// tables.
func readShares(p *workload.Plan) []float64 {
	shares := perSecond(p, func(c workload.Counts) int { return c.Reads() - c[workload.Get] })
	sum := 0.0
	for _, s := range shares {
		sum += s
	}
	if sum == 0 {
		for g, group := range p.Groups {
			shares[g] = float64(group.Tables)
			sum += shares[g]
		}
	}
	for g := range shares {
		shares[g] /= sum
	}
	return shares
}
