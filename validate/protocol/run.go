package protocol

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"time"

	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/record"
	"github.com/readamp/readamp/validate/target"
)

// ownClients stands where a recorded run has sysbench's version.
const ownClients = "none: readamp's own clients"

// Run executes a protocol: phases and actions on the measured target, refs on the reference target.
// Both are prepared already, with Settings.Tables and Settings.ReferenceTables.
//
// Every line of the recorded run is given to out as soon as it is known, the config first; an
// error of out ends the run. When ctx ends, the step under way is dropped, what is finished stays
// recorded, and Run returns the summary of that with ctx's error. Errors name the step and, of a
// load, the statement. The summary is nil only if the settings do not validate.
func Run(ctx context.Context, s Settings, measured, reference target.Target,
	out func(record.Entry) error, watch *Watcher) (*Summary, error) {

	if err := s.Validate(); err != nil {
		return nil, err
	}
	r := &runner{s: s, measured: measured, reference: reference, out: out, watcher: watch,
		latencies: map[*record.Phase]Latencies{}}
	err := r.run(ctx, Plan(s))
	return summarize(r.entries, r.latencies), err
}

// runner is a run under way.
type runner struct {
	s                   Settings
	measured, reference target.Target
	out                 func(record.Entry) error
	watcher             *Watcher

	now       Progress // of the step under way
	phases    uint64   // begun so far, warm-ups too
	judged    int      // of them, those that are no warm-ups
	entries   []record.Entry
	latencies map[*record.Phase]Latencies
}

// run records the config, then executes the steps.
func (r *runner) run(ctx context.Context, steps []Step) error {
	if err := r.record(record.Entry{Config: r.config()}); err != nil {
		return err
	}
	for i, step := range steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		r.now = Progress{Step: i + 1, Steps: len(steps), What: step}
		if err := r.step(ctx, step); err != nil {
			return fmt.Errorf("%s: %w", step, err)
		}
	}
	return nil
}

// record hands an entry out and keeps it for the summary.
func (r *runner) record(e record.Entry) error {
	e.Line = len(r.entries) + 1
	if err := r.out(e); err != nil {
		return fmt.Errorf("recording: %w", err)
	}
	r.entries = append(r.entries, e)
	return nil
}

func (r *runner) config() *record.Config {
	o := r.s.Options
	return &record.Config{Protocol: r.s.Protocol, Engine: r.measured.Engine(),
		Sysbench: ownClients, Cores: runtime.NumCPU(), Threads: r.s.Threads,
		RandType: o.RandType, Tables: o.Tables, TableSize: o.TableSize,
		Options: changedOptions(o), Params: r.measured.Params()}
}

// step executes one step and records it.
func (r *runner) step(ctx context.Context, step Step) error {
	var e record.Entry
	var err error
	switch step := step.(type) {
	case Phase:
		e.Phase, err = r.phase(ctx, step)
	case Ref:
		e.Ref, err = r.ref(ctx)
	default:
		r.watcher.progress(r.now)
		switch step := step.(type) {
		case Action:
			e.Do, err = r.do(ctx, step)
		case Idle:
			e.Idle, err = r.idle(ctx)
		case State:
			e.State, err = r.state(step)
		}
	}
	if err != nil {
		return err
	}
	r.now.Done = true
	r.watcher.progress(r.now)
	return r.record(e)
}

// do executes an action. Its result is in the words of the recorded runs: the seconds a major
// took, and that a minor has settled.
func (r *runner) do(ctx context.Context, a Action) (*record.Do, error) {
	begin := time.Now()
	if err := r.measured.Do(ctx, record.Action(a)); err != nil {
		return nil, err
	}
	took := time.Since(begin)
	d := &record.Do{What: a.String(), Action: record.Action(a), Start: unixSeconds(begin),
		End: unixSeconds(begin.Add(took))}
	switch a.Kind {
	case record.FreezeMajor:
		d.Result = strconv.FormatFloat(took.Seconds(), 'f', 1, 64)
	case record.FreezeMinor:
		d.Result = "settled"
	}
	return d, nil
}

// idle waits and sees what the target uses.
func (r *runner) idle(ctx context.Context) (*record.Idle, error) {
	cpu, begin := r.measured.CPUSeconds(), time.Now()
	timer := time.NewTimer(time.Duration(r.s.IdleSeconds * float64(time.Second)))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
	}
	return &record.Idle{Seconds: time.Since(begin).Seconds(),
		ServerCPUSeconds: max(r.measured.CPUSeconds()-cpu, 0)}, nil
}

// state looks at the measured target.
func (r *runner) state(step State) (*record.State, error) {
	s, err := r.measured.State()
	if err != nil {
		return nil, err
	}
	s.Label = step.Label
	if s.At == 0 {
		s.At = unixSeconds(time.Now())
	}
	return s, nil
}

// ref runs the reference load. All refs of a run have the same statements, so that what differs
// between them is the machine.
func (r *runner) ref(ctx context.Context) (*record.Ref, error) {
	o, err := workload.ParseOptions(readOnly, []string{"--rand-type=uniform", "--skip-trx=on",
		"--table-size=" + strconv.FormatInt(r.s.ReferenceRows, 10)})
	if err != nil {
		return nil, err
	}
	shown, err := r.load(ctx, r.reference, nil, load{options: o, seconds: r.s.RefSeconds})
	if err != nil {
		return nil, err
	}
	return &record.Ref{Start: shown.start, End: shown.end, Queries: int64(shown.counts.Queries()),
		QPS: shown.qps(), ServerCPUSeconds: shown.cpuSeconds}, nil
}
