package replay

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/readamp/readamp/internal/interrupt"
	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/validate/record"
)

const traces = "../../testdata/traces"

// recorded is a trace as stored.
func recorded(t *testing.T, name string) *record.Trace {
	t.Helper()
	return opened(t, filepath.Join(traces, name+".jsonl"))
}

func opened(t *testing.T, path string) *record.Trace {
	t.Helper()
	trace, err := record.OpenTrace(path)
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

// written is a trace of a table t with an index on k if indexed, and these lines, the first of
// which is line 3.
func written(t *testing.T, indexed bool, lines ...string) *record.Trace {
	t.Helper()
	head := []string{`{"trace":1,"name":"hand","engine":"5.7.25-OceanBase seekdb-v1.2.0.0",` +
		`"recorded":"2026-11-30","params":{}}`,
		`{"op":"create","table":"t","columns":["id int","k int","c char(120)","pad char(60)"],` +
			`"index":[]}`}
	if indexed {
		head[1] = strings.Replace(head[1], "[]", `["k"]`, 1)
	}
	text := strings.Join(append(head, lines...), "\n") + "\n"
	trace, err := record.ReadTrace("hand.jsonl", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

func rulesFor(t *testing.T, trace *record.Trace) lsm.Rules {
	t.Helper()
	rules, err := lsm.RulesFor(trace.Engine, "amd64")
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// started is a driver at the beginning of a trace.
func started(t *testing.T, trace *record.Trace, target Target) *driver {
	t.Helper()
	d, err := newDriver(context.Background(), trace, target, lsm.DefaultOptions(),
		rulesFor(t, trace))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

func replayed(t *testing.T, trace *record.Trace) *Result {
	t.Helper()
	return replayedIn(t, trace, Counting)
}

func replayedIn(t *testing.T, trace *record.Trace, target Target) *Result {
	t.Helper()
	result, err := Trace(context.Background(), trace, target, lsm.DefaultOptions(),
		rulesFor(t, trace))
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// countProbes counts what a trace says the engine saw.
func countProbes(trace *record.Trace) (n int) {
	for _, op := range trace.Ops {
		if op.Seen != nil || op.Stacked {
			n++
		}
	}
	return n
}

// coldShareMax bounds the probes called cold: without a bound, calling reads cold would be a way
// to make them right. Of the recorded ones 15 % are.
const coldShareMax = 0.20

// predictedShareMin is the share of the cold probes whose extra rows the simulator expects. Of the
// recorded ones it is 95 %; the rest are index tablets of several tables made at once.
const predictedShareMin = 0.90

// allTraces are the files of a folder of traces and of the adaptive ones beside it.
func allTraces(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(folder + "/*.jsonl")
	adaptive, adaptiveErr := filepath.Glob(folder + "-adaptive/*.jsonl")
	if err = errors.Join(err, adaptiveErr); err != nil {
		t.Fatal(err)
	}
	return append(files, adaptive...)
}

// TestRecordedTraces is what the simulator is for: every counter of every recorded operation.
func TestRecordedTraces(t *testing.T) {
	files := allTraces(t, traces)
	if len(files) < 72 {
		t.Fatalf("%d traces, want all of them", len(files))
	}
	var sum Result
	for _, file := range files {
		t.Run(traceName(file), func(t *testing.T) {
			trace := opened(t, file)
			result := replayed(t, trace)
			checkNoneDiffers(t, result)
			if n := countProbes(trace); result.Probes != n || n == 0 {
				t.Errorf("%d probes, the trace has %d", result.Probes, n)
			}
			checkSum(t, result)
			sum.Probes += result.Probes
			sum.ColdExtra += result.ColdExtra
			sum.ColdPredicted += result.ColdPredicted
		})
	}
	if float64(sum.ColdExtra) > coldShareMax*float64(sum.Probes) {
		t.Errorf("%d of %d probes are cold, at most %v of them may be", sum.ColdExtra, sum.Probes,
			coldShareMax)
	}
	if float64(sum.ColdPredicted) < predictedShareMin*float64(sum.ColdExtra) {
		t.Errorf("%d of %d cold probes are as predicted", sum.ColdPredicted, sum.ColdExtra)
	}
}

func traceName(file string) string { return strings.TrimSuffix(filepath.Base(file), ".jsonl") }

func checkNoneDiffers(t *testing.T, r *Result) {
	t.Helper()
	for _, d := range r.Differing {
		t.Errorf("%s:%d: %s\nours %s\nengine %s\nstack %s", r.Path, d.Line, d.Detail,
			inText(t, d.Ours), inText(t, d.Engine), d.State)
	}
}

func checkSum(t *testing.T, r *Result) {
	t.Helper()
	if r.Exact+r.ColdExtra+len(r.Differing) != r.Probes || r.Exact < 0 {
		t.Errorf("%d exact, %d cold, %d differing are not %d probes", r.Exact, r.ColdExtra,
			len(r.Differing), r.Probes)
	}
}

// TestFalsified changes one figure of one probe at a time: that probe, on its line, must differ and
// no other.
func TestFalsified(t *testing.T) {
	for _, name := range []string{"basic-counters", "secondary-index", "scan-kinds"} {
		honest := replayed(t, recorded(t, name))
		ops := recorded(t, name).Ops
		for i := range ops {
			for _, lie := range lies(&ops[i]) {
				trace := recorded(t, name)
				lie.tell(&trace.Ops[i])
				result := replayed(t, trace)
				checkSum(t, result)
				if len(result.Differing) != 1 || result.Differing[0].Line != ops[i].Line ||
					result.Differing[0].Op != ops[i].Kind.String() {
					t.Errorf("%s:%d: %s falsified, differing: %+v", name, ops[i].Line, lie.figure,
						result.Differing)
					continue
				}
				d := result.Differing[0]
				if reflect.DeepEqual(d.Ours, d.Engine) || result.Probes != honest.Probes {
					t.Errorf("%s:%d: %s falsified, figures %+v", name, d.Line, lie.figure, d)
				}
			}
		}
	}
}

// lie changes a figure that is compared.
type lie struct {
	figure string
	tell   func(*record.Op)
}

// lies are those that can be told of a probe.
func lies(op *record.Op) []lie {
	var list []lie
	if op.Seen != nil {
		list = []lie{
			{"returned", func(op *record.Op) { op.Seen.Returned++ }},
			{"memstore", func(op *record.Op) { op.Seen.Memstore += 2 }},
		}
		if op.Kind != record.OpLscan {
			list = append(list, lie{"ssstore", func(op *record.Op) { op.Seen.Ssstore += 3 }},
				lie{"fuse_hit", func(op *record.Op) { op.Seen.FuseHit++ }})
		}
	}
	for i, run := range op.Stack {
		switch {
		case run.Kind == record.KindMemtable:
			list = append(list, lie{"keys", func(op *record.Op) { op.Stack[i].Keys++ }})
		case run.Old:
			list = append(list, lie{"old", func(op *record.Op) { op.Stack[i].Old = false }})
		default:
			rows := int64(1)
			if run.Rows != nil {
				rows += *run.Rows
			}
			list = append(list, lie{"rows", func(op *record.Op) { op.Stack[i].Rows = &rows }},
				lie{"kind", func(op *record.Op) { op.Stack[i].Kind = record.KindMetaMajor }})
		}
	}
	return list
}

// TestOldRunsAreNotCompared: rows of what the newest major holds are no longer read.
func TestOldRunsAreNotCompared(t *testing.T) {
	trace := recorded(t, "basic-counters")
	changed := 0
	for i := range trace.Ops {
		for j := range trace.Ops[i].Stack {
			if run := &trace.Ops[i].Stack[j]; run.Old {
				run.Rows = nil
				changed++
			}
		}
	}
	if result := replayed(t, trace); changed == 0 || len(result.Differing) > 0 {
		t.Errorf("%d changed, differing %+v", changed, result.Differing)
	}
}

func TestTraceErrors(t *testing.T) {
	insert := `{"op":"insert","table":"t","ids":"1-9","batch":9}`
	cases := []struct {
		name  string
		trace *record.Trace
		want  string
	}{
		{"twice the same key", written(t, false, insert, insert),
			"hand.jsonl:4: insert: table t: duplicate entry 1"},
		{"parameter", written(t, false, insert, `{"op":"param","minor_compact_triger":"2"}`),
			`hand.jsonl:4: param: unknown parameter "minor_compact_triger"; ` +
				"did you mean minor_compact_trigger?"},
		{"value", written(t, false, `{"op":"param","minor_compact_trigger":"many"}`),
			`hand.jsonl:3: param: minor_compact_trigger: "many" is not a whole number`},
		{"index", written(t, false, `{"op":"create","table":"u",`+
			`"columns":["id int","c char(9)"],"index":["c"]}`),
			"hand.jsonl:3: create: index on c: only one on k is modelled, whose values are known"},
	}
	first := written(t, false)
	first.Params = map[string]string{"undo_retention": "-1"}
	cases = append(cases, struct {
		name  string
		trace *record.Trace
		want  string
	}{"header", first, "hand.jsonl:1: undo_retention: -1 is outside"})
	for _, c := range cases {
		for _, target := range []Target{Counting, Embedded} {
			_, err := Trace(context.Background(), c.trace, target, lsm.DefaultOptions(),
				rulesFor(t, c.trace))
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%s, %s: got %v, want %s", c.name, target, err, c.want)
			}
		}
	}
}

// TestInterrupted: an interrupt is seen between operations, and inside one that writes many rows.
func TestInterrupted(t *testing.T) {
	long := written(t, false, `{"op":"insert","table":"t","ids":"1-1000","batch":9}`,
		`{"op":"update","table":"t","set":"c","ids":"1-1000","times":40000}`)
	for _, c := range []struct {
		name  string
		trace *record.Trace
		left  int
	}{
		{"at once", recorded(t, "basic-counters"), 0},
		{"between operations", recorded(t, "random-10"), 1},
		{"inside an operation", long, 2},
	} {
		ctx := interrupt.After(c.left)
		result, err := Trace(ctx, c.trace, Counting, lsm.DefaultOptions(), rulesFor(t, c.trace))
		if result != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %+v, %v", c.name, result, err)
		}
	}
}

// TestParametersOfTheTrace: what a trace's header says holds, over the options given.
func TestParametersOfTheTrace(t *testing.T) {
	trace := recorded(t, "append-only") // a minor merge comes by trigger 2
	o := lsm.DefaultOptions()
	o.MinorCompactTrigger = 16
	result, err := Trace(context.Background(), trace, Counting, o, rulesFor(t, trace))
	if err != nil || len(result.Differing) > 0 {
		t.Errorf("got %+v, %v", result, err)
	}
	trace.Params["minor_compact_trigger"] = "16"
	if result := replayed(t, trace); len(result.Differing) == 0 {
		t.Error("with another trigger the trace replays all the same")
	}
}

func BenchmarkTraces(b *testing.B) {
	trace, err := record.OpenTrace(filepath.Join(traces, "random-10.jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	rules, err := lsm.RulesFor(trace.Engine, "amd64")
	if err != nil {
		b.Fatal(err)
	}
	for _, target := range []Target{Counting, Embedded} {
		b.Run(string(target), func(b *testing.B) {
			for b.Loop() {
				_, err := Trace(context.Background(), trace, target, lsm.DefaultOptions(), rules)
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
