package record

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
)

// plain turns a parsed line into what encoding/json makes of it.
func plain(v value) any {
	switch v.node.kind {
	case kindBool:
		return v.text() == "true"
	case kindNumber:
		return json.Number(v.text())
	case kindString:
		return unquote(v.text())
	case kindList:
		list := []any{}
		v.list(func(e value) { list = append(list, plain(e)) })
		return list
	case kindObject:
		m := map[string]any{}
		v.entries(func(name string, e value) { m[name] = plain(e) })
		return m
	}
	return nil
}

// checkParse parses line, and wants what encoding/json gives.
func checkParse(t *testing.T, line []byte) {
	t.Helper()
	var d doc
	v, err := d.parse(line)
	if err != nil {
		if json.Valid(line) && len(line) < 64 && !strings.Contains(err.Error(), "twice") &&
			err.Error() != "not UTF-8" && err.Error() != "nested deeper than 32" {
			t.Errorf("%s: %v", line, err)
		}
		return
	}
	decoder := json.NewDecoder(strings.NewReader(string(line)))
	decoder.UseNumber()
	var want any
	if err := decoder.Decode(&want); err != nil {
		t.Fatalf("%s: accepted, but %v", line, err)
	}
	if got := plain(v); !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\ngot  %v\nwant %v", line, got, want)
	}
}

var jsonLines = []string{
	`{}`, `[]`, `null`, `true`, `-0.5e+10`, `""`,
	` { "a" : [ 1 , { } , [ ] , "x" ] , "b" : null } `,
	`{"a":{"b":{"c":[[[1,2],[]],{"d":false}]}},"e":[{},{"f":""}]}`,
	`"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00 é 😀 \ud800"`,
	`{"a\"b":1,"}":"]","[":"{,:"}`,
	`[1,]`, `{"a":}`, `[1 2]`, `{"a":1,"a":2}`, `01`, `"` + "\x01" + `"`, `{"a":1}}`,
	strings.Repeat("[", 40) + strings.Repeat("]", 40),
}

func TestParse(t *testing.T) {
	for _, line := range jsonLines {
		checkParse(t, []byte(line))
	}
	text, err := os.ReadFile("testdata/runs/ladder-cut/phases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		checkParse(t, []byte(line))
	}
}

func FuzzParse(f *testing.F) {
	for _, line := range jsonLines {
		f.Add([]byte(line))
	}
	f.Fuzz(checkParse)
}
