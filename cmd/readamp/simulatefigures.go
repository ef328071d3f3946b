package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/plots"
)

// writeSimulationFigures draws a simulation into a folder; earlier figures there give way. Nothing
// is written unless all can be drawn.
func writeSimulationFigures(e env, dir string, t *timeline.Tenant, s *simulation) error {
	if len(s.Samples) == 0 {
		e.remark("no figures: no sample was taken")
		return nil
	}
	figures, err := drawSimulation(t, s)
	if err != nil {
		return err
	}
	if err := saveFigures(e, dir, figures); err != nil {
		return err
	}
	if !s.priced() {
		e.remark("no figure rates-over-time: it needs --cost")
	}
	return nil
}

// drawSimulation draws the stack of a table of each group, the rows read, the memstore and, where
// reads are priced, the rates.
func drawSimulation(t *timeline.Tenant, s *simulation) (list []namedFigure, err error) {
	draw := func(name string, figure plots.Figure, failed error) {
		if failed != nil && err == nil {
			err = fmt.Errorf("figure %s: %w", name, failed)
		}
		list = append(list, namedFigure{name, figure})
	}
	for g, group := range s.plan.Groups {
		of := ""
		if len(s.plan.Groups) > 1 {
			of = "-" + group.Name
		}
		figure, failed := drawStack(t, s, g)
		draw("stack-over-time"+of, figure, failed)
		figure, failed = drawRowsOverTime(s, g)
		draw("rows-over-time"+of, figure, failed)
	}
	figure, failed := drawMemstore(t, s)
	draw("memstore-over-time", figure, failed)
	if s.priced() {
		figure, failed := drawRates(s)
		draw("rates-over-time", figure, failed)
	}
	return list, err
}

// drawStack shows the SSTables and frozen memtables of a group's first table from birth to death.
func drawStack(t *timeline.Tenant, s *simulation, g int) (plots.Figure, error) {
	group := s.plan.Groups[g]
	tablet := group.Name + "1"
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
	title := "SSTables and frozen memtables of " + tablet
	if group.Tables > 1 {
		title += fmt.Sprintf(", one of %d tables alike", group.Tables)
	}
	return plots.StackTimelineUntil(title, s.Summary.ReachedS, bars)
}

// drawRowsOverTime shows what reads of a group's tables find. Only merges of these are marked.
func drawRowsOverTime(s *simulation, g int) (plots.Figure, error) {
	group := s.plan.Groups[g]
	var samples []plots.RowsSample
	for _, x := range s.Samples {
		of := timeline.GroupLine{Range: x.Range, Get: x.Get, Index: x.Index}
		if len(x.Groups) > 0 {
			of = x.Groups[g]
		}
		samples = append(samples, plots.RowsSample{AtS: x.AtS,
			RangeMean: measured(of.Range.Mean), RangeP5: measured(of.Range.P5),
			RangeP95: measured(of.Range.P95), GetMean: measured(of.Get.Mean),
			IndexMean: measured(of.Index.Mean)})
	}
	title := fmt.Sprintf("Rows read per row returned, %s", group.Name)
	if group.Tables > 1 {
		title += fmt.Sprintf(" (%d tables)", group.Tables)
	}
	return plots.RowsOverTime(title, samples, s.marks(group))
}

// isOf says whether a tablet belongs to a group: orders7 and orders7.k to orders.
func isOf(tablet string, group workload.TableGroup) bool {
	number, ok := strings.CutPrefix(strings.TrimSuffix(tablet, ".k"), group.Name)
	n, err := strconv.Atoi(number)
	return ok && err == nil && n >= 1 && n <= group.Tables
}

// marks are the freezes and the ends of a group's merges. A major freeze is one mark, at the end of
// its last merge, though every tablet has its own.
func (s *simulation) marks(group workload.TableGroup) []plots.Mark {
	var marks []plots.Mark
	for _, f := range s.Freezes {
		marks = append(marks, plots.Mark{AtS: f.AtS, Kind: "freeze"})
	}
	majors := s.majorFreezes()
	ends := make([]float64, len(majors))
	for _, m := range s.Merges {
		if !isOf(m.Tablet, group) {
			continue
		}
		if m.Type != string(timeline.MergeMajor) {
			marks = append(marks, plots.Mark{AtS: m.EndS, Kind: markKind(m.Type)})
			continue
		}
		for i := len(majors) - 1; i >= 0; i-- {
			if m.EndS >= majors[i] {
				ends[i] = max(ends[i], m.EndS)
				break
			}
		}
	}
	for _, end := range ends {
		if end > 0 {
			marks = append(marks, plots.Mark{AtS: end, Kind: "major"})
		}
	}
	return marks
}

// markKind is the word for a kind of merge.
func markKind(k string) string {
	if k == string(timeline.MergeMeta) {
		return "medium"
	}
	return strings.ToLower(strings.TrimSuffix(k, "_MERGE"))
}

// measured is a figure of a sample, which is not a number where there is none.
func measured(v float64) float64 {
	if v == 0 {
		return math.NaN()
	}
	return v
}

// drawMemstore draws the trigger as the server shows it, with open pages: they are in use too.
func drawMemstore(t *timeline.Tenant, s *simulation) (plots.Figure, error) {
	var samples []plots.MemstoreSample
	for _, x := range t.Memory {
		samples = append(samples, plots.MemstoreSample{AtS: x.At.Seconds(),
			ActiveBytes: float64(x.ActiveBytes), UsedBytes: float64(x.UsedBytes)})
	}
	return plots.MemstoreOverTime("Memstore of the tenant", samples, plots.MemstoreLevels{
		TriggerBytes:  float64(s.Settings.FreezeTriggerShownBytes),
		ThrottleBytes: float64(s.Settings.ThrottleBytes),
		LimitBytes:    float64(s.Settings.MemstoreLimitBytes)})
}

func drawRates(s *simulation) (plots.Figure, error) {
	var samples []plots.RateSample
	var before timeline.SampleLine
	for _, x := range s.Samples {
		r := plots.RateSample{AtS: x.AtS, ReadQPS: math.NaN(), WriteEventsPerS: x.WriteEventsPerS}
		if x.ReadQPS != nil {
			r.ReadQPS = *x.ReadQPS
		}
		if past := x.AtS - before.AtS; past > 0 {
			r.ThrottledShare = min((x.ThrottledS-before.ThrottledS)/past, 1)
		}
		samples = append(samples, r)
		before = x
	}
	load := s.Settings.ReadLoad
	return plots.RatesOverTime(fmt.Sprintf("What %s by %s would get, and the writes", load.Script,
		counted(load.Threads, "client")), samples)
}
