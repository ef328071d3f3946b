package model

import (
	"math"
	"testing"
)

// TestCostNetworkFull: where threads fill the cores, rates relative to the reference are those of
// Rate; the reference itself has its rate with any number of threads.
func TestCostNetworkFull(t *testing.T) {
	c := planted()
	c.Client["reference"] = 1 - c.Server
	c.ReferenceQPS = 7425
	for _, m := range []CostMachine{{2, 8, 40}, {2, 2, 40}, {2, 1, 0}, {26, 256, 40}, {0.5, 3, 9}} {
		reference, err := c.Network("reference", 1, m)
		if err != nil {
			t.Fatal(err)
		}
		if got := reference.At(m.Threads).QPS; math.Abs(got/c.ReferenceQPS-1) > 1e-9 {
			t.Errorf("%+v: the reference has %v queries/s, want %v", m, got, c.ReferenceQPS)
		}
		for script := range c.Client {
			for _, cpu := range []float64{0.6, 1, 1.7, 4} {
				w, err := c.Network(script, cpu, m)
				if err != nil {
					t.Fatal(err)
				}
				many := 1000 * int(1+m.Cores)
				got := w.At(many).QPS / reference.At(many).QPS
				if want := c.Rate(script, cpu); math.Abs(got/want-1) > 1e-6 {
					t.Errorf("%+v, %s at %v: %v times the reference, want %v", m, script, cpu, got,
						want)
				}
			}
		}
	}
}

// TestCostNetworkThreads: costs of eight threads on two cores say what two threads do: less than
// full cores by what they wait.
func TestCostNetworkThreads(t *testing.T) {
	c := &Cost{Server: 0.83, Client: map[string]float64{"oltp_read_only": 0.17}, ReferenceQPS: 7400}
	w, err := c.Network("oltp_read_only", 1, CostMachine{2, 8, LoopbackThinkMicros})
	if err != nil {
		t.Fatal(err)
	}
	demand := 2e6 / 7400
	for _, tc := range []struct {
		threads int
		want    float64
	}{{1, 1e6 / (demand + 40)}, {2, 2e6 / (demand + 40)}, {8, 7400}, {64, 7400}} {
		if got := w.At(tc.threads).QPS; math.Abs(got/tc.want-1) > 0.001 {
			t.Errorf("%d threads: %.0f queries/s, want %.0f", tc.threads, got, tc.want)
		}
	}
}

func TestCostNetworkErrors(t *testing.T) {
	c := planted()
	c.ReferenceQPS = 7000
	for _, tc := range []struct {
		script  string
		machine CostMachine
		fails   bool
	}{
		{"oltp_read_only", CostMachine{2, 8, 40}, false},
		{"oltp_write_only", CostMachine{2, 8, 40}, true}, // no such costs
		{"oltp_read_only", CostMachine{0, 8, 40}, true},
		{"oltp_read_only", CostMachine{2, 0, 40}, true},
		{"oltp_read_only", CostMachine{2, 0, 0}, true},
		{"oltp_read_only", CostMachine{2, 1, 150}, true}, // 6667 queries/s at most
		{"oltp_read_only", CostMachine{2, 1, math.NaN()}, true},
	} {
		if _, err := c.Network(tc.script, 1, tc.machine); (err != nil) != tc.fails {
			t.Errorf("%s on %+v: %v", tc.script, tc.machine, err)
		}
	}
	c.ReferenceQPS = 0
	if _, err := c.Network("oltp_read_only", 1, CostMachine{2, 8, 40}); err == nil {
		t.Error("costs without a reference rate were turned into a network")
	}
}
