package record

import (
	"strings"
	"testing"
)

// TestReadState takes the last state of a file, or the one that is named.
func TestReadState(t *testing.T) {
	state := func(label string) string {
		return `{"kind":"state","label":"` + label + `","at":1,"stacks":{"t1":[]}}` + "\n"
	}
	blanked := `{"kind":"state","label":"c","at":1,"stacks":null}` + "\n"
	for _, test := range []struct{ text, label, want, err string }{
		{state("a") + state("b"), "", "b", ""},
		{state("a") + state("b"), "a", "a", ""},
		{config + "\n" + state("a"), "", "a", ""},
		{state("base") + state("write1"), "writ1", "",
			`f: no state "writ1"; did you mean write1?; there are base, write1`},
		{config + "\n", "", "", "f: no state line"},
		{blanked, "", "", `f: state "c" has no stacks`},
		{"{", "", "", "f:1: not JSON (byte 1): unexpected end of JSON input"},
	} {
		s, _, err := ReadState("f", test.label, strings.NewReader(test.text))
		switch {
		case test.err != "" && (err == nil || err.Error() != test.err):
			t.Errorf("%.60s: got %v, want %s", test.text, err, test.err)
		case test.err == "" && (err != nil || s.Label != test.want):
			t.Errorf("%.60s: got %v, %v", test.text, s, err)
		}
	}
}

// TestOpenState opens a run's folder and its file.
func TestOpenState(t *testing.T) {
	for _, path := range []string{"testdata/runs/ladder-cut",
		"testdata/runs/ladder-cut/phases.jsonl"} {
		s, c, err := OpenState(path, "")
		if err != nil || s == nil || c == nil {
			t.Errorf("%s: %v, %v, %v", path, s, c, err)
		}
	}
	if _, _, err := OpenState("testdata/none", ""); err == nil {
		t.Error("no error for a file that is not there")
	}
}
