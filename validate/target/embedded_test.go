package target

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/record"
)

// testBlocks are the rows of a block in the tests' tables: few, so that small tables have several.
var testBlocks = lsm.BlockRows{Major: []int64{20}, Inc: []int64{20}}

func mustRules(t *testing.T, version string) lsm.Rules {
	t.Helper()
	r, err := lsm.RulesFor(version, "amd64")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// testOptions are those of an engine that freezes only when it is told to.
func testOptions(t *testing.T) EmbeddedOptions {
	o := EmbeddedOptions{Options: lsm.DefaultOptions(), Rules: mustRules(t, "4.3.5"),
		Unit: freeze.Unit{MemoryBytes: 21 << 30, CPUs: 2}, BlockRows: testBlocks,
		FuseCacheRows: 1 << 12}
	o.Options.UndoRetention = 0
	return o
}

// prepared is an engine with tables of so many rows.
func prepared(t *testing.T, o EmbeddedOptions, tables int, size int64) *Embedded {
	t.Helper()
	e, err := NewEmbedded(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	all := Tables{Tables: tables, Rows: size, Indexed: true, Seed: 1}
	if err := e.Prepare(context.Background(), all, nil); err != nil {
		t.Fatal(err)
	}
	return e
}

// script are sysbench's options.
func script(t *testing.T, name string, tables int, size int64, args ...string) workload.Options {
	t.Helper()
	o, err := workload.ParseOptions(name, append([]string{fmt.Sprintf("--tables=%d", tables),
		fmt.Sprintf("--table-size=%d", size), "--rand-type=uniform"}, args...))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// events executes events of a script.
func events(t *testing.T, s Session, o workload.Options, n int,
	done func(*workload.Statement, *lsm.Counters)) {

	t.Helper()
	stream, err := workload.NewStream(o, 1)
	if err != nil {
		t.Fatal(err)
	}
	if done == nil {
		done = func(*workload.Statement, *lsm.Counters) {}
	}
	for range n {
		if err := s.Event(stream.Event(nil), done); err != nil {
			t.Fatal(err)
		}
	}
}

func do(t *testing.T, e *Embedded, a record.Action) {
	t.Helper()
	if err := e.Do(context.Background(), a); err != nil {
		t.Fatal(err)
	}
}

// TestEngineNamesItsRules: whoever reads a recorded run finds the rules it was made with.
func TestEngineNamesItsRules(t *testing.T) {
	for _, version := range lsm.Releases {
		want := mustRules(t, version)
		name := (&Embedded{rules: want}).Engine()
		if got := mustRules(t, name); got != want {
			t.Errorf("%s: %q gives the rules of %s", version, name, got.Version)
		}
		if !strings.Contains(name, "embedded") {
			t.Errorf("%q does not say what it is", name)
		}
	}
}

// TestParamsAreReadBack: a prediction begins with the parameters of the run.
func TestParamsAreReadBack(t *testing.T) {
	o := testOptions(t)
	for name, value := range map[string]string{"minor_compact_trigger": "5",
		"memory_limit": "6G", "freeze_trigger_percentage": "33", "undo_retention": "17",
		"_pushdown_storage_level": "0", "row_compaction_update_limit": "9"} {
		if err := o.Options.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	e := prepared(t, o, 1, 10)
	do(t, e, record.Action{Kind: record.SetParameter, Name: "major_compact_trigger", Value: "3"})
	var got lsm.Options
	want := timeless(o.Options)
	want.MajorCompactTrigger = 3
	got = timeless(lsm.DefaultOptions())
	for name, value := range e.Params() {
		if err := got.Set(name, value); err != nil {
			t.Error(err)
		}
	}
	if got != want {
		t.Errorf("read back\n%+v, want\n%+v", got, want)
	}
	for bytes, text := range map[int64]string{0: "0B", 5: "5B", 3 << 20: "3M",
		1<<20 + 1: "1048577B"} {

		if size(bytes) != text {
			t.Errorf("%d bytes: %s", bytes, size(bytes))
		}
	}
}

func TestSettingsThatAreRefused(t *testing.T) {
	e := prepared(t, testOptions(t), 1, 10)
	for _, c := range []struct{ name, value, want string }{
		{"minor_compact_triger", "3", "did you mean minor_compact_trigger?"},
		{"minor_compact_trigger", "17", "outside [0, 16]"},
		{"_enable_adaptive_compaction", "True", "nothing that it could turn on"},
		{"major_freeze_duty_time", "02:00", "nothing that it could turn on"},
		{"_memstore_limit_percentage", "0", ""},
	} {
		before := e.Params()
		a := record.Action{Kind: record.SetParameter, Name: c.name, Value: c.value}
		err := e.Do(context.Background(), a)
		if c.want == "" && err == nil {
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s=%s: %v, want %q", c.name, c.value, err, c.want)
		}
		if got := e.Params(); fmt.Sprint(got) != fmt.Sprint(before) {
			t.Errorf("%s=%s: parameters became %v", c.name, c.value, got)
		}
	}
	small := testOptions(t)
	small.Unit.MemoryBytes = 1 << 20
	if _, err := NewEmbedded(small); err == nil || !strings.Contains(err.Error(), "too little") {
		t.Errorf("a unit of 1 MB: %v", err)
	}
}

// TestRowsAreSysbenchs looks at what Prepare wrote.
func TestRowsAreSysbenchs(t *testing.T) {
	e := prepared(t, testOptions(t), 2, 50)
	again := prepared(t, testOptions(t), 2, 50)
	text := regexp.MustCompile(`^(\d{11}-)*\d{11}$`)
	seen := map[string]bool{}
	for table := 1; table <= 2; table++ {
		for id := int64(1); id <= 50; id++ {
			c := fetch(t, e, table, id)
			if len(c) != 119 || !text.MatchString(c) || seen[c] {
				t.Fatalf("table %d, id %d: c is %q", table, id, c)
			}
			seen[c] = true
			if other := fetch(t, again, table, id); other != c {
				t.Fatalf("table %d, id %d: %q and %q with one seed", table, id, c, other)
			}
		}
	}
	m := newRowMaker(1, 1, 50)
	for range 1000 {
		values := m.values()
		if k := len(values[workload.ColumnK]); k != 8 || !text.Match(values[workload.ColumnPad]) ||
			len(values[workload.ColumnPad]) != 59 {
			t.Fatalf("a row with k of %d bytes and pad %q", k, values[workload.ColumnPad])
		}
	}
	if err := e.Prepare(context.Background(), Tables{Tables: 1, Rows: 1}, nil); err == nil {
		t.Error("prepared twice")
	}
}

// fetch is c of a row, "" if there is none.
func fetch(t *testing.T, e *Embedded, table int, id int64) string {
	t.Helper()
	s := e.Session(9).(*embeddedSession)
	err := s.Event([]workload.Statement{{Kind: workload.Get, Table: table, ID: id}},
		func(*workload.Statement, *lsm.Counters) {})
	if err != nil {
		t.Fatal(err)
	}
	return string(s.result)
}

// TestPrepareIsInterrupted between tables and inside of them.
func TestPrepareIsInterrupted(t *testing.T) {
	e, err := NewEmbedded(testOptions(t))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	ctx, cancel := context.WithCancel(context.Background())
	told := int64(0)
	err = e.Prepare(ctx, Tables{Tables: 3, Rows: 10}, func(rows int64) { told = rows; cancel() })
	if err == nil || told != 10 {
		t.Errorf("%v after %d rows", err, told)
	}
	if err := e.Do(ctx, record.Action{Kind: record.FreezeMajor}); err != ctx.Err() {
		t.Errorf("a freeze after that: %v", err)
	}
}
