package main

import (
	"strings"
	"testing"

	"github.com/readamp/readamp/model/advice"
)

func TestFigureOf(t *testing.T) {
	for _, c := range []struct {
		name  string
		value float64
		want  string
	}{
		{"due_after_s", 4500, "due after 1h15m"},
		{"merge_bytes", 3 << 30, "merge 3 GB"},
		{"lost_pct", 98.67, "lost 98.7 %"},
		{"most_p95_rows_per_row", 2.345, "most p95 2.35 rows per row"},
		{"rows_per_row", 264451, "rows per row 264451"},
		{"ssstore_rows", 15330148, "ssstore rows 15.3M"},
		{"tables_per_get", 2.5, "tables per get 2.5"},
	} {
		if got := figureOf(advice.Figure{Name: c.name, Value: c.value}); got != c.want {
			t.Errorf("%s %v: %q, want %q", c.name, c.value, got, c.want)
		}
	}
}

func TestWrapText(t *testing.T) {
	got := strings.Join(wrapText("takes 12 GB and 5 % of it", 9), "|")
	if want := "takes|12 GB and|5 % of it"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Whatever is accepted is finite and not negative, and advice can be given on it.
func FuzzObserved(f *testing.F) {
	f.Add("returned=58,memstore=8016,ssstore=15330148,seconds=22.8,plan-type=3,get")
	f.Add("returned=0,memstore=1k,ssstore=1.5M")
	f.Add("orders=1M:350k")
	f.Add("17495,0.4,Inf,nan")
	server, err := (&adviseFlags{simulateFlags: simulateFlags{changed: func(string) bool {
		return false
	}}}).bareServer()
	if err == nil {
		f.Fatal("no architecture is one too many")
	}
	flags := adviseFlags{simulateFlags: simulateFlags{changed: func(string) bool { return false }}}
	flags.arch = "amd64"
	if server, err = flags.bareServer(); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := advice.Situation{Server: server}
		if q, err := observedQuery(text); err == nil {
			s.Queries = append(s.Queries, q)
		}
		if tables, err := changedTables([]string{text}); err == nil {
			s.Changed = tables
		}
		if rates, err := intervalRates(text); err == nil {
			s.Rates = rates
		}
		for _, found := range s.Findings() {
			if strings.Contains(found.Text, "NaN") || strings.Contains(found.Text, "Inf") {
				t.Errorf("%q: %s", text, found.Text)
			}
			if _, err := found.Numbers.MarshalJSON(); err != nil {
				t.Error(err)
			}
		}
	})
}
