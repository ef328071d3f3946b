package tune

import (
	"slices"
	"time"

	"github.com/readamp/readamp/model"
	"gonum.org/v1/gonum/stat"
)

// Outcome is what a plan comes to under a setting. Times are simulated.
type Outcome struct {
	RowsPerRow ReadFigure `json:"rows_per_row"` // that ranges read for each that they return
	ReadCost   ReadFigure `json:"read_cost"`    // RowsPerRow where no [ReadCost] is given

	WriteAmplification float64 `json:"write_amplification"`
	MergeBytesPerHour  float64 `json:"merge_bytes_per_hour"` // written by all merges, minis too
	MergeThreads       float64 `json:"merge_threads"`        // that merge, on average
	FreezesPerHour     float64 `json:"freezes_per_hour"`
	MostRuns           int     `json:"most_runs"` // minis and minors of one tablet at once

	ThrottledSeconds   float64 `json:"throttled_s"`
	FullSeconds        float64 `json:"memstore_full_s"`
	PeakMemstoreBytes  float64 `json:"peak_memstore_bytes"`
	PeakDiskBytes      float64 `json:"peak_disk_bytes"`
	SpaceAmplification float64 `json:"space_amplification"` // over what merged tables take
}

// ReadFigure is a figure of reads over the time of a plan.
type ReadFigure struct {
	Mean float64 `json:"mean"`
	P95  float64 `json:"p95"`
	// WorstHour is the greatest mean over an hour; over everything in a shorter plan.
	WorstHour float64 `json:"worst_hour"`
}

// readTrack is what reads find on the way through a plan.
type readTrack struct {
	at         []time.Duration
	rows, cost []float64
	sorted     []float64
}

func (t *readTrack) reset() {
	t.at, t.rows, t.cost = t.at[:0], t.rows[:0], t.cost[:0]
}

func (t *readTrack) add(at time.Duration, rows, cost float64) {
	t.at = append(t.at, at)
	t.rows, t.cost = append(t.rows, rows), append(t.cost, cost)
}

// outcome puts what was found and the totals together.
func (t *readTrack) outcome(w *model.Totals) Outcome {
	hours := w.Length.Hours()
	written := w.Mini.OutputBytes + w.Minor.OutputBytes + w.Medium.OutputBytes +
		w.Major.OutputBytes
	return Outcome{RowsPerRow: t.figure(t.rows), ReadCost: t.figure(t.cost),
		WriteAmplification: w.WriteAmplification(), MergeBytesPerHour: written / hours,
		MergeThreads: w.MergeThreads(), FreezesPerHour: float64(w.Freezes) / hours,
		MostRuns: w.MostRuns, ThrottledSeconds: w.ThrottledSeconds, FullSeconds: w.FullSeconds,
		PeakMemstoreBytes: w.PeakHoldBytes, PeakDiskBytes: w.PeakDiskBytes,
		SpaceAmplification: w.SpaceAmplification()}
}

// figure sums a figure up; its values are those at the track's times.
func (t *readTrack) figure(values []float64) ReadFigure {
	if len(values) == 0 {
		return ReadFigure{}
	}
	t.sorted = append(t.sorted[:0], values...)
	slices.Sort(t.sorted)
	return ReadFigure{Mean: stat.Mean(values, nil),
		P95: stat.Quantile(0.95, stat.LinInterp, t.sorted, nil), WorstHour: t.worstHour(values)}
}

// worstHour goes over the values with a window of an hour.
func (t *readTrack) worstHour(values []float64) (worst float64) {
	from, sum := 0, 0.0
	last := len(values) - 1
	for i, v := range values {
		sum += v
		for t.at[i]-t.at[from] > time.Hour {
			sum -= values[from]
			from++
		}
		whole := t.at[i]-t.at[0] >= time.Hour || i == last && from == 0
		if mean := sum / float64(i-from+1); whole {
			worst = max(worst, mean)
		}
	}
	return worst
}
