package protocol

import (
	"context"
	"errors"

	"github.com/readamp/readamp/validate/record"
	"github.com/readamp/readamp/validate/target"
)

// phase runs a phase between the watcher's hooks.
func (r *runner) phase(ctx context.Context, p Phase) (*record.Phase, error) {
	r.phases++
	l := load{options: r.s.script(p.Script), seconds: p.Seconds, events: p.Events, rate: r.s.Rate,
		number: r.phases}
	if p.Warm {
		shown, err := r.load(ctx, r.measured, r.measured, l)
		return r.recorded(p, shown), err
	}
	r.judged++
	if err := r.watcher.before(r.judged, p); err != nil {
		return nil, err
	}
	shown, err := r.load(ctx, r.measured, r.measured, l)
	if err := errors.Join(err, r.watcher.after(r.judged, p)); err != nil {
		return nil, err
	}
	return r.recorded(p, shown), nil
}

// load runs a load under the watcher's eyes, with what all loads have in common; sampled may be
// nil.
func (r *runner) load(ctx context.Context, t, sampled target.Target, l load) (*outcome, error) {
	l.threads, l.seed = r.s.Threads, r.s.Seed
	r.now.OfSeconds, r.now.OfEvents = l.seconds, l.events
	m := &monitor{watcher: r.watcher, now: r.now, sampled: sampled}
	r.watcher.progress(r.now)
	shown, err := l.run(ctx, t, m)
	r.now = m.now
	return shown, err
}

// recorded is a phase as a recorded run has it; nil of nothing.
func (r *runner) recorded(p Phase, o *outcome) *record.Phase {
	if o == nil {
		return nil
	}
	phase := &record.Phase{Label: p.Label, Script: p.Script, Warm: p.Warm, Start: o.start,
		End: o.end, Seconds: p.Seconds, Events: o.events,
		Queries: record.Queries{Read: int64(o.counts.Reads()), Write: int64(o.counts.Writes()),
			Total: int64(o.counts.Queries())},
		QPS: o.qps(), Intervals: o.intervals, ServerCPUSeconds: o.cpuSeconds, Audit: o.audit,
		Samples: o.samples, Stdout: o.latencies.String()}
	phase.Queries.Other = phase.Queries.Total - phase.Queries.Read - phase.Queries.Write
	r.latencies[phase] = o.latencies
	return phase
}
