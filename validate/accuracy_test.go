package validate

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/validate/record"
)

const runs = "../testdata/runs"

// ladderRuns are the runs whose times are judged: each by costs fitted to the others, which have
// other distributions, numbers of threads and, for the last, ranges of another size.
var ladderRuns = []string{"ladder-special-8t", "ladder-special-2t", "ladder-uniform-8t",
	"ladder-pareto-4t"}

func recordedRun(name string) (*record.Run, error) {
	return record.OpenRun(filepath.Join(runs, name))
}

// recordedRuns reads all ladders but one.
func recordedRuns(but string) (list []*record.Run, err error) {
	for _, name := range ladderRuns {
		if name == but {
			continue
		}
		run, err := recordedRun(name)
		if err != nil {
			return nil, err
		}
		list = append(list, run)
	}
	return list, nil
}

// recordedReports compares every ladder with costs fitted to the others, once for all tests.
var recordedReports = sync.OnceValues(func() (map[string]*RunReport, error) {
	rules, err := lsm.RulesFor("seekdb", "amd64")
	if err != nil {
		return nil, err
	}
	reports := map[string]*RunReport{}
	for _, name := range ladderRuns {
		others, err := recordedRuns(name)
		if err != nil {
			return nil, err
		}
		cost, err := Calibrate(context.Background(), others, seekdbRules)
		if err != nil {
			return nil, err
		}
		run, err := recordedRun(name)
		if err != nil {
			return nil, err
		}
		if reports[name], err = Compare(context.Background(), run, rules, cost); err != nil {
			return nil, err
		}
	}
	return reports, nil
})

func reportsOf(t *testing.T) map[string]*RunReport {
	t.Helper()
	reports, err := recordedReports()
	if err != nil {
		t.Fatal(err)
	}
	return reports
}

// atMost checks a figure of a summary against its bar.
func atMost(t *testing.T, run, name string, got *float64, bar float64) {
	t.Helper()
	switch {
	case got == nil:
		t.Errorf("%s: %s is missing", run, name)
	case *got > bar:
		t.Errorf("%s: %s is %.2f, at most %v", run, name, *got, bar)
	default:
		t.Logf("%s: %s is %.2f, at most %v", run, name, *got, bar)
	}
}

// TestRowsRead holds for every run: what ranges read within 1.5 % at the median and 4 % in nineteen
// of twenty phases, what gets read within a tenth of a row.
func TestRowsRead(t *testing.T) {
	for name, r := range reportsOf(t) {
		atMost(t, name, "median error of rows read by ranges, %", r.Summary.RowsMedianAPE,
			rowsMedianBar)
		atMost(t, name, "95th percentile, %", r.Summary.RowsP95APE, rowsP95Bar)
		atMost(t, name, "95th percentile of gets, rows", r.Summary.RowsAbsP95, 0.1)
	}
}

// TestRatios: costs fitted to other runs predict what CPU and rate do relative to a run's own base,
// within 5 % at the median or the run's own noise, and so that the intervals hold.
func TestRatios(t *testing.T) {
	var all []*RunReport
	for _, name := range ladderRuns {
		r := reportsOf(t)[name]
		all = append(all, r)
		atMost(t, name, "median error of CPU, %", r.Summary.CPURatioMedianAPE,
			max(ratioMedianBar, *r.Summary.CPUNoisePct))
	}
	s := Overall(all)
	atMost(t, "all", "median error of QPS, %", s.QPSRatioMedianAPE,
		max(ratioMedianBar, *s.QPSNoisePct))
	if c := *s.CoveragePct; c < coverageLow || c > coverageHigh {
		t.Errorf("%.1f %% of the ratios lie in their 90 %% interval", c)
	}
	atMost(t, "all", "median error of dirty ratios, %", s.RatioMedianAPE, *s.DummyBaseMedianAPE/2)
	atMost(t, "all", "median error of rows, %", s.RowsMedianAPE, *s.RowsDummyBaseMedianAPE/2)
}

// noisesForChange is how many times a run's noise a change must be to count as one.
const noisesForChange = 3

// TestDirections: wherever CPU or rate changed beyond the noise, the prediction changes the same
// way.
func TestDirections(t *testing.T) {
	for name, r := range reportsOf(t) {
		changes := 0
		for _, l := range r.Lines {
			for what, q := range map[string]Quantity{"CPU": l.CPURatio, "QPS": l.QPSRatio} {
				noise := *r.Summary.CPUNoisePct
				if what == "QPS" {
					noise = *r.Summary.QPSNoisePct
				}
				measured, expected := *q.Measured-1, *q.Predicted-1
				if 100*max(measured, -measured) <= noisesForChange*noise {
					continue
				}
				changes++
				if measured*expected <= 0 {
					t.Errorf("%s, %s, %s: %s changed by %+.2f, predicted %+.2f", name, l.Label,
						l.Script, what, measured, expected)
				}
			}
		}
		if changes < 3 {
			t.Errorf("%s: %d changes beyond the noise, too few to tell", name, changes)
		}
	}
}

// TestBlankedRun: of a run without its answers the same is predicted, to the last digit.
func TestBlankedRun(t *testing.T) {
	const name = "ladder-special-2t"
	text, err := os.ReadFile(filepath.Join(runs, name, "phases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := record.Blank(bytes.NewReader(text), &out); err != nil {
		t.Fatal(err)
	}
	run, err := record.ReadRun("phases.jsonl", &out)
	if err != nil {
		t.Fatal(err)
	}
	run.Dir = filepath.Join(runs, name)
	recorded := reportsOf(t)[name]
	blanked, err := Compare(context.Background(), run, seekdb(t), recorded.Cost)
	if err != nil {
		t.Fatal(err)
	}
	got, gotMeasured := withoutAnswers(t, blanked)
	want, wantMeasured := withoutAnswers(t, recorded)
	if got != want {
		t.Error("the prediction has seen the answers")
	}
	if gotMeasured != 0 || wantMeasured < 100 {
		t.Errorf("%d measured figures blanked, %d recorded", gotMeasured, wantMeasured)
	}
}

// withoutAnswers is a report's JSON without what was measured and what follows from it, and the
// number of figures measured.
func withoutAnswers(t *testing.T, r *RunReport) (text string, measured int) {
	t.Helper()
	full, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var object map[string]any
	if err := json.Unmarshal(full, &object); err != nil {
		t.Fatal(err)
	}
	delete(object, "summary")
	for _, phase := range object["phases"].([]any) {
		for _, figure := range phase.(map[string]any) {
			if q, ok := figure.(map[string]any); ok {
				if q["measured"] != nil {
					measured++
				}
				delete(q, "measured")
				delete(q, "error_pct")
				delete(q, "error_abs")
			}
		}
	}
	rest, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	return string(rest), measured
}
