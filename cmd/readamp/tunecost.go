package main

import (
	"fmt"

	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/model/tune"
	"github.com/readamp/readamp/validate"
)

// rowsPerRow is the unit of read costs that are rows: all that is known of them without a fit.
const rowsPerRow = "rows read per row returned"

// readCosts sets what reads cost, and says what that is: with --cost the server CPU of the mean
// query of the load that predict and simulate price as well.
func (f *tuneFlags) readCosts(c *tune.Config) (unit string, err error) {
	if f.cost == "" {
		return rowsPerRow, nil
	}
	price := priceFlags{cost: f.cost, confidencePct: 100 * validate.CostConfidence}
	x, err := price.open(c.Base.Plan, f.cpus)
	if err != nil {
		return "", err
	}
	samples, err := validate.NewReadLoad(c.Base, x.load, 0, x.file)
	if err != nil {
		return "", failure("%s: %w", f.cost, err)
	}
	group, micros := x.load.Group, x.file.ReferenceCPUMicros
	c.Cost = func(m *model.Moment) float64 { return micros * x.pricer.CPU(&m.Reads[group]) }
	c.SampleCost = func(s timeline.Sample) float64 {
		if p := samples.Price(s); p != nil {
			return p.CPUMicros
		}
		return 0
	}
	c.GetsPerSecond = make([]float64, len(c.Base.Plan.Groups))
	if gets := x.load.Options.PerEvent()[workload.Get]; gets > 0 {
		// As many as the costs' reference load gets: the fuse row cache fills with them.
		c.GetsPerSecond[group] = x.file.ReferenceQPS * float64(gets) / x.mix.Queries
	}
	return fmt.Sprintf("µs of server CPU a query, %s %s", x.load.Script, x.load.Options.RandType),
		nil
}
