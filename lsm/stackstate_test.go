package lsm_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
)

// TestRestoreStack restores Stacks from their written state after every step of a history and
// compares what they decide from then on.
func TestRestoreStack(t *testing.T) {
	steps := []func(*bare){
		func(b *bare) { b.dump(1000) },
		func(b *bare) { b.major() },
		func(b *bare) { b.SetMode(adaptive.Queuing) },
		func(b *bare) { b.dump(300) },
		func(b *bare) { b.meta() },
		func(b *bare) { b.Pay() },
		func(b *bare) { b.dump(50) },
		func(b *bare) { b.wait(time.Hour) },
		func(b *bare) { b.dump(40); b.dump(30); b.dump(20) },
		func(b *bare) { b.compact() },
		func(b *bare) { b.Freeze() },
	}
	b := newBare(t, lsm.DefaultOptions())
	for i, step := range steps {
		step(b)
		text, err := json.Marshal(b.State())
		if err != nil {
			t.Fatal(err)
		}
		var state lsm.StackState[*lsm.RunInfo]
		if err := json.Unmarshal(text, &state); err != nil {
			t.Fatal(err)
		}
		restored := &bare{setting: b.setting}
		restored.Stack = lsm.RestoreStack(&restored.setting, state,
			func([]*lsm.RunInfo) bool { return false })
		if got, want := restored.State(), b.State(); !reflect.DeepEqual(got, want) {
			t.Errorf("step %d: restored %+v, want %+v", i, got, want)
		}
		if got, want := describeInfos(restored.Minor()), describeInfos(b.Minor()); got != want {
			t.Errorf("step %d: merges %s, want %s", i, got, want)
		}
		b = restored // goes on with what was restored
	}
}
