package nearest

import (
	"fmt"
	"testing"
)

var flags = []string{
	"--freeze-trigger-percentage", "--minor-compact-trigger", "--memory", "--memory-limit",
	"--seed", "--table-mode", "--tables", "--table-size", "--threads", "--time",
}

func TestName(t *testing.T) {
	formats := []string{"table", "csv", "json"}
	cases := []struct {
		word       string
		candidates []string
		want       string // "" when nothing is near
	}{
		{"--minor-compact-triger", flags, "--minor-compact-trigger"},
		{"--minor_compact_trigger", flags, "--minor-compact-trigger"},
		{"minor-compact-trigger", flags, "--minor-compact-trigger"},
		{"--tabels", flags, "--tables"},
		{"--table-sizes", flags, "--table-size"},
		{"--memroy-limt", flags, "--memory-limit"},
		{"--sed", flags, "--seed"},
		{"--minor", flags, "--minor-compact-trigger"}, // the beginning of one name only
		{"--tab", flags, ""},                          // the beginning of three
		{"--mi", flags, ""},                           // too short a beginning
		{"--rows", flags, ""},
		{"", flags, ""},
		{"--", flags, ""},
		{"cvs", formats, "csv"}, // a swap is one edit
		{"JSON", formats, "json"},
		{"xml", formats, ""},
		{"csv", nil, ""},
		{"ab", []string{"ac", "ad"}, "ac"}, // the first of equals
		{"ad", []string{"ac", "ad"}, "ad"}, // an exact name beats an earlier near one
	}
	for _, c := range cases {
		got, ok := Name(c.word, c.candidates)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("Name(%q) = %q, %v; want %q", c.word, got, ok, c.want)
		}
	}
}

func TestEditDistance(t *testing.T) {
	cases := []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"kitten", "sitting", 3}, // the textbook pair
		{"csv", "cvs", 1},
		{"ca", "abc", 3}, // 2 if a swapped pair could be edited again; here it can't
		{"µs", "ms", 1},  // letters, not bytes
	}
	for _, c := range cases {
		if got := editDistance(c.a, c.b); got != c.want {
			t.Errorf("editDistance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := editDistance(c.b, c.a); got != c.want {
			t.Errorf("editDistance(%q, %q) = %d, want %d", c.b, c.a, got, c.want)
		}
	}
}

func TestHint(t *testing.T) {
	formats := []string{"table", "csv", "json"}
	cases := []struct {
		word       string
		candidates []string
		want       string
	}{
		{"jsn", formats, "; did you mean json?"},
		{"parquet", formats, "; one of table, csv, json"},
		{"parquet", flags, ""}, // ten names are no help
		{"parquet", nil, ""},
	}
	for _, c := range cases {
		if got := Hint(c.word, c.candidates); got != c.want {
			t.Errorf("Hint(%q) = %q, want %q", c.word, got, c.want)
		}
	}
}

func ExampleHint() {
	word, known := "--minor-compact-triger", []string{"--seed", "--minor-compact-trigger"}
	fmt.Println("unknown flag " + word + Hint(word, known))
	// Output: unknown flag --minor-compact-triger; did you mean --minor-compact-trigger?
}
