package protocol

import (
	"math"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm/workload"
)

func TestLatency(t *testing.T) {
	h := newHistogram()
	if got := latencyOf(h); got != (Latency{}) {
		t.Errorf("of nothing: %+v", got)
	}
	for i := int64(1); i <= 1000; i++ {
		note(h, i*1000) // 1 to 1000 microseconds
	}
	got := latencyOf(h)
	for _, c := range []struct {
		what      string
		got, want float64
	}{{"p50", got.P50, 500}, {"p95", got.P95, 950}, {"p99", got.P99, 990}, {"max", got.Max, 1000}} {
		if math.Abs(c.got-c.want) > 0.001*c.want+0.064 {
			t.Errorf("%s is %v us, want %v", c.what, c.got, c.want)
		}
	}
	note(h, -5)
	note(h, math.MaxInt64)
	if got := latencyOf(h); got.N != 1002 || got.Max < 60e6 || got.Max > 60.1e6 {
		t.Errorf("out of range counts as the ends; n %d, max %v us", got.N, got.Max)
	}
}

func TestHistogramsMerge(t *testing.T) {
	var per workload.Counts
	per[workload.Get], per[workload.Begin] = 1, 1
	a, b := newHistograms(per), newHistograms(per)
	note(a.events, 1000)
	note(b.events, 3000)
	note(b.kinds[workload.Get], 2000)
	a.merge(b)
	l := a.latencies()
	if l.Events.N != 2 || l.Kinds["get"].N != 1 || len(l.Kinds) != 1 {
		t.Errorf("merged %+v, want two events and one get", l)
	}
	text := l.String()
	for _, want := range []string{"latency (us)", "event ", "get "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "begin") {
		t.Errorf("a kind without statements in\n%s", text)
	}
}
