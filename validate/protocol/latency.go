package protocol

import (
	"fmt"
	"strings"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/readamp/readamp/lsm/workload"
)

// Of the histograms. Times are in nanoseconds, since an embedded target answers a get in a few
// microseconds; the steps are 64 ns, and 0.1 % of what is long.
const (
	leastNanos    = 100
	mostNanos     = 60_000_000_000
	latencyDigits = 3
)

// statementKinds is the number of kinds of statements.
const statementKinds = int(workload.Commit) + 1

// histograms are the latencies of one worker, or of several merged.
type histograms struct {
	events *hdrhistogram.Histogram
	kinds  [statementKinds]*hdrhistogram.Histogram // nil for kinds a script does not have
}

func newHistogram() *hdrhistogram.Histogram {
	return hdrhistogram.New(leastNanos, mostNanos, latencyDigits)
}

func newHistograms(per workload.Counts) *histograms {
	h := &histograms{events: newHistogram()}
	for kind, n := range per {
		if n > 0 {
			h.kinds[kind] = newHistogram()
		}
	}
	return h
}

// note takes a latency; one that is out of range counts as the nearest end. No other value is
// refused, so there is no error to look at.
func note(h *hdrhistogram.Histogram, nanos int64) {
	_ = h.RecordValue(min(max(nanos, 0), mostNanos))
}

// merge adds another worker's latencies; the histograms are alike, so none is dropped.
func (h *histograms) merge(other *histograms) {
	h.events.Merge(other.events)
	for kind, from := range other.kinds {
		if from != nil {
			h.kinds[kind].Merge(from)
		}
	}
}

// Latency is a distribution of times in microseconds; all zero without any.
type Latency struct {
	N   int64   `json:"n"`
	P50 float64 `json:"p50_us"`
	P95 float64 `json:"p95_us"`
	P99 float64 `json:"p99_us"`
	Max float64 `json:"max_us"`
}

func latencyOf(h *hdrhistogram.Histogram) Latency {
	if h.TotalCount() == 0 {
		return Latency{}
	}
	at := func(percentile float64) float64 { return micros(h.ValueAtPercentile(percentile)) }
	return Latency{N: h.TotalCount(), P50: at(50), P95: at(95), P99: at(99), Max: micros(h.Max())}
}

// Latencies are those of a phase.
type Latencies struct {
	Events Latency            `json:"events"`
	Kinds  map[string]Latency `json:"kinds"` // by kind of statement: get, begin, ...
}

func (h *histograms) latencies() Latencies {
	l := Latencies{Events: latencyOf(h.events), Kinds: map[string]Latency{}}
	for kind, of := range h.kinds {
		if of != nil && of.TotalCount() > 0 {
			l.Kinds[workload.Kind(kind).String()] = latencyOf(of)
		}
	}
	return l
}

// String is a table. It stands in a recorded phase where sysbench's own output would be.
func (l Latencies) String() string {
	var b strings.Builder
	line := func(name string, x Latency) {
		fmt.Fprintf(&b, "%-16s %10d %10.1f %10.1f %10.1f %10.1f\n",
			name, x.N, x.P50, x.P95, x.P99, x.Max)
	}
	fmt.Fprintf(&b, "%-16s %10s %10s %10s %10s %10s\n",
		"latency (us)", "n", "p50", "p95", "p99", "max")
	line("event", l.Events)
	for kind := range statementKinds {
		if x, ok := l.Kinds[workload.Kind(kind).String()]; ok {
			line(workload.Kind(kind).String(), x)
		}
	}
	return b.String()
}
