package plots

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

func TestHeatmapTable(t *testing.T) {
	cells := sampleHeatmap([]string{"a,b", "c"}, []string{`"q"`, "1"})
	cells[0].Value = 1.0 / 3
	f, err := CostHeatmap("t", heatmapNames, cells, &HeatmapPlace{"c", "1"},
		&HeatmapPlace{"c", `"q"`})
	checkTable(t, must(t, f, err), cells, map[string]string{"X": "x", "Y": "y", "Value": "value",
		"Throttled": "throttled", "Refused": "refused"})
	for i, row := range f.Rows {
		current, best := i == 3, i == 1
		if row[8] != fmt.Sprint(current) || row[9] != fmt.Sprint(best) {
			t.Errorf("row %d: current %s, best %s", i+1, row[8], row[9])
		}
		if row[0] != heatmapNames.X || row[2] != heatmapNames.Y || row[4] != heatmapNames.Value {
			t.Errorf("row %d: names %q", i+1, row)
		}
	}
}

func TestHeatmapRefusals(t *testing.T) {
	first := HeatmapCell{X: "a", Y: "b", Value: 1}
	good := HeatmapCell{X: "the place", Y: "b", Value: 1}
	checkRefusals(t, good, func(bad HeatmapCell) error {
		_, err := CostHeatmap("t", heatmapNames, []HeatmapCell{first, bad}, nil, nil)
		return err
	})
	throttled := HeatmapCell{X: "c", Y: "b", Throttled: true}
	outside := &HeatmapPlace{"x", "y"}
	side := sampleHeatmap(numbers(maxHeatmapSide+1, 1), []string{"y"})
	for _, c := range []struct {
		cells         []HeatmapCell
		current, best *HeatmapPlace
		want          string
	}{
		{nil, nil, nil, "plots: cost heatmap: no cells"},
		{[]HeatmapCell{first, good, first}, nil, nil, "3 (a, b): the same settings as cell 1"},
		{[]HeatmapCell{first, {X: "c", Y: "d"}}, nil, nil, "no cell at (c, b); the grid has 2 x 2"},
		{[]HeatmapCell{first}, outside, nil, "the current place (x, y) is not in the grid"},
		{[]HeatmapCell{first}, nil, outside, "the best place (x, y) is not in the grid"},
		{[]HeatmapCell{first, throttled}, nil, &HeatmapPlace{"c", "b"}, "(c, b) is not allowed"},
		{side, nil, nil, "41 values of a setting; a figure holds 40"},
		{make([]HeatmapCell, maxHeatmapSide*maxHeatmapSide+1), nil, nil, "1601 cells"},
	} {
		_, err := CostHeatmap("t", heatmapNames, c.cells, c.current, c.best)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}

// Settings keep their order, from the left and from the bottom: no sorting of words or numbers.
func TestHeatmapPlaces(t *testing.T) {
	d, err := newHeatmap(heatmapNames, sampleHeatmap([]string{"9", "10"}, []string{"z", "a"}))
	if err != nil {
		t.Fatal(err)
	}
	a := axes{span{-0.5, 1.5, 0, 200}, span{-0.5, 1.5, 0, 100}}
	for i, want := range []vg.Rectangle{box(0, 0, 100, 50), box(100, 0, 200, 50),
		box(0, 50, 100, 100), box(100, 50, 200, 100)} {
		if got := d.box(a, i); got != want {
			t.Errorf("cell %d lies at %v, want %v", i+1, got, want)
		}
	}
}

// The darker, the dearer, to all readers; numbers show on their ground.
func TestCostScale(t *testing.T) {
	s, style := costScale{low: 0, high: 1}, DefaultStyle()
	for _, reader := range readers {
		last := 101.0
		for i := range 101 {
			v := float64(i) / 100
			l := lab(s.color(style, v), reader.see)[0]
			if l >= last {
				t.Errorf("%s: L* is %.1f at %v, %.1f below", reader.name, l, v, last)
			}
			last = l
			if ink := lab(s.ink(style, v), reader.see)[0]; math.Abs(ink-l) < 40 {
				t.Errorf("%s: L* of the number is %.0f, of its ground %.0f", reader.name, ink, l)
			}
		}
		if last > 30 {
			t.Errorf("%s: the dark end has L* %.0f", reader.name, last)
		}
	}
}

func TestCostScaleEnds(t *testing.T) {
	for _, c := range []struct {
		values    []float64
		low, high float64
	}{
		{[]float64{30, 10, 20}, 10, 30}, {[]float64{100}, 99, 101}, {[]float64{0}, 0, 1},
		{[]float64{5e-324}, 0, 1},
	} {
		var s costScale
		for _, v := range c.values {
			s.add(v)
		}
		s.widen()
		if math.Abs(s.low-c.low) > 1e-9 || math.Abs(s.high-c.high) > 1e-9 {
			t.Errorf("%v: from %v to %v, want %v to %v", c.values, s.low, s.high, c.low, c.high)
		}
	}
}

// What forbids a cell is drawn on it: a cross is two lines, a hatch is many, in no other cell any.
func TestForbidden(t *testing.T) {
	style := DefaultStyle()
	for _, c := range []struct {
		cell HeatmapCell
		want int // lines
	}{
		{HeatmapCell{}, 0}, {HeatmapCell{Refused: true}, 2},
		{HeatmapCell{Throttled: true}, len(hatchLines(Rising, box(0, -20, 40, 0)))},
	} {
		p := newPaper(style, pageWidth)
		p.forbidden(c.cell, style.Paper, style.Ink, box(0, -20, 40, 0))
		if got := len(paths(p)); got != c.want {
			t.Errorf("%+v: %d lines, want %d", c.cell, got, c.want)
		}
	}
	if n := len(hatchLines(Rising, box(0, -7, 7, 0))); n < 2 {
		t.Errorf("a small cell has %d lines", n)
	}
}

// Numbers stand in large cells and not in small ones.
func TestHeatmapNumbers(t *testing.T) {
	for _, c := range []struct {
		side int
		want bool
	}{{6, true}, {maxHeatmapSide, false}} {
		cells := sampleHeatmap(numbers(c.side, 1), numbers(c.side, 1))
		f, err := CostHeatmap("", heatmapNames, cells, nil, nil)
		text := digitsLabel(cells[0].Value, 3)
		got := slices.ContainsFunc(labels(must(t, f, err).paper),
			func(l label) bool { return l.text == text })
		if got != c.want {
			t.Errorf("%d x %d cells: numbers %v", c.side, c.side, got)
		}
	}
}

func TestHeatmapRemark(t *testing.T) {
	cells := []HeatmapCell{{X: "a", Value: 200}, {X: "b", Value: 150},
		{X: "c", Value: 10, Throttled: true, Refused: true}}
	for _, c := range []struct {
		current, best int
		cells         []HeatmapCell
		want          string
	}{
		{noCell, noCell, cells[:2], ""},
		{noCell, 1, cells[:2], "The best setting costs 150."},
		{0, 1, cells[:2], "The best setting costs 150, the current one 200: 25 % less."},
		{2, 1, cells, "The best setting costs 150, the current one 10.0: 15 times as much. " +
			"Writes throttle in 1 of 3 cells. 1 of 3 break another constraint."},
	} {
		d, err := newHeatmap(heatmapNames, c.cells)
		if err != nil {
			t.Fatal(err)
		}
		d.current, d.best = c.current, c.best
		if got := d.remark(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestChangeFrom(t *testing.T) {
	for _, c := range []struct {
		other, v float64
		want     string
	}{
		{2, 2, "as much"}, {0, 0, "as much"}, {1000, 1004, "as much"}, {0, 1, "more than nothing"},
		{4, 5, "25 % more"}, {4, 3, "25 % less"}, {4, 0, "100 % less"}, {4, 9, "2.2 times as much"},
		{1, 1e9, "1e+09 times as much"},
	} {
		if got := changeFrom(c.other, c.v); got != c.want {
			t.Errorf("from %v to %v: %q, want %q", c.other, c.v, got, c.want)
		}
	}
}

func TestDigitsLabel(t *testing.T) {
	for _, c := range []struct {
		v      float64
		digits int
		want   string
	}{
		{0, 3, "0"}, {1234, 3, "1234"}, {12.34, 3, "12.3"}, {12.34, 4, "12.34"}, {0.5, 3, "0.500"},
		{2e6, 3, "2e+06"}, {1e-5, 3, "1e-05"},
	} {
		if got := digitsLabel(c.v, c.digits); got != c.want {
			t.Errorf("%v with %d digits: %q, want %q", c.v, c.digits, got, c.want)
		}
	}
}
