package timeline

import (
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
)

// Report is what a simulation has to say, in the form of its JSON. Times are seconds since the
// plan began.
type Report struct {
	Summary Summary       `json:"summary"`
	Samples []SampleLine  `json:"samples"`
	Freezes []FreezeLine  `json:"freezes"`
	Merges  []MergeLine   `json:"merges"`
	Stacks  []StackOfLine `json:"stacks"` // at the end
}

// Summary are the totals.
type Summary struct {
	LengthS  float64 `json:"length_s"`
	ReachedS float64 `json:"reached_s"` // less than LengthS if the simulation was interrupted
	Events   int64   `json:"write_events"`

	Freezes int `json:"freezes"`
	Minis   int `json:"minis"`
	Minors  int `json:"minors"`
	Mediums int `json:"mediums"` // and meta majors
	Majors  int `json:"majors"`  // tablets merged by major freezes

	// UserBytes is what the minis wrote: the users' versions, once. MergeBytes is what all merges
	// wrote, UserBytes among it; WriteAmplification is MergeBytes over UserBytes.
	UserBytes          int64   `json:"user_bytes"`
	MergeBytes         int64   `json:"merge_bytes"`
	WriteAmplification float64 `json:"write_amplification"`

	MemstoreUsedMaxBytes int64 `json:"memstore_used_max_bytes"`
	SpaceMaxBytes        int64 `json:"space_max_bytes"`
	// ThrottledS is how long writes were slowed down, RefusedS how long the memstore was full,
	// LostEvents the write events that did not happen for it.
	ThrottledS   float64 `json:"throttled_s"`
	RefusedS     float64 `json:"refused_s"`
	LostEvents   float64 `json:"lost_events"`
	RefusedMinis int     `json:"refused_minis"` // too many SSTables

	// Range, Get and Index are the means over the samples' means, with the least and greatest
	// sample. WorstHour is the greatest mean of Range over an hour (over everything if shorter).
	Range     OverTime `json:"range_rows_per_row"`
	Get       OverTime `json:"get_tables"`
	Index     OverTime `json:"index_rows_per_row"`
	WorstHour float64  `json:"range_rows_per_row_worst_hour"`
	QueueS    float64  `json:"merge_queue_mean_s"`
}

// OverTime sums the samples' means up.
type OverTime struct {
	Mean float64 `json:"mean"`
	Min  float64 `json:"min"`
	Max  float64 `json:"max"`
	Last float64 `json:"last"`
}

// SampleLine is one sample.
type SampleLine struct {
	AtS                 float64    `json:"at_s"`
	MemstoreUsedBytes   int64      `json:"memstore_used_bytes"`
	MemstoreActiveBytes int64      `json:"memstore_active_bytes"`
	Freezes             int        `json:"freezes"`
	Merges              int        `json:"merges"`
	MergesWaiting       int        `json:"merges_waiting"`
	WriteEventsPerS     float64    `json:"write_events_per_s"`
	ThrottledS          float64    `json:"throttled_s"`
	RefusedS            float64    `json:"refused_s"`
	SpaceBytes          int64      `json:"space_bytes"`
	Rows                int64      `json:"rows"`
	PhysicalRows        int64      `json:"physical_rows"`
	IncTables           float64    `json:"inc_tables"`
	Range               SpreadLine `json:"range_rows_per_row,omitzero"`
	Get                 SpreadLine `json:"get_tables,omitzero"`
	Index               SpreadLine `json:"index_rows_per_row,omitzero"`
	BlockscanPct        float64    `json:"blockscan_pct"` // of the rows ranges return
	Stack               string     `json:"stack"`         // of the first tablet
	// Groups are the same by group of the plan, where it has several.
	Groups []GroupLine `json:"groups,omitempty"`
	// With a cost model, what the stated read load would get at that moment.
	ReadQPS         *float64 `json:"read_qps,omitempty"`
	ReadCPUMicros   *float64 `json:"read_cpu_us,omitempty"`
	ReadLatencyMSec *float64 `json:"read_latency_ms,omitempty"`
}

