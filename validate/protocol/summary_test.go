package protocol

import (
	"math"
	"testing"

	"github.com/readamp/readamp/validate/record"
)

// refEntry is a ref of 2 seconds.
func refEntry(queries int64, cpuSeconds float64) record.Entry {
	return record.Entry{Ref: &record.Ref{Start: 10, End: 12, Queries: queries,
		ServerCPUSeconds: cpuSeconds}}
}

// phaseEntry is a phase of 10 seconds.
func phaseEntry(label, script string, warm bool, queries int64, cpuSeconds float64) record.Entry {
	return record.Entry{Phase: &record.Phase{Label: label, Script: script, Warm: warm, Start: 20,
		End: 30, Queries: record.Queries{Total: queries}, QPS: float64(queries) / 10,
		ServerCPUSeconds: cpuSeconds}}
}

func TestSummarize(t *testing.T) {
	dirty := phaseEntry("after", readOnly, false, 5_000, 11)
	dirty.Phase.Audit = map[string]record.Stat{
		"get":      {N: 100, Returned: 1, RowsRead: 2.5},
		"range":    {N: 10, Returned: 100, RowsRead: 300},
		"order":    {N: 10, Returned: 100, RowsRead: 500},
		"sum":      {N: 10, Returned: 1, RowsRead: 9999},
		"distinct": {N: 20, Returned: 100, RowsRead: 100},
	}
	latencies := map[*record.Phase]Latencies{dirty.Phase: {Events: Latency{N: 3}}}
	s := summarize([]record.Entry{
		{Idle: &record.Idle{Seconds: 1, ServerCPUSeconds: 0.1}},
		{Idle: &record.Idle{Seconds: 1, ServerCPUSeconds: 0.5}},   // not the least
		phaseEntry("base", readOnly, true, 1, 1),                  // no base of anything
		refEntry(2_000, 2.2),                                      // 1000/s, 1000 us
		phaseEntry("base", readOnly, false, 10_000, 11),           // 1000/s, 1000 us
		refEntry(6_000, 6.2),                                      // 3000/s, 1000 us
		dirty,                                                     // 500/s, 2000 us
		phaseEntry("write", "oltp_write_only", false, 10_000, 21), // no base
	}, latencies)

	if len(s.Phases) != 4 {
		t.Fatalf("%d phases, want 4", len(s.Phases))
	}
	base, after, write := s.Phases[1], s.Phases[2], s.Phases[3]
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"CPU of base", base.CPUMicros, 1000},
		{"QPS of base over ref", base.QPSOverRef, 0.5},
		{"CPU of base over ref", base.CPUOverRef, 1},
		{"QPS ratio of base", base.QPSRatio, 1},
		{"CPU ratio of base", base.CPURatio, 1},
		{"CPU of after", after.CPUMicros, 2000},
		{"QPS of after over its one ref", after.QPSOverRef, 500.0 / 3000},
		{"QPS ratio of after", after.QPSRatio, 1.0 / 3},
		{"CPU ratio of after", after.CPURatio, 2},
		{"rows per row of after", after.RowsPerRow, 2.5},
		{"rows per get of after", after.RowsPerGet, 2.5},
		{"events of after", float64(after.Latencies.Events.N), 3},
		{"CPU of write over ref", write.CPUOverRef, 2},
		{"CPU ratio of write", write.CPURatio, 0},
		{"rows per row of write", write.RowsPerRow, 0},
	} {
		if math.Abs(c.got-c.want) > 1e-9 {
			t.Errorf("%s is %v, want %v", c.what, c.got, c.want)
		}
	}
}

func TestSummarizeWithoutRefs(t *testing.T) {
	s := summarize([]record.Entry{phaseEntry("base", readOnly, false, 100, 1)}, nil)
	if p := s.Phases[0]; p.QPSOverRef != 0 || p.QPSRatio != 0 || p.CPUMicros != 10_000 {
		t.Errorf("%+v", p)
	}
	if s := summarize(nil, nil); len(s.Phases) != 0 {
		t.Errorf("of nothing: %+v", s)
	}
}
