package texttab

import (
	"errors"
	"math"
	"os"
	"strings"
	"testing"
)

// ladder is the table that most tests here look at.
func ladder() *Table {
	t := New(
		Column{Name: "state"},
		Column{Name: "read_rows", Head: "reads", Unit: "rows", Right: true},
		Column{Name: "error_pct", Head: "error", Unit: "%", Right: true, Verb: "%+.1f"},
		Column{Name: "remedy"},
	)
	t.Row("mini 2", 1234, -0.52, "freeze later")
	t.Note("error_pct", "one run only")
	t.Row("major 1, idle", uint64(17), "~", nil)
	t.Note("error_pct", "no difference found")
	t.Note("error_pct", "one run only")
	t.Row("empty", int64(0), math.Inf(1), "")
	return t
}

func TestWriteText(t *testing.T) {
	want := strings.Join([]string{
		"state          reads  error      remedy",
		"                rows      %",
		"mini 2          1234   -0.5 ¹    freeze later",
		"major 1, idle     17      ~ ² ¹",
		"empty              0   +Inf",
		"",
		"¹ one run only",
		"² no difference found",
		"",
	}, "\n")
	var b strings.Builder
	if err := ladder().WriteText(&b); err != nil {
		t.Fatal(err)
	}
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestWriteCSV(t *testing.T) {
	want := strings.Join([]string{
		"state,read_rows,error_pct,remedy",
		"mini 2,1234,-0.52,freeze later",
		`"major 1, idle",17,~,`,
		"empty,0,+Inf,",
		"",
	}, "\n")
	var b strings.Builder
	if err := ladder().WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// A table without units, notes and rows is its headings.
func TestWriteTextPlain(t *testing.T) {
	var b strings.Builder
	if err := New(Column{Name: "a"}, Column{Name: "b", Right: true}).WriteText(&b); err != nil {
		t.Fatal(err)
	}
	if want := "a  b\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}

func TestNotes(t *testing.T) {
	got := strings.Join(ladder().Notes(), "|")
	if want := "one run only|no difference found"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSuperscript(t *testing.T) {
	if got, want := superscript(1024), "¹⁰²⁴"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPanics(t *testing.T) {
	cases := map[string]func(){
		"no columns":     func() { New() },
		"too few cells":  func() { ladder().Row("mini 3", 1) },
		"unknown type":   func() { ladder().Row("mini 3", true, 0.0, "") },
		"unknown column": func() { ladder().Note("error", "typo") },
		"no row yet":     func() { New(Column{Name: "a"}).Note("a", "too early") },
	}
	for name, f := range cases {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("did not panic")
				}
			}()
			f()
		})
	}
}

// failingWriter is a full disk.
type failingWriter struct{}

var errFull = errors.New("disk full")

func (failingWriter) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrors(t *testing.T) {
	if err := ladder().WriteText(failingWriter{}); !errors.Is(err, errFull) {
		t.Errorf("WriteText: %v", err)
	}
	if err := ladder().WriteCSV(failingWriter{}); !errors.Is(err, errFull) {
		t.Errorf("WriteCSV: %v", err)
	}
}

func ExampleTable() {
	t := New(
		Column{Name: "state"},
		Column{Name: "read_us", Head: "read", Unit: "µs", Right: true, Verb: "%.1f"},
	)
	t.Row("mini 2", 41.26)
	t.Row("major 1", 7.0)
	if err := t.WriteText(os.Stdout); err != nil {
		panic(err)
	}
	// Output:
	// state    read
	//            µs
	// mini 2   41.3
	// major 1   7.0
}
