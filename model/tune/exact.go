package tune

import (
	"context"
	"strings"
	"time"

	"github.com/readamp/readamp/lsm/timeline"
)

// Content makes the tables of a simulation: [timeline.NewKeys] or [model.NewStrata], with how many
// rows share a block.
type Content func(timeline.Config) (timeline.Content, error)

// exactLooks is how many samples a simulation takes for each look of a forecast: the statements of
// a sample are drawn. With 97 samples an hour's mean scatters by 2 %, with 480 by 1 %.
const exactLooks = 5

// Exact simulates the plan under a setting, or what is in force, with single keys or expected
// numbers by stratum, tablet by tablet. It stops with the context's error when that ends.
func (t *Tuner) Exact(ctx context.Context, number int, content Content) (Outcome, error) {
	c, err := t.configOf(t.setting(number), 0)
	if err != nil {
		return Outcome{}, err
	}
	c.SampleEvery = max(c.SampleEvery/exactLooks, time.Millisecond)
	tables, err := content(c)
	if err != nil {
		return Outcome{}, err
	}
	tenant, err := timeline.New(c, tables)
	if err != nil {
		return Outcome{}, err
	}
	if err := tenant.Run(ctx, nil); err != nil {
		return Outcome{}, err
	}
	return t.exactOutcome(tenant), nil
}

// exactOutcome is the outcome of a simulation.
func (t *Tuner) exactOutcome(tenant *timeline.Tenant) Outcome {
	w := tenant.Report().Summary
	hours := w.LengthS / time.Hour.Seconds()
	o := Outcome{WriteAmplification: w.WriteAmplification,
		MergeBytesPerHour: float64(w.MergeBytes) / hours,
		FreezesPerHour:    float64(w.Freezes) / hours, ThrottledSeconds: w.ThrottledS,
		FullSeconds: w.RefusedS, PeakDiskBytes: float64(w.SpaceMaxBytes)}
	var track readTrack
	ofGroup := make([]float64, len(t.shares)) // as last sampled: tables take turns
	for g := range ofGroup {
		ofGroup[g] = 1 // all tables are merged at first
	}
	for _, s := range tenant.Samples {
		rows := 0.0
		for g, share := range t.shares {
			if of := s.Groups[g].Range; of.N > 0 {
				ofGroup[g] = of.Mean
			}
			rows += share * ofGroup[g]
		}
		cost := rows
		if t.config.SampleCost != nil {
			cost = t.config.SampleCost(s)
		}
		track.add(s.At, rows, cost)
		letters := s.Stack.Letters()
		o.MostRuns = max(o.MostRuns, strings.Count(letters, "m")+strings.Count(letters, "i"))
	}
	o.RowsPerRow, o.ReadCost = track.figure(track.rows), track.figure(track.cost)
	for _, p := range tenant.Memory {
		o.PeakMemstoreBytes = max(o.PeakMemstoreBytes, float64(p.UsedBytes))
	}
	if base := float64(tenant.Samples[0].SpaceBytes); base > 0 {
		o.SpaceAmplification = o.PeakDiskBytes / base
	}
	for _, m := range tenant.Merges {
		o.MergeThreads += (m.End - m.Start).Seconds() / w.LengthS
	}
	return o
}
