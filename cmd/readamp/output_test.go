package main

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/readamp/readamp/internal/texttab"
)

func TestWriteJSON(t *testing.T) {
	type inner struct {
		ReadRows int64 `json:"read_rows"`
	}
	cases := []struct {
		name string
		v    any
		want string
	}{
		{"fields in order", struct {
			State    string  `json:"state"`
			ErrorPct float64 `json:"error_pct"`
			Reads    []inner `json:"reads"`
		}{"mini < 2 & major", -0.5, []inner{{17}}}, `{
  "readamp": "v0.0.0-test",
  "state": "mini < 2 & major",
  "error_pct": -0.5,
  "reads": [
    {
      "read_rows": 17
    }
  ]
}
`},
		{"no fields", struct{}{}, "{\n  \"readamp\": \"v0.0.0-test\"\n}\n"},
	}
	for _, c := range cases {
		var out bytes.Buffer
		if err := writeJSON(&out, c.v); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if out.String() != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, out.String(), c.want)
		}
	}
}

// A number that JSON has no way to write is an error, and nothing is written.
func TestWriteJSONNaN(t *testing.T) {
	var out bytes.Buffer
	err := writeJSON(&out, map[string]float64{"error_pct": math.NaN()})
	if err == nil || !strings.Contains(err.Error(), "NaN") || out.Len() > 0 {
		t.Errorf("error %v, output %q", err, out.String())
	}
}

func TestWriteJSONList(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a list has no room for the version, and writeJSON took it")
		}
	}()
	_ = writeJSON(&bytes.Buffer{}, []int{1})
}

// Numbers go to stdout. A table has its notes below; with CSV they are remarks.
func TestWriteTable(t *testing.T) {
	table := texttab.New(texttab.Column{Name: "state"}, texttab.Column{Name: "read_rows"})
	table.Row("mini 2", 17)
	table.Note("read_rows", "one run only")
	cases := []struct{ format, stdout, stderr string }{
		{formatTable, "state   read_rows\nmini 2  17        ¹\n\n¹ one run only\n", ""},
		{formatCSV, "state,read_rows\nmini 2,17\n", "readamp: note: one run only\n"},
	}
	for _, c := range cases {
		var out, errs bytes.Buffer
		if err := writeTable(env{nil, &out, &errs}, c.format, table); err != nil {
			t.Error(err)
		}
		if out.String() != c.stdout || errs.String() != c.stderr {
			t.Errorf("%s: stdout %q, stderr %q", c.format, out.String(), errs.String())
		}
	}
}
