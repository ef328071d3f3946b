package replay

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/readamp/readamp/validate/record"
)

// TestBlanked replays a blanked trace beside the recorded one: it has no probes, and after every
// operation the tablets are in the same state and a read counts the same.
func TestBlanked(t *testing.T) {
	for _, name := range []string{"random-10", "secondary-index", "deletes", "point-gets"} {
		text, err := os.ReadFile(filepath.Join(traces, name+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := record.Blank(bytes.NewReader(text), &out); err != nil {
			t.Fatal(err)
		}
		blanked, err := record.ReadTrace(name, &out)
		if err != nil {
			t.Fatal(err)
		}
		result := replayed(t, blanked)
		if result.Probes != 0 || result.Exact != 0 || len(result.Differing) != 0 {
			t.Errorf("%s: blanked, it has probes: %+v", name, result)
		}
		for _, target := range []Target{Counting, Embedded} {
			compareStates(t, target, recorded(t, name), blanked)
		}
	}
}

// compareStates executes two traces of the same operations side by side.
func compareStates(t *testing.T, target Target, a, b *record.Trace) {
	t.Helper()
	da, db := started(t, a, target), started(t, b, target)
	for i := range a.Ops {
		op := &a.Ops[i]
		if op.Kind.Reads() {
			ra, errA := da.read(op)
			rb, errB := db.read(&b.Ops[i])
			if err := errors.Join(errA, errB); err != nil || ra != rb {
				t.Errorf("%s:%d: %v, %+v, blanked %+v", a.Name, op.Line, err, ra, rb)
			}
			continue
		}
		if err := errors.Join(da.step(op, &Result{}), db.step(&b.Ops[i], &Result{})); err != nil {
			t.Fatal(err)
		}
		for name := range da.tables {
			look := &record.Op{Kind: record.OpTables, Table: name}
			if x, y := da.state(look), db.state(look); x != y {
				t.Errorf("%s:%d: %s, blanked %s", a.Name, op.Line, x, y)
			}
		}
	}
}

// TestOursDoNotSeeAnswers tells the engine's figures in two wrong ways: ours are the same beside
// both.
func TestOursDoNotSeeAnswers(t *testing.T) {
	wrong := func(by int64) []Difference {
		trace := recorded(t, "random-07")
		for i := range trace.Ops {
			op := &trace.Ops[i]
			if op.Seen != nil {
				*op.Seen = record.Audit{Returned: by, Ssstore: by, DiskReads: by % 2}
			}
			for j := range op.Stack {
				op.Stack[j].Rows = &by
				op.Stack[j].Keys += by
			}
		}
		result := replayed(t, trace)
		for i := range result.Differing {
			result.Differing[i].Engine = Figures{}
		}
		return result.Differing
	}
	a, b := wrong(1_000_001), wrong(2_000_000)
	if len(a) == 0 || !reflect.DeepEqual(a, b) {
		t.Errorf("%d and %d differ, or what is ours does", len(a), len(b))
	}
}
