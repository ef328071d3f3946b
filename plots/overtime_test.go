package plots

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

// A day with thousands of samples, tables and freezes is a small file, whose paths are short enough
// for software that is slow with long ones.
func TestLongDaySize(t *testing.T) {
	for _, c := range runDay(longPlan()).figures(t, "") {
		if n := len(svgOf(t, c.figure)); n > 400_000 {
			t.Errorf("%s: SVG of %d bytes", c.name, n)
		}
		for _, path := range paths(c.figure.paper) {
			if len(path) > 1000 {
				t.Errorf("%s: a path of %d points", c.name, len(path))
			}
		}
	}
}

func TestStackTable(t *testing.T) {
	bars := runDay(shortPlan()).bars
	bars = append(bars, StackBar{"Mini", 1.0 / 3, math.Inf(1), math.MaxInt64})
	f, err := StackTimeline("t", bars)
	checkTable(t, must(t, f, err), bars, map[string]string{"Kind": "kind", "BornS": "born_s",
		"DiedS": "died_s", "Rows": "rows"})
}

func TestRowsTimeTable(t *testing.T) {
	d := runDay(shortPlan())
	d.rows[3].GetMean, d.rows[4].RangeMean = math.NaN(), math.NaN()
	columns := map[string]string{"AtS": "at_s", "RangeMean": "range_mean_rows_per_row",
		"RangeP5": "range_p5_rows_per_row", "RangeP95": "range_p95_rows_per_row",
		"GetMean": "get_mean_tables", "IndexMean": "index_mean_rows_per_row"}
	f, err := RowsOverTime("t", d.rows, nil)
	checkTable(t, must(t, f, err), d.rows, columns)
	f, err = RowsOverTime("t", d.rows, d.marks)
	marks := must(t, f, err)
	marks.Rows = marks.Rows[len(d.rows):]
	checkTable(t, marks, d.marks, map[string]string{"AtS": "at_s", "Kind": "mark"})
}

func TestMemstoreTable(t *testing.T) {
	d := runDay(shortPlan())
	f, err := MemstoreOverTime("t", d.memstore, d.levels)
	checkTable(t, must(t, f, err), d.memstore, map[string]string{"AtS": "at_s",
		"ActiveBytes": "active_bytes", "UsedBytes": "used_bytes"})
	checkTable(t, must(t, f, err), slices.Repeat([]MemstoreLevels{d.levels}, len(d.memstore)),
		map[string]string{"TriggerBytes": "trigger_bytes", "ThrottleBytes": "throttle_bytes",
			"LimitBytes": "limit_bytes"})
}

func TestRatesTable(t *testing.T) {
	d := runDay(shortPlan())
	d.rates[2].ReadQPS = math.NaN()
	f, err := RatesOverTime("t", d.rates)
	checkTable(t, must(t, f, err), d.rates, map[string]string{"AtS": "at_s",
		"ReadQPS": "read_qps", "WriteEventsPerS": "write_events_per_s",
		"ThrottledShare": "throttled_share"})
}

// What no figure over time can be made of, and what the error says.
func TestRefusedSeries(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	stack := func(bars ...StackBar) error { _, err := StackTimeline("t", bars); return err }
	rows := func(marks []Mark, samples ...RowsSample) error {
		_, err := RowsOverTime("t", samples, marks)
		return err
	}
	memstore := func(l MemstoreLevels, samples ...MemstoreSample) error {
		_, err := MemstoreOverTime("t", samples, l)
		return err
	}
	rates := func(samples ...RateSample) error { _, err := RatesOverTime("t", samples); return err }
	good := StackBar{"MINI", 1, 2, 3}
	for _, c := range []struct {
		err  error
		want string
	}{
		{stack(), "plots: stack timeline: no bars"},
		{stack(good, StackBar{"macro", 1, 2, 3}), "bar 2 (macro): unknown kind"},
		{stack(good, StackBar{"MINI", nan, 2, 3}), "bar 2 (MINI): birth in seconds is NaN"},
		{stack(StackBar{"MINI", inf, inf, 3}), "birth in seconds is +Inf"},
		{stack(StackBar{"MINI", 1, nan, 3}), "death in seconds is NaN"},
		{stack(StackBar{"MINI", 3, 2, 3}), "died at 2 s, born at 3 s"},
		{stack(StackBar{"MINI", 1, 2e9, 3}), "the most is 1e9"},
		{stack(StackBar{"MINI", 1, 2, -1}), "rows is -1"},
		{stack(slices.Repeat([]StackBar{good}, maxLanes+1)...), "257 tables at one time"},
		{stack(slices.Repeat([]StackBar{good}, maxBars+1)...), "200001 bars"},
		{rows(nil), "plots: rows over time: no samples"},
		{rows(nil, RowsSample{0, nan, nan, nan, nan, nan}), "nothing was measured"},
		{rows(nil, RowsSample{0, 1, 3, 2, 1, 1}), "5th percentile 3 is above the 95th, 2"},
		{rows(nil, RowsSample{0, inf, 1, 2, 1, 1}), "sample 1 (at 0 s): range mean is +Inf"},
		{rows(nil, RowsSample{0, 1, 1, 2, -1, 1}), "get mean is -1"},
		{rows([]Mark{{1, "freeze"}, {1, "thaw"}}, RowsSample{AtS: 1}), "mark 2 (thaw): unknown"},
		{rows([]Mark{{nan, "major"}}, RowsSample{AtS: 1}), "mark 1 (major): time in seconds"},
		{memstore(MemstoreLevels{}), "plots: memstore over time: no samples"},
		{memstore(MemstoreLevels{}, MemstoreSample{2, 1, 1}, MemstoreSample{1, 1, 1}),
			"sample 2 (at 1 s): the sample before is later, at 2 s"},
		{memstore(MemstoreLevels{}, MemstoreSample{2, nan, 1}), "active bytes is NaN"},
		{memstore(MemstoreLevels{LimitBytes: nan}, MemstoreSample{2, 1, 1}), "limit bytes is NaN"},
		{rates(), "plots: rates over time: no samples"},
		{rates(RateSample{0, nan, 1, 0}), "no read rate in any sample"},
		{rates(RateSample{0, 1, nan, 0}), "write events per second is NaN"},
		{rates(RateSample{0, 1, 1, 1.5}), "throttled share is 1.5; the most is 1"},
		{rates(make([]RateSample, maxSamples+1)...), "200001 samples"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", c.err, c.want)
		}
	}
}

