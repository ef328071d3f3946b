package protocol

import (
	"slices"
	"strings"
	"testing"

	"github.com/readamp/readamp/validate/record"
)

// words are the steps of a plan.
func words(steps []Step) []string {
	var list []string
	for _, s := range steps {
		list = append(list, s.String())
	}
	return list
}

// recordedWords are the steps of a recorded run in the words of a plan.
func recordedWords(entries []record.Entry) []string {
	var list []string
	for _, e := range entries {
		switch {
		case e.Do != nil:
			list = append(list, Action(e.Do.Action).String())
		case e.Idle != nil:
			list = append(list, Idle{}.String())
		case e.Ref != nil:
			list = append(list, Ref{}.String())
		case e.State != nil:
			list = append(list, State{e.State.Label}.String())
		case e.Phase != nil:
			p := Phase{Label: e.Phase.Label, Script: e.Phase.Script, Warm: e.Phase.Warm}
			list = append(list, p.String())
		}
	}
	return list
}

func TestLadderIsTheRecordedOne(t *testing.T) {
	run, err := record.OpenRun("../../testdata/runs/ladder-special-8t")
	if err != nil {
		t.Fatal(err)
	}
	s := Defaults()
	s.Protocol = Ladder
	got, want := words(Plan(s)), recordedWords(run.Entries)
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("step %d is %q, recorded was %q", i+1, got[i], want[i])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d steps, recorded were %d", len(got), len(want))
	}
}

func TestBeforeAfter(t *testing.T) {
	measured := func(label string) []string {
		return []string{"state " + label, "ref", label + " oltp_point_select", "ref",
			label + " oltp_read_only", "ref"}
	}
	want := slices.Concat(
		[]string{"idle", "freeze major", "base oltp_read_only (warm-up)"},
		measured("base"), measured("base"), measured("base"),
		[]string{"write oltp_write_only", "after oltp_read_only (warm-up)"},
		measured("after"), measured("after"),
		[]string{"freeze major", "recovered oltp_read_only (warm-up)"},
		measured("recovered"), measured("recovered"), []string{"idle"})
	if got := words(Plan(Defaults())); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestPlanLengths(t *testing.T) {
	s := Defaults()
	s.Protocol, s.LadderSteps, s.WarmSeconds = Ladder, 1, 0
	s.ReadSeconds, s.WriteSeconds = 7, 12
	phases := func() map[string]Phase {
		all := map[string]Phase{}
		for _, step := range Plan(s) {
			if p, ok := step.(Phase); ok {
				if p.Warm {
					t.Errorf("%s: there is no time for warm-ups", p)
				}
				all[p.Label] = p
			}
		}
		return all
	}
	timed := phases()
	for label, seconds := range map[string]float64{"base": 7, "write1": 12, "write-last": 3} {
		if p := timed[label]; p.Seconds != seconds || p.Events != 0 {
			t.Errorf("%s takes %v s or %d events, want %v s", label, p.Seconds, p.Events, seconds)
		}
	}
	for events, last := range map[int64]int64{1000: 250, 3: 1} {
		s.WriteEvents = events
		counted := phases()
		if p := counted["write1"]; p.Events != events || p.Seconds != 0 {
			t.Errorf("write1 takes %v s or %d events, want %d events", p.Seconds, p.Events, events)
		}
		if p := counted["write-last"]; p.Events != last {
			t.Errorf("write-last has %d of %d events, want %d", p.Events, events, last)
		}
		if p := counted["mem1"]; p.Events != 0 || p.Seconds != 7 {
			t.Errorf("mem1 takes %v s or %d events, want 7 s", p.Seconds, p.Events)
		}
	}
}
