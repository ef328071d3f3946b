package protocol

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
)

// countedLoad is one that ends after a number of events.
func countedLoad(script string, events int64) load {
	return load{options: small().script(script), threads: 3, events: events, seed: 5, number: 1}
}

// execute runs a load on a fresh fake.
func execute(t *testing.T, l load) (*outcome, *fake) {
	t.Helper()
	f := &fake{counters: lsm.Counters{Returned: 100, Memstore: 50, Ssstore: 200}}
	o, err := l.run(context.Background(), f, &monitor{})
	if err != nil {
		t.Fatal(err)
	}
	return o, f
}

func TestEventsRepeat(t *testing.T) {
	l := countedLoad(writeOnly, 100)
	_, first := execute(t, l)
	_, second := execute(t, l)
	if !reflect.DeepEqual(first.logs(), second.logs()) {
		t.Error("the same seed gave other statements")
	}
	for i, want := range []int{34, 33, 33} {
		if got := len(first.sessions[i].log) / l.options.PerEvent().Queries(); got != want {
			t.Errorf("thread %d has %d events, want %d", i, got, want)
		}
		if first.sessions[i].seed != second.sessions[i].seed {
			t.Errorf("thread %d writes other values", i)
		}
	}
	if reflect.DeepEqual(first.sessions[1].log, first.sessions[2].log) {
		t.Error("two threads have the same statements")
	}
	for what, other := range map[string]load{
		"seed":   {options: l.options, threads: 3, events: 100, seed: 6, number: 1},
		"number": {options: l.options, threads: 3, events: 100, seed: 5, number: 2},
	} {
		if _, f := execute(t, other); reflect.DeepEqual(first.logs(), f.logs()) {
			t.Errorf("another %s gave the same statements", what)
		}
	}
}

func TestFewerEventsThanThreads(t *testing.T) {
	o, f := execute(t, countedLoad(writeOnly, 2))
	if o.events != 2 || len(f.sessions) != 2 {
		t.Errorf("%d events of %d sessions, want 2 of 2", o.events, len(f.sessions))
	}
}

func TestOutcome(t *testing.T) {
	l := countedLoad(readOnly, 30)
	l.options.SkipTrx = false
	o, _ := execute(t, l)
	if o.events != 30 || o.counts.Queries() != 30*16 || o.counts.Reads() != 30*14 {
		t.Errorf("%d events, %d statements, %d reads", o.events, o.counts.Queries(),
			o.counts.Reads())
	}
	if got, want := o.cpuSeconds, 30*16*statementMicros/1e6; round4(got-want) != 0 {
		t.Errorf("%v s of CPU, want %v", got, want)
	}
	for kind, n := range map[string]int64{"get": 300, "range": 30, "sum": 30, "order": 30,
		"distinct": 30} {
		if s := o.audit[kind]; s.N != n || s.RowsRead != 250 || s.RowsReadSD != 0 {
			t.Errorf("%s: n %d, rows read %v (%v), want %d and 250 (0)", kind, s.N, s.RowsRead,
				s.RowsReadSD, n)
		}
		if l := o.latencies.Kinds[kind]; l.N != n {
			t.Errorf("%d latencies of %s, want %d", l.N, kind, n)
		}
	}
	if o.latencies.Events.N != 30 || o.latencies.Kinds["begin"].N != 30 || len(o.audit) != 5 {
		t.Errorf("latencies %+v of %d audited kinds", o.latencies.Events, len(o.audit))
	}
}

func TestLoadEndsByTime(t *testing.T) {
	l := countedLoad(pointSelect, 0)
	l.seconds = 0.005
	o, _ := execute(t, l)
	if o.seconds() < 0.005 || o.events == 0 || o.qps() <= 0 {
		t.Errorf("%d events in %v s at %v/s", o.events, o.seconds(), o.qps())
	}
}

func TestRate(t *testing.T) {
	l := countedLoad(pointSelect, 0)
	l.seconds, l.rate = 0.05, 1000
	o, _ := execute(t, l)
	// 50 events are due, with a deviation of 7; a busy machine may come to fewer.
	if o.events < 1 || o.events > 85 || o.seconds() < 0.05 {
		t.Errorf("%d events in %v s, want about 50 in 0.05", o.events, o.seconds())
	}
	l.seconds, l.events = 0, 40
	o, f := execute(t, l)
	if o.events != 40 || len(f.sessions) != 3 {
		t.Errorf("%d events of %d threads, want 40 of 3", o.events, len(f.sessions))
	}
}

