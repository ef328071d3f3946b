package validate

import (
	"math"

	"github.com/readamp/readamp/model"
)

// expect sets the intervals in which both ratios are expected, from what the costs know of their
// own uncertainty and of the scatter of phases. A ratio scatters twice: the phase does, and the
// mean of the base's phases, of which the phase may be one.
func (l *Line) expect(cost *model.Cost, phase PhasePrediction, noise float64,
	b *base) {

	if cost == nil || cost.Covariance == nil || len(b.parts) == 0 ||
		l.CPURatio.Predicted == nil || l.QPSRatio.Predicted == nil {
		return
	}
	noise = b.scatter(noise, phase.Phase.Label == b.label) / cost.Covariance.Noise
	costs := cost.RelativeSD(phase.Parts, b.parts)
	server := cost.Server * phase.CPU * phase.Rate // its share of a query's time
	l.CPURatio.around(math.Hypot(costs, noise*cost.Covariance.CPUResidual))
	l.QPSRatio.around(math.Hypot(server*costs, noise*cost.Covariance.RateResidual))
}

// scatter is the noise of a phase over the mean of the base's, of which it is one or not.
func (b *base) scatter(noise float64, inside bool) float64 {
	n := b.squares.n
	variance := noise*noise + b.squares.value()/n
	if inside {
		variance -= 2 * noise * noise / n
	}
	return math.Sqrt(max(variance, 0))
}

// around sets the interval of a positive quantity whose logarithm has this standard deviation.
func (q *Quantity) around(sd float64) {
	factor := math.Exp(model.CostQuantile(CostConfidence) * sd)
	q.Low, q.High = finite(*q.Predicted/factor), finite(*q.Predicted*factor)
}

// straightRatios is what the straight lines of a script say of CPU and rate over base.
func straightRatios(cost *model.Cost, script string, rowsPerRow float64) [2]float64 {
	line, known := model.RowsLine{}, false
	if cost != nil {
		line, known = cost.RowsLine[script]
	}
	if !known || rowsPerRow == 0 {
		return [2]float64{math.NaN(), math.NaN()}
	}
	return [2]float64{line.CPU.At(rowsPerRow), line.Rate.At(rowsPerRow)}
}
