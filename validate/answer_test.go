package validate

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/record"
)

func value(v float64) *float64 { return &v }

// TestAnswers: the four kinds of ranges are one answer, the recorded rows their mean over all
// statements; warming phases have none.
func TestAnswers(t *testing.T) {
	phase := PhasePrediction{State: 3, ClosedFormRows: value(118),
		Phase: &record.Phase{Label: "mem1", Script: "oltp_read_only", Audit: map[string]record.Stat{
			"get": {N: 9, RowsRead: 1.5}, "range": {N: 30, RowsRead: 110},
			"sum": {N: 10, RowsRead: 130}}},
		Rows: map[string]Rows{"get": {Memstore: 1}, "range": {Memstore: 20, Ssstore: 100},
			"sum": {Memstore: 20, Ssstore: 100}},
		MirroredRows: map[string]Rows{"get": {Memstore: 1}, "range": {Memstore: 20, Ssstore: 101},
			"sum": {Memstore: 20, Ssstore: 101}}}
	warm, gets := phase, phase
	warm.Phase = &record.Phase{Warm: true}
	gets.Phase = &record.Phase{Label: "base", Script: "oltp_point_select"}
	gets.Rows = map[string]Rows{"get": {Ssstore: 0.25}}
	gets.MirroredRows = gets.Rows
	p := Prediction{Run: &record.Run{Dir: "d"}, Phases: []PhasePrediction{warm, phase, gets}}
	want := []Answer{
		{Run: "d", Label: "mem1", State: 3, Script: "oltp_read_only", Statement: "get",
			Simulated: 1, Stored: 1, Recorded: value(1.5)},
		{Run: "d", Label: "mem1", State: 3, Script: "oltp_read_only", Statement: "range",
			ClosedForm: value(118), Simulated: 120, Stored: 121, Recorded: value(115)},
		{Run: "d", Label: "base", State: 3, Script: "oltp_point_select", Statement: "get",
			Simulated: 0.25, Stored: 0.25},
	}
	if got := p.answers(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestWorst(t *testing.T) {
	answers := []Answer{
		{Statement: "range", ClosedForm: value(99), Simulated: 101, Stored: 101,
			Recorded: value(100)},
		{Statement: "range", ClosedForm: value(206), Simulated: 190, Stored: 190,
			Recorded: value(200)},
		{Statement: "range", ClosedForm: value(1), Simulated: 3, Stored: 3},
		{Statement: "range", Simulated: 50, Stored: 52, Recorded: value(50)},
		{Statement: "get", Simulated: 1.5, Stored: 1.5, Recorded: value(1.25)},
		{Statement: "get", Simulated: 0, Stored: 0, Recorded: value(0)},
	}
	want := WorstAnswers{RangeClosedFormPct: value(3), RangeSimulatedPct: value(5),
		RangeStoredPct: value(5), GetSimulatedRows: value(0.25), GetStoredRows: value(0.25),
		StoredFromSimulated: value(2)}
	if got := Worst(answers); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := Worst(nil); got != (WorstAnswers{}) {
		t.Errorf("of nothing: %+v", got)
	}
}

// scribe is a mirror that writes down what it is asked for.
type scribe struct {
	actions    []record.ActionKind
	statements [1 + workload.Commit]int
	fails      bool
}

var errScribe = errors.New("out of ink")

func (s *scribe) Load(context.Context, lsm.Options, lsm.Rules, *record.Config) error { return nil }

func (s *scribe) Do(a record.Action) error {
	s.actions = append(s.actions, a.Kind)
	return nil
}

func (s *scribe) Execute(st workload.Statement) (c lsm.Counters, err error) {
	s.statements[st.Kind]++
	if s.fails {
		err = errScribe
	}
	return c, err
}

// TestMirrorSeesAll: a mirror is asked for every action and statement in a run; its own error
// names the statement.
func TestMirrorSeesAll(t *testing.T) {
	set := `{"kind":"do","do":"set minor_compact_trigger=2","start":1,"end":2}`
	config := strings.Replace(handConfig, "--skip-trx=on", "--skip-trx=off", 1)
	run := handRunOf(t, config, handMajor, handWrite("oltp_write_only", 400), handMinor, set)
	var s scribe
	p, err := predict(t.Context(), run, seekdb(t), nil, &s)
	if err != nil {
		t.Fatal(err)
	}
	wantActions := []record.ActionKind{record.FreezeMajor, record.FreezeMinor, record.SetParameter}
	if !reflect.DeepEqual(s.actions, wantActions) {
		t.Errorf("actions %v, want %v", s.actions, wantActions)
	}
	var want [1 + workload.Commit]int
	for kind := workload.IndexUpdate; kind <= workload.Commit; kind++ {
		want[kind] = 100 // one of each in an event
	}
	if s.statements != want || p.MirroredStatements != 600 {
		t.Errorf("statements %v, want %v; counted %d", s.statements, want, p.MirroredStatements)
	}
	_, err = predict(t.Context(), run, seekdb(t), nil, &scribe{fails: true})
	if !errors.Is(err, errScribe) || !strings.HasPrefix(err.Error(),
		"hand/phases.jsonl:3: phase write oltp_write_only, statement 1, begin: ") {
		t.Errorf("got %v", err)
	}
}

// TestWritten follows the draws of a tablet from its memtable into minis, a minor and the base.
func TestWritten(t *testing.T) {
	run := handRun(t, handMajor)
	set := record.Action{Kind: record.SetParameter, Name: "minor_compact_trigger", Value: "1"}
	minor := record.Action{Kind: record.FreezeMinor}
	p := &predictor{ctx: t.Context(), mirror: &scribe{},
		out: &Prediction{Run: run, Config: run.Config()}}
	if err := p.load(seekdb(t)); err != nil {
		t.Fatal(err)
	}
	write := func(events int64) {
		l := &load{predictor: p, done: events}
		l.per[workload.IndexUpdate], l.per[workload.Delete], l.per[workload.Insert] = 1, 1, 1
		p.noteWrites(l)
		for i := range events {
			if _, err := p.tables[0].Update(lsm.Key(i+1), columnK); err != nil {
				t.Fatal(err)
			}
		}
	}
	do := func(a record.Action) {
		if err := p.do(a); err != nil {
			t.Fatal(err)
		}
	}
	for i, step := range []struct {
		do   func()
		want []float64
	}{
		{func() { write(10) }, []float64{20}},
		{func() { do(minor) }, []float64{20}},
		{func() { do(minor) }, []float64{20}}, // nothing to dump
		{func() { write(30) }, []float64{20, 60}},
		{func() { do(minor) }, []float64{20, 60}},
		{func() { write(5) }, []float64{20, 60, 10}},
		{func() { do(set) }, []float64{80, 10}},
		{func() { do(record.Action{Kind: record.FreezeMajor}) }, nil},
		{func() { write(1); do(minor) }, []float64{2}},
	} {
		step.do()
		if got := p.written[0].above(p.tables[0].Main); !reflect.DeepEqual(got, step.want) {
			t.Errorf("step %d: draws %v, want %v", i, got, step.want)
		}
	}
}
