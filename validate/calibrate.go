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

// Calibrate fits a cost model to the measured phases of runs.
func Calibrate(ctx context.Context, runs []*record.Run, rules RulesOf) (*model.Cost, error) {
	return calibrate(ctx, runs, rules, func(int) bool { return true })
}

// RulesOf finds the rules of the server a run was recorded on.
type RulesOf func(*record.Run) (lsm.Rules, error)

func calibrate(ctx context.Context, runs []*record.Run, rules RulesOf, take func(int) bool) (
	*model.Cost, error,
) {
	speed := reference(runs)
	var cost *model.Cost
	for range calibrateRounds {
		var all []model.Observation
		for _, run := range runs {
			r, err := rules(run)
			if err != nil {
				return nil, err
			}
			p, err := Predict(ctx, run, r, cost)
			if err != nil {
				return nil, err
			}
			all = append(all, p.observations(take)...)
		}
		fitted, err := model.FitCost(all)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", runNames(runs), err)
		}
		fitted.ReferenceCPUMicros, fitted.ReferenceQPS = speed.cpuMicros, speed.qps
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
