package validate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/readamp/readamp/internal/interrupt"
	"github.com/readamp/readamp/validate/record"
)

// TestPredictRows follows a table of 1,000 rows through base, a full memtable, two minis, a minor
// and a major. Uniform updates of 4,000 rows leave about one row in 55 untouched (1/e^4).
func TestPredictRows(t *testing.T) {
	run := handRun(t, handRef(1000, 8), handMajor, handState("base"),
		handRead("base", "oltp_read_only"),
		handWrite("oltp_update_non_index", 4000), handState("mem"),
		handRead("mem", "oltp_read_only"),
		handMinor, handState("mini"), handRead("mini", "oltp_read_only"),
		handWrite("oltp_update_non_index", 4000), handMinor, handState("minis"),
		handRead("minis", "oltp_read_only"),
		`{"kind":"do","do":"set minor_compact_trigger=1","start":1,"end":2}`, handState("minor"),
		handRead("minor", "oltp_read_only"),
		handMajor, handState("major"), handRead("major", "oltp_read_only"))
	p := predicted(t, run, nil)
	if len(p.Phases) != 6 || p.Config != run.Entries[0].Config || p.Run != run {
		t.Fatalf("%d phases, config %+v", len(p.Phases), p.Config)
	}
	want := []struct{ memstore, incremental, base float64 }{
		{0, 0, 100}, {98, 0, 100}, {0, 98, 100}, {0, 196, 100}, {0, 100, 100}, {0, 0, 100},
	}
	for i, w := range want {
		phase := p.Phases[i]
		if phase.State != i+1 || phase.Phase.Script != "oltp_read_only" || phase.CPU != 0 {
			t.Errorf("phase %d: %+v", i, phase)
		}
		for _, kind := range []string{"range", "order", "distinct", "sum"} {
			r := phase.Rows[kind]
			// Ranges at the end of the table are shorter than 100 rows: 4 to 5 % of the rows.
			if !near(r.Memstore, w.memstore, 0.07) || !near(r.Incremental, w.incremental, 0.07) ||
				!near(r.BaseFast+r.BaseSlow, w.base, 0.07) {
				t.Errorf("%s, %s: got %+v, want about %+v", phase.Phase.Label, kind, r, w)
			}
			if !near(r.Read(), r.Memstore+r.Incremental+r.BaseFast+r.BaseSlow, 1e-9) {
				t.Errorf("%s, %s: parts of %+v are not its sum", phase.Phase.Label, kind, r)
			}
		}
		if phase.Rows["sum"].Returned != 1 || phase.Rows["range"].Returned < 93 {
			t.Errorf("%s: returned %+v", phase.Phase.Label, phase.Rows)
		}
	}
	if fast := p.Phases[0].Rows["range"].BaseFast; fast != p.Phases[0].Rows["range"].Ssstore {
		t.Errorf("in a clean table %v rows are fast", fast)
	}
}

// TestPredictLoad: without costs, a phase runs as many statements as the reference load does in
// its time, 10 s x 100/s of which 10 in 14 are gets.
func TestPredictLoad(t *testing.T) {
	p := predicted(t, handRun(t, handRef(1000, 8), handRead("base", "oltp_read_only"),
		handRead("base", "oltp_point_select")), nil)
	parts := p.Phases[0].Parts
	if len(parts) != 2 || parts[0].Kind != "get" || parts[1].Kind != "range" ||
		!near(parts[0].Share, 10./14, 1e-12) || !near(parts[1].Share, 4./14, 1e-12) {
		t.Errorf("parts %+v", parts)
	}
	// 4 ranges in each of 71 events: 20,000 rows and more would show in block borders.
	if w := parts[1].Work; w.Opened != 1 || w.SlowRows != 0 || w.FastRows < 93 {
		t.Errorf("work of ranges %+v", w)
	}
	if parts := p.Phases[1].Parts; len(parts) != 1 || parts[0].Share != 1 {
		t.Errorf("parts of point selects %+v", parts)
	}
	if rows := p.Phases[1].Rows; len(rows) != 1 || rows["get"].Returned != 1 {
		t.Errorf("rows of point selects %+v", rows)
	}
}

// TestPredictCost: CPU and rate follow from the work by the cost model, time from the refs beside
// the phase, or from the cost model's own reference where the run has none.
func TestPredictCost(t *testing.T) {
	cost := handCost()
	for _, c := range []struct {
		name  string
		lines []string
		speed speed
	}{
		{"refs", []string{handRef(1000, 8)}, speed{8000, 100}},
		{"no refs", nil, speed{200, 50}},
	} {
		phase := predicted(t, handRun(t, append(c.lines, handRead("base", "oltp_read_only"))...),
			cost).Phases[0]
		cpu := cost.CPU(phase.Parts)
		if cpu < 0.5 || phase.CPU != cpu || phase.Rate != cost.Rate("oltp_read_only", cpu) {
			t.Errorf("%s: CPU %v, rate %v of %+v", c.name, phase.CPU, phase.Rate, phase.Parts)
		}
		if !near(phase.CPUMicros, cpu*c.speed.cpuMicros, 1e-12) ||
			!near(phase.QPS, phase.Rate*c.speed.qps, 1e-12) {
			t.Errorf("%s: %v µs, %v/s at %+v", c.name, phase.CPUMicros, phase.QPS, c.speed)
		}
	}
}

