package validate

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/record"
)

// stateOf reads one state of a recorded run.
func stateOf(t *testing.T, run, label string) *record.State {
	t.Helper()
	state, _, err := record.OpenState("../testdata/runs/"+run, label)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// sysbenchPlan is ten minutes of oltp_write_only on tables of 250,000 rows.
func sysbenchPlan(t *testing.T, tables string) *workload.Plan {
	t.Helper()
	o, err := workload.ParseOptions("oltp_write_only", []string{"--tables=" + tables,
		"--table-size=250000", "--skip-trx=on"})
	if err != nil {
		t.Fatal(err)
	}
	return workload.OnePhase(o, workload.Rate{PerSecond: 100}, 10*time.Minute)
}

// TestStartFromState begins with the stacks that a run showed: the tables then hold as many rows,
// and the ranges read as many, as they did in the run.
func TestStartFromState(t *testing.T) {
	state := stateOf(t, "natural-special-t2", "write1")
	p := sysbenchPlan(t, "4")
	start, err := NewStartState(p, state)
	if err != nil || len(start.Remarks) > 0 {
		t.Fatal(err, start)
	}
	ids, err := keydist.New("special", 250_000, keydist.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := timeline.Config{Options: lsm.DefaultOptions(), Rules: seekdb(t), Plan: p,
		Timing: timeline.DefaultTiming(), SampleEvery: time.Minute, SampleTablets: 4,
		SampleStatements: 500, Probes: []timeline.Probe{{RangeSize: 100, IDs: ids}}, Seed: 1}
	c.Limits = freeze.Resolve(c.Options, c.Rules, freeze.Unit{MemoryBytes: 6 << 30, CPUs: 2},
		freeze.Hold{}, freeze.Server{})
	content, err := timeline.NewKeys(c, SysbenchBlockRows)
	if err != nil {
		t.Fatal(err)
	}
	tenant, err := timeline.New(c, content)
	if err != nil {
		t.Fatal(err)
	}
	if err := tenant.StartFrom(start.Stacks); err != nil {
		t.Fatal(err)
	}
	stack := tenant.Stacks()[0]
	if got := stack.Letters(); got != "Biia" {
		t.Errorf("the first table begins as %s, want Biia", got)
	}
	for i, want := range []float64{18_347, 20_954} { // the means of the recorded tables
		got := float64(stack.Tables[i+1].PhysicalRows)
		if math.Abs(got/want-1) > 0.05 { // which table an event goes to is drawn: 1.6 % each
			t.Errorf("mini %d has %.0f rows, recorded were %.0f", i+1, got, want)
		}
	}
	r := tenant.ReadAll(5000)
	rows := float64(r.Ranges.RowsRead()) / float64(r.RangeN)
	if math.Abs(rows/321.2-1) > 0.03 { // phase after1 of the run
		t.Errorf("ranges read %.1f rows, in the run 321.2", rows)
	}
	if err := tenant.Run(context.Background(), nil); err != nil {
		t.Error(err)
	}
}

// TestStartStateRefusals: a state of other tables is refused by name, other sizes are remarked.
func TestStartStateRefusals(t *testing.T) {
	state := stateOf(t, "natural-special-t2", "write1")
	p := sysbenchPlan(t, "4")
	p.Groups[0].Name = "orders"
	_, err := NewStartState(p, state)
	if err == nil || !strings.Contains(err.Error(), "sbtest1") ||
		!strings.Contains(err.Error(), "orders1") {
		t.Errorf("got %v", err)
	}
	p = sysbenchPlan(t, "2")
	p.Groups[0].Rows = 1000
	start, err := NewStartState(p, state)
	if err != nil || len(start.Remarks) != 2 ||
		!strings.Contains(start.Remarks[0], "250000 rows in its base, the plan says 1000") {
		t.Errorf("got %v, %v", start, err)
	}
	if tables, rows := RecordedTables(state); tables != 4 || rows != 250_000 {
		t.Errorf("%d tables of %d rows", tables, rows)
	}
}