func TestPace(t *testing.T) {
	p := newPace(1000, 3)
	const n = 10_000
	var last time.Duration
	for range n {
		due := p.next()
		if due < last {
			t.Fatalf("an event is due at %v, after one at %v", due, last)
		}
		last = due
	}
	if last < 9*time.Second || last > 11*time.Second { // a deviation of 0.1 s
		t.Errorf("%d events at 1000/s take %v", n, last)
	}
	closed := make(chan struct{})
	close(closed)
	p.wait(time.Now(), time.Hour, closed) // must not last an hour
}

func TestFailureNamesTheStatement(t *testing.T) {
	cause := errors.New("broken")
	for _, c := range []struct {
		kind workload.Kind
		want string
	}{
		{workload.Begin, "begin: broken"},
		{workload.Get, "get of sbtest"},
		{workload.Sum, "sum of sbtest"},
	} {
		f := &fake{fail: func(s *workload.Statement) error {
			if s.Kind == c.kind {
				return cause
			}
			return nil
		}}
		l := countedLoad(readOnly, 30)
		l.options.SkipTrx = false
		o, err := l.run(context.Background(), f, &monitor{})
		if o != nil || !errors.Is(err, cause) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got %v, %v; want %q", o, err, c.want)
		}
	}
}

func TestSilentTarget(t *testing.T) {
	w := newTestWorker(t, &fakeSession{silent: true}, 1)
	if err := w.run(); err == nil || !strings.Contains(err.Error(), "0 of an event's 14") {
		t.Errorf("got %v", err)
	}
	w.answered = 14
	if got := w.failed(); got != "end of an event" {
		t.Errorf("after all answers %q failed", got)
	}
}

func TestStatementsAllocateNothing(t *testing.T) {
	session := &quietSession{}
	w := newTestWorker(t, session, 1000)
	if n := testing.AllocsPerRun(3, func() { _ = w.run() }); n > 1 { // the bound answer
		t.Errorf("%v allocations in 1000 events", n)
	}
	if session.events < 1000 {
		t.Errorf("%d events", session.events)
	}
}

// quietSession answers and keeps nothing.
type quietSession struct {
	counters lsm.Counters
	events   int
}

func (s *quietSession) Event(all []workload.Statement,
	done func(*workload.Statement, *lsm.Counters)) error {

	s.events++
	for i := range all {
		done(&all[i], &s.counters)
	}
	return nil
}

// newTestWorker is one thread of oltp_read_only.
func newTestWorker(t *testing.T, session interface {
	Event([]workload.Statement, func(*workload.Statement, *lsm.Counters)) error
}, events int64) *worker {

	t.Helper()
	l := load{options: small().script(readOnly), threads: 1, events: events}
	workers, err := l.workers(&fake{}, &stopSign{})
	if err != nil {
		t.Fatal(err)
	}
	workers[0].session, workers[0].epoch = session, time.Now()
	return workers[0]
}

// BenchmarkStatement is what a worker itself costs per statement, alone and beside another: the
// times are equal on two free cores unless the workers share something.
func BenchmarkStatement(b *testing.B) {
	for _, threads := range []int{1, 2} {
		for _, script := range []string{pointSelect, readOnly} {
			b.Run(fmt.Sprintf("%s/threads=%d", script, threads), func(b *testing.B) {
				benchmarkWorkers(b, script, threads)
			})
		}
	}
}

func benchmarkWorkers(b *testing.B, script string, threads int) {
	l := load{options: small().script(script), threads: threads}
	l.events = int64(threads) * int64(b.N/l.options.PerEvent().Queries()+1)
	workers, err := l.workers(&fake{}, &stopSign{})
	if err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	var all sync.WaitGroup
	for _, w := range workers {
		w.session, w.epoch = &quietSession{}, time.Now()
		all.Go(func() { _ = w.run() })
	}
	all.Wait()
}
