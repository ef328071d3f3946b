package validate

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/readamp/readamp/internal/interrupt"
	"github.com/readamp/readamp/validate/record"
)

// plantedRun is a ladder whose phases measured exactly what a cost model predicts of them, with
// rows and all.
func plantedRun(t *testing.T) *record.Run {
	t.Helper()
	lines := []string{`{"kind":"idle","seconds":10,"server_cpu_s":5}`, handMajor}
	read := func(label string) {
		lines = append(lines, handState(label),
			handRef(4000, 8), handRead(label, "oltp_point_select"),
			handRef(5000, 9), handRead(label, "oltp_read_only"), handRef(4500, 8))
	}
	read("base")
	for _, mini := range []string{"mini1", "mini2", "mini3", "mini4"} {
		lines = append(lines, handWrite("oltp_update_non_index", 300))
		read("mem" + mini[4:])
		lines = append(lines, handMinor)
		read(mini)
	}
	lines = append(lines, handMajor)
	read("recovered")
	run := handRun(t, lines...)
	plant(predicted(t, run, handCost()))
	return run
}

// plant makes a prediction what was measured.
func plant(p *Prediction) {
	idle := idleCPU(p.Run)
	for i := range p.Phases {
		phase := &p.Phases[i]
		m := phase.Phase
		m.Queries = record.Queries{Read: 100_000, Total: 100_000}
		m.QPS = phase.QPS
		m.ServerCPUSeconds = idle*(m.End-m.Start) + phase.CPUMicros*1e5/1e6
		m.Audit = map[string]record.Stat{}
		for kind, r := range phase.Rows {
			m.Audit[kind] = record.Stat{N: 1, RowsRead: r.Read(), Memstore: r.Memstore,
				Ssstore: r.Ssstore, BsRows: r.BsRows, FuseHit: r.FuseHit}
		}
	}
}

