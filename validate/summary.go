package validate

import (
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Summary condenses the errors of the phases that were not fitted; ape is the absolute error in
// percent of what was measured. A figure with nothing to judge is missing.
type Summary struct {
	// Rows read by the range kinds, in percent; by gets, in rows.
	RowsMedianAPE *float64 `json:"rows_median_ape"`
	RowsP95APE    *float64 `json:"rows_p95_ape"`
	RowsAbsP95    *float64 `json:"rows_abs_p95"`

	CPURatioMedianAPE *float64 `json:"cpu_ratio_median_ape"`
	CPURatioP90APE    *float64 `json:"cpu_ratio_p90_ape"`
	QPSRatioMedianAPE *float64 `json:"qps_ratio_median_ape"`
	QPSRatioP90APE    *float64 `json:"qps_ratio_p90_ape"`

	// NoisePct is the standard deviation of the ratios in the states that are the same (base
	// and recovered), of CPU or rate, whichever is larger.
	NoisePct    *float64 `json:"noise_pct"`
	CPUNoisePct *float64 `json:"cpu_noise_pct"`
	QPSNoisePct *float64 `json:"qps_noise_pct"`

	// The dummies' errors in both ratios taken together, and the model's on the same footing:
	// in the states that are neither base nor recovered, where base always is no answer.
	RatioMedianAPE         *float64 `json:"ratio_median_ape"`
	DummyBaseMedianAPE     *float64 `json:"dummy_base_median_ape"`
	DummyPreviousMedianAPE *float64 `json:"dummy_previous_median_ape"`
	// The straight line in rows per row, fitted to the same runs as the costs, on the same footing.
	DummyLineMedianAPE *float64 `json:"dummy_line_median_ape"`
	// CoveragePct is how many of the ratios that were measured lie in their 90 % interval.
	CoveragePct *float64 `json:"coverage_pct"`
	// The dummies' errors in the rows read by the range kinds, in the same states.
	RowsDummyBaseMedianAPE     *float64 `json:"rows_dummy_base_median_ape"`
	RowsDummyPreviousMedianAPE *float64 `json:"rows_dummy_previous_median_ape"`
}

// sample is one judged figure.
type sample struct {
	measured, predicted float64
	// base and previous are what the dummies say: the figure of the run's base, and the one
	// measured in the state before, which the first state lacks (NaN).
	base, previous float64
	line           float64  // what the straight line says; NaN without one
	low, high      *float64 // the interval, if there is one
	clean          bool     // of a base or recovered state
	group          string   // run and script
	fitted         bool
}

// errorSamples are what a summary is made of.
type errorSamples struct {
	rows, cpu, qps []sample
	getRows        []sample
}

// recoveredLabel is the label of the states after the last major.
const recoveredLabel = "recovered"

// collectErrors takes rows by statement and ratios once a phase.
func collectErrors(run string, lines []Line) errorSamples {
	var e errorSamples
	first, before := map[string]float64{}, map[string]float64{}
	add := func(list *[]sample, l Line, figure string, q Quantity, straight float64) {
		if q.Measured == nil || q.Predicted == nil {
			return
		}
		key := figure + " " + l.Script
		if _, known := first[key]; !known {
			first[key], before[key] = *q.Measured, math.NaN()
		}
		*list = append(*list, sample{measured: *q.Measured, predicted: *q.Predicted,
			base: first[key], previous: before[key], line: straight, low: q.Low, high: q.High,
			group: run + " " + l.Script, fitted: l.Fitted,
			clean: l.Label == lines[0].Label || l.Label == recoveredLabel})
		before[key] = *q.Measured
	}
	for i, l := range lines {
		if l.Statement == "get" {
			add(&e.getRows, l, l.Statement, l.RowsRead, math.NaN())
		} else {
			add(&e.rows, l, l.Statement, l.RowsRead, math.NaN())
		}
		if FirstOfPhase(lines, i) {
			add(&e.cpu, l, "cpu", l.CPURatio, l.rowsLine[0])
			add(&e.qps, l, "qps", l.QPSRatio, l.rowsLine[1])
		}
	}
	for _, ratios := range [][]sample{e.cpu, e.qps} {
		for i := range ratios {
			ratios[i].base = 1
		}
	}
	return e
}

func (e errorSamples) summary() Summary {
	ours := func(s sample) float64 { return s.predicted }
	base := func(s sample) float64 { return s.base }
	previous := func(s sample) float64 { return s.previous }
	straight := func(s sample) float64 { return s.line }
	both, rows := dirty(slices.Concat(e.cpu, e.qps)), dirty(e.rows)
	cpuNoise, qpsNoise := noisePct(e.cpu), noisePct(e.qps)
	return Summary{
		RowsMedianAPE:     quantile(0.5, apes(e.rows, ours)),
		RowsP95APE:        quantile(0.95, apes(e.rows, ours)),
		RowsAbsP95:        quantile(0.95, differences(e.getRows)),
		CPURatioMedianAPE: quantile(0.5, apes(e.cpu, ours)),
		CPURatioP90APE:    quantile(0.9, apes(e.cpu, ours)),
		QPSRatioMedianAPE: quantile(0.5, apes(e.qps, ours)),
		QPSRatioP90APE:    quantile(0.9, apes(e.qps, ours)),
		CPUNoisePct:       finite(cpuNoise), QPSNoisePct: finite(qpsNoise),
		NoisePct:                   finite(math.Max(cpuNoise, qpsNoise)),
		RatioMedianAPE:             quantile(0.5, apes(both, ours)),
		DummyBaseMedianAPE:         quantile(0.5, apes(both, base)),
		DummyPreviousMedianAPE:     quantile(0.5, apes(both, previous)),
		DummyLineMedianAPE:         quantile(0.5, apes(both, straight)),
		CoveragePct:                coveragePct(slices.Concat(e.cpu, e.qps)),
		RowsDummyBaseMedianAPE:     quantile(0.5, apes(rows, base)),
		RowsDummyPreviousMedianAPE: quantile(0.5, apes(rows, previous)),
	}
}

// dirty are the figures of states that are neither base nor recovered.
func dirty(samples []sample) []sample {
	return slices.DeleteFunc(slices.Clone(samples), func(s sample) bool { return s.clean })
}

// differences are the absolute errors of the judged figures in their own unit.
func differences(samples []sample) []float64 {
	var list []float64
	for _, s := range samples {
		if !s.fitted {
			list = append(list, math.Abs(s.predicted-s.measured))
		}
	}
	return list
}

// apes are a predictor's absolute errors in percent over the judged figures.
func apes(samples []sample, predict func(sample) float64) []float64 {
	var list []float64
	for _, s := range samples {
		if p := predict(s); !s.fitted && !math.IsNaN(p) && s.measured != 0 {
			list = append(list, 100*math.Abs(p-s.measured)/s.measured)
		}
	}
	return list
}

// coveragePct is the share of the judged figures that lie in their interval; nothing without one.
func coveragePct(samples []sample) *float64 {
	var inside mean
	for _, s := range samples {
		if s.fitted || s.low == nil || s.high == nil {
			continue
		}
		if *s.low <= s.measured && s.measured <= *s.high {
			inside.add(100)
		} else {
			inside.add(0)
		}
	}
	return finite(inside.value())
}

// noisePct is the relative standard deviation among ratios of the same state, pooled over runs
// and scripts; NaN without a repeated state.
func noisePct(samples []sample) float64 {
	groups := map[string][]float64{}
	for _, s := range samples {
		if s.clean {
			groups[s.group] = append(groups[s.group], s.measured)
		}
	}
	var squares, freedom float64
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		values := groups[name]
		if len(values) < 2 {
			continue
		}
		average, sd := stat.MeanStdDev(values, nil)
		n := float64(len(values) - 1)
		squares += n * (sd / average) * (sd / average)
		freedom += n
	}
	return 100 * math.Sqrt(squares/freedom)
}

// quantile is the empirical quantile at position 1 + (n-1) p of the sorted values, between two of
// them by linear interpolation (type 7 of Hyndman and Fan, The American Statistician 50, 1996; what
// spreadsheets and most statistics programs show); nothing without values.
func quantile(p float64, values []float64) *float64 {
	if len(values) == 0 {
		return nil
	}
	sorted := slices.Sorted(slices.Values(values))
	position := p * float64(len(sorted)-1)
	i := int(position)
	q := sorted[i]
	if i+1 < len(sorted) {
		q += (position - float64(i)) * (sorted[i+1] - sorted[i])
	}
	return finite(q)
}

// finite is a figure that JSON can hold, nothing for one that is not a number.
func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
