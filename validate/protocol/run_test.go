package protocol

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/record"
)

// recorder keeps the entries of a run.
type recorder struct{ entries []record.Entry }

func (r *recorder) add(e record.Entry) error {
	r.entries = append(r.entries, e)
	return nil
}

func TestRun(t *testing.T) {
	for _, protocol := range Protocols() {
		t.Run(protocol, func(t *testing.T) {
			s := small()
			s.Protocol, s.LadderSteps = protocol, 2
			measured := &fake{counters: lsm.Counters{Returned: 100, Memstore: 100, Ssstore: 200}}
			reference := &fake{counters: lsm.Counters{Returned: 100, Ssstore: 100}}
			var kept recorder
			summary, err := Run(context.Background(), s, measured, reference, kept.add, nil)
			if err != nil {
				t.Fatal(err)
			}
			if c := kept.entries[0].Config; c == nil || c.Protocol != protocol || c.Threads != 2 ||
				!slices.Equal(c.Options, []string{"--skip-trx=on"}) {
				t.Errorf("the first line is %+v", kept.entries[0])
			}
			got, want := recordedWords(kept.entries), words(Plan(s))
			if !slices.Equal(got, want) {
				t.Errorf("recorded %q\nplanned %q", got, want)
			}
			checkEntries(t, kept.entries)
			checkSummary(t, summary)
		})
	}
}

// checkEntries looks at what is the same in every entry of a kind.
func checkEntries(t *testing.T, entries []record.Entry) {
	t.Helper()
	for i, e := range entries {
		if e.Line != i+1 {
			t.Errorf("entry %d is on line %d", i, e.Line)
		}
		switch {
		case e.Phase != nil:
			checkPhase(t, e.Phase)
		case e.Ref != nil && (e.Ref.Queries == 0 || e.Ref.QPS <= 0 || e.Ref.End <= e.Ref.Start):
			t.Errorf("ref %+v", e.Ref)
		case e.State != nil && (e.State.At == 0 || len(e.State.Stacks) == 0):
			t.Errorf("state %+v", e.State)
		case e.Do != nil && (e.Do.End < e.Do.Start ||
			e.Do.What == "freeze minor" && e.Do.Result != "settled"):
			t.Errorf("action %+v", e.Do)
		}
	}
}

func checkPhase(t *testing.T, p *record.Phase) {
	t.Helper()
	q := p.Queries
	if q.Total == 0 || q.Total != q.Read+q.Write+q.Other || p.End <= p.Start || p.QPS <= 0 {
		t.Errorf("%s %s: %+v at %v/s", p.Label, p.Script, q, p.QPS)
	}
	if want := float64(q.Total) * statementMicros / 1e6; math.Abs(p.ServerCPUSeconds-want) > 1e-9 {
		t.Errorf("%s %s used %v s of CPU, want %v", p.Label, p.Script, p.ServerCPUSeconds, want)
	}
	if len(p.Samples) == 0 || !strings.Contains(p.Stdout, "latency") {
		t.Errorf("%s %s: %d samples, output %q", p.Label, p.Script, len(p.Samples), p.Stdout)
	}
	if p.Script == writeOnly && (p.Seconds != 0 || p.Events > 50 || q.Write != 4*p.Events) {
		t.Errorf("%s: %d events, %d writes in %v s", p.Label, p.Events, q.Write, p.Seconds)
	}
	if s := p.Audit["get"]; p.Script != writeOnly && (s.N == 0 || s.RowsRead != 300) {
		t.Errorf("%s %s: gets %+v", p.Label, p.Script, s)
	}
}

// checkSummary knows that the fake's statements all cost the same and read thrice.
func checkSummary(t *testing.T, s *Summary) {
	t.Helper()
	for _, p := range s.Phases {
		if math.Abs(p.CPUMicros-statementMicros) > 1e-6 || math.Abs(p.CPUOverRef-1) > 1e-6 {
			t.Errorf("%s %s: %v us, %v of the refs", p.Label, p.Script, p.CPUMicros, p.CPUOverRef)
		}
		if p.Script == writeOnly {
			continue
		}
		if math.Abs(p.CPURatio-1) > 1e-6 || p.RowsPerGet != 3 || p.Latencies.Events.N != p.Events {
			t.Errorf("%s %s: ratio %v, %v rows a get, %d of %d latencies", p.Label, p.Script,
				p.CPURatio, p.RowsPerGet, p.Latencies.Events.N, p.Events)
		}
	}
}