func compared(t *testing.T, run *record.Run, fit bool) *RunReport {
	t.Helper()
	cost := handCost()
	if fit {
		cost = nil
	}
	r, err := Compare(context.Background(), run, seekdb(t), cost)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestComparePlanted: where a run measured what is predicted, no figure is off.
func TestComparePlanted(t *testing.T) {
	r := compared(t, plantedRun(t), false)
	if len(r.Lines) != 10*6 || r.Run != "hand/phases.jsonl" {
		t.Fatalf("%d lines of run %q", len(r.Lines), r.Run)
	}
	for _, l := range r.Lines {
		if l.Fitted {
			t.Errorf("%s %s is fitted", l.Label, l.Script)
		}
		for name, q := range map[string]Quantity{"rows": l.RowsRead, "memstore": l.Memstore,
			"ssstore": l.Ssstore, "bs_rows": l.BsRows, "fuse_hit": l.FuseHit, "cpu": l.CPU,
			"qps": l.QPS, "cpu_ratio": l.CPURatio, "qps_ratio": l.QPSRatio} {
			switch {
			case q.Measured == nil || q.Predicted == nil:
				t.Errorf("%s %s: %s is missing", l.Label, l.Statement, name)
			case *q.Measured == 0:
				is(t, l.Label+" "+name, q.ErrorAbs, 0)
			default:
				is(t, l.Label+" "+name, q.ErrorPct, 0)
			}
		}
	}
	s := r.Summary
	for name, v := range map[string]*float64{"rows": s.RowsP95APE, "gets": s.RowsAbsP95,
		"CPU": s.CPURatioP90APE, "QPS": s.QPSRatioP90APE} {
		is(t, name, v, 0)
	}
	if *s.DummyBaseMedianAPE < 5 || *s.RowsDummyBaseMedianAPE < 5 {
		t.Errorf("base always is off by %v and %v %% only", *s.DummyBaseMedianAPE,
			*s.RowsDummyBaseMedianAPE)
	}
}

// TestCompareBase: ratios are over the mean of the states called as the first one.
func TestCompareBase(t *testing.T) {
	for _, l := range compared(t, plantedRun(t), false).Lines {
		base := l.Label == "base"
		if base != (*l.CPURatio.Measured == 1) || base != (*l.QPSRatio.Predicted == 1) {
			t.Errorf("%s %s: CPU %v, QPS %v of base", l.Label, l.Script, *l.CPURatio.Measured,
				*l.QPSRatio.Predicted)
		}
		if strings.HasPrefix(l.Label, "mini") && l.Script == "oltp_read_only" &&
			(*l.CPURatio.Predicted <= 1.02 || *l.QPSRatio.Predicted >= 0.98) {
			t.Errorf("%s: CPU %v, QPS %v of base", l.Label, *l.CPURatio.Predicted,
				*l.QPSRatio.Predicted)
		}
	}
}

// TestCompareFits: without costs the odd states are fitted and the even ones judged, which planted
// figures pass within 5 %.
func TestCompareFits(t *testing.T) {
	r := compared(t, plantedRun(t), true)
	for _, l := range r.Lines {
		if l.Fitted != (l.State%2 == 1) {
			t.Errorf("state %d, %s: fitted %v", l.State, l.Label, l.Fitted)
		}
	}
	if s := r.Summary; *s.CPURatioP90APE > 5 || *s.QPSRatioP90APE > 5 || r.Cost == nil {
		t.Errorf("summary %+v", s)
	}
}

// TestCalibratePlanted: the costs that were planted come back, in total, within 3 %.
func TestCalibratePlanted(t *testing.T) {
	run := plantedRun(t)
	cost, err := Calibrate(context.Background(), []*record.Run{run}, seekdbRules)
	if err != nil {
		t.Fatal(err)
	}
	for _, phase := range predicted(t, run, handCost()).Phases {
		if cpu := cost.CPU(phase.Parts); !near(cpu/phase.CPU, 1, 0.03) {
			t.Errorf("%s %s: CPU %.4f, planted %.4f", phase.Phase.Label, phase.Phase.Script, cpu,
				phase.CPU)
		}
	}
	if want := reference([]*record.Run{run}); cost.ReferenceCPUMicros != want.cpuMicros ||
		cost.ReferenceQPS != want.qps || !want.known() {
		t.Errorf("reference %v µs, %v/s, want %+v", cost.ReferenceCPUMicros, cost.ReferenceQPS,
			want)
	}
	if err := cost.Validate(); err != nil {
		t.Error(err)
	}
}

// TestCalibrateErrors: nothing measured, nothing fitted, and the runs are named.
func TestCalibrateErrors(t *testing.T) {
	blank := func(dir string) *record.Run {
		run := handRun(t, handRef(1000, 8), handRead("base", "oltp_read_only"))
		run.Dir = dir
		return run
	}
	runs := []*record.Run{blank("a"), blank("b")}
	_, err := Calibrate(context.Background(), runs, seekdbRules)
	want := "a, b: model: 0 measured phases, at least 7 are needed to fit costs"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err := Compare(context.Background(), runs[0], seekdb(t), nil); err == nil {
		t.Error("a run of which nothing is known was fitted")
	}
	ctx := interrupt.After(0)
	if _, err := Calibrate(ctx, runs, seekdbRules); err == nil {
		t.Error("an interrupt was not seen")
	}
}

// TestWords: a planner reads what the worst state costs and what merges give back.
func TestWords(t *testing.T) {
	line := func(label string, rows, qps float64) handLine {
		return handLine{label: label, script: "oltp_read_only", statement: "range",
			rows: [2]float64{rows, rows + 1}, cpu: [2]float64{1 / qps, 1 / qps},
			qps: [2]float64{missing, qps}}
	}
	r := &RunReport{Lines: handLines(line("base", 100, 1), line("mini1", 150, 0.8),
		line("mini2", 180, 0.5), line("minor", 120, 0.9), line("recovered", 100, 1))}
	for i := range r.Lines {
		r.Lines[i].Rows.Returned = 100
	}
	want := []string{
		"At its worst (mini2) a range that returns 100 rows reads 181 (measured 180), a query " +
			"costs 2.00 (measured 2.00) times the CPU of the base, and the server does 0.50 " +
			"times the queries.",
		"One minor merge of the minis: a range that returns 100 rows reads 121 (measured 120), " +
			"and 0.90 times the queries of the base.",
		"A major freeze: a range that returns 100 rows reads 101 (measured 100), and 1.00 times " +
			"the queries of the base.",
	}
	if got := r.Words(); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	r.Lines = r.Lines[:2]
	if got := r.Words(); len(got) != 1 || !strings.Contains(got[0], "(mini1)") {
		t.Errorf("without a merge: %q", got)
	}
	r.Lines = handLines(handLine{label: "base", script: "oltp_point_select", statement: "get",
		qps: [2]float64{1, math.NaN()}})
	if got := r.Words(); got != nil {
		t.Errorf("without ranges: %q", got)
	}
}
