package validate

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/readamp/readamp/validate/record"
)

// TestMoveCost moves costs to a machine that takes three times the CPU at half the rate: the
// factors come back, and with them the times of its phases.
func TestMoveCost(t *testing.T) {
	run := plantedRun(t)
	from := NewCostFile("v1", nil, handCost())
	for _, p := range predicted(t, run, handCost()).Phases {
		m, parts := p.Phase, p.Parts
		cpu := handCost().CPU(parts)
		idle := idleCPU(run) * (m.End - m.Start)
		m.QPS = 0.5 * handCost().Rate(m.Script, cpu) * from.ReferenceQPS
		m.ServerCPUSeconds = idle + 3*cpu*from.ReferenceCPUMicros*float64(m.Queries.Total)/1e6
	}
	moved, err := MoveCost(context.Background(), from, []*record.Run{run}, seekdbRules)
	if err != nil {
		t.Fatal(err)
	}
	s := moved.Scale
	// Base and recovered, each by two scripts.
	if !near(s.CPU, 3, 1e-9) || !near(s.QPS, 0.5, 1e-9) || s.Phases != 4 || s.CPUSDPct > 1e-6 {
		t.Errorf("%+v", s)
	}
	if !near(moved.ReferenceCPUMicros, 600, 1e-6) || !near(moved.ReferenceQPS, 25, 1e-6) ||
		moved.Unit["open"] != from.Unit["open"] || from.Scale != nil || from.ReferenceQPS != 50 {
		t.Errorf("moved %+v from %+v", moved, from)
	}
	if len(s.Runs) != 1 || s.Runs[0].Cores != 2 || len(moved.Runs) != 0 {
		t.Errorf("fitted to %+v, scaled to %+v", moved.Runs, s.Runs)
	}
}

// TestMoveCostScatter: phases that disagree give their geometric mean.
func TestMoveCostScatter(t *testing.T) {
	value, sd := scaleFactor([]float64{math.Log(0.5), math.Log(2)})
	if !near(value, 1, 1e-12) || !near(sd, 100*math.Ln2*math.Sqrt2, 1e-9) {
		t.Errorf("%v, %v %%", value, sd)
	}
	if value, sd := scaleFactor([]float64{math.Log(3)}); !near(value, 3, 1e-12) || sd != 0 {
		t.Errorf("of one phase: %v, %v %%", value, sd)
	}
}

// TestMoveCostErrors: a run that measured nothing clean, and a load without a price.
func TestMoveCostErrors(t *testing.T) {
	blank := handRun(t, handRef(1000, 8), handRead("base", "oltp_read_only"))
	move := func(cost *CostFile) error {
		_, err := MoveCost(context.Background(), cost, []*record.Run{blank}, seekdbRules)
		return err
	}
	err := move(NewCostFile("v1", nil, handCost()))
	if err == nil || !strings.Contains(err.Error(), "no measured phase of a base or recovered") {
		t.Error(err)
	}
	gets := NewCostFile("v1", nil, handCost())
	delete(gets.Constant, "range")
	if err := move(gets); err == nil || !strings.Contains(err.Error(), "no cost of a range") {
		t.Error(err)
	}
}
