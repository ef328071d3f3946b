package plots

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestParetoTable(t *testing.T) {
	rows := marked(samplePareto(30), 3, 1)
	rows[0].ReadCost = 1.0 / 3
	f, err := ParetoFront("t", "c,d", rows)
	checkTable(t, must(t, f, err), rows, map[string]string{"Setting": "setting",
		"ReadCost": "read_cost", "RewrittenBytesPerHour": "rewritten_bytes_per_hour",
		"Excluded": "excluded", "Current": "current", "Best": "best"})
	front := paretoFront(rows)
	for i, row := range f.Rows {
		if row[1] != "c,d" || row[5] != yesNo(slices.Contains(front, i)) {
			t.Errorf("row %d: quantity %q, on front %s", i+1, row[1], row[5])
		}
	}
}

func TestParetoRefusals(t *testing.T) {
	first := ParetoRow{Setting: "a", ReadCost: 1, RewrittenBytesPerHour: 1}
	good := ParetoRow{Setting: "the place", ReadCost: 1, RewrittenBytesPerHour: 1}
	checkRefusals(t, good, func(bad ParetoRow) error {
		_, err := ParetoFront("t", "c", []ParetoRow{first, bad})
		return err
	})
	for _, c := range []struct {
		rows []ParetoRow
		want string
	}{
		{nil, "plots: Pareto front: no settings"},
		{[]ParetoRow{first, good, first}, "row 3 (a): the same setting as row 1"},
		{[]ParetoRow{{Current: true}, {Setting: "b", Current: true}}, "current, and row 1 is too"},
		{[]ParetoRow{{Best: true}, {Setting: "b", Best: true}}, "row 2 (b) is best, and row 1"},
		{[]ParetoRow{{Best: true, Excluded: true}}, "is best, but breaks a constraint"},
		{make([]ParetoRow, maxParetoRows+1), "20001 settings; a figure holds 20000"},
	} {
		_, err := ParetoFront("t", "c", c.rows)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}

// A row is on the front if and only if no other allowed row is better in one and no worse in the
// other; that is asked of all pairs here. Work rises along the front and cost falls.
func TestParetoFrontPairs(t *testing.T) {
	rows := samplePareto(300)
	for i := range rows { // coarse numbers, so that many are equal in one of the two
		rows[i].ReadCost = math.Round(rows[i].ReadCost / 8)
		rows[i].RewrittenBytesPerHour = math.Round(rows[i].RewrittenBytesPerHour / (4 << 30))
	}
	front := paretoFront(rows)
	for i, r := range rows {
		want := !r.Excluded
		for j, other := range rows {
			no := other.ReadCost <= r.ReadCost &&
				other.RewrittenBytesPerHour <= r.RewrittenBytesPerHour
			equal := other.ReadCost == r.ReadCost &&
				other.RewrittenBytesPerHour == r.RewrittenBytesPerHour
			if !other.Excluded && no && (!equal || j < i) {
				want = false
			}
		}
		if slices.Contains(front, i) != want {
			t.Errorf("row %d (%v, %v): on front %v", i+1, r.ReadCost, r.RewrittenBytesPerHour,
				!want)
		}
	}
	for n := range front[1:] {
		a, b := rows[front[n]], rows[front[n+1]]
		if a.ReadCost <= b.ReadCost || a.RewrittenBytesPerHour >= b.RewrittenBytesPerHour {
			t.Errorf("the front goes from %+v to %+v", a, b)
		}
	}
}

// The best and the current setting have a number if they are on the front, the ends have one, and
// no two numbers are near each other.
func TestParetoNumbers(t *testing.T) {
	rows := samplePareto(3000)
	front := paretoFront(rows)
	rows[front[40]].Current, rows[front[80]].Best = true, true
	d := newParetoDrawing("c", rows)
	p := newPaper(DefaultStyle(), pageWidth)
	a, _, _ := d.axes(p)
	chosen := d.numbered(a)
	if len(chosen) != maxParetoLabels {
		t.Errorf("%d numbers, want %d", len(chosen), maxParetoLabels)
	}
	for _, want := range []int{front[0], front[40], front[80], front[len(front)-1]} {
		if !slices.Contains(chosen, want) {
			t.Errorf("row %d has no number", want+1)
		}
	}
	for n, i := range chosen {
		for _, j := range chosen[:n] {
			apart := d.point(a, i).Sub(d.point(a, j))
			if math.Hypot(float64(apart.X), float64(apart.Y)) < numberGap {
				t.Errorf("rows %d and %d are %v apart", i+1, j+1, apart)
			}
			if rows[i].ReadCost >= rows[j].ReadCost {
				t.Errorf("row %d comes after row %d, which costs less", i+1, j+1)
			}
		}
	}
}

func TestWorkAxis(t *testing.T) {
	const gb = 1 << 30
	for _, c := range []struct {
		name      string
		low, high float64 // bytes per hour
		log       bool
		title     string
		ticks     string
	}{
		{"a decade", 2 * gb, 20 * gb, false, "(GB per hour)", "0 5 10 15 20"},
		{"more", 2 * gb, 30 * gb, true, "(GB per hour, logarithmic)", "2 5 10 20"},
		{"decades", gb / 1000.0, 900 * gb, true, "(GB per hour, logarithmic)",
			"0.001 0.01 0.1 1 10 100 1000"},
		{"none", 0, 900 * gb, false, "(GB per hour)", "0 200 400 600 800"},
		{"narrow", 100 * gb, 101 * gb, false, "(GB per hour)", ""},
	} {
		a := newWorkAxis([]ParetoRow{{RewrittenBytesPerHour: c.high},
			{RewrittenBytesPerHour: c.low}})
		var texts []string
		for _, tick := range a.ticks() {
			texts = append(texts, tick.label)
			if tick.value < a.low-1e-9 || tick.value > a.high+1e-9 {
				t.Errorf("%s: tick %s is off the axis", c.name, tick.label)
			}
		}
		if got := strings.Join(texts, " "); c.ticks != "" && got != c.ticks {
			t.Errorf("%s: ticks %s, want %s", c.name, got, c.ticks)
		}
		if a.log != c.log || !strings.HasSuffix(a.title(), c.title) {
			t.Errorf("%s: title %q, log %v", c.name, a.title(), a.log)
		}
		if low, high := a.of(c.low), a.of(c.high); low < a.low || high > a.high || low >= high {
			t.Errorf("%s: data from %v to %v on an axis from %v to %v", c.name, low, high, a.low,
				a.high)
		}
	}
}

func TestParetoRemark(t *testing.T) {
	rows := []ParetoRow{{Setting: "a", ReadCost: 8, RewrittenBytesPerHour: 10, Current: true},
		{Setting: "b", ReadCost: 6, RewrittenBytesPerHour: 12, Best: true},
		{Setting: "c", ReadCost: 9, RewrittenBytesPerHour: 11}}
	const first = "2 of 3 settings are on the front."
	const best = " Best against current: reads cost 25 % less, merges rewrite 20 % more."
	if got := newParetoDrawing("c", rows).remark(); got != first+best {
		t.Errorf("%q", got)
	}
	rows[2].Excluded, rows[0].Current = true, false
	want := "2 of 3 settings are on the front, 1 break a constraint."
	if got := newParetoDrawing("c", rows).remark(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
