package plots

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

func TestTermsTable(t *testing.T) {
	none := math.NaN()
	f, err := CostByTerm("t", []string{"Slow row", "open"}, []TermsRow{
		{"a,b", []float64{1.0 / 3, 2}, 2, 3}, {"c", []float64{0, 1e-17}, none, none}})
	got := strings.Split(strings.TrimSpace(string(csvOf(t, must(t, f, err)))), "\n")
	third := cell(1.0 / 3)
	for i, want := range []string{
		"state,slow_row_us,open_us,all_us,interval_low_us,interval_high_us",
		`"a,b",` + third + ",2," + cell(2+1.0/3) + ",2,3",
		"c,0,0.00000000000000001,0.00000000000000001,,"} {
		if got[i] != want {
			t.Errorf("line %d is %s, want %s", i+1, got[i], want)
		}
	}
}

func TestTermsRefusals(t *testing.T) {
	none, terms := math.NaN(), []string{"a", "b"}
	row := func(a, b, low, high float64) []TermsRow {
		return []TermsRow{{"s", []float64{1, 2}, none, none}, {"the place", []float64{a, b}, low,
			high}}
	}
	twelve := make([]string, 12)
	for i := range twelve {
		twelve[i] = fmt.Sprint(i)
	}
	for _, c := range []struct {
		terms []string
		rows  []TermsRow
		want  string
	}{
		{terms, row(1, none, 1, 9), "row 2 (the place): b_us is NaN"},
		{terms, row(-1, 2, 1, 9), "a_us is -1"},
		{terms, row(math.Inf(1), 2, 1, 9), "a_us is +Inf"},
		{terms, row(maxValue*0.75, maxValue*0.75, none, none), "CPU time in all is"},
		{terms, row(1, 2, none, 9), "low end of the interval is NaN"},
		{terms, row(1, 2, 1, none), "high end of the interval is NaN"},
		{terms, row(1, 2, 1, math.Inf(1)), "high end of the interval is +Inf"},
		{terms, row(1, 2, 9, 1), "low end 9 is above high end 1"},
		{terms, row(1, 2, 4, 5), "the total 3 is not in its interval, 4 to 5"},
		{terms, row(1, 2, 1, 2), "the total 3 is not in its interval, 1 to 2"},
		{terms[:1], row(1, 2, 1, 9), "row 1 (s): 2 numbers for 1 terms"},
		{[]string{"a", " A"}, row(1, 2, 1, 9), "term 2 ( A) is given twice"},
		{[]string{"a", " "}, row(1, 2, 1, 9), "term 2 has no name"},
		{twelve, nil, "12 terms; only 11 colours"},
		{nil, nil, "plots: cost by term: no terms"},
		{terms, nil, "no rows"},
		{terms, make([]TermsRow, maxTermBars+1), "101 rows; a figure holds 100"},
	} {
		_, err := CostByTerm("t", c.terms, c.rows)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
	total := 0.1 + 0.2 // differs from 0.3 in its last digit
	if _, err := CostByTerm("t", terms, row(0.1, 0.2, total*(1+1e-12), 1)); err != nil {
		t.Errorf("a total at the end of its interval: %v", err)
	}
}

// Terms of the model have the same colours in every order; any two terms differ.
func TestTermLooks(t *testing.T) {
	s := DefaultStyle()
	looks := termLooks(s, []string{"x", "Slow row", "memtable row", "y", "fast row"})
	for i, want := range []Fill{{}, s.BaseSlow, s.Memtable, {}, s.BaseFast} {
		if i%3 != 0 && looks[i].fill.Color != want.Color {
			t.Errorf("%s is %v", looks[i].name, looks[i].fill.Color)
		}
		for _, other := range looks[:i] {
			if other.fill.Color == looks[i].fill.Color {
				t.Errorf("%s and %s look the same", other.name, looks[i].name)
			}
		}
	}
	if all := allTermLooks(s); looks[0].fill != all[len(all)-1].fill || looks[0].name != "x" {
		t.Errorf("a term of another model is %+v", looks[0])
	}
}

// Any two terms can be told apart by all readers; those that follow each other in the model differ
// in lightness too, and numbers can be read on their ground.
func TestTermColors(t *testing.T) {
	looks := allTermLooks(DefaultStyle())
	for _, reader := range readers {
		for i, a := range looks {
			l := lab(a.fill.Color, reader.see)
			if text := lab(a.label, reader.see); math.Abs(text[0]-l[0]) < 40 {
				t.Errorf("%s: the number of %d (%s) hardly shows", reader.name, i, a.name)
			}
			for j, b := range looks[:i] {
				m := lab(b.fill.Color, reader.see)
				apart := math.Hypot(math.Hypot(l[0]-m[0], l[1]-m[1]), l[2]-m[2])
				if apart < 15 || j == i-1 && math.Abs(l[0]-m[0]) < 15 {
					t.Errorf("%s: %d (%s) and %d (%s) are alike", reader.name, j, b.name, i, a.name)
				}
			}
		}
	}
}

// Segments follow each other in the order of the terms, as long as they are in microseconds; the
// whisker spans the interval.
func TestTermSegments(t *testing.T) {
	r := TermsRow{"s", []float64{10, 0, 20, 15}, 40, 60}
	d := termsDrawing{[]TermsRow{r}, termLooks(DefaultStyle(), []string{"a", "b", "c", "d"})}
	p := newPaper(DefaultStyle(), pageWidth)
	x := span{0, 60, 100, 400} // 5 points for a microsecond
	d.row(p, r, box(100, -50, x.at(r.total()), -37), x)
	left := vg.Length(100)
	var widths []float64
	whisker := false
	for _, path := range paths(p) {
		if len(path) > 2 && path[0].Pos.X == left && path[1].Pos.X > left {
			widths = append(widths, math.Round(float64(path[1].Pos.X-left)))
			left = path[1].Pos.X
		}
		if len(path) == 2 && path[0].Pos.X == 300 && path[1].Pos.X == 400 {
			whisker = path[0].Pos.Y < -50 // below the bar
		}
	}
	if fmt.Sprint(widths) != "[50 100 75]" || !whisker {
		t.Errorf("segments of %v points, whisker %v", widths, whisker)
	}
}

func TestTermsRemark(t *testing.T) {
	row := func(state string, micros ...float64) TermsRow { return TermsRow{state, micros, 0, 0} }
	for _, c := range []struct {
		want string
		rows []TermsRow
	}{
		{"", []TermsRow{row("a", 0, 0)}},
		{"The largest term is v, 75 % of 40 µs.", []TermsRow{row("a", 10, 30)}},
		{"The largest term is u, 60 % of 10 µs.", []TermsRow{row("a", 6, 4), row("b", 4, 6)}},
		{"b costs 30 µs more than c: 25 µs more for v, the term that grows most.",
			[]TermsRow{row("a", 10, 10), row("b", 10, 30), row("c", 5, 5)}},
	} {
		if got := termsRemark([]string{"u", "v"}, c.rows); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