// TestPredictFusesMoreWhenFaster: the more statements a phase runs, the more gets find their row in
// the fuse row cache, so a cheaper cost model predicts fewer rows a get.
func TestPredictFusesMoreWhenFaster(t *testing.T) {
	run := handRun(t, handRef(500, 8), handMajor, handRead("base", "oltp_point_select"))
	rows := func(client float64) float64 {
		cost := handCost()
		cost.Client["oltp_point_select"] = client
		return predicted(t, run, cost).Phases[0].Rows["get"].Ssstore
	}
	slow, fast := rows(5), rows(0.001)
	if !(fast < slow-0.05) || slow > 1 {
		t.Errorf("%.3f rows a get when slow, %.3f when fast", slow, fast)
	}
}

// TestPredictAudit: rows are means over what the audit still holds, the last 20,000 reads. Gets of
// a table of 1,000 rows have all of it in the fuse row cache by then; in a short phase, the first
// ones count too.
func TestPredictAudit(t *testing.T) {
	rows := func(refQueries int) Rows {
		run := handRun(t, handRef(refQueries, 9), handMajor, handRead("base", "oltp_point_select"))
		return predicted(t, run, nil).Phases[0].Rows["get"]
	}
	if r := rows(60_000); r.Ssstore != 0 || r.FuseHit != 1 {
		t.Errorf("at the end of 60,000 gets: %+v", r)
	}
	// 1,000 first reads, less the few rows that were not met.
	if r := rows(10_000); !near(r.Ssstore, 0.1, 0.002) || !near(r.FuseHit, 0.9, 0.002) {
		t.Errorf("in 10,000 gets: %+v", r)
	}
}

// TestPredictTransactions: statements that are no reads count for the share of a query and for
// what the audit still holds, in which the reads of a mixed load must stand.
func TestPredictTransactions(t *testing.T) {
	config := strings.Replace(handConfig, "--skip-trx=on", "--skip-trx=off", 1)
	// 4,000 writes are 1,000 events of 20 queries, all of which an audit of 20,000 rows holds;
	// of 40,000 writes it holds the last tenth.
	for _, writes := range []int{400, 4000, 40000} {
		run := handRunOf(t, config, handRef(1000, 8), handState("base"),
			handWrite("oltp_read_write", writes))
		p := predicted(t, run, handCost())
		if len(p.Phases) != 1 {
			t.Fatalf("%d phases", len(p.Phases))
		}
		phase := p.Phases[0]
		if r := phase.Rows["range"]; r.Returned < 90 || r.Memstore == 0 {
			t.Errorf("%d writes: rows of ranges %+v", writes, r)
		}
		if r := phase.Rows["get"]; r.Returned < 0.9 || r.Memstore+r.Ssstore+r.FuseHit == 0 {
			t.Errorf("%d writes: rows of gets %+v", writes, r)
		}
		shares := 0.0
		for _, part := range phase.Parts {
			shares += part.Share
		}
		if !near(shares, 14./20, 1e-9) {
			t.Errorf("%d writes: reads are %.3f of the queries, want 14 of 20", writes, shares)
		}
	}
	run := handRunOf(t, config, handRef(1000, 8), handRead("base", "oltp_read_only"))
	if get := predicted(t, run, nil).Phases[0].Parts[0]; !near(get.Share, 10./16, 1e-9) {
		t.Errorf("gets are %.3f of the queries with BEGIN and COMMIT, want 10 of 16", get.Share)
	}
}

// TestPredictRepeats: the same run gives the same bits.
func TestPredictRepeats(t *testing.T) {
	run := handRun(t, handRef(1000, 8), handMajor, handState("base"),
		handRead("base", "oltp_read_only"), handWrite("oltp_write_only", 4000), handMinor,
		handState("mini1"), handRead("mini1", "oltp_read_only"))
	first, second := predicted(t, run, handCost()), predicted(t, run, handCost())
	if !reflect.DeepEqual(first, second) {
		t.Errorf("got %+v, then %+v", first.Phases, second.Phases)
	}
	for _, p := range first.Phases {
		for kind, r := range p.Rows {
			if math.IsNaN(r.Read()) || r.Read() < 0 {
				t.Errorf("%s, %s: %+v", p.Phase.Label, kind, r)
			}
		}
	}
}

