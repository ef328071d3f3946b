package record

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// truthVar names a folder with all recordings, of which testdata has a few: traces,
// traces-adaptive and runs.
const truthVar = "READAMP_TRUTH"

// recordings returns the files that match pattern in testdata and in the folder of truthVar.
func recordings(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files, %v", pattern, len(files), err)
	}
	if dir := os.Getenv(truthVar); dir != "" {
		more, _ := filepath.Glob(filepath.Join(dir, pattern))
		if len(more) == 0 {
			t.Fatalf("%s=%s: no %s", truthVar, dir, pattern)
		}
		files = append(files, more...)
	}
	return files
}

func openTrace(t testing.TB, name string) *Trace {
	t.Helper()
	tr, err := OpenTrace(filepath.Join("testdata/traces", name+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// opAt returns the op on a line.
func opAt(t *testing.T, tr *Trace, line int) Op {
	t.Helper()
	op := tr.Ops[line-2]
	if op.Line != line {
		t.Fatalf("op %d is on line %d", line-2, op.Line)
	}
	return op
}

// TestOpenTraceReadsAll reads every recording and checks what holds for each.
func TestOpenTraceReadsAll(t *testing.T) {
	for _, file := range recordings(t, "traces*/*.jsonl") {
		tr, err := OpenTrace(file)
		if err != nil {
			t.Error(err)
			continue
		}
		text, _ := os.ReadFile(file)
		if lines := strings.Count(string(text), "\n"); len(tr.Ops) != lines-1 {
			t.Errorf("%s: %d ops of %d lines", file, len(tr.Ops), lines)
		}
		if tr.File != file || tr.Name+".jsonl" != filepath.Base(file) {
			t.Errorf("%s: File %q, Name %q", file, tr.File, tr.Name)
		}
		for _, op := range tr.Ops {
			if op.Kind.Reads() && op.Seen == nil {
				t.Errorf("%s:%d: nothing seen", file, op.Line)
			}
			if op.Kind == OpTables && (!op.Stacked || op.Stack[0].Kind != KindMajor) {
				t.Errorf("%s:%d: %+v does not begin with a major", file, op.Line, op.Stack)
			}
		}
	}
}

func TestTraceHeader(t *testing.T) {
	tr := openTrace(t, "basic-counters")
	if tr.Engine != "5.7.25-OceanBase seekdb-v1.2.0.0" || tr.Recorded != "2026-11-30" {
		t.Errorf("engine %q, recorded %q", tr.Engine, tr.Recorded)
	}
	if len(tr.Params) != 10 || tr.Params["minor_compact_trigger"] != "2" {
		t.Errorf("params %v", tr.Params)
	}
}

func parseIDs(t *testing.T, text string) IDs {
	t.Helper()
	ids, err := ParseIDs(text)
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

// TestTraceOps compares one op of each kind, field by field, with its line in the recordings.
func TestTraceOps(t *testing.T) {
	all := []string{"id int", "k int", "c char(120)", "pad char(60)"}
	cases := []struct {
		trace string
		want  Op
	}{
		{"table-mode-extreme", Op{Line: 2, Kind: OpParam,
			Params: map[string]string{"_enable_adaptive_compaction": "True"}}},
		{"secondary-index", Op{Line: 2, Kind: OpCreate, Table: "t", Columns: all,
			Index: []string{"k"}}},
		{"table-mode-extreme", Op{Line: 3, Kind: OpCreate, Table: "t", Columns: all,
			Options: "table_mode='extreme'"}},
		{"secondary-index", Op{Line: 3, Kind: OpInsert, Table: "t", IDs: parseIDs(t, "1-1000"),
			Batch: 100}},
		{"basic-counters", Op{Line: 12, Kind: OpUpdate, Table: "t", Set: "k",
			IDs: parseIDs(t, "2-1000/2"), Times: 3}},
		{"point-gets", Op{Line: 10, Kind: OpUpdate, Table: "t", Set: SetAll,
			IDs: parseIDs(t, "401-420"), Times: 1}},
		{"same-transaction", Op{Line: 9, Kind: OpDelete, Table: "t",
			IDs: parseIDs(t, "51-100")}},
		{"same-transaction", Op{Line: 5, Kind: OpBegin}},
		{"same-transaction", Op{Line: 7, Kind: OpCommit}},
		{"same-transaction", Op{Line: 14, Kind: OpRollback}},
		{"secondary-index", Op{Line: 4, Kind: OpFreeze, Major: true, Settled: true}},
		{"secondary-index", Op{Line: 12, Kind: OpFreeze, Settled: true}},
		{"basic-counters", Op{Line: 26, Kind: OpFlushCache}},
		{"table-mode-extreme", Op{Line: 11, Kind: OpWait, Seconds: 20}},
	}
	for _, c := range cases {
		if got := opAt(t, openTrace(t, c.trace), c.want.Line); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", c.trace, got, c.want)
		}
	}
}

// TestTraceReads does the same for what is seen. The audit row has its own test.
func TestTraceReads(t *testing.T) {
	cases := []struct {
		trace string
		want  Op
	}{
		{"basic-counters", Op{Line: 6, Kind: OpScan, Cols: []string{"id", "k", "c"}}},
		{"basic-counters", Op{Line: 7, Kind: OpScan, Cols: []string{"c"}, From: 100, To: 199,
			Ranged: true}},
		{"scan-kinds", Op{Line: 9, Kind: OpRscan, Cols: []string{"c"}, From: 1400, To: 1600,
			Ranged: true}},
		{"scan-kinds", Op{Line: 10, Kind: OpLscan, Cols: []string{"c"}, From: 1400, To: 1600,
			Ranged: true, Limit: 10}},
		{"secondary-index", Op{Line: 7, Kind: OpIscan, From: 100, To: 199, Ranged: true}},
		{"basic-counters", Op{Line: 10, Kind: OpGet, Cols: []string{"c"}, ID: 500}},
		{"point-gets", Op{Line: 46, Kind: OpMget, Cols: []string{"c"},
			IDs: parseIDs(t, "10,300,410,425,605")}},
		{"basic-counters", Op{Line: 8, Kind: OpCount}},
		{"basic-counters", Op{Line: 9, Kind: OpSum, From: 100, To: 199, Ranged: true}},
	}
	for _, c := range cases {
		got := opAt(t, openTrace(t, c.trace), c.want.Line)
		if got.Seen == nil || got.Seen.ExecUs == 0 {
			t.Errorf("%s:%d: saw %+v", c.trace, got.Line, got.Seen)
		}
		got.Seen, c.want.Table = nil, "t"
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", c.trace, got, c.want)
		}
	}
}

func TestTraceAudit(t *testing.T) {
	got := opAt(t, openTrace(t, "scan-kinds"), 11).Seen
	want := &Audit{Returned: 100, Memstore: 1, Ssstore: 101, BsRows: 108, BsBlocks: 1, BlkRead: 1,
		BlkHit: 3, DiskReads: 1, HitPlan: 1, HasDiskReads: true, ExecUs: 9541, ElapsedUs: 9749}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if old := opAt(t, openTrace(t, "basic-counters"), 6).Seen; old.HasDiskReads {
		t.Errorf("an older trace has disk reads: %+v", old)
	}
}

func TestTraceStack(t *testing.T) {
	rows := func(n int64) *int64 { return &n }
	got := opAt(t, openTrace(t, "secondary-index"), 10).Stack
	want := []StackRun{
		{Kind: KindMajor, Rows: rows(1000), Blocks: 2, HasBlocks: true},
		{Kind: KindMini, Rows: rows(1000), Blocks: 2, HasBlocks: true, Old: true},
		{Kind: KindMemtable, Active: true, Keys: 400, HasKeys: true, MemUsed: 2097152,
			Inserts: 200, Deletes: 200},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	fresh := opAt(t, openTrace(t, "insert-six-delete-six"), 6).Stack[0]
	if fresh.Rows != nil || !fresh.HasBlocks {
		t.Errorf("the base of a new table is %+v", fresh)
	}
	if old := opAt(t, openTrace(t, "basic-counters"), 5).Stack[0]; old.HasBlocks {
		t.Errorf("an older trace has blocks: %+v", old)
	}
}

// TestTraceNothingSeen reads lines whose answer is null or absent, and a get of every column.
func TestTraceNothingSeen(t *testing.T) {
	text := strings.Join([]string{header, create,
		`{"op":"get","table":"t","id":7,"seen":null}`,
		`{"op":"count","table":"t"}`,
		`{"op":"tables","table":"t"}`,
		`{"op":"tables","table":"t.k","seen":[]}`,
		`{"op":"begin"}`, // an open transaction at the end is not wrong
	}, "\n")
	tr, err := ReadTrace("f", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	get, tables, index := tr.Ops[1], tr.Ops[3], tr.Ops[4]
	if get.Seen != nil || tr.Ops[2].Seen != nil {
		t.Errorf("saw %+v and %+v", get.Seen, tr.Ops[2].Seen)
	}
	if want := []string{"id", "k", "c", "pad"}; !slices.Equal(get.Cols, want) {
		t.Errorf("Cols %q, want %q", get.Cols, want)
	}
	if tables.Stacked || !index.Stacked || len(index.Stack) != 0 {
		t.Errorf("stacks %+v and %+v", tables, index)
	}
}

func TestOpKindString(t *testing.T) {
	for k := OpParam; k <= OpTables; k++ {
		if k.String() != opWords[k-1] {
			t.Errorf("%d is %q", k, k)
		}
	}
	if OpKind(0).String() != "OpKind(0)" || OpTables.String() != "tables" ||
		(OpTables+1).String() != "OpKind(21)" {
		t.Errorf("%s %s %s", OpKind(0), OpTables, OpTables+1)
	}
}

func TestOpenTraceNoFile(t *testing.T) {
	if _, err := OpenTrace("testdata/none.jsonl"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func FuzzTraceLine(f *testing.F) {
	for _, file := range recordings(f, "traces/*.jsonl") {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, line string) {
		checkFuzzed(t, header+"\n"+create+"\n"+line, func(text string) error {
			_, err := ReadTrace("f", strings.NewReader(text))
			return err
		})
	})
}

// checkFuzzed reads text. An error must be short; what is read must also be read when blanked.
func checkFuzzed(t *testing.T, text string, read func(string) error) {
	t.Helper()
	if err := read(text); err != nil {
		if len(err.Error()) > 2000 {
			t.Errorf("error of %d bytes: %.200s", len(err.Error()), err)
		}
		return
	}
	var blanked strings.Builder
	if err := Blank(strings.NewReader(text), &blanked); err != nil {
		t.Fatalf("reads, but: %v", err)
	}
	if err := read(blanked.String()); err != nil {
		t.Errorf("blanked, it does not read: %v\n%s", err, &blanked)
	}
}

func BenchmarkReadTraces(b *testing.B) {
	files := recordings(b, "traces*/*.jsonl")
	for b.Loop() {
		for _, file := range files {
			if _, err := OpenTrace(file); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func ExampleReadTrace() {
	tr, err := ReadTrace("my.jsonl", strings.NewReader(
		`{"trace":1,"name":"my","engine":"5.7.25","recorded":"2026-11-30","params":{}}
{"op":"create","table":"t","columns":["id int","k int"],"index":[]}
{"op":"insert","table":"t","ids":"1-300","batch":100}
{"op":"get","table":"t","cols":"kk","id":1,"seen":null}
`))
	fmt.Println(tr, err)
	// Output: <nil> my.jsonl:4: table "t" has no column "kk"; did you mean k?
}
