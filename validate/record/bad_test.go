package record

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

const (
	header = `{"trace":1,"name":"n","engine":"e","recorded":"2026-11-30","params":{}}`
	create = `{"op":"create","table":"t",` +
		`"columns":["id int","k int","c char(120)","pad char(60)"],"index":["k"]}`
	config = `{"kind":"config","protocol":"ladder","engine":"e","sysbench":"sysbench 1.0.20",` +
		`"cores":2,"threads":8,"rand_type":"special","tables":4,"table_size":250000,` +
		`"options":["--skip-trx=on"],"params":{}}`
)

// badCase is a record that must be refused, with the error's text.
type badCase struct{ text, want string }

// readBad reads the cases of testdata/bad.
func readBad(t *testing.T, path string) []badCase {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	whole := strings.NewReplacer("HEADER\n", header+"\n", "CREATE\n", create+"\n",
		"CONFIG\n", config+"\n").Replace(string(text))
	var cases []badCase
	for paragraph := range strings.SplitSeq(strings.TrimSpace(whole), "\n\n") {
		if strings.HasPrefix(paragraph, "#") {
			continue
		}
		lines, want, ok := strings.Cut(paragraph, "\n! ")
		if !ok {
			t.Fatalf("%s: no error in %q", path, paragraph)
		}
		cases = append(cases, badCase{lines + "\n", strings.TrimSpace(want)})
	}
	return cases
}

func TestBadLines(t *testing.T) {
	readers := map[string]func(string, io.Reader) error{
		"testdata/bad/trace.txt": func(n string, r io.Reader) error {
			_, err := ReadTrace(n, r)
			return err
		},
		"testdata/bad/run.txt": func(n string, r io.Reader) error {
			_, err := ReadRun(n, r)
			return err
		},
	}
	for path, read := range readers {
		for _, c := range readBad(t, path) {
			err := read("bad", strings.NewReader(c.text))
			if err == nil {
				t.Errorf("%s: no error, want %s, for\n%s", path, c.want, c.text)
				continue
			}
			if err.Error() != c.want {
				t.Errorf("%s:\ngot  %s\nwant %s\nfor\n%s", path, err, c.want, c.text)
			}
			if _, ok := errors.AsType[*LineError](err); !ok {
				t.Errorf("%s: %q is a %T, not a *LineError", path, err, err)
			}
		}
	}
}

// brokenReader fails after its text.
type brokenReader struct{ text io.Reader }

var errBroken = errors.New("disk on fire")

func (r brokenReader) Read(p []byte) (int, error) {
	n, err := r.text.Read(p)
	if err == io.EOF {
		err = errBroken
	}
	return n, err
}

// TestBadFiles has what a paragraph of a text file can't hold.
func TestBadFiles(t *testing.T) {
	cases := map[string]struct {
		file string
		r    io.Reader
		want string
	}{
		"empty":      {"f", strings.NewReader(""), "f: empty file"},
		"nameless":   {"", strings.NewReader(""), "empty file"},
		"empty line": {"f", strings.NewReader(header + "\n \n"), "f:2: empty line"},
		"no name":    {"", strings.NewReader(header + "\n\n"), "line 2: empty line"},
		"not UTF-8":  {"f", strings.NewReader("{\"trace\":\"\xff\"}"), "f:1: not UTF-8"},
		"broken": {"f", brokenReader{strings.NewReader(header + "\n")},
			"f:2: cannot read: disk on fire"},
	}
	for name, c := range cases {
		_, err := ReadTrace(c.file, c.r)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
		if name == "broken" && !errors.Is(err, errBroken) {
			t.Errorf("%s: %v does not wrap its cause", name, err)
		}
	}
}

// TestLimits reads each limit's last good and first bad case.
func TestLimits(t *testing.T) {
	op := func(field, value string) string {
		return header + "\n" + `{"op":"param","` + field + `":"` + value + `"}`
	}
	padding := LineBytesMax - len(`{"op":"param","p":""}`)
	tables := []string{header}
	for i := range TablesMax + 1 {
		name := fmt.Sprintf(`"table":"t%d"`, i)
		tables = append(tables, strings.Replace(create, `"table":"t"`, name, 1))
	}
	columns := make([]string, columnsMax+2)
	for i := range columns {
		columns[i] = fmt.Sprintf("c%d", i)
	}
	columns[0] = "id"
	wide := func(n int) string {
		return header + "\n" + `{"op":"create","table":"t","index":[],"columns":["` +
			strings.Join(columns[:n], ` int","`) + ` int"]}`
	}
	names := `{"` + strings.Join(columns[:pairsMax+8], `":"1","`)
	cases := []struct{ name, text, want string }{
		{"longest line", op("p", strings.Repeat("x", padding)), ""},
		{"long line", op("p", strings.Repeat("x", padding+1)), "f:2: line is longer than 16 MiB"},
		{"longer line", op("p", strings.Repeat("x", padding+9)), "f:2: line is longer than 16 MiB"},
		{"values", header + "\n[" + strings.Repeat("1,", lineValuesMax) + "1]",
			"f:2: more than 1048576 values in a line"},
		{"deep", header + "\n" + strings.Repeat("[", 99) + strings.Repeat("]", 99),
			"f:2: nested deeper than 32"},
		{"names", op(strings.Repeat("x", 99)+`":1,"`+strings.Repeat("x", 99), ""),
			`f:2: field "` + strings.Repeat("x", 40) + `..." twice`},
		{"many names", header + "\n" + names + `":"1","op":"param"}`, ""},
		{"many names twice", header + "\n" + names + `":"1","c7":"1","op":"param"}`,
			`f:2: field "c7" twice`},
		{"most columns", wide(columnsMax), ""},
		{"columns", wide(columnsMax + 1), "f:2: more than 4096 columns"},
		{"columns read", wide(columnsMax) + "\n" + `{"op":"get","table":"t","id":1,"cols":"` +
			strings.Repeat("id,", columnsMax) + `id"}`,
			"f:3: more columns read than a table can have"},
		{"long word", header + "\n" + `{"op":"` + strings.Repeat("scan", 99) + `"}`,
			`f:2: field "op": unknown op "` + strings.Repeat("scan", 10) + `..."`},
		{"cut between letters", header + "\n" + `{"op":"` + strings.Repeat("é", 99) + `x"}`,
			`f:2: field "op": unknown op "` + strings.Repeat("é", 20) + `..."`},
		{"cut inside a letter", header + "\n" + `{"op":"x` + strings.Repeat("é", 99) + `"}`,
			`f:2: field "op": unknown op "x` + strings.Repeat("é", 19) + `..."`},
		{"most tables", strings.Join(tables[:TablesMax+1], "\n"), ""},
		{"tables", strings.Join(tables, "\n"), "f:1002: more than 1000 tables"},
	}
	for _, c := range cases {
		_, err := ReadTrace("f", strings.NewReader(c.text))
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}