// GroupLine is what reads of one group's tables find in a sample.
type GroupLine struct {
	Group        string     `json:"group"`
	Range        SpreadLine `json:"range_rows_per_row,omitzero"`
	Get          SpreadLine `json:"get_tables,omitzero"`
	Index        SpreadLine `json:"index_rows_per_row,omitzero"`
	BlockscanPct float64    `json:"blockscan_pct"`
}

// SpreadLine describes a distribution over tablets and statements.
type SpreadLine struct {
	Mean float64 `json:"mean"`
	P5   float64 `json:"p5"`
	P50  float64 `json:"p50"`
	P95  float64 `json:"p95"`
	P99  float64 `json:"p99"`
	Max  float64 `json:"max"`
}

// FreezeLine is one freeze of the tenant or of a tablet.
type FreezeLine struct {
	AtS         float64 `json:"at_s"`
	Reason      string  `json:"reason"`
	Tablets     int     `json:"tablets"`
	RowBytes    int64   `json:"row_bytes"`
	ActiveBytes int64   `json:"active_bytes"`
	Events      int64   `json:"write_events"`
}

// MergeLine is one merge of a tablet.
type MergeLine struct {
	Tablet         string  `json:"tablet"`
	Type           string  `json:"type"`
	Reason         string  `json:"reason,omitempty"`
	QueuedS        float64 `json:"queued_s"`
	StartS         float64 `json:"start_s"`
	EndS           float64 `json:"end_s"`
	Inputs         int     `json:"inputs"`
	InputRows      int64   `json:"input_rows"`
	OutputRows     int64   `json:"output_rows"`
	OutputKeys     int64   `json:"output_keys"`
	OutputBytes    int64   `json:"output_bytes"`
	FoldedVersions int64   `json:"folded_versions"`
	DroppedKeys    int64   `json:"dropped_keys"`
}

// StackOfLine is the stack of a tablet.
type StackOfLine struct {
	Tablet string      `json:"tablet"`
	Tables []TableLine `json:"tables"`
}

// TableLine is a table of a stack.
type TableLine struct {
	Kind   string `json:"kind"`
	Active bool   `json:"active,omitempty"`
	Keys   int64  `json:"keys"`
	Rows   int64  `json:"rows"` // physical
	Bytes  int64  `json:"bytes"`
}

// Report puts together what the tenant did so far.
func (t *Tenant) Report() *Report {
	r := &Report{Samples: []SampleLine{}, Freezes: []FreezeLine{}, Merges: []MergeLine{},
		Stacks: []StackOfLine{}}
	for _, s := range t.Samples {
		r.Samples = append(r.Samples, s.line(t.config.Plan.Groups))
	}
	for _, f := range t.Freezes {
		r.Freezes = append(r.Freezes, FreezeLine{f.At.Seconds(), f.Reason, f.Tablets, f.RowBytes,
			f.ActiveBytes, f.Events})
	}
	for _, m := range t.Merges {
		r.Merges = append(r.Merges, m.line())
	}
	for _, s := range t.Stacks() {
		line := StackOfLine{Tablet: s.Tablet}
		for _, table := range s.Tables {
			line.Tables = append(line.Tables, TableLine{table.Kind, table.Active, table.Keys,
				table.PhysicalRows, table.Bytes})
		}
		r.Stacks = append(r.Stacks, line)
	}
	r.Summary = t.summary(r.Samples)
	return r
}

func (m MergeRecord) line() MergeLine {
	return MergeLine{Tablet: m.Tablet, Type: string(m.Kind), Reason: m.Reason,
		QueuedS: m.Queued.Seconds(), StartS: m.Start.Seconds(), EndS: m.End.Seconds(),
		Inputs: m.Inputs, InputRows: m.InputRows, OutputRows: m.Output.PhysicalRows,
		OutputKeys: m.Output.Keys, OutputBytes: m.OutputBytes, FoldedVersions: m.Output.Folded,
		DroppedKeys: m.Output.Dropped}
}