// texts are all labels of a figure.
func texts(f Figure) []string {
	var list []string
	for _, l := range labels(f.paper) {
		list = append(list, l.text)
	}
	return list
}

// wantTexts wants some labels and no others.
func wantTexts(t *testing.T, f Figure, want, without []string) {
	t.Helper()
	got := texts(f)
	for _, text := range want {
		if !slices.Contains(got, text) {
			t.Errorf("no label %q; there are %q", text, got)
		}
	}
	for _, text := range without {
		if slices.Contains(got, text) {
			t.Errorf("label %q is drawn", text)
		}
	}
}

func TestStackLabels(t *testing.T) {
	f, err := StackTimeline("t", []StackBar{{"MEDIUM", 0, 500, 1_000_000}, {"MAJOR", 500, 1000, 9},
		{"MINI", 100, 180, 123_456}, {"MINI", 200, 203, 777_777}})
	wantTexts(t, must(t, f, err), []string{"medium, 1.00M rows", "major, 9 rows", "123k", "mini",
		"base: major, medium"}, []string{"777k", "minor", "frozen memtable"})
	f, err = StackTimeline("t", runDay(longPlan()).bars)
	outlines := 0
	for _, action := range must(t, f, err).paper.rec.Actions {
		if s, ok := action.(*recorder.Stroke); ok && slices.ContainsFunc(s.Path, isClose) {
			outlines++
		}
	}
	if outlines > 4 {
		t.Errorf("%d outlines in a crowded figure, want those of the legend", outlines)
	}
}

func isClose(c vg.PathComp) bool { return c.Type == vg.CloseComp }

// Levels near the peak are lines with a label; those far above are only written.
func TestMemstoreLevels(t *testing.T) {
	samples := []MemstoreSample{{0, 1 << 20, 1 << 20}, {60, 1 << 30, 1 << 30}}
	f, err := MemstoreOverTime("t", samples, MemstoreLevels{1 << 30, 5 << 29, 10 << 30})
	wantTexts(t, must(t, f, err), []string{"trigger 1 GB", "throttle 2.5 GB",
		"peak 1 GB; above the panel: limit 10 GB (10 × the peak)"}, []string{"limit 10 GB"})
	f, err = MemstoreOverTime("t", samples, MemstoreLevels{LimitBytes: 1.5 * (1 << 30)})
	wantTexts(t, must(t, f, err), []string{"limit 1.5 GB", "peak 1 GB"},
		[]string{"trigger 0 bytes"})
}

func TestRowsMarks(t *testing.T) {
	samples := []RowsSample{{0, 1, 1, 1, math.NaN(), math.NaN()}, {100, 2, 1, 3, math.NaN(), 2}}
	f, err := RowsOverTime("t", samples, []Mark{{1, "freeze"}, {2, "FREEZE"}, {50, "major"}})
	wantTexts(t, must(t, f, err), []string{"freeze × 2", "major", "index scans"},
		[]string{"major × 1", "point gets (tables per get)", "mini × 0"})
}

func TestThrottledSeconds(t *testing.T) {
	f, err := RatesOverTime("t", []RateSample{{10, 1, 1, 1}, {12, 1, 1, 0.5}, {20, 1, 1, 0.25}})
	wantTexts(t, must(t, f, err), []string{"throttled 3 s"}, nil)
	f, err = RatesOverTime("t", []RateSample{{10, 1, 1, 1}, {12, 1, 1, 0}})
	if got := texts(must(t, f, err)); strings.Contains(strings.Join(got, " "), "throttled") {
		t.Errorf("labels %q", got)
	}
}

func TestApart(t *testing.T) {
	for _, c := range []struct{ ys, want []vg.Length }{
		{[]vg.Length{10, 50, 90}, []vg.Length{10, 50, 90}},
		{[]vg.Length{10, 12, 14}, []vg.Length{10, 20, 30}},
		{[]vg.Length{99, 98, 100}, []vg.Length{90, 80, 100}},
		{[]vg.Length{50, 50}, []vg.Length{50, 60}},
	} {
		if got := apart(c.ys, 10, 0, 100); !slices.Equal(got, c.want) {
			t.Errorf("%v apart: %v, want %v", c.ys, got, c.want)
		}
	}
}

func TestShortNumbers(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 9999: "9999", 10_000: "10.0k", 99_960: "100k",
		123_456: "123k", 1_000_000: "1.00M", 12_345_678: "12.3M", 5e9: "5.00G"} {
		if got := countLabel(n); got != want {
			t.Errorf("%d rows: %s, want %s", n, got, want)
		}
	}
	for v, want := range map[float64]string{0: "0 bytes", 1023: "1023 bytes", 1536: "1.5 KB",
		1000 << 20: "1000 MB", 1.6 * (1 << 30): "1.6 GB", 21 << 30: "21 GB", 5 << 40: "5 TB"} {
		if got := bytesLabel(v); got != want {
			t.Errorf("%v bytes: %s, want %s", v, got, want)
		}
	}
}
