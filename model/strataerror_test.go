package model_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

// TestNewStrataRefuses names the script whose tables grow or shrink.
func TestNewStrataRefuses(t *testing.T) {
	for _, script := range []string{"oltp_insert", "oltp_delete"} {
		c := strataCase{kind: "uniform", script: script, ranges: 100}
		wantRefusal(t, script, workload.OnePhase(c.load(t), workload.Rate{PerSecond: 1}, time.Hour))
	}
	o := strataCase{kind: "uniform", ranges: 100}.load(t)
	o.Script = workload.Queue
	wantRefusal(t, workload.Queue, workload.OnePhase(o, workload.Rate{PerSecond: 1}, time.Hour))
}

func wantRefusal(t *testing.T, script string, p *workload.Plan) {
	t.Helper()
	c := strataCase{kind: "uniform", ranges: 100}.config(t)
	c.Plan = p
	_, err := model.NewStrata(c, strataBlocks)
	want := "model: script " + script + " makes tables grow or shrink: expected numbers (--fast) " +
		"are known only where rows are updated or replaced"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestNewStrataOptions passes on what is wrong with a distribution.
func TestNewStrataOptions(t *testing.T) {
	c := strataCase{kind: "uniform", ranges: 100}.config(t)
	c.Plan.Loads[0].Options.RandType = "gausian"
	if _, err := model.NewStrata(c, strataBlocks); err == nil ||
		!strings.Contains(err.Error(), "did you mean gaussian?") {

		t.Errorf("unknown distribution: %v", err)
	}
}

// TestStrataRepeat wants the same report twice, however the cores share the work.
func TestStrataRepeat(t *testing.T) {
	c := strataCase{kind: "zipfian", exp: 0.9, trigger: 2, ranges: 100, byMemory: true}.config(t)
	report := func() []byte {
		text, err := json.Marshal(runTenant(t, c, model.NewStrata).Report())
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	if !bytes.Equal(report(), report()) {
		t.Error("two runs, two reports")
	}
}
