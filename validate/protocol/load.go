package protocol

import (
	"context"
	"sync"
	"time"

	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/record"
	"github.com/readamp/readamp/validate/target"
)

// load is one load on a target. It ends after a number of events if there is one, else by time.
type load struct {
	options workload.Options
	threads int
	seconds float64
	events  int64
	rate    float64
	seed    uint64
	number  uint64 // of the load in its run: no two phases have the same statements
}

// outcome is what a load showed.
type outcome struct {
	start, end float64 // Unix seconds
	cpuSeconds float64
	events     int64
	counts     workload.Counts
	intervals  []float64 // statements a second, second by second
	samples    []record.Sample
	audit      map[string]record.Stat
	latencies  Latencies
}

// seconds is how long it really took.
func (o *outcome) seconds() float64 { return o.end - o.start }

// qps is the statements a second of the whole load.
func (o *outcome) qps() float64 { return ratio(float64(o.counts.Queries()), o.seconds()) }

// run executes the load. m watches it. If the context ends first its error is returned, and
// nothing of the load.
func (l load) run(parent context.Context, t target.Target, m *monitor) (*outcome, error) {
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	stop := &stopSign{closed: ctx.Done()}
	defer context.AfterFunc(ctx, func() { stop.flag.Store(true) })()
	workers, err := l.workers(t, stop)
	if err != nil {
		return nil, err
	}

	cpu := t.CPUSeconds()
	epoch := time.Now()
	m.epoch, m.workers = epoch, workers
	var all sync.WaitGroup
	for _, w := range workers {
		w.epoch = epoch
		all.Go(func() {
			if err := w.run(); err != nil {
				cancel(err) // the first one counts
			}
		})
	}
	end := m.start()
	all.Wait()
	took := time.Since(epoch)
	cpu = t.CPUSeconds() - cpu
	end()
	m.total(took)
	switch err := context.Cause(ctx); {
	case err == nil:
	case err == context.Cause(parent):
		return nil, parent.Err()
	default:
		return nil, err
	}
	return l.conclude(workers, m, epoch, took, max(cpu, 0)), nil
}

// workers makes the threads, each with its own stream and its own part of events and rate.
func (l load) workers(t target.Target, stop *stopSign) ([]*worker, error) {
	per := l.options.PerEvent()
	workers := make([]*worker, 0, l.threads)
	for i := range l.threads {
		events := l.events / int64(l.threads)
		if int64(i) < l.events%int64(l.threads) {
			events++
		}
		if l.events > 0 && events == 0 {
			break // fewer events than threads
		}
		seeds := keydist.NewPCG(l.seed, l.number<<32|uint64(i))
		stream, err := workload.NewStream(l.options, seeds.Uint64())
		if err != nil {
			return nil, err
		}
		w := &worker{session: t.Session(seeds.Uint64()), stream: stream, stop: stop,
			events: events, apart: apart(),
			statements: make([]workload.Statement, 0, per.Queries()),
			histograms: newHistograms(per), audits: newAudits(per, l.threads)}
		if l.events == 0 {
			w.length = time.Duration(l.seconds * float64(time.Second))
		}
		if l.rate > 0 {
			w.pace = newPace(l.rate/float64(l.threads), seeds.Uint64())
		}
		workers = append(workers, w)
	}
	return workers, nil
}

// apart keeps what two workers write off each other's cache lines. A stream's random numbers are 16
// bytes that change with every id; those of the next worker would stand beside them. These are of
// the same type and size, and so allocated between them. With two workers on two cores a statement
// of theirs cost a tenth less (BenchmarkStatement).
func apart() (between [cacheLineBytes / 16]*keydist.PCG) {
	for i := range between {
		between[i] = keydist.NewPCG(0, 0)
	}
	return between
}

// conclude puts the workers' counts together.
func (l load) conclude(workers []*worker, m *monitor, epoch time.Time, took time.Duration,
	cpuSeconds float64) *outcome {

	o := &outcome{start: unixSeconds(epoch), end: unixSeconds(epoch.Add(took)),
		cpuSeconds: cpuSeconds, intervals: m.intervals, samples: m.samples}
	merged := newHistograms(l.options.PerEvent())
	rings := make([]*audits, 0, len(workers))
	for _, w := range workers {
		o.events += w.progress.events.Load()
		for kind, n := range w.counts {
			o.counts[kind] += n
		}
		merged.merge(w.histograms)
		rings = append(rings, &w.audits)
	}
	o.audit, o.latencies = auditOf(rings), merged.latencies()
	return o
}

// unixSeconds is a time as recorded runs have it, to the microsecond.
func unixSeconds(t time.Time) float64 { return float64(t.UnixMicro()) / 1e6 }

// ratio is a / b, 0 if there is nothing to divide by.
func ratio(a, b float64) float64 {
	if b <= 0 {
		return 0
	}
	return a / b
}
