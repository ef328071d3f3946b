package validate

import (
	"context"
	"fmt"
	"strings"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/validate/record"
)

// calibrateRounds is how often a fit is repeated. How many statements a phase runs follows from
// the rate, and with it how full the fuse row cache gets; the second fit sees the first one's
// rates, and a third changes nothing any more.
const calibrateRounds = 2

// CostConfidence is that of intervals where nobody asks for another one.
const CostConfidence = 0.9

// RulesOf finds the rules of the server a run was recorded on.
type RulesOf func(*record.Run) (lsm.Rules, error)

// Calibrate fits a cost model to the measured phases of runs.
func Calibrate(ctx context.Context, runs []*record.Run, rules RulesOf) (*model.Cost, error) {
	return CalibrateAt(ctx, runs, rules, CostConfidence)
}

// CalibrateAt is Calibrate with intervals of a confidence, a share such as 0.9.
func CalibrateAt(ctx context.Context, runs []*record.Run, rules RulesOf, confidence float64) (
	*model.Cost, error,
) {
	c := calibration{runs: runs, rules: rules, confidence: confidence,
		take: func(int) bool { return true }}
	return c.fit(ctx)
}

// calibration is a fit to be made.
type calibration struct {
	runs       []*record.Run
	rules      RulesOf
	confidence float64
	take       func(state int) bool
}

func (c calibration) fit(ctx context.Context) (*model.Cost, error) {
	speed := reference(c.runs)
	var cost *model.Cost
	for round := range calibrateRounds {
		var all []model.Observation
		var line lineFit
		for _, run := range c.runs {
			r, err := c.rules(run)
			if err != nil {
				return nil, err
			}
			p, err := Predict(ctx, run, r, cost)
			if err != nil {
				return nil, err
			}
			all = append(all, p.observations(c.take)...)
			line.add(p, c.take)
		}
		fit := model.FitCost
		if round == calibrateRounds-1 {
			fit = func(all []model.Observation) (*model.Cost, error) {
				return model.FitCostIntervals(all, c.confidence)
			}
		}
		fitted, err := fit(all)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", runNames(c.runs), err)
		}
		fitted.ReferenceCPUMicros, fitted.ReferenceQPS = speed.cpuMicros, speed.qps
		fitted.RowsLine = line.fit()
		cost = fitted
	}
	return cost, nil
}

func runNames(runs []*record.Run) string {
	var names []string
	for _, run := range runs {
		names = append(names, runName(run))
	}
	return strings.Join(names, ", ")
}