func TestPredictErrors(t *testing.T) {
	set := `{"kind":"do","do":"set minor_compact_triger=2","start":1,"end":2}`
	cases := []struct {
		name, config string
		lines        []string
		want         string
	}{
		{"parameter", handConfig, []string{handMajor, set}, "hand/phases.jsonl:3: " +
			`unknown parameter "minor_compact_triger"; did you mean minor_compact_trigger?`},
		{"value", handConfig, []string{strings.Replace(set, "triger=2", "trigger=17", 1)},
			"hand/phases.jsonl:2: minor_compact_trigger: 17 is outside [0, 16]"},
		{"script", handConfig, []string{handWrite("oltp_write_onli", 9)}, "hand/phases.jsonl:2: " +
			`workload: unknown script "oltp_write_onli"; did you mean oltp_write_only?`},
		{"script that record knows", handConfig, []string{handRead("b", "select_random_points")},
			`hand/phases.jsonl:2: workload: unknown script "select_random_points"`},
		{"option", strings.Replace(handConfig, "--skip-trx", "--skip-trxx", 1),
			[]string{handMajor, handRead("base", "oltp_read_only")}, "hand/phases.jsonl:3: " +
				"workload: unknown option --skip-trxx"},
		{"distribution", strings.Replace(handConfig, "uniform", "unifrom", 1),
			[]string{handRead("base", "oltp_read_only")},
			"hand/phases.jsonl:2: workload: --rand-type"},
		{"config", strings.Replace(handConfig, `trigger":"16"`, `trigger":"x"`, 1),
			[]string{handMajor},
			`hand/phases.jsonl: config: minor_compact_trigger: "x" is not a whole number`},
		{"too large", strings.Replace(handConfig, ":1000,", ":1000000000000,", 1),
			[]string{handMajor}, "hand/phases.jsonl: config: 1 tables of 1000000000000 rows, " +
				"at most 1000000000 rows in all are repeated"},
		{"too many", strings.Replace(handConfig, `"tables":1,"table_size":1000`,
			`"tables":1000,"table_size":1000001`, 1), []string{handMajor},
			"hand/phases.jsonl: config: 1000 tables of 1000001 rows"},
	}
	for _, c := range cases {
		_, err := Predict(context.Background(), handRunOf(t, c.config, c.lines...), seekdb(t), nil)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

// TestPredictPrices: a load that the costs don't price is an error at its line.
func TestPredictPrices(t *testing.T) {
	run := handRun(t, handRef(1000, 8), handRead("base", "oltp_read_only"))
	for _, c := range []struct{ spoil, want string }{
		{"oltp_read_only", "hand/phases.jsonl:3: model: no client share for script oltp_read_only"},
		{"range", "hand/phases.jsonl:3: model: no cost of a range statement"},
	} {
		cost := handCost()
		delete(cost.Client, c.spoil)
		delete(cost.Constant, c.spoil)
		_, err := Predict(context.Background(), run, seekdb(t), cost)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// TestPredictBeforeConfig: record refuses such a run, so Predict need not.
func TestPredictBeforeConfig(t *testing.T) {
	text := handRead("base", "oltp_read_only") + "\n" + handConfig + "\n"
	_, err := record.ReadRun("f", strings.NewReader(text))
	if err == nil || err.Error() != "f:1: a phase before the config" {
		t.Errorf("got %v", err)
	}
}

// TestPredictInterrupted: an interrupt is seen between lines and inside a long phase.
func TestPredictInterrupted(t *testing.T) {
	run := handRun(t, handRef(1000, 8), handWrite("oltp_write_only", 1_000_000),
		handRead("base", "oltp_read_only"))
	for _, left := range []int{0, 3} {
		ctx := interrupt.After(left)
		p, err := Predict(ctx, run, seekdb(t), nil)
		if p != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("after %d looks: got %v, %v", left, p, err)
		}
	}
}

// A table is loaded and a quarter of it is updated; its ranges then read the new versions too.
func ExamplePredict() {
	const text = handConfig + "\n" +
		`{"kind":"ref","start":0,"end":10,"queries":20000,"server_cpu_s":4}` + "\n" +
		`{"kind":"phase","label":"write","script":"oltp_update_non_index","warm":false,` +
		`"start":10,"end":20,"seconds":10,"queries":{"write":288}}` + "\n" +
		`{"kind":"phase","label":"mem","script":"oltp_read_only","warm":false,` +
		`"start":20,"end":30,"seconds":10}` + "\n"
	run, err := record.ReadRun("phases.jsonl", strings.NewReader(text))
	if err != nil {
		fmt.Println(err)
		return
	}
	rules, err := seekdbRules(run)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := Predict(context.Background(), run, rules, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	r := p.Phases[0].Rows["range"]
	fmt.Printf("%s: %.0f rows returned, %.0f read in memory, %.0f in the base\n",
		p.Phases[0].Phase.Label, r.Returned, r.Memstore, r.Ssstore)
	// Output:
	// mem: 95 rows returned, 24 read in memory, 95 in the base
}
