package protocol

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/record"
	"github.com/readamp/readamp/validate/target"
)

// statementMicros is the CPU that every statement of a fake uses.
const statementMicros = 10

// fake is a target that keeps nothing and counts what it is told to.
type fake struct {
	counters lsm.Counters                    // of every statement
	fail     func(*workload.Statement) error // nil: nothing fails
	onDo     func(record.Action) error
	stateErr error

	executed atomic.Int64
	mu       sync.Mutex
	sessions []*fakeSession
	actions  []string
}

type fakeSession struct {
	target *fake
	seed   uint64
	log    []workload.Statement
	silent bool // answers nothing
}

func (f *fake) Engine() string            { return "5.7.25-OceanBase seekdb-v1.2.0.0" }
func (f *fake) Params() map[string]string { return map[string]string{"undo_retention": "0"} }
func (f *fake) Close() error              { return nil }

func (f *fake) CPUSeconds() float64 {
	return float64(f.executed.Load()) * statementMicros / 1e6
}

func (f *fake) Prepare(context.Context, target.Tables, func(int64)) error { return nil }

func (f *fake) Do(ctx context.Context, a record.Action) error {
	f.actions = append(f.actions, Action(a).String())
	if f.onDo != nil {
		return f.onDo(a)
	}
	return ctx.Err()
}

func (f *fake) Session(seed uint64) target.Session {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sessions = append(f.sessions, &fakeSession{target: f, seed: seed})
	return f.sessions[len(f.sessions)-1]
}

func (f *fake) State() (*record.State, error) {
	if f.stateErr != nil {
		return nil, f.stateErr
	}
	rows := int64(100)
	return &record.State{Stacks: map[string][]record.TabletRun{
		"sbtest1": {{Kind: record.KindMajor, EndSCN: 1, Rows: &rows}}}}, nil
}

func (f *fake) Sample() record.Sample {
	return record.Sample{Stacks: map[string]string{"sbtest1": "Ba"}, Sysstat: map[string]int64{}}
}

func (s *fakeSession) Event(all []workload.Statement,
	done func(*workload.Statement, *lsm.Counters)) error {

	if s.silent {
		return nil
	}
	s.log = append(s.log, all...)
	for i := range all {
		if s.target.fail != nil {
			if err := s.target.fail(&all[i]); err != nil {
				return err
			}
		}
		s.target.executed.Add(1)
		if all[i].Kind == workload.Begin {
			done(&all[i], nil)
			continue
		}
		done(&all[i], &s.target.counters)
	}
	return nil
}

// logs are the statements of every session in the order of the sessions.
func (f *fake) logs() [][]workload.Statement {
	var all [][]workload.Statement
	for _, s := range f.sessions {
		all = append(all, slices.Clone(s.log))
	}
	return all
}

// small are settings of a run that takes a moment.
func small() Settings {
	s := Defaults()
	s.Options.Tables, s.Options.TableSize = 2, 1000
	s.Threads = 2
	s.ReadSeconds, s.WarmSeconds, s.RefSeconds, s.IdleSeconds = 0.003, 0.001, 0.002, 0.001
	s.WriteEvents, s.ReferenceRows = 50, 1000
	return s
}
