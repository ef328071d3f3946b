package validate

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

// lineFit collects what a straight line is fitted to: the ratios to base of each script, against
// the rows that ranges read per row returned in the same state.
type lineFit struct {
	rows, cpu, rate map[string][]float64 // by script
}

// add takes the measured phases of a run.
func (l *lineFit) add(p *Prediction, take func(state int) bool) {
	if l.rows == nil {
		l.rows, l.cpu, l.rate = map[string][]float64{}, map[string][]float64{},
			map[string][]float64{}
	}
	measured, perRow := observe(p.Run), p.rowsPerRow()
	bases := p.bases(measured)
	for _, phase := range p.Phases {
		o, script := measured[phase.Phase], phase.Phase.Script
		rows, known := perRow[phase.State]
		if phase.Phase.Warm || !o.valid() || !take(phase.State) || !known {
			continue
		}
		b := bases[script]
		cpu, rate := o.cpu/b.measuredCPU.value(), o.rate/b.measuredRate.value()
		if math.IsNaN(cpu) || math.IsNaN(rate) {
			continue
		}
		l.rows[script] = append(l.rows[script], rows)
		l.cpu[script], l.rate[script] = append(l.cpu[script], cpu), append(l.rate[script], rate)
	}
}

// fit is the lines by least squares; a script whose rows never change has none.
func (l *lineFit) fit() map[string]model.RowsLine {
	lines := map[string]model.RowsLine{}
	for script, rows := range l.rows {
		if stat.Variance(rows, nil) > 0 {
			var line model.RowsLine
			line.CPU.Intercept, line.CPU.Slope = stat.LinearRegression(rows, l.cpu[script], nil,
				false)
			line.Rate.Intercept, line.Rate.Slope = stat.LinearRegression(rows, l.rate[script], nil,
				false)
			lines[script] = line
		}
	}
	return lines
}

// rowsPerRow is how many rows a range is predicted to read per row it returns, by state.
func (p *Prediction) rowsPerRow() map[int]float64 {
	states := map[int]float64{}
	for _, phase := range p.Phases {
		if r, ok := phase.Rows[workload.Range.String()]; ok && !phase.Phase.Warm && r.Returned > 0 {
			states[phase.State] = r.Read() / r.Returned
		}
	}
	return states
}
