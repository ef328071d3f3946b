package record

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var testConfig = Entry{Config: &Config{
	Protocol: "ladder", Engine: "e", Sysbench: "sysbench 1.0.20", Cores: 2, Threads: 8,
	RandType: "special", Tables: 4, TableSize: 250000, Options: []string{"--skip-trx=on"},
}}

// TestCreate makes a run's folder with both files, and reads it.
func TestCreate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	w, err := Create(dir, testAbout)
	if err != nil {
		t.Fatal(err)
	}
	do := Entry{Do: &Do{What: "freeze minor", Start: 1, End: 2, Result: "settled"}}
	for i, e := range []Entry{do, testConfig} {
		if err := w.Append(e); err != nil {
			t.Fatal(err)
		}
		// Each line is there before the next one.
		if text, _ := os.ReadFile(w.name); strings.Count(string(text), "\n") != i+1 {
			t.Errorf("after %d lines: %q", i+1, text)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	run, err := OpenRun(dir)
	if err != nil || len(run.Entries) != 2 || run.Entries[0].Do.Action.Kind != FreezeMinor {
		t.Errorf("read %+v, %v", run, err)
	}
	if about, err := OpenAbout(dir); err != nil || about.Seed != testAbout.Seed {
		t.Errorf("read %+v, %v", about, err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	hidden, _ := filepath.Glob(filepath.Join(dir, ".*"))
	if len(files)+len(hidden) != 2 {
		t.Errorf("files %q %q", files, hidden)
	}
}

// TestCreateRefuses leaves what exists as it is, and makes no folder when it fails.
func TestCreateRefuses(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Symlink("none", link)); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{
		dir: fs.ErrExist, file: fs.ErrExist, link: fs.ErrExist,
		filepath.Join(dir, "none", "run"): fs.ErrNotExist,
	} {
		if _, err := Create(path, testAbout); !errors.Is(err, want) ||
			!strings.Contains(err.Error(), path) {
			t.Errorf("%s: got %v, want %v", path, err, want)
		}
	}
	about := testAbout
	about.Started = time.Time{}
	_, err := Create(filepath.Join(dir, "run"), about)
	if _, ok := errors.AsType[*LineError](err); !ok {
		t.Errorf("a bad About: got %v", err)
	}
	left, _ := os.ReadDir(dir)
	if len(left) != 2 {
		t.Errorf("left %v", left)
	}
}

// asAnother is how the error of an entry ends that would not be read back as it was given.
const asAnother = " would be read back as another value: it contradicts the rest, or is no UTF-8"

// refusal is an entry that can't follow a config, with the error's text.
type refusal struct {
	e    Entry
	want string
}

// refusedLines are short entries that are refused.
var refusedLines = []refusal{
	{Entry{}, "an entry is exactly one of config, do, idle, ref, phase, state; " +
		"this one is 0 of them"},
	{Entry{Do: &Do{}, Ref: &Ref{}}, "an entry is exactly one of config, do, idle, ref, " +
		"phase, state; this one is 2 of them"},
	{testConfig, "a second config; the first is on line 1"},
	{Entry{Do: &Do{What: "freeze", Start: 1}}, `field "end": 0 is before start, 1`},
	{Entry{Do: &Do{What: "freeze miner"}},
		`field "do": unknown action "freeze miner"; did you mean freeze minor?`},
	{Entry{Do: &Do{What: "freeze minor", Action: Action{Kind: FreezeMajor}}},
		"Do.Action.Kind" + asAnother},
	{Entry{Idle: &Idle{Seconds: -1}}, `field "seconds": -1 is below 0`},
	{Entry{Idle: &Idle{Seconds: math.NaN()}}, `field "seconds": json: unsupported value: NaN`},
	{Entry{Ref: &Ref{QPS: math.Inf(1)}}, `field "qps": json: unsupported value: +Inf`},
	{Entry{Ref: &Ref{Queries: -1}}, `field "queries": -1 is outside 0 to 9223372036854775807`},
}

// refusedLong are phases and states that are refused.
func refusedLong() []refusal {
	phase := func(change func(*Phase)) Entry {
		p := &Phase{Label: "a", Script: "oltp_read_only", Start: 1, End: 2, Seconds: 1}
		change(p)
		return Entry{Phase: p}
	}
	sample := func(s Sample) Entry {
		return phase(func(p *Phase) { p.Samples = []Sample{s} })
	}
	run := func(r TabletRun) Entry {
		return Entry{State: &State{Stacks: map[string][]TabletRun{"t": {r}}}}
	}
	minus := int64(-1)
	return []refusal{
		{phase(func(p *Phase) { p.Intervals = []float64{1, math.NaN()} }),
			`field "intervals": json: unsupported value: NaN`},
		{phase(func(p *Phase) { p.Audit = map[string]Stat{"gets": {}} }),
			`field "audit.gets": unknown statement kind; did you mean get?`},
		{phase(func(p *Phase) { p.Stdout = "\xff" }), "Phase.Stdout" + asAnother},
		{phase(func(p *Phase) { p.Label = strings.Repeat("x", LineBytesMax) }),
			"line is longer than 16 MiB"},
		{sample(Sample{Stacks: map[string]string{"t": "Bx"}}),
			`field "samples[0].stacks.t": "Bx": letters are Bmifa?`},
		{sample(Sample{ActiveSpan: 1}), "Phase.Samples[0].ActiveSpan" + asAnother},
		{run(TabletRun{Kind: "MINOR2"}),
			`field "stacks.t[0].kind": unknown kind "MINOR2"; did you mean MINOR?`},
		{run(TabletRun{Kind: KindMinor, Rows: &minus}),
			`field "stacks.t[0].rows": -1 is outside 0 to 9223372036854775807`},
	}
}

// TestAppendRefuses appends what the readers would refuse or take for something else. Nothing of it
// must be in the file.
func TestAppendRefuses(t *testing.T) {
	for _, c := range append(refusedLong(), refusedLines...) {
		var f memFile
		w := &Writer{name: "f", file: &f}
		if err := w.Append(testConfig); err != nil {
			t.Fatal(err)
		}
		before := f.Len()
		err := w.Append(c.e)
		if err == nil || err.Error() != "f:2: "+c.want {
			t.Errorf("got  %v\nwant f:2: %s", err, c.want)
		}
		if f.Len() != before {
			t.Errorf("%s, but %d bytes were written", c.want, f.Len()-before)
		}
	}
	w := &Writer{name: "f", file: &memFile{}}
	err := w.Append(Entry{Phase: &Phase{Script: "oltp_read_only"}})
	if err == nil || err.Error() != "f:1: a phase before the config" {
		t.Errorf("got %v", err)
	}
}

// TestMissingStaysMissing writes what was not measured, and what was but is empty.
func TestMissingStaysMissing(t *testing.T) {
	text := written(t, []Entry{
		testConfig,
		{Phase: &Phase{Label: "a", Script: "oltp_write_only", Queries: Queries{Write: 5}}},
		{Phase: &Phase{Label: "b", Script: "oltp_read_only", QPS: 1.5, Audit: map[string]Stat{}}},
		{State: &State{Label: "c"}},
		{State: &State{Label: "d", Stacks: map[string][]TabletRun{"t": nil}}},
	})
	want := []string{
		`{"kind":"phase","label":"a","warm":false,"script":"oltp_write_only","start":0,"end":0,` +
			`"seconds":0,"events":null,` +
			`"queries":{"read":null,"write":5,"other":null,"total":null},` +
			`"qps":null,"intervals":null,"server_cpu_s":null,"audit":null,"samples":null,` +
			`"stdout":null,"stderr":null}`,
		`{"kind":"phase","label":"b","warm":false,"script":"oltp_read_only","start":0,"end":0,` +
			`"seconds":0,"events":null,` +
			`"queries":{"read":null,"write":0,"other":null,"total":null},` +
			`"qps":1.5,"intervals":null,"server_cpu_s":null,"audit":{},"samples":null,` +
			`"stdout":"","stderr":""}`,
		`{"kind":"state","label":"c","at":0,"stacks":null,"memstore":null,"memtables":null,` +
			`"history":null}`,
		`{"kind":"state","label":"d","at":0,"stacks":{"t":[]},"memstore":null,"memtables":[],` +
			`"history":[]}`,
	}
	if got := strings.Split(text, "\n")[1:5]; !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestResultValue writes results as JSON has them.
func TestResultValue(t *testing.T) {
	for result, want := range map[string]string{
		"": "null", "settled": `"settled"`, "30.80": "30.80", "-1": "-1", "true": "true",
		"null": `"null"`, "30 ": `"30 "`, "[1]": `"[1]"`, "1.": `"1."`,
	} {
		text := written(t, []Entry{{Do: &Do{What: "freeze major", Result: result}}})
		if !strings.HasSuffix(text, `,"result":`+want+"}\n") {
			t.Errorf("%q: got %s", result, text)
		}
	}
}
