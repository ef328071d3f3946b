package record

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// memFile is a lineFile in memory.
type memFile struct{ bytes.Buffer }

func (f *memFile) Truncate(size int64) error { f.Buffer.Truncate(int(size)); return nil }
func (f *memFile) Sync() error               { return nil }
func (f *memFile) Close() error              { return nil }

// written returns the file that a Writer makes of the entries.
func written(t testing.TB, entries []Entry) string {
	t.Helper()
	var f memFile
	w := &Writer{name: "f", file: &f}
	for _, e := range entries {
		if err := w.Append(e); err != nil {
			t.Fatalf("line %d: %v", e.Line, err)
		}
	}
	return f.String()
}

// allRuns returns the files of the runs that were recorded, also those for the whole module.
func allRuns(t testing.TB) []string {
	t.Helper()
	whole, err := filepath.Glob("../../testdata/runs/*/phases.jsonl")
	if err != nil || len(whole) == 0 {
		t.Fatalf("%d runs, %v", len(whole), err)
	}
	return append(recordings(t, "runs/*/phases.jsonl"), whole...)
}

// TestRewriteRecordings reads, writes and reads every recorded run, as it is and blanked. Entries
// must be equal, and the lines must say the same, to the digit and in the same order.
func TestRewriteRecordings(t *testing.T) {
	for _, file := range allRuns(t) {
		recorded, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var blanked strings.Builder
		if err := Blank(bytes.NewReader(recorded), &blanked); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{
			file: string(recorded), file + " blanked": blanked.String(),
		} {
			again := checkRewrite(t, name, text)
			checkSameJSON(t, name, text, again)
		}
	}
}

// checkRewrite writes the run in a text, and returns what was written.
func checkRewrite(t *testing.T, name, text string) string {
	t.Helper()
	run, err := ReadRun(name, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	again := written(t, run.Entries)
	reread, err := ReadRun(name, strings.NewReader(again))
	if err != nil {
		t.Fatalf("written, it does not read: %v", err)
	}
	if !reflect.DeepEqual(run, reread) {
		t.Errorf("%s: entries differ", name)
	}
	return again
}

// checkSameJSON compares the lines of two runs field by field.
func checkSameJSON(t *testing.T, name, want, got string) {
	t.Helper()
	var wantDoc, gotDoc doc
	gotLines := strings.Split(got, "\n")
	for i, line := range strings.Split(want, "\n") {
		if line == "" && gotLines[i] == "" {
			continue
		}
		a, errA := wantDoc.parse([]byte(line))
		b, errB := gotDoc.parse([]byte(gotLines[i]))
		if errA != nil || errB != nil {
			t.Fatalf("%s:%d: %v, %v", name, i+1, errA, errB)
		}
		if where := differs(a, b); where != "" {
			t.Errorf("%s:%d: %s", name, i+1, where)
		}
	}
}

// freeNames are the objects without fixed names, so without an order.
var freeNames = []string{"params", "audit", "stacks", "sysstat"}

// differs returns where two values say different things. An empty list of measured rows is no
// different from null where nothing says that it was measured: the readers see it so too.
func differs(a, b value) string {
	if a.node.kind == kindList && a.node.count == 0 && b.node.kind == kindNull {
		return ""
	}
	am, bm := slices.Clone(a.members()), slices.Clone(b.members())
	if a.node.kind == kindObject && slices.Contains(freeNames, a.node.key) {
		for _, m := range [][]node{am, bm} {
			slices.SortFunc(m, func(x, y node) int { return strings.Compare(x.key, y.key) })
		}
	}
	switch {
	case a.node.kind != b.node.kind || a.node.key != b.node.key || len(am) != len(bm):
	case a.node.kind == kindNumber && sameNumber(a.text(), b.text()):
		return ""
	case a.node.kind == kindString && unquote(a.text()) == unquote(b.text()):
		return ""
	case a.node.kind == kindList || a.node.kind == kindObject:
		for i := range am {
			inA := value{doc: a.doc, node: am[i], up: &a, index: i}
			inB := value{doc: b.doc, node: bm[i], up: &b, index: i}
			if where := differs(inA, inB); where != "" {
				return where
			}
		}
		return ""
	case a.text() == b.text():
		return ""
	}
	return a.path() + ": " + shown(a.text()) + " became " + b.path() + ": " + shown(b.text())
}

// sameNumber compares the texts of two numbers: whole ones by digits, as SCNs have more than a
// float64.
func sameNumber(a, b string) bool {
	if !strings.ContainsAny(a, ".eE") {
		return a == b
	}
	x, _ := strconv.ParseFloat(a, 64)
	y, _ := strconv.ParseFloat(b, 64)
	return x == y
}

func FuzzWriteRun(f *testing.F) {
	text, err := os.ReadFile(filepath.Join(ladder, phasesFile))
	if err != nil {
		f.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if i < 8 || i == 24 || i == 28 {
			f.Add(config + "\n" + line)
		}
	}
	phase := `{"kind":"phase","label":"","warm":true,"script":"oltp_read_only","start":1e-7,` +
		`"end":1e7,"seconds":-0,"samples":[{"at":1,"error":""}]`
	f.Add(config + "\n" + phase + "}\n" + phase + `,"audit":{},"stderr":"\ud800<"}`)
	f.Add(config + "\n" + `{"kind":"do","do":"set a=","start":0,"end":0,"result":"null"}`)
	f.Add(config + "\n" + `{"kind":"do","do":"set a=","start":0,"end":0,"result":[1, {}]}`)
	f.Add(config + "\n" + `{"kind":"state","label":"\u2028","at":0,"stacks":{"":[]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := ReadRun("f", strings.NewReader(text)); err == nil {
			checkRewrite(t, "f", text)
		}
	})
}
