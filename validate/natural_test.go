package validate

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/validate/record"
)

// naturalRun reads a recorded natural run of testdata.
func naturalRun(t *testing.T, name string) *record.Run {
	t.Helper()
	run, err := record.OpenRun(filepath.Join("..", "testdata", "runs", name))
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// TestNaturalRuns predicts the recorded runs in which freezes came by themselves. Whether a single
// freeze falls into the same tick of the server's look can't be told from the writes of a phase:
// how full the open pages are at the start is not recorded, and the trigger itself moves by 3 %
// within a run. So the bar on single freezes is reported by the command and not held here, and of
// the merges all but those of the last freeze are compared. Everything else is.
func TestNaturalRuns(t *testing.T) {
	for _, test := range []struct {
		run  string
		held []string // checks that hold as a whole
	}{
		{"natural-special-t2", []string{"freezes per write phase", "live stack",
			"distinct keys of each memtable", "physical rows of each SSTable",
			"rows read by ranges"}},
		{"natural-uniform-t1", []string{"freezes per write phase", "sequence of merges",
			"live stack", "distinct keys of each memtable", "rows read by ranges"}},
	} {
		t.Run(test.run, func(t *testing.T) {
			r, err := CompareNatural(context.Background(), naturalRun(t, test.run), seekdb(t),
				timeline.DefaultTiming(), 1)
			if err != nil {
				t.Fatal(err)
			}
			held := map[string]bool{}
			for _, c := range r.Checks {
				held[c.What] = c.Passed
				t.Logf("%-32s %-40s %-28s missed %d of %d", c.What, c.Bar, c.Result, c.Missed, c.Of)
			}
			for _, what := range test.held {
				if !held[what] {
					t.Errorf("%s: the bar is missed", what)
				}
			}
			checkFreezes(t, r)
			checkMerges(t, r)
		})
	}
}

// checkFreezes wants half of the freezes within a tick, and all within three. In the first run the
// trigger under load is 3 % below the one the server showed before it: its freezes come early.
func checkFreezes(t *testing.T, r *NaturalReport) {
	outside := 0
	for _, f := range r.Freezes {
		if f.MeasuredAtS == nil || f.PredictedAtS == nil {
			continue
		}
		if off := max(f.ErrorS, -f.ErrorS); off > freezeTickS {
			outside++
			if off > 3*freezeTickS {
				t.Errorf("freeze %d is off by %+.1f s of writes", f.Number, f.ErrorS)
			}
		}
	}
	if 2*outside > len(r.Freezes) {
		t.Errorf("%d of %d freezes are off by more than a tick", outside, len(r.Freezes))
	}
}

// checkMerges wants the shorter of two sequences to begin the longer, a last mini and minor apart.
func checkMerges(t *testing.T, r *NaturalReport) {
	for _, m := range r.Merges {
		measured, predicted := strings.Trim(m.Measured, "[]"), strings.Trim(m.Predicted, "[]")
		long, short := max(measured, predicted), min(measured, predicted)
		if !strings.HasPrefix(long, short) || strings.Count(long, "mini")-
			strings.Count(short, "mini") > 1 {
			t.Errorf("%s: measured %s, predicted %s", m.Tablet, measured, predicted)
		}
	}
}

// TestNaturalBlanked: of a run without its answers the same is predicted, to the last digit.
func TestNaturalBlanked(t *testing.T) {
	run := naturalRun(t, "natural-uniform-t1")
	text, err := os.ReadFile(run.File)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := record.Blank(bytes.NewReader(text), &out); err != nil {
		t.Fatal(err)
	}
	blanked, err := record.ReadRun(run.File, &out)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := predictedReport(t, blanked), predictedReport(t, run); got != want {
		t.Errorf("the answers show: %s", firstDifference(got, want))
	}
}

// predictedReport is the report of a simulation that is told what a run did.
func predictedReport(t *testing.T, run *record.Run) string {
	t.Helper()
	plan, err := newNaturalPlan(run, seekdb(t), timeline.DefaultTiming(), 1)
	if err != nil {
		t.Fatal(err)
	}
	out, err := plan.simulate(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(out.tenant.Report())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// firstDifference is where two texts part.
func firstDifference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	from := max(i-60, 0)
	return a[from:min(i+60, len(a))] + " | " + b[from:min(i+60, len(b))]
}

// TestReportPhase: the merges before natural-uniform-t1 bracket the report of active transactions;
// those before natural-special-t2 leave two minutes open. That it was at 81 to 85 s is known from a
// fold within the first (testdata/README.md).
func TestReportPhase(t *testing.T) {
	for _, test := range []struct {
		run      string
		known    bool
		from, to float64
	}{{"natural-uniform-t1", true, 60, 110}, {"natural-special-t2", false, 0, 0}} {
		run := naturalRun(t, test.run)
		for _, e := range run.Entries {
			if e.State == nil {
				continue
			}
			phase, known := reportPhase(e.State.History)
			if known != test.known || known && (phase < test.from || phase > test.to) {
				t.Errorf("%s: phase %.1f s, known %v", test.run, phase, known)
			}
			break
		}
	}
	if _, known := reportPhase(nil); known {
		t.Error("no history tells a phase")
	}
}

// TestNaturalRefusals: what is no natural run is refused with its file.
func TestNaturalRefusals(t *testing.T) {
	const config = `{"kind":"config","protocol":"natural","engine":"seekdb-1.2","sysbench":"x",` +
		`"cores":2,"threads":8,"rand_type":"special","tables":4,"table_size":1000,` +
		`"options":[],"params":{}}` + "\n"
	for _, test := range []struct{ text, want string }{
		{config, "f: no state or no phase that writes"},
		{strings.Replace(config, `"params":{}`, `"params":{"minor_compact_trigger":"x"}`, 1),
			`f: config: minor_compact_trigger: "x" is not a whole number`},
	} {
		run, err := record.ReadRun("f", strings.NewReader(test.text))
		if err != nil {
			t.Fatal(err)
		}
		_, err = CompareNatural(context.Background(), run, lsm.Rules{}, timeline.DefaultTiming(), 1)
		if err == nil || err.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}
