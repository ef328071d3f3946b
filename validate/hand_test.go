package validate

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/model"
	"github.com/readamp/readamp/validate/record"
)

// handConfig is the first line of runs written by hand: one table of 1,000 rows.
const handConfig = `{"kind":"config","protocol":"ladder",` +
	`"engine":"5.7.25-OceanBase seekdb-v1.2.0.0","sysbench":"sysbench 1.0.20","cores":2,` +
	`"threads":2,"rand_type":"uniform","tables":1,"table_size":1000,` +
	`"options":["--skip-trx=on"],"params":{"minor_compact_trigger":"16"}}`

// Lines of hand-made runs. Times follow from where a line stands.
const (
	handMajor = `{"kind":"do","do":"freeze major","start":1,"end":2,"result":"settled"}`
	handMinor = `{"kind":"do","do":"freeze minor","start":1,"end":2,"result":"settled"}`
)

func handState(label string) string {
	return fmt.Sprintf(`{"kind":"state","label":%q,"at":1}`, label)
}

// handRef is a reference load of 10 seconds.
func handRef(queries int, cpuSeconds float64) string {
	return fmt.Sprintf(`{"kind":"ref","start":10,"end":20,"queries":%d,"server_cpu_s":%v}`,
		queries, cpuSeconds)
}

// handRead is a reading phase of 10 seconds of which nothing was measured.
func handRead(label, script string) string {
	return fmt.Sprintf(`{"kind":"phase","label":%q,"script":%q,"warm":false,"start":20,"end":30,`+
		`"seconds":10}`, label, script)
}

// handWrite is a writing phase.
func handWrite(script string, writes int) string {
	return fmt.Sprintf(`{"kind":"phase","label":"write","script":%q,"warm":false,"start":20,`+
		`"end":30,"seconds":10,"queries":{"write":%d,"total":%d}}`, script, writes, writes)
}

// handRun reads a run of these lines; the config is line 1.
func handRun(t *testing.T, lines ...string) *record.Run {
	t.Helper()
	return handRunOf(t, handConfig, lines...)
}

func handRunOf(t *testing.T, config string, lines ...string) *record.Run {
	t.Helper()
	text := strings.Join(append([]string{config}, lines...), "\n") + "\n"
	run, err := record.ReadRun("hand/phases.jsonl", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// handCost prices the loads of hand-made runs in round numbers.
func handCost() *model.Cost {
	return &model.Cost{
		Constant: map[string]float64{"get": 0.5, "range": 1},
		Unit: map[string]float64{"fast_row": 0.001, "slow_row": 0.002, "memtable_row": 0.004,
			"open": 0.1, "probe": 0.1},
		Server: 0.8,
		Client: map[string]float64{"oltp_point_select": 0.1, "oltp_read_only": 0.2,
			"oltp_read_write": 0.3},
		ReferenceCPUMicros: 200, ReferenceQPS: 50,
	}
}

func seekdb(t *testing.T) lsm.Rules {
	t.Helper()
	rules, err := lsm.RulesFor("seekdb", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func seekdbRules(*record.Run) (lsm.Rules, error) { return lsm.RulesFor("seekdb", "amd64") }

func predicted(t *testing.T, run *record.Run, cost *model.Cost) *Prediction {
	t.Helper()
	p, err := Predict(context.Background(), run, seekdb(t), cost)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// near compares within a relative tolerance, absolute below 1.
func near(got, want, tolerance float64) bool {
	return got-want <= tolerance*max(1, want) && want-got <= tolerance*max(1, want)
}
