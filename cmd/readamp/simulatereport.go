package main

import (
	"fmt"
	"math"

	"github.com/readamp/readamp/internal/texttab"
	"github.com/readamp/readamp/lsm/timeline"
)

// simulation is the JSON of the command.
type simulation struct {
	Settings settings `json:"settings"`
	*timeline.Report
}

// settings say what was simulated.
type settings struct {
	Plan                string  `json:"plan"` // in the form of a plan file
	ServerVersion       string  `json:"server_version"`
	Seed                uint64  `json:"seed"`
	Fast                bool    `json:"fast"`
	MinorCompactTrigger int     `json:"minor_compact_trigger"`
	FreezeTriggerPct    int64   `json:"freeze_trigger_percentage"`
	MemstoreLimitBytes  int64   `json:"memstore_limit_bytes"`
	FreezeTriggerBytes  int64   `json:"freeze_trigger_bytes"`
	ThrottleBytes       int64   `json:"throttle_bytes"`
	SampleEveryS        float64 `json:"sample_every_s"`
}

// writeSimulation writes the report in the format.
func writeSimulation(e env, format string, s *simulation) error {
	switch format {
	case formatJSON:
		return writeJSON(e.stdout, s)
	case formatCSV:
		return writeTable(e, format, s.samples())
	}
	for _, line := range s.sentences() {
		if err := writeText(e, "%s\n", line); err != nil {
			return err
		}
	}
	if err := writeText(e, "\n"); err != nil {
		return err
	}
	return writeTable(e, format, s.overview())
}

// sentences are the totals for people.
func (s *simulation) sentences() []string {
	t := s.Summary
	lines := []string{
		fmt.Sprintf("%s simulated, %s write events, %d freezes, %d minis, %d minors, %d mediums, "+
			"%d tablet majors", hms(t.ReachedS), millions(float64(t.Events)), t.Freezes, t.Minis,
			t.Minors, t.Mediums, t.Majors),
		fmt.Sprintf("a range reads %.2f rows per row returned on average, %.2f in its worst hour, "+
			"%.2f at the end", t.Range.Mean, t.WorstHour, t.Range.Last),
	}
	if t.Get.Mean > 0 {
		lines = append(lines, fmt.Sprintf("a point get probes %.2f tables on average (fuse row "+
			"cache apart), %.2f at most", t.Get.Mean, t.Get.Max))
	}
	if t.Index.Mean > 0 {
		lines = append(lines, fmt.Sprintf("a range of an index on k reads %.2f entries per row on "+
			"average, %.2f at the end", t.Index.Mean, t.Index.Last))
	}
	lines = append(lines,
		fmt.Sprintf("merges wrote %s, %.2f bytes per byte the users wrote; SSTables take up to %s",
			inBytes(t.MergeBytes), t.WriteAmplification, inBytes(t.SpaceMaxBytes)),
		fmt.Sprintf("memstore: up to %s of %s, freeze trigger %s, throttling from %s",
			inBytes(t.MemstoreUsedMaxBytes), inBytes(s.Settings.MemstoreLimitBytes),
			inBytes(s.Settings.FreezeTriggerBytes), inBytes(s.Settings.ThrottleBytes)))
	if t.ThrottledS > 0 {
		lines = append(lines, fmt.Sprintf("writes were throttled for %s, refused for %s; %s events "+
			"did not happen", hms(t.ThrottledS), hms(t.RefusedS), millions(t.LostEvents)))
	}
	if t.RefusedMinis > 0 {
		lines = append(lines, fmt.Sprintf("%d minis were refused: too many SSTables",
			t.RefusedMinis))
	}
	return lines
}

// overviewRows is about how many rows the overview has.
const overviewRows = 24

// overview has a row for each part of the time.
func (s *simulation) overview() *texttab.Table {
	t := texttab.New(texttab.Column{Name: "time", Head: "until"},
		number("events_per_s", "writes", "events/s", "%.0f"),
		number("freezes", "freezes", "", "%.0f"), number("merges", "merges", "", "%.0f"),
		number("inc_tables", "minis and", "minors", "%.1f"),
		number("range", "range rows", "per row", "%.2f"),
		number("range_p95", "95 % of", "ranges", "%.2f"),
		number("blockscan_pct", "block scan", "%", "%.1f"),
		number("get", "get", "tables", "%.2f"), number("index", "index rows", "per row", "%.2f"),
		number("memstore_bytes", "memstore", "MiB, most", "%.0f"),
		number("throttled_s", "throttled", "s", "%.0f"),
		number("qps", "reads", "QPS", "%.0f"), number("latency_ms", "latency", "ms", "%.2f"))
	for first := 0; first < len(s.Samples); {
		last := first
		until := (math.Floor(s.Samples[first].AtS/s.step()) + 1) * s.step()
		for last < len(s.Samples) && s.Samples[last].AtS < until {
			last++
		}
		t.Row(s.part(first, last)...)
		first = last
	}
	return t
}

// step is the time of one row of the overview, seconds: a round one.
func (s *simulation) step() float64 {
	for _, step := range []float64{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200,
		10800, 21600, 43200, 86400} {
		if s.Summary.LengthS/step <= overviewRows {
			return step
		}
	}
	return 7 * 86400
}

// part sums the samples from first to before last up.
func (s *simulation) part(first, last int) []any {
	n := float64(last - first)
	var sum [9]float64
	var used int64
	for _, x := range s.Samples[first:last] {
		for i, v := range []float64{x.WriteEventsPerS, x.IncTables, x.Range.Mean, x.Range.P95,
			x.BlockscanPct, x.Get.Mean, x.Index.Mean, value(x.ReadQPS), value(x.ReadLatencyMSec)} {
			sum[i] += v / n
		}
		used = max(used, x.MemstoreUsedBytes)
	}
	end, before := s.Samples[last-1], timeline.SampleLine{}
	if first > 0 {
		before = s.Samples[first-1]
	}
	return []any{hms(end.AtS), sum[0], float64(end.Freezes - before.Freezes),
		float64(end.Merges - before.Merges), sum[1], positive(sum[2]), positive(sum[3]), sum[4],
		positive(sum[5]), positive(sum[6]), float64(used) / (1 << 20),
		end.ThrottledS - before.ThrottledS, positive(sum[7]), positive(sum[8])}
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
		t.Row(append(cells, x.BlockscanPct, x.Stack, cell(x.ReadQPS), cell(x.ReadCPUMicros),
			cell(x.ReadLatencyMSec))...)
	}
	return t
}

// hms writes seconds as hours, minutes and seconds.
func hms(seconds float64) string {
	s := int64(math.Round(seconds))
	return fmt.Sprintf("%02d:%02d:%02d", s/3600, s/60%60, s%60)
}

// millions writes a count in short.
func millions(n float64) string {
	switch {
	case n >= 1e6:
		return fmt.Sprintf("%.1f M", n/1e6)
	case n >= 1e4:
		return fmt.Sprintf("%.1f k", n/1e3)
	}
	return fmt.Sprintf("%.0f", n)
}

// inBytes writes a size in short.
func inBytes(n int64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.2f GiB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.0f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%d bytes", n)
}
