package record

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

const ladder = "testdata/runs/ladder-cut"

func openRun(t *testing.T, path string) *Run {
	t.Helper()
	run, err := OpenRun(path)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// TestOpenRunReadsAll reads every recording and checks what holds for each.
func TestOpenRunReadsAll(t *testing.T) {
	for _, file := range recordings(t, "runs/*/phases.jsonl") {
		run, err := OpenRun(file)
		if err != nil {
			t.Error(err)
			continue
		}
		text, _ := os.ReadFile(file)
		if lines := strings.Count(string(text), "\n"); len(run.Entries) != lines {
			t.Errorf("%s: %d entries of %d lines", file, len(run.Entries), lines)
		}
		for i, e := range run.Entries {
			if e.Line != i+1 || countSet(e) != 1 {
				t.Errorf("%s: entry %d is %+v", file, i, e)
			}
			if p := e.Phase; p != nil && (p.QPS == 0 || p.Queries.Total == 0) {
				t.Errorf("%s:%d: %+v", file, e.Line, p)
			}
			if s := e.State; s != nil && len(s.Stacks) != 2*run.Config().Tables {
				t.Errorf("%s:%d: %d stacks", file, e.Line, len(s.Stacks))
			}
		}
	}
}

// countSet counts the pointers of an entry that are not nil.
func countSet(e Entry) int {
	n, v := 0, reflect.ValueOf(e)
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Pointer && !f.IsNil() {
			n++
		}
	}
	return n
}

// TestOpenRunPaths opens the same run by its folder and by its file.
func TestOpenRunPaths(t *testing.T) {
	byDir, byFile := openRun(t, ladder), openRun(t, filepath.Join(ladder, phasesFile))
	if !reflect.DeepEqual(byDir, byFile) {
		t.Error("they differ")
	}
	if byDir.Dir != ladder || byDir.File != ladder+"/phases.jsonl" {
		t.Errorf("Dir %q, File %q", byDir.Dir, byDir.File)
	}
	for _, path := range []string{"testdata/none", "testdata/traces"} {
		if _, err := OpenRun(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: got %v", path, err)
		}
	}
	if _, err := OpenRun("testdata/traces/point-gets.jsonl"); err == nil {
		t.Error("a trace is read as a run")
	}
	if c := (&Run{}).Config(); c != nil {
		t.Errorf("a run of no lines has config %+v", c)
	}
}

// TestRunEntries compares the short entries with their lines.
func TestRunEntries(t *testing.T) {
	run := openRun(t, ladder)
	config := &Config{
		Protocol: "ladder", Engine: "5.7.25-OceanBase seekdb-v1.2.0.0",
		Sysbench: "sysbench 1.0.20", Cores: 2, Threads: 2, RandType: "special", Tables: 4,
		TableSize: 250000, Options: []string{"--skip-trx=on"}, Params: run.Config().Params,
	}
	if len(config.Params) != 12 || config.Params["memory_limit"] != "6G" {
		t.Errorf("params %v", config.Params)
	}
	for _, want := range []Entry{
		{Line: 1, Do: &Do{
			What:   "set minor_compact_trigger=16",
			Action: Action{SetParameter, "minor_compact_trigger", "16"},
			Start:  1796063267.470717, End: 1796063270.4809685,
		}},
		{Line: 2, Config: config},
		{Line: 3, Idle: &Idle{Seconds: 6, ServerCPUSeconds: 3.84}},
		{Line: 4, Do: &Do{What: "freeze major", Action: Action{Kind: FreezeMajor},
			Start: 1796063276.5106168, End: 1796063307.269499, Result: "30.8"}},
		{Line: 7, Ref: &Ref{Start: 1796063313.9316418, End: 1796063316.9516387, Queries: 17738,
			QPS: 5905.31, ServerCPUSeconds: 4.32}},
		{Line: 31, Do: &Do{What: "freeze minor", Action: Action{Kind: FreezeMinor},
			Start: 1796063442.2824752, End: 1796063453.5250084, Result: "settled"}},
	} {
		if got := run.Entries[want.Line-1]; !reflect.DeepEqual(got, want) {
			t.Errorf("line %d:\ngot  %+v\nwant %+v", want.Line, got, want)
		}
	}
}

