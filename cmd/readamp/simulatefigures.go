package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/plots"
)

// simulationFigures are the stack over time, the rows read, the memstore, and the rates.
var simulationFigures = []struct {
	name string
	draw func(*timeline.Tenant, *simulation) (plots.Figure, error)
}{
	{"stack-over-time", drawStack},
	{"rows-over-time", drawRowsOverTime},
	{"memstore-over-time", drawMemstore},
	{"rates-over-time", drawRates},
}

// writeSimulationFigures draws a simulation into a folder; earlier figures there give way.
func writeSimulationFigures(e env, dir string, t *timeline.Tenant, s *simulation) error {
	var figures []plots.Figure
	list := simulationFigures
	if !s.priced() {
		list = list[:len(list)-1]
		e.remark("no figure rates-over-time: it needs --cost")
	}
	for _, f := range list {
		figure, err := f.draw(t, s)
		if err != nil {
			return fmt.Errorf("figure %s: %w", f.name, err)
		}
		figures = append(figures, figure)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for i, f := range list {
		if err := figures[i].Save(dir, f.name); err != nil {
			return err
		}
		e.remark("figure %s.svg, .png, numbers in .csv", filepath.Join(dir, f.name))
	}
	return nil
}

// drawStack shows the first tablet's SSTables and frozen memtables from birth to death.
func drawStack(t *timeline.Tenant, s *simulation) (plots.Figure, error) {
	tablet := s.Stacks[0].Tablet
	var bars []plots.StackBar
	for _, l := range t.Lives {
		if l.Tablet != tablet {
			continue
		}
		bar := plots.StackBar{Kind: l.Kind, BornS: l.Born.Seconds(), DiedS: math.Inf(1),
			Rows: l.Rows}
		if l.Died >= 0 {
			bar.DiedS = l.Died.Seconds()
		}
		bars = append(bars, bar)
	}
	return plots.StackTimelineUntil("Tables of "+tablet, s.Summary.ReachedS, bars)
}

func drawRowsOverTime(t *timeline.Tenant, s *simulation) (plots.Figure, error) {
	var samples []plots.RowsSample
	for _, x := range s.Samples {
		samples = append(samples, plots.RowsSample{AtS: x.AtS, RangeMean: measured(x.Range.Mean),
			RangeP5: measured(x.Range.P5), RangeP95: measured(x.Range.P95),
			GetMean: measured(x.Get.Mean), IndexMean: measured(x.Index.Mean)})
	}
	var marks []plots.Mark
	for _, f := range t.Freezes {
		marks = append(marks, plots.Mark{AtS: f.At.Seconds(), Kind: "freeze"})
	}
	for _, m := range t.Merges {
		marks = append(marks, plots.Mark{AtS: m.End.Seconds(), Kind: markKind(m.Kind)})
	}
	return plots.RowsOverTime("Rows read per row returned", samples, marks)
}

// markKind is the word for a kind of merge.
func markKind(k timeline.MergeKind) string {
	if k == timeline.MergeMeta {
		return "medium"
	}
	return strings.ToLower(strings.TrimSuffix(string(k), "_MERGE"))
}

// measured is a figure of a sample, which is not a number where there is none.
func measured(v float64) float64 {
	if v == 0 {
		return math.NaN()
	}
	return v
}

func drawMemstore(t *timeline.Tenant, s *simulation) (plots.Figure, error) {
	var samples []plots.MemstoreSample
	for _, x := range t.Memory {
		samples = append(samples, plots.MemstoreSample{AtS: x.At.Seconds(),
			ActiveBytes: float64(x.ActiveBytes), UsedBytes: float64(x.UsedBytes)})
	}
	return plots.MemstoreOverTime("Memstore", samples, plots.MemstoreLevels{
		TriggerBytes:  float64(s.Settings.FreezeTriggerBytes),
		ThrottleBytes: float64(s.Settings.ThrottleBytes),
		LimitBytes:    float64(s.Settings.MemstoreLimitBytes)})
}

func drawRates(_ *timeline.Tenant, s *simulation) (plots.Figure, error) {
	var samples []plots.RateSample
	var before timeline.SampleLine
	for _, x := range s.Samples {
		r := plots.RateSample{AtS: x.AtS, ReadQPS: math.NaN(), WriteEventsPerS: x.WriteEventsPerS}
		if x.ReadQPS != nil {
			r.ReadQPS = *x.ReadQPS
		}
		if past := x.AtS - before.AtS; past > 0 {
			r.ThrottledShare = (x.ThrottledS - before.ThrottledS) / past
		}
		samples = append(samples, r)
		before = x
	}
	return plots.RatesOverTime("Reads and writes", samples)
}

// priced says whether some sample has a predicted rate.
func (s *simulation) priced() bool {
	for _, x := range s.Samples {
		if x.ReadQPS != nil {
			return true
		}
	}
	return false
}
