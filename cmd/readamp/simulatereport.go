package main

import (
	"math"

	"github.com/readamp/readamp/internal/texttab"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
)

// simulation is the JSON of the command.
type simulation struct {
	Settings settings `json:"settings"`
	*timeline.Report

	plan   *workload.Plan
	memory memory
}

// settings say what was simulated.
type settings struct {
	Plan                string            `json:"plan"` // in the form of a plan file
	ServerVersion       string            `json:"server_version"`
	Parameters          map[string]string `json:"parameters"` // that were given
	Seed                uint64            `json:"seed"`
	Fast                bool              `json:"fast"`
	MinorCompactTrigger int               `json:"minor_compact_trigger"`
	FreezeTriggerPct    int64             `json:"freeze_trigger_percentage"`
	UnitBytes           int64             `json:"unit_bytes"`
	MemstoreLimitBytes  int64             `json:"memstore_limit_bytes"`
	MemstoreLimitFrom   string            `json:"memstore_limit_from"` // computed, reported
	// FreezeTriggerBytes is compared with retired pages; ...ShownBytes is what GV$OB_MEMSTORE
	// shows, with open pages; Low and High are the band in which it moves.
	FreezeTriggerBytes      int64         `json:"freeze_trigger_bytes"`
	FreezeTriggerLowBytes   int64         `json:"freeze_trigger_low_bytes"`
	FreezeTriggerHighBytes  int64         `json:"freeze_trigger_high_bytes"`
	FreezeTriggerShownBytes int64         `json:"freeze_trigger_shown_bytes"`
	FreezeTriggerFrom       string        `json:"freeze_trigger_from"` // computed, reported
	ThrottleBytes           int64         `json:"throttle_bytes"`
	SampleEveryS            float64       `json:"sample_every_s"`
	StartedFrom             string        `json:"started_from,omitempty"` // a recorded state
	ReadLoad                *readLoadLine `json:"read_load,omitempty"`
	Warnings                []string      `json:"warnings"`
}

// readLoadLine says which reads are priced.
type readLoadLine struct {
	Script   string `json:"script"`
	RandType string `json:"rand_type"`
	Threads  int    `json:"threads"`
}

func (f *simulateFlags) settings(c timeline.Config, m memory, warnings []string) settings {
	l := c.Limits
	s := settings{Plan: c.Plan.String(), ServerVersion: c.Rules.Version, Seed: c.Seed,
		Parameters: f.given, Fast: f.fast, MinorCompactTrigger: c.Options.MinorCompactTrigger,
		FreezeTriggerPct: c.Options.FreezeTriggerPercentage, UnitBytes: m.unit.MemoryBytes,
		MemstoreLimitBytes: l.MemstoreLimitBytes, MemstoreLimitFrom: "computed",
		FreezeTriggerBytes: l.TriggerBytes, FreezeTriggerLowBytes: l.TriggerLowBytes,
		FreezeTriggerHighBytes:  l.TriggerHighBytes,
		FreezeTriggerShownBytes: l.ShownTriggerBytes(c.Rules),
		FreezeTriggerFrom:       string(l.From), ThrottleBytes: l.ThrottleBytes,
		SampleEveryS: c.SampleEvery.Seconds(), Warnings: warnings}
	if m.server.MemstoreLimitBytes > 0 {
		s.MemstoreLimitFrom = "reported"
	}
	return s
}

// complete adds what the samples alone don't tell: the memstore's peaks lie between them.
func (s *simulation) complete(t *timeline.Tenant) {
	for _, p := range t.Memory {
		s.Summary.MemstoreUsedMaxBytes = max(s.Summary.MemstoreUsedMaxBytes, p.UsedBytes)
	}
}

// writeSimulation writes the report in the format.
func writeSimulation(e env, format string, s *simulation) error {
	switch format {
	case formatJSON:
		return writeJSON(e.stdout, s)
	case formatCSV:
		return writeTable(e, format, s.samples())
	}
	if err := writeText(e, "%s\n", s.words()); err != nil || len(s.Samples) == 0 {
		return err
	}
	return writeTable(e, format, s.overview())
}

// overviewRows is about how many rows the overview has.
const overviewRows = 24