func TestRunPhase(t *testing.T) {
	run := openRun(t, ladder)
	p := run.Entries[28].Phase
	if p.Label != "mem1" || p.Script != "oltp_read_only" || p.Warm || p.Seconds != 10 ||
		p.Events != 3568 || p.QPS != 4992.38 || len(p.Intervals) != 10 ||
		p.Queries != (Queries{Read: 49952, Total: 49952}) ||
		!strings.HasPrefix(p.Stdout, "sysbench 1.0.20") || p.Stderr != "" {
		t.Errorf("phase %+v", p)
	}
	kinds := slices.Sorted(maps.Keys(p.Audit))
	if !slices.Equal(kinds, []string{"distinct", "get", "order", "range", "sum"}) {
		t.Errorf("audited %q", kinds)
	}
	// RowsRead is the sum of two means, each rounded to four places.
	for kind, s := range p.Audit {
		if d := s.RowsRead - s.Memstore - s.Ssstore; s.N == 0 || d > 2e-4 || d < -2e-4 {
			t.Errorf("%s: %+v", kind, s)
		}
		if s.ExecUs <= 0 || s.ExecUsSD <= 0 || s.ElapsedUs < s.ExecUs || s.QueueUs <= 0 {
			t.Errorf("%s: times %+v", kind, s)
		}
	}
	if w := run.Entries[23].Phase; w.Queries.Write != 25880 || w.Audit != nil {
		t.Errorf("write phase %+v", w)
	}
	if !run.Entries[4].Phase.Warm {
		t.Error("line 5 is not warm")
	}
	s := p.Samples[1]
	if s.Stacks["sbtest1"] != "Ba" || s.ActiveSpan == 0 || s.MemstoreUsed < s.ActiveSpan ||
		s.Sysstat["ssstore"] == 0 || len(s.Sysstat) != 4 {
		t.Errorf("sample %+v", s)
	}
}

func TestRunState(t *testing.T) {
	s := openRun(t, ladder).Entries[24].State
	if s.Label != "mem1" || len(s.Memtables) != 8 || len(s.History) != 2 {
		t.Errorf("state %+v", s)
	}
	stack := s.Stacks["sbtest1"]
	if len(stack) != 2 || stack[0].Kind != KindMajor || *stack[0].Rows != 250000 ||
		*stack[0].Blocks < 1000 || stack[0].Bytes == 0 || stack[0].StartSCN != 0 {
		t.Fatalf("stack %+v", stack)
	}
	if m := stack[1]; m.Kind != KindMemtable || m.Rows != nil || m.Blocks != nil || m.Frozen ||
		m.EndSCN < 4e18 {
		t.Errorf("memtable %+v", m)
	}
	if m := s.Memstore; m.Limit != 2576980360 || m.FreezeTrigger == 0 || m.Used < m.ActiveSpan {
		t.Errorf("memstore %+v", m)
	}
	if m := s.Memtables[0]; !m.Active || m.Keys == 0 || m.Tablet == "" {
		t.Errorf("memtable %+v", m)
	}
	if m := s.History[0]; !strings.HasSuffix(m.Type, "_MERGE") || m.Rows == 0 ||
		!strings.HasPrefix(m.Start, "2026-1") || !strings.Contains(m.Inputs, "table_cnt=") {
		t.Errorf("merge %+v", m)
	}
}

// TestRunSampleError reads a sample that failed, as a busy server gives them.
func TestRunSampleError(t *testing.T) {
	text := config + "\n" + `{"kind":"phase","label":"a","warm":false,"script":"oltp_read_only",` +
		`"start":1,"end":2,"seconds":1,"samples":[{"at":1.5,"error":"timeout"}]}`
	run, err := ReadRun("f", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	got := run.Entries[1].Phase.Samples
	if want := []Sample{{At: 1.5, Error: "timeout"}}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

func FuzzRunLine(f *testing.F) {
	text, err := os.ReadFile(filepath.Join(ladder, phasesFile))
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		checkFuzzed(t, config+"\n"+line, func(text string) error {
			_, err := ReadRun("f", strings.NewReader(text))
			return err
		})
	})
}

func BenchmarkReadRun(b *testing.B) {
	files := recordings(b, "runs/*/phases.jsonl")
	for b.Loop() {
		for _, file := range files {
			if _, err := OpenRun(file); err != nil {
				b.Fatal(err)
			}
		}
	}
}
