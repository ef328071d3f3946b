package record

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestParseIDs(t *testing.T) {
	cases := []struct {
		text  string
		ids   []int64
		again string // what String gives, if not text
	}{
		{"7", []int64{7}, ""},
		{"0", []int64{0}, ""},
		{"1-3", []int64{1, 2, 3}, ""},
		{"900-964/13", []int64{900, 913, 926, 939, 952}, ""}, // 964 is not met
		{"2-6/2,1", []int64{2, 4, 6, 1}, ""},
		{"3,1,3", []int64{3, 1, 3}, ""}, // order and repetition are kept
		{"5-5", []int64{5}, "5"},
		{"5-5/3", []int64{5}, "5"},
		{"5-7/1", []int64{5, 6, 7}, "5-7"},
		{"5-7/9", []int64{5}, ""},
		{"007", []int64{7}, "7"},
		{"1099511627775", []int64{IDEnd - 1}, ""},
	}
	for _, c := range cases {
		ids, err := ParseIDs(c.text)
		if err != nil {
			t.Errorf("ParseIDs(%q): %v", c.text, err)
			continue
		}
		if got := slices.Collect(ids.All()); !slices.Equal(got, c.ids) {
			t.Errorf("ParseIDs(%q) = %d, want %d", c.text, got, c.ids)
		}
		if ids.Count() != int64(len(c.ids)) {
			t.Errorf("ParseIDs(%q).Count() = %d, want %d", c.text, ids.Count(), len(c.ids))
		}
		if again := ids.String(); again != c.again && (c.again != "" || again != c.text) {
			t.Errorf("ParseIDs(%q).String() = %q", c.text, again)
		}
	}
}

func TestParseIDsRefuses(t *testing.T) {
	cases := []struct{ text, want string }{
		{"", "no ids"},
		{"1,", `"": want a, a-b or a-b/step`},
		{"1, 2", `" 2": want a, a-b or a-b/step`},
		{"x", `"x": want a, a-b or a-b/step`},
		{"-1", `"-1": want a, a-b or a-b/step`},
		{"+1", `"+1": want a, a-b or a-b/step`},
		{"1-", `"1-": want a, a-b or a-b/step`},
		{"1-2-3", `"1-2-3": want a, a-b or a-b/step`},
		{"1-9/", `"1-9/": want a, a-b or a-b/step`},
		{"1/2", `"1/2": want a, a-b or a-b/step`},
		{"1_000", `"1_000": want a, a-b or a-b/step`},
		{"1-9/0", `"1-9/0": a step is at least 1`},
		{"9-1", `"9-1": runs backwards`},
		{"1099511627776", `"1099511627776": ids and steps are below 2^40`},
		{"99999999999999999999", `"99999999999999999999": ids and steps are below 2^40`},
		{"1-50000001", "more than 50000000 ids"},
		{"1-25000000,1-25000000,1", "more than 50000000 ids"},
		{"0-1099511627775", "more than 50000000 ids"},
	}
	for _, c := range cases {
		if ids, err := ParseIDs(c.text); err == nil || err.Error() != c.want {
			t.Errorf("ParseIDs(%q) = %v, %v; want error %s", c.text, ids, err, c.want)
		}
	}
	for _, text := range []string{"1-50000000", "0-1099511627775/21991"} {
		if ids, err := ParseIDs(text); err != nil || ids.Count() > RowsPerOpMax {
			t.Errorf("ParseIDs(%q): %d ids, %v", text, ids.Count(), err)
		}
	}
}

// TestAllStops checks that a caller may stop in the middle of a piece.
func TestAllStops(t *testing.T) {
	ids, err := ParseIDs("1-3,5-9/2")
	if err != nil {
		t.Fatal(err)
	}
	var got []int64
	for id := range ids.All() {
		if got = append(got, id); id == 5 {
			break
		}
	}
	if !slices.Equal(got, []int64{1, 2, 3, 5}) {
		t.Errorf("got %d", got)
	}
}

func FuzzParseIDs(f *testing.F) {
	for _, text := range []string{
		"1-6000", "5257-5406", "898,1618,1923,2793,4390", "900-964/13", "10,300,410,425,605",
		"2-1000/2", "9-1", "1-9/0", "1099511627775", "0-1099511627775/21991", "1,,2", "1/2", "-",
		strings.Repeat("\xb4", 41), // has once run shown out of its text
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ids, err := ParseIDs(text)
		if err != nil {
			if len(err.Error()) > 400 {
				t.Errorf("error of %d bytes", len(err.Error()))
			}
			return
		}
		again, err := ParseIDs(ids.String())
		if err != nil || !slices.Equal(ids, again) {
			t.Fatalf("%q gives %q, which gives %v, %v", text, ids, again, err)
		}
		var n int64
		for id := range ids.All() {
			if id < 0 || id >= IDEnd {
				t.Fatalf("%q has id %d", text, id)
			}
			if n++; n == 100_000 {
				break
			}
		}
		if count := ids.Count(); count != n && n < 100_000 || count < n || count > RowsPerOpMax {
			t.Errorf("%q: Count %d, but %d ids or more", text, count, n)
		}
	})
}

func ExampleParseIDs() {
	ids, err := ParseIDs("1-3,10-20/5")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ids.Count(), slices.Collect(ids.All()), ids)
	// Output: 6 [1 2 3 10 15 20] 1-3,10-20/5
}
