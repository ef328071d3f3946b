package record

import (
	"errors"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

func blank(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	if err := Blank(strings.NewReader(text), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestBlankLines shows each kind of line before and after; what is not measured stays as it is,
// white space too.
func TestBlankLines(t *testing.T) {
	cases := []struct{ line, want string }{
		{header, header},
		{`{"op":"insert","table":"t","ids":"1-9","batch":1}`, ""},
		{`{"op":"freeze","kind":"state","settled":true}`, ""}, // an op, whatever its kind
		{`{"op":"get","seen":{"returned":1,"seen":2},"id":7}`, `{"op":"get","seen":null,"id":7}`},
		{`{"op":"tables","table":"t","seen":[]}`, `{"op":"tables","table":"t","seen":null}`},
		{config, ""},
		{`{"kind": "do", "do": "freeze major", "start": 1.50, "end": 2e0, "result": 30.8}`, ""},
		{`{"kind":"idle","seconds":6,"server_cpu_s":3.84}`, ""},
		{`{"kind":"ref","start":1,"end":4,"queries":9,"qps":3.1,"server_cpu_s":4}`,
			`{"kind":"ref","start":1,"end":4,"queries":9,"qps":null,"server_cpu_s":4}`},
		{`{"kind":"state","label":"qps","at":1,"stacks":{},` +
			`"memstore":1,"memtables":[],"history":2}`,
			`{"kind":"state","label":"qps","at":1,` + // the first one of a run
				`"stacks":null,"memstore":1,"memtables":null,"history":2}`},
		{`{"kind":"phase","qps":7,"intervals":[1,2],"script":"s","stdout":"a\"","stderr":"",` +
			`"queries":{"read":5,"write":0,"other":1,"total":6},"events":1,"seconds":3}`,
			`{"kind":"phase","qps":null,"intervals":null,"script":"s","stdout":null,` +
				`"stderr":null,"queries":{"read":null,"write":0,"other":null,"total":null},` +
				`"events":null,"seconds":3}`},
		{`{"kind":"phase", "queries": {"read": 5, "write": 2}, "server_cpu_s": 1}`,
			`{"kind":"phase", "queries": {"read": 5, "write": 2}, "server_cpu_s": null}`},
		{`{"kind":"phase","queries":{"read":5},"audit":{"get":1},"samples":[1]}`,
			`{"kind":"phase","queries":{"read":null},"audit":null,"samples":null}`},
	}
	for _, c := range cases {
		if c.want == "" {
			c.want = c.line
		}
		if got := blank(t, c.line); got != c.want+"\n" {
			t.Errorf("%s\ngot  %s\nwant %s", c.line, got, c.want)
		}
	}
}

// TestBlankLaterStates: only the first state of a run keeps what was before it.
func TestBlankLaterStates(t *testing.T) {
	state := `{"kind":"state","label":"a","at":1,"stacks":{},"memstore":1,"history":2}` + "\n"
	first := `{"kind":"state","label":"a","at":1,"stacks":null,"memstore":1,"history":2}` + "\n"
	later := `{"kind":"state","label":"a","at":1,"stacks":null,"memstore":null,"history":null}` +
		"\n"
	if got := blank(t, state+state); got != first+later {
		t.Errorf("got %s", got)
	}
}

// TestBlankTraces checks that blanked traces read, differ from the original in what was seen
// alone, and are not changed by blanking them again.
func TestBlankTraces(t *testing.T) {
	for _, file := range recordings(t, "traces*/*.jsonl") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, err := OpenTrace(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want.Ops {
			want.Ops[i].Seen, want.Ops[i].Stack, want.Ops[i].Stacked = nil, nil, false
		}
		blanked := blank(t, string(text))
		got, err := ReadTrace(file, strings.NewReader(blanked))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: more changed than what was seen", file)
		}
		if blank(t, blanked) != blanked {
			t.Errorf("%s: blanked twice, it differs", file)
		}
	}
}

// TestBlankRuns does the same for runs.
func TestBlankRuns(t *testing.T) {
	for _, file := range recordings(t, "runs/*/phases.jsonl") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, err := ReadRun(file, strings.NewReader(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		begun := false
		for i := range want.Entries {
			blankEntry(&want.Entries[i], &begun)
		}
		blanked := blank(t, string(text))
		got, err := ReadRun(file, strings.NewReader(blanked))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: more or less changed than what was measured", file)
		}
		if blank(t, blanked) != blanked {
			t.Errorf("%s: blanked twice, it differs", file)
		}
	}
}

// blankEntry leaves of an entry what was done, and of a run's first state what was before.
func blankEntry(e *Entry, begun *bool) {
	if e.Ref != nil {
		e.Ref.QPS = 0
	}
	if s := e.State; s != nil {
		e.State = &State{Label: s.Label, At: s.At}
		if !*begun {
			e.State.Memstore, e.State.History, *begun = s.Memstore, s.History, true
		}
	}
	if p := e.Phase; p != nil {
		done := &Phase{Label: p.Label, Script: p.Script, Warm: p.Warm, Start: p.Start, End: p.End,
			Seconds: p.Seconds}
		if p.Queries.Write > 0 {
			done.Queries = p.Queries
		}
		e.Phase = done
	}
}

// TestBlankHidesAnswers changes every digit of every measured value: the blanked records must not
// show it.
func TestBlankHidesAnswers(t *testing.T) {
	text, err := os.ReadFile("testdata/traces/scan-kinds.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	seen := regexp.MustCompile(`"seen":.*`)
	other := seen.ReplaceAllStringFunc(string(text), func(s string) string {
		return strings.NewReplacer("0", "3", "1", "8", "2", "5").Replace(s)
	})
	if other == string(text) || blank(t, other) != blank(t, string(text)) {
		t.Error("the answers show")
	}
}

// fullDisk takes no bytes.
type fullDisk struct{}

var errFull = errors.New("disk full")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestBlankErrors(t *testing.T) {
	cases := []struct{ text, want string }{
		{"", "empty file"},
		{header + "\n{", "line 2: not JSON (byte 1): unexpected end of JSON input"},
		{`[{"seen":1}]`, "line 1: neither a trace's line nor a run's"},
		{`{"seen":1}`, "line 1: neither a trace's line nor a run's"},
		{`{"kind":7}`, "line 1: neither a trace's line nor a run's"},
		{`{"kind":"fase","qps":7}`, "line 1: neither a trace's line nor a run's"},
	}
	for _, c := range cases {
		var b strings.Builder
		if err := Blank(strings.NewReader(c.text), &b); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.text, err, c.want)
		}
	}
	if err := Blank(strings.NewReader(header), fullDisk{}); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}
