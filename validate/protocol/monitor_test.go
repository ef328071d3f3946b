package protocol

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"
)

func TestMonitor(t *testing.T) {
	var told []Progress
	a, b := &worker{}, &worker{}
	m := &monitor{watcher: &Watcher{Progress: func(p Progress) { told = append(told, p) }},
		now: Progress{Step: 3, Steps: 9}, sampled: &fake{}, workers: []*worker{a, b}}
	advance := func(w *worker, events, queries, rowsRead, returned int64) {
		w.progress.events.Add(events)
		w.progress.queries.Add(queries)
		w.progress.rowsRead.Add(rowsRead)
		w.progress.returned.Add(returned)
	}

	m.look(500*time.Millisecond, false)
	advance(a, 10, 140, 0, 0)
	m.look(time.Second, true)
	advance(b, 20, 280, 600, 200)
	m.look(1500*time.Millisecond, false)
	m.look(2*time.Second, true)
	m.total(2 * time.Second)

	if want := []float64{140, 280}; !slices.Equal(m.intervals, want) {
		t.Errorf("intervals %v, want %v", m.intervals, want)
	}
	if len(m.samples) != 2 || m.samples[0].At == 0 {
		t.Errorf("samples %+v, want two with their times", m.samples)
	}
	want := []Progress{
		{Step: 3, Steps: 9, Seconds: 0.5},
		{Step: 3, Steps: 9, Seconds: 1, Events: 10, QPS: 280, Stack: "Ba"},
		{Step: 3, Steps: 9, Seconds: 1.5, Events: 30, QPS: 560, RowsPerRow: 3, Stack: "Ba"},
		{Step: 3, Steps: 9, Seconds: 2, Events: 30, RowsPerRow: 3, Stack: "Ba"},
	}
	if !slices.Equal(told, want) {
		t.Errorf("told %+v\nwant %+v", told, want)
	}
	if m.now.QPS != 210 {
		t.Errorf("in all %v statements a second, want 210", m.now.QPS)
	}
}

// TestMonitorLooks ends a load without end as soon as a second of it was seen.
func TestMonitorLooks(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	m := &monitor{sampled: &fake{}}
	m.watcher = &Watcher{Progress: func(Progress) {
		if len(m.intervals) > 0 {
			cancel()
		}
	}}
	l := countedLoad(pointSelect, 1e9)
	l.rate = 1000
	if _, err := l.run(ctx, &fake{}, m); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if len(m.intervals) != 1 || m.intervals[0] <= 0 || len(m.samples) != 2 {
		t.Errorf("intervals %v and %d samples after a second", m.intervals, len(m.samples))
	}
}
