package replay

import (
	"os"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/validate/record"
)

// blocksDifferMax is the share of the probes in which block scan may differ between the targets. Of
// the recorded ones 0.7 % do.
const blocksDifferMax = 0.01

// TestRecordedTracesEmbedded replays every trace with stored rows: 860,000 rows are written, a
// million are returned and compared. It takes 5 s of a processor.
func TestRecordedTracesEmbedded(t *testing.T) {
	probes, same := 0, 0
	for _, file := range allTraces(t, traces) {
		t.Run(traceName(file), func(t *testing.T) {
			result := checkEmbedded(t, file)
			probes, same = probes+result.Probes, same+result.AsCounting
		})
	}
	if float64(probes-same) > blocksDifferMax*float64(probes) {
		t.Errorf("%d of %d probes are as in the counting target", same, probes)
	}
}

// TestTruthEmbedded replays the recordings that a development tree has beside the project.
func TestTruthEmbedded(t *testing.T) {
	const truth = "../../../shared/truth/traces"
	if _, err := os.Stat(truth); err != nil {
		t.Skip("no recordings beside the project")
	}
	files := allTraces(t, truth)
	if len(files) == 0 {
		t.Error("no traces")
	}
	for _, file := range files {
		t.Run(traceName(file), func(t *testing.T) { checkEmbedded(t, file) })
	}
}

// checkEmbedded replays a trace with both targets: the verdicts are the same, and all right.
func checkEmbedded(t *testing.T, file string) *Result {
	t.Helper()
	counting := replayed(t, opened(t, file))
	result := replayedIn(t, opened(t, file), Embedded)
	checkNoneDiffers(t, result)
	checkSum(t, result)
	if result.Probes != counting.Probes || result.Exact != counting.Exact ||
		result.ColdExtra != counting.ColdExtra || result.ColdPredicted != counting.ColdPredicted {
		t.Errorf("embedded %+v, counting %+v", result, counting)
	}
	if counting.StoredRows != nil {
		t.Error("the counting target has rows")
	}
	returned := int64(0)
	for _, op := range opened(t, file).Ops {
		if op.Seen != nil {
			returned += op.Seen.Returned
		}
	}
	if result.RowsCompared != returned {
		t.Errorf("%d rows compared, the engine returned %d", result.RowsCompared, returned)
	}
	return result
}

// TestEveryStatement reads rows in every way, at every stage of their life, through the table and
// through its index. The comparisons inside the replay are the test.
func TestEveryStatement(t *testing.T) {
	reads := []string{`{"op":"scan","table":"t"}`, `{"op":"scan","table":"t","cols":"k,id"}`,
		`{"op":"scan","table":"t","cols":"pad","from":30,"to":80}`,
		`{"op":"scan","table":"t","from":9,"to":3}`, `{"op":"rscan","table":"t"}`,
		`{"op":"lscan","table":"t","limit":7}`, `{"op":"lscan","table":"t","limit":0}`,
		`{"op":"iscan","table":"t","from":20,"to":60}`, `{"op":"get","table":"t","id":7}`,
		`{"op":"get","table":"t","id":999}`, `{"op":"mget","table":"t","ids":"9,7,7,300,51"}`,
		`{"op":"count","table":"t"}`, `{"op":"count","table":"t","from":40,"to":90}`,
		`{"op":"sum","table":"t"}`, `{"op":"sum","table":"t","from":40,"to":90}`}
	changes := []string{`{"op":"insert","table":"t","ids":"1-200","batch":9}`,
		`{"op":"freeze","kind":"minor","settled":true}`,
		`{"op":"update","table":"t","set":"all","ids":"1-99/3","times":2}`,
		`{"op":"delete","table":"t","ids":"50-59"}`, `{"op":"begin"}`,
		`{"op":"insert","table":"t","ids":"51,300","batch":1}`,
		`{"op":"update","table":"t","set":"k","ids":"7,8,9,7","times":1}`,
		`{"op":"delete","table":"t","ids":"8,100-110"}`, `{"op":"rollback"}`,
		`{"op":"begin"}`, `{"op":"update","table":"t","set":"c","ids":"7-60","times":1}`,
		`{"op":"insert","table":"t","ids":"52","batch":1}`, `{"op":"commit"}`,
		`{"op":"freeze","kind":"minor","settled":true}`, `{"op":"flush_cache"}`,
		`{"op":"freeze","kind":"major","settled":true}`}
	for _, indexed := range []bool{true, false} {
		var lines []string
		for _, change := range append([]string{reads[0]}, changes...) {
			lines = append(lines, change)
			for i, read := range reads {
				if indexed || i != 7 {
					lines = append(lines, read)
				}
			}
		}
		result := replayedIn(t, written(t, indexed, lines...), Embedded)
		if result.Probes != 0 || result.RowsCompared == 0 {
			t.Errorf("index %v: %+v", indexed, result.StoredRows)
		}
	}
}

// TestHiddenRuns: a meta major hides minis that the store goes on listing, and a minor merge of
// them still reads them.
func TestHiddenRuns(t *testing.T) {
	text := `{"trace":1,"name":"hidden","engine":"seekdb","recorded":"2026-11-30",` +
		`"params":{"minor_compact_trigger":"0"}}
{"op":"create","table":"t","columns":["id int","k int"],"index":[],` +
		`"options":"table_mode='extreme'"}
{"op":"insert","table":"t","ids":"97","batch":1}
{"op":"freeze","kind":"major","settled":true}
{"op":"update","table":"t","set":"k","ids":"97","times":5}
{"op":"freeze","kind":"minor","settled":true}
{"op":"update","table":"t","set":"k","ids":"97","times":2}
{"op":"scan","table":"t"}
{"op":"scan","table":"t"}
{"op":"scan","table":"t"}
{"op":"scan","table":"t"}
{"op":"scan","table":"t"}
{"op":"wait","seconds":30}
{"op":"freeze","kind":"minor","settled":true}
{"op":"scan","table":"t"}
`
	trace, err := record.ReadTrace("hidden.jsonl", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	hidden := false
	d := started(t, trace, Embedded)
	for i := range trace.Ops {
		if err := d.step(&trace.Ops[i], &Result{}); err != nil {
			t.Fatalf("line %d: %v", trace.Ops[i].Line, err)
		}
		if d.counting.tables["t"] != nil {
			base := d.counting.tablet(place{table: "t"}).Runs()[0]
			hidden = hidden || base.Kind == lsm.MetaMajor
		}
	}
	if !hidden {
		t.Error("no meta major was made")
	}
}

// TestUnknownTarget is not taken for one of the two.
func TestUnknownTarget(t *testing.T) {
	trace := written(t, false)
	_, err := Trace(t.Context(), trace, "embeded", lsm.DefaultOptions(), rulesFor(t, trace))
	want := `hand.jsonl:1: unknown target "embeded"; there are counting and embedded`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
