package validate

import (
	"math"
	"slices"
	"sort"

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

	// The dummies' errors in both ratios taken together.
	DummyBaseMedianAPE     *float64 `json:"dummy_base_median_ape"`
	DummyPreviousMedianAPE *float64 `json:"dummy_previous_median_ape"`
	// RatioMedianAPE is the model's error on the same footing as the dummies'.
	RatioMedianAPE *float64 `json:"ratio_median_ape"`
}

// ratioSample is one judged ratio.
type ratioSample struct {
	measured, predicted float64
	previous            float64 // measured in the state before; NaN in the first
	clean               bool    // a base or recovered state
	group               string  // run and script
	fitted              bool
}

// errorSamples are what a summary is made of.
type errorSamples struct {
	rowsPct, rowsAbs []float64
	cpu, qps         []ratioSample
}

// collectErrors takes rows by statement and ratios once a phase.
func collectErrors(lines []Line) errorSamples {
	var e errorSamples
	previous := map[string]Line{}
	for i, line := range lines {
		e.addRows(line)
		if i > 0 && lines[i-1].Phase == line.Phase {
			continue
		}
		before, known := previous[line.Script]
		e.addRatio(&e.cpu, line, line.CPURatio, before.CPURatio, known, lines[0].Label)
		e.addRatio(&e.qps, line, line.QPSRatio, before.QPSRatio, known, lines[0].Label)
		previous[line.Script] = line
	}
	return e
}

func (e *errorSamples) addRows(line Line) {
	q := line.RowsRead
	if line.Fitted || q.Measured == nil || q.Predicted == nil {
		return
	}
	if line.Statement == "get" {
		e.rowsAbs = append(e.rowsAbs, math.Abs(*q.Predicted-*q.Measured))
	} else if q.ErrorPct != nil {
		e.rowsPct = append(e.rowsPct, math.Abs(*q.ErrorPct))
	}
}

// recoveredLabel is the label of the states after the last major.
const recoveredLabel = "recovered"

func (e *errorSamples) addRatio(list *[]ratioSample, line Line, q, before Quantity, known bool,
	baseLabel string,
) {
	if q.Measured == nil || q.Predicted == nil {
		return
	}
	s := ratioSample{measured: *q.Measured, predicted: *q.Predicted, previous: math.NaN(),
		clean: line.Label == baseLabel || line.Label == recoveredLabel,
		group: line.Script, fitted: line.Fitted}
	if known && before.Measured != nil {
		s.previous = *before.Measured
	}
	*list = append(*list, s)
}

func (e errorSamples) summary() Summary {
	ours := func(s ratioSample) float64 { return s.predicted }
	base := func(ratioSample) float64 { return 1 }
	previous := func(s ratioSample) float64 { return s.previous }
	both := slices.Concat(e.cpu, e.qps)
	cpuNoise, qpsNoise := noisePct(e.cpu), noisePct(e.qps)
	return Summary{
		RowsMedianAPE: quantile(0.5, e.rowsPct), RowsP95APE: quantile(0.95, e.rowsPct),
		RowsAbsP95:        quantile(0.95, e.rowsAbs),
		CPURatioMedianAPE: quantile(0.5, apes(e.cpu, ours)),
		CPURatioP90APE:    quantile(0.9, apes(e.cpu, ours)),
		QPSRatioMedianAPE: quantile(0.5, apes(e.qps, ours)),
		QPSRatioP90APE:    quantile(0.9, apes(e.qps, ours)),
		CPUNoisePct:       finite(cpuNoise), QPSNoisePct: finite(qpsNoise),
		NoisePct:               finite(math.Max(cpuNoise, qpsNoise)),
		DummyBaseMedianAPE:     quantile(0.5, apes(both, base)),
		DummyPreviousMedianAPE: quantile(0.5, apes(both, previous)),
		RatioMedianAPE:         quantile(0.5, apes(both, ours)),
	}
}

// apes are a predictor's absolute errors in percent over the judged ratios.
func apes(samples []ratioSample, predict func(ratioSample) float64) []float64 {
	var list []float64
	for _, s := range samples {
		if p := predict(s); !s.fitted && !math.IsNaN(p) {
			list = append(list, 100*math.Abs(p-s.measured)/s.measured)
		}
	}
	return list
}

// noisePct is the relative standard deviation among ratios of the same state, pooled over runs
// and scripts; NaN without a repeated state.
func noisePct(samples []ratioSample) float64 {
	groups := map[string][]float64{}
	for _, s := range samples {
		if s.clean {
			groups[s.group] = append(groups[s.group], s.measured)
		}
	}
	var squares, freedom float64
	for _, name := range sortedKeys(groups) {
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

func sortedKeys(m map[string][]float64) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// quantile is the empirical quantile, nothing without values.
func quantile(p float64, values []float64) *float64 {
	if len(values) == 0 {
		return nil
	}
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	return finite(stat.Quantile(p, stat.LinInterp, sorted, nil))
}

// finite is a figure that JSON can hold, nothing for one that is not a number.
func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