func (s Sample) line(groups []workload.TableGroup) SampleLine {
	line := SampleLine{AtS: s.At.Seconds(), MemstoreUsedBytes: s.UsedBytes,
		MemstoreActiveBytes: s.ActiveBytes, Freezes: s.Freezes, Merges: s.Merges,
		MergesWaiting: s.Queued, WriteEventsPerS: s.EventsPerSecond,
		ThrottledS: s.Slowed.Seconds(), RefusedS: s.Refused.Seconds(), SpaceBytes: s.SpaceBytes,
		Rows: s.Rows, PhysicalRows: s.PhysicalRows, IncTables: s.IncTables,
		Range: s.Range.line(), Get: s.Get.line(), Index: s.Index.line(),
		Stack: s.Stack.Letters()}
	line.BlockscanPct = blockscanPct(s.Ranges)
	if len(groups) > 1 {
		for g, of := range s.Groups {
			line.Groups = append(line.Groups, GroupLine{groups[g].Name, of.Range.line(),
				of.Get.line(), of.Index.line(), blockscanPct(of.Ranges)})
		}
	}
	return line
}

// blockscanPct is the share of the rows that ranges returned that block scan handed on.
func blockscanPct(c lsm.Counters) float64 {
	if c.Returned == 0 {
		return 0
	}
	return 100 * float64(c.FastRows) / float64(c.Returned)
}

func (s Spread) line() SpreadLine { return SpreadLine{s.Mean, s.P5, s.P50, s.P95, s.P99, s.Max} }

// summary adds everything up.
func (t *Tenant) summary(samples []SampleLine) Summary {
	s := Summary{LengthS: t.progress.Length.Seconds(), ReachedS: t.now.Seconds(),
		Events: t.progress.Events, Freezes: len(t.Freezes), ThrottledS: t.writer.slowed.Seconds(),
		RefusedS: t.writer.refused.Seconds(), LostEvents: t.writer.lost, RefusedMinis: t.Refused}
	var waited time.Duration
	for _, m := range t.Merges {
		waited += m.Start - m.Queued
		s.MergeBytes += m.OutputBytes
		switch m.Kind {
		case MergeMini:
			s.Minis++
			s.UserBytes += m.OutputBytes
		case MergeMinor:
			s.Minors++
		case MergeMajor:
			s.Majors++
		default:
			s.Mediums++
		}
	}
	if s.UserBytes > 0 {
		s.WriteAmplification = float64(s.MergeBytes) / float64(s.UserBytes)
	}
	if n := len(t.Merges); n > 0 {
		s.QueueS = waited.Seconds() / float64(n)
	}
	for _, x := range samples {
		s.MemstoreUsedMaxBytes = max(s.MemstoreUsedMaxBytes, x.MemstoreUsedBytes)
		s.SpaceMaxBytes = max(s.SpaceMaxBytes, x.SpaceBytes)
	}
	s.Range = overTime(samples, func(l SampleLine) float64 { return l.Range.Mean })
	s.Get = overTime(samples, func(l SampleLine) float64 { return l.Get.Mean })
	s.Index = overTime(samples, func(l SampleLine) float64 { return l.Index.Mean })
	s.WorstHour = worstHour(samples)
	return s
}

// overTime sums one figure of the samples up; samples without it are left out.
func overTime(samples []SampleLine, of func(SampleLine) float64) (o OverTime) {
	n := 0
	for _, s := range samples {
		v := of(s)
		if v == 0 {
			continue
		}
		if n == 0 || v < o.Min {
			o.Min = v
		}
		o.Max, o.Last = max(o.Max, v), v
		o.Mean += v
		n++
	}
	if n > 0 {
		o.Mean /= float64(n)
	}
	return o
}

// worstHour is the greatest mean of the rows that ranges read over one hour.
func worstHour(samples []SampleLine) (worst float64) {
	const hourS = 3600
	from, sum := 0, 0.0
	for i, s := range samples {
		sum += s.Range.Mean
		for s.AtS-samples[from].AtS > hourS {
			sum -= samples[from].Range.Mean
			from++
		}
		whole := s.AtS-samples[0].AtS >= hourS || i == len(samples)-1 && from == 0
		if mean := sum / float64(i-from+1); whole && mean > worst {
			worst = mean
		}
	}
	return worst
}
