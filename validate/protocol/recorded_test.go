package protocol

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/validate"
	"github.com/readamp/readamp/validate/record"
)

// TestRecordedRun writes a run, reads it as one of a real server and predicts it.
func TestRecordedRun(t *testing.T) {
	for _, protocol := range Protocols() {
		t.Run(protocol, func(t *testing.T) {
			s := small()
			s.Protocol, s.LadderSteps = protocol, 1
			run := writeAndRead(t, s)
			if got, want := recordedWords(run.Entries), words(Plan(s)); !slices.Equal(got, want) {
				t.Errorf("read %q\nplanned %q", got, want)
			}
			rules, err := lsm.RulesFor(run.Config().Engine, "amd64")
			if err != nil {
				t.Fatal(err)
			}
			p, err := validate.Predict(context.Background(), run, rules, nil)
			if err != nil {
				t.Fatal(err)
			}
			checkPrediction(t, p)
		})
	}
}

// writeAndRead records a run of fakes in a folder and opens it.
func writeAndRead(t *testing.T, s Settings) *record.Run {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	measured := &fake{counters: lsm.Counters{Returned: 100, Ssstore: 100}}
	w, err := record.Create(dir, record.About{Readamp: "1", Command: []string{"readamp", "run"},
		Target: "embedded", Protocol: s.Protocol, Engine: measured.Engine(),
		Machine: record.Machine{OS: "linux", Arch: "amd64", Cores: 2, Go: "go1"},
		Started: time.Unix(1, 0)})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := Run(context.Background(), s, measured, &fake{}, w.Append, nil); err != nil {
		t.Fatal(err)
	}
	run, err := record.OpenRun(dir)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// checkPrediction knows what the writes of a run do, whatever the fake says that it read: clean
// ranges read what they return, and those after writes more.
func checkPrediction(t *testing.T, p *validate.Prediction) {
	t.Helper()
	seen := map[string]bool{}
	for _, phase := range p.Phases {
		label := phase.Phase.Label
		rows, ok := phase.Rows["range"]
		if !ok || phase.Phase.Warm {
			continue
		}
		seen[label] = true
		clean := label == "base" || label == "recovered"
		if more := rows.Read() > rows.Returned; more == clean {
			t.Errorf("%s: ranges read %v rows and return %v", label, rows.Read(), rows.Returned)
		}
	}
	if !seen["base"] || !seen["recovered"] || len(seen) < 3 {
		t.Errorf("predicted only %v", seen)
	}
}
