package model_test

import (
	"math"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

// TestMajorWork: a major reads the bases of all tablets and what stands above them.
func TestMajorWork(t *testing.T) {
	tables := tablesOf(t, "oltp_write_only", "--tables=3", "--table-size=20000",
		"--rand-type=uniform")
	if !tables.Index {
		t.Fatal("want an index")
	}
	above := []model.Above{{Kind: model.AboveMinor, Events: 9000},
		{Kind: model.AboveMini, Events: 3000}}
	want := 3 * 2 * 20_000.0
	for _, a := range above {
		c := tables.Contents(a)
		want += 3 * (c.PhysicalRows + c.IndexPhysicalRows)
	}
	rows, bytes := tables.MajorWork(above)
	if math.Abs(rows-want) > 1e-6*want {
		t.Errorf("%.1f rows, want %.1f", rows, want)
	}
	base := 3 * (timeline.RunBytes(lsm.Major, 20_000, false) +
		timeline.RunBytes(lsm.Major, 20_000, true))
	if math.Abs(bytes-base) > 1e-6*base {
		t.Errorf("%.0f bytes, want %.0f", bytes, base)
	}
}

// TestKeptRows: folded, keys have one row each; so what is kept is the rest of the physical rows.
func TestKeptRows(t *testing.T) {
	tables := tablesOf(t, "oltp_update_non_index", "--tables=3", "--table-size=20000",
		"--rand-type=uniform", "--create-secondary=off")
	for _, events := range []float64{0, 100, 20_000, 200_000} {
		a := model.Above{Kind: model.AboveMini, Events: events}
		c := tables.Contents(a)
		want := 3 * (c.PhysicalRows - c.Keys)
		rows, bytes := tables.KeptRows(a)
		if math.Abs(rows-want) > 1e-3*want+1e-4*c.Keys { // of two numbers 1e-4 off at most
			t.Errorf("%.0f events: %.2f rows, want %.2f", events, rows, want)
		}
		if size := timeline.RunBytes(lsm.Minor, rows, false); math.Abs(bytes-size) > 1e-6*size {
			t.Errorf("%.0f events: %.0f bytes, want %.0f", events, bytes, size)
		}
	}
}

// TestWrittenIn: the events of a window, of the loads that write then, divided among the tables.
func TestWrittenIn(t *testing.T) {
	var p *workload.Plan
	for i, kind := range []string{"uniform", "special"} {
		o, err := workload.ParseOptions("oltp_update_non_index", []string{"--tables=4",
			"--table-size=1000", "--rand-type=" + kind})
		if err != nil {
			t.Fatal(err)
		}
		one := workload.OnePhase(o, rateOf(t, []string{"400/s", "40/s"}[i]), time.Hour)
		if p == nil {
			p = one
			continue
		}
		one.Loads[0].From = 30 * time.Minute
		p.Loads = append(p.Loads, one.Loads...)
	}
	rules, err := lsm.RulesFor("4.4", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := model.NewTables(model.TablesConfig{Group: p.Groups[0], Loads: p.Loads,
		Rules: rules, RowCompactionLimit: 6, BlockRows: 212})
	if err != nil {
		t.Fatal(err)
	}
	const m = time.Minute
	for _, c := range []struct {
		from, to      time.Duration
		events, other float64
	}{{0, 10 * m, 60_000, 0}, {20 * m, 40 * m, 120_000, 6000}, {-5 * m, m, 6000, 0},
		{70 * m, 80 * m, 0, 0}} {
		got := tables.WrittenIn(p, 0, c.from, c.to)
		if math.Abs(got.Events-c.events)+math.Abs(got.Other-c.other) > 1e-6 {
			t.Errorf("%v to %v: %v and %v events, want %v and %v", c.from, c.to, got.Events,
				got.Other, c.events, c.other)
		}
		all := model.EventsIn(p, 0, c.from, c.to)
		if want := 4 * (c.events + c.other); math.Abs(all-want) > 1e-6 {
			t.Errorf("%v to %v: %v events, want %v", c.from, c.to, all, want)
		}
	}
}