// step is the time of one row of the overview, seconds: a round one.
func (s *simulation) step() float64 {
	for _, step := range []float64{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200,
		10800, 21600, 43200, 86400} {
		if s.Summary.LengthS/step <= overviewRows+2 {
			return step
		}
	}
	return 7 * 86400
}

// stretch is a part of the simulated time with its samples.
type stretch struct {
	fromS, toS float64
	before     timeline.SampleLine // the last sample before it
	samples    []timeline.SampleLine
	all        *simulation
}

// stretches cut the simulated time into rows of the overview. A sample counts to the stretch that
// ends with it.
func (s *simulation) stretches() (list []stretch) {
	step := s.step()
	var before timeline.SampleLine
	for first := 0; first < len(s.Samples); {
		n := math.Max(math.Ceil(s.Samples[first].AtS/step), 1)
		part := stretch{fromS: (n - 1) * step, toS: min(n*step, s.Summary.ReachedS), before: before,
			all: s}
		last := first
		for last < len(s.Samples) && s.Samples[last].AtS <= n*step {
			last++
		}
		part.samples = s.Samples[first:last]
		list = append(list, part)
		before, first = s.Samples[last-1], last
	}
	return list
}

// mean is the mean of a figure over the samples that have it.
func (p stretch) mean(of func(timeline.SampleLine) float64) any {
	var sum, n float64
	for _, x := range p.samples {
		if v := of(x); v > 0 {
			sum += v
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return sum / n
}

// rate is the mean of a rate, each sample's holding since the one before.
func (p stretch) rate(of func(timeline.SampleLine) float64) float64 {
	var sum, past float64
	at := p.before.AtS
	for _, x := range p.samples {
		sum += of(x) * (x.AtS - at)
		past += x.AtS - at
		at = x.AtS
	}
	return sum / max(past, 1e-9)
}

// has says whether a moment is in the stretch.
func (p stretch) has(atS float64) bool {
	return atS > p.fromS && atS <= p.toS || atS == 0 && p.fromS == 0
}

func (p stretch) freezes() (n float64) {
	for _, f := range p.all.Freezes {
		if p.has(f.AtS) {
			n++
		}
	}
	return n
}

func (p stretch) merges() (n float64) {
	for _, m := range p.all.Merges {
		if p.has(m.EndS) {
			n++
		}
	}
	return n
}

// memstore is the most of the memstore that its samples show.
func (p stretch) memstore() (most float64) {
	for _, x := range p.samples {
		most = max(most, float64(x.MemstoreUsedBytes)/(1<<20))
	}
	return most
}

// overviewColumn is a column of the overview; without a figure in the simulation it is left out.
type overviewColumn struct {
	texttab.Column
	shown bool
	of    func(stretch) any
}

func (s *simulation) overviewColumns() []overviewColumn {
	all := s.Summary
	always := func(name, head, unit, verb string, of func(stretch) any) overviewColumn {
		return overviewColumn{number(name, head, unit, verb), true, of}
	}
	mean := func(of func(timeline.SampleLine) float64) func(stretch) any {
		return func(p stretch) any { return p.mean(of) }
	}
	list := []overviewColumn{
		{texttab.Column{Name: "time", Head: "until"}, true,
			func(p stretch) any { return hms(p.toS) }},
		always("events_per_s", "writes", "events/s", "%.0f", func(p stretch) any {
			return p.rate(func(x timeline.SampleLine) float64 { return x.WriteEventsPerS })
		}),
		always("freezes", "freezes", "", "%.0f", func(p stretch) any { return p.freezes() }),
		always("merges", "merges", "", "%.0f", func(p stretch) any { return p.merges() }),
		always("inc_tables", "minis and", "minors", "%.1f", func(p stretch) any {
			return p.rate(func(x timeline.SampleLine) float64 { return x.IncTables })
		}),
	}
	list = append(list, s.readColumns()...)
	return append(list, []overviewColumn{
		always("memstore_mb", "memstore", "MB, most", "%.0f",
			func(p stretch) any { return p.memstore() }),
		{number("throttled_s", "throttled", "s", "%.0f"), all.ThrottledS > 0,
			func(p stretch) any {
				return p.samples[len(p.samples)-1].ThrottledS - p.before.ThrottledS
			}},
		{number("qps", "reads", "QPS", "%.0f"), s.priced(),
			mean(func(x timeline.SampleLine) float64 { return value(x.ReadQPS) })},
		{number("latency_ms", "latency", "ms", "%.2f"), s.priced(),
			mean(func(x timeline.SampleLine) float64 { return value(x.ReadLatencyMSec) })},
	}...)
}

// readColumns are what reads find: of all tables, or where there are several groups the ranges of
// each.
func (s *simulation) readColumns() (list []overviewColumn) {
	add := func(name, head, unit string, of func(timeline.SampleLine) float64) {
		_, _, found := s.extreme(of, least)
		list = append(list, overviewColumn{number(name, head, unit, "%.2f"), found,
			func(p stretch) any { return p.mean(of) }})
	}
	if len(s.plan.Groups) > 1 {
		for g, group := range s.plan.Groups {
			add("range_"+group.Name, "range rows", group.Name,
				func(x timeline.SampleLine) float64 { return x.Groups[g].Range.Mean })
		}
		return list
	}
	add("range", "range rows", "per row",
		func(x timeline.SampleLine) float64 { return x.Range.Mean })
	add("range_p95", "95th", "percentile",
		func(x timeline.SampleLine) float64 { return x.Range.P95 })
	add("get", "get", "tables", func(x timeline.SampleLine) float64 { return x.Get.Mean })
	add("index", "index rows", "per row",
		func(x timeline.SampleLine) float64 { return x.Index.Mean })
	return list
}

// overview has a row for each part of the time.
func (s *simulation) overview() *texttab.Table {
	var shown []overviewColumn
	var heads []texttab.Column
	for _, c := range s.overviewColumns() {
		if c.shown {
			shown, heads = append(shown, c), append(heads, c.Column)
		}
	}
	t := texttab.New(heads...)
	for _, p := range s.stretches() {
		var cells []any
		for _, c := range shown {
			cells = append(cells, c.of(p))
		}
		t.Row(cells...)
	}
	return t
}

func value(p *float64) float64 {
	if p == nil {
		return 0
	}
	return *p
}

// positive is a cell that stays empty without a value.
func positive(v float64) any {
	if v <= 0 {
		return nil
	}
	return v
}

// samples has a row for each sample.
func (s *simulation) samples() *texttab.Table {
	names := []string{"at_s", "memstore_used_bytes", "memstore_active_bytes", "freezes", "merges",
		"merges_waiting", "write_events_per_s", "throttled_s", "refused_s", "space_bytes", "rows",
		"physical_rows", "inc_tables"}
	for _, of := range []string{"range_rows_per_row", "get_tables", "index_rows_per_row"} {
		for _, q := range []string{"mean", "p5", "p50", "p95", "p99", "max"} {
			names = append(names, of+"_"+q)
		}
	}
	names = append(names, "blockscan_pct", "stack", "read_qps", "read_cpu_us", "read_latency_ms")
	if len(s.plan.Groups) > 1 {
		for _, g := range s.plan.Groups {
			names = append(names, "range_rows_per_row_mean_"+g.Name,
				"range_rows_per_row_p95_"+g.Name, "get_tables_mean_"+g.Name,
				"index_rows_per_row_mean_"+g.Name)
		}
	}
	columns := make([]texttab.Column, len(names))
	for i, name := range names {
		columns[i] = texttab.Column{Name: name}
	}
	t := texttab.New(columns...)
	for _, x := range s.Samples {
		cells := []any{x.AtS, x.MemstoreUsedBytes, x.MemstoreActiveBytes, x.Freezes, x.Merges,
			x.MergesWaiting, x.WriteEventsPerS, x.ThrottledS, x.RefusedS, x.SpaceBytes, x.Rows,
			x.PhysicalRows, x.IncTables}
		for _, p := range []timeline.SpreadLine{x.Range, x.Get, x.Index} {
			for _, v := range []float64{p.Mean, p.P5, p.P50, p.P95, p.P99, p.Max} {
				cells = append(cells, positive(v))
			}
		}
		cells = append(cells, x.BlockscanPct, x.Stack, cell(x.ReadQPS), cell(x.ReadCPUMicros),
			cell(x.ReadLatencyMSec))
		for _, g := range x.Groups {
			cells = append(cells, positive(g.Range.Mean), positive(g.Range.P95),
				positive(g.Get.Mean), positive(g.Index.Mean))
		}
		t.Row(cells...)
	}
	return t
}