func TestRefsAreAlike(t *testing.T) {
	reference := &fake{}
	var kept recorder
	if _, err := Run(context.Background(), small(), &fake{}, reference, kept.add, nil); err != nil {
		t.Fatal(err)
	}
	first := reference.sessions[0].log
	for i := 2; i < len(reference.sessions); i += 2 {
		log := reference.sessions[i].log
		n := min(len(first), len(log))
		if n == 0 || !slices.Equal(first[:n], log[:n]) {
			t.Fatalf("ref %d has other statements than the first", i/2+1)
		}
	}
	for _, s := range first {
		if s.Table != 1 || s.Kind > workload.Distinct {
			t.Fatalf("a ref has the statement %+v", s)
		}
	}
}

func TestInterruptedRun(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s := small()
	s.WriteEvents = 1e9
	measured := &fake{fail: func(st *workload.Statement) error {
		if st.Kind == workload.Insert {
			cancel()
		}
		return nil
	}}
	var kept recorder
	var hooks []string
	watch := &Watcher{
		BeforePhase: func(n int, p Phase) error { hooks = append(hooks, p.Label); return nil },
		AfterPhase:  func(n int, p Phase) error { hooks = append(hooks, "end"); return nil },
	}
	summary, err := Run(ctx, s, measured, &fake{}, kept.add, watch)
	if !errors.Is(err, context.Canceled) || !strings.HasPrefix(err.Error(), "write ") {
		t.Errorf("got %v", err)
	}
	want := words(Plan(s))
	want = want[:slices.Index(want, "write oltp_write_only")]
	if got := recordedWords(kept.entries); !slices.Equal(got, want) {
		t.Errorf("recorded %q\nwant %q", got, want)
	}
	if n := len(summary.Phases); n != 7 || summary.Phases[n-1].Label != "base" {
		t.Errorf("%d phases in the summary, want the 7 of base", n)
	}
	if !slices.Equal(hooks[len(hooks)-2:], []string{"write", "end"}) || len(hooks) != 14 {
		t.Errorf("hooks %q", hooks)
	}
}

func TestRunErrors(t *testing.T) {
	cause := errors.New("broken")
	for _, c := range []struct {
		name   string
		change func(s *Settings, f *fake, r *recorder, w *Watcher) func(record.Entry) error
		want   string
	}{
		{"settings", func(s *Settings, _ *fake, r *recorder, _ *Watcher) func(record.Entry) error {
			s.Threads = 0
			return r.add
		}, "threads: 0"},
		{"statement", func(_ *Settings, f *fake, r *recorder, _ *Watcher) func(record.Entry) error {
			f.fail = func(st *workload.Statement) error {
				if st.Kind == workload.NonIndexUpdate {
					return cause
				}
				return nil
			}
			return r.add
		}, "write oltp_write_only: non_index_update of sbtest"},
		{"action", func(_ *Settings, f *fake, r *recorder, _ *Watcher) func(record.Entry) error {
			f.onDo = func(record.Action) error { return cause }
			return r.add
		}, "freeze major: broken"},
		{"state", func(_ *Settings, f *fake, r *recorder, _ *Watcher) func(record.Entry) error {
			f.stateErr = cause
			return r.add
		}, "state base: broken"},
		{"recording", func(_ *Settings, _ *fake, _ *recorder, _ *Watcher) func(record.Entry) error {
			return func(record.Entry) error { return cause }
		}, "recording: broken"},
		{"before", func(_ *Settings, _ *fake, r *recorder, w *Watcher) func(record.Entry) error {
			w.BeforePhase = func(n int, p Phase) error { return cause }
			return r.add
		}, "base oltp_point_select: broken"},
		{"after", func(_ *Settings, _ *fake, r *recorder, w *Watcher) func(record.Entry) error {
			w.AfterPhase = func(n int, p Phase) error {
				return fmt.Errorf("phase %d: %w", n, cause)
			}
			return r.add
		}, "base oltp_point_select: phase 1: broken"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, f, kept, watch := small(), &fake{}, recorder{}, Watcher{}
			out := c.change(&s, f, &kept, &watch)
			_, err := Run(context.Background(), s, f, &fake{}, out, &watch)
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestProgress(t *testing.T) {
	s := small()
	begun, done := 0, 0
	watch := &Watcher{Progress: func(p Progress) {
		if p.Done {
			done++
			if phase, ok := p.What.(Phase); ok && (p.Events == 0 || p.QPS <= 0 || p.Stack != "Ba") {
				t.Errorf("%s ended with %+v", phase, p)
			}
		}
		if p.Step != done+1 && !p.Done || p.Steps != len(Plan(s)) {
			t.Errorf("step %d of %d after %d", p.Step, p.Steps, done)
		}
		begun = p.Step
	}}
	var kept recorder
	if _, err := Run(context.Background(), s, &fake{}, &fake{}, kept.add, watch); err != nil {
		t.Fatal(err)
	}
	if n := len(Plan(s)); begun != n || done != n {
		t.Errorf("%d steps begun, %d ended, want %d", begun, done, n)
	}
}
