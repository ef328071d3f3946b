package timeline_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/timeline"
)

// leaky is a content whose merges of one kind lose a version without saying so.
type leaky struct {
	timeline.Content
	leaks string
}

// leakyTablet is one of its tablets.
type leakyTablet struct {
	timeline.TabletContent
	leaks string
}

// wrongPart is a part that holds one version less than it should.
type wrongPart struct{ timeline.Part }

func (p wrongPart) Size() timeline.Size {
	s := p.Part.Size()
	s.Versions--
	return s
}

func (l leaky) Tables() []timeline.TableContent {
	list := l.Content.Tables()
	for i := range list {
		list[i].Main = leakyTablet{list[i].Main, l.leaks}
		list[i].Index = nil
	}
	return list
}

func (l leakyTablet) leak(kind string, p timeline.Part) timeline.Part {
	if kind == l.leaks {
		return wrongPart{p}
	}
	return p
}

// whole are the parts behind wrong ones.
func whole(parts ...timeline.Part) []timeline.Part {
	list := make([]timeline.Part, len(parts))
	for i, p := range parts {
		if wrong, ok := p.(wrongPart); ok {
			p = wrong.Part
		}
		list[i] = p
	}
	return list
}

func (l leakyTablet) Mini(frozen []timeline.Part, keep lsm.SCN) timeline.Part {
	return l.leak("mini", l.TabletContent.Mini(frozen, keep))
}

func (l leakyTablet) Minor(inputs []timeline.Part, keep lsm.SCN) timeline.Part {
	return l.leak("minor", l.TabletContent.Minor(whole(inputs...), keep))
}

func (l leakyTablet) Major(base timeline.Part, inputs []timeline.Part,
	snapshot lsm.SCN) timeline.Part {

	return l.leak("major", l.TabletContent.Major(whole(base)[0], whole(inputs...), snapshot))
}

func (l leakyTablet) Read(p timeline.Probe, base timeline.Part, inc, memtables []timeline.Part,
	r *rand.Rand, into *timeline.Readings) {

	l.TabletContent.Read(p, whole(base)[0], whole(inc...), memtables, r, into)
}

// balanced is a history with a mini, a minor, a medium and a major of one table.
func balanced(t *testing.T) timeline.Config {
	c := writes(t, 40*time.Minute)
	c.Options.EnableAdaptiveCompaction, c.Options.UndoRetention = true, 0
	c.Options.MinorCompactTrigger = 1
	c.Actions = append(evenFreezes(6, 200), timeline.Action{At: at(2300), Freeze: "major"})
	return c
}

// TestMassBalance wants the merge that lost a version to be named, whatever its kind.
func TestMassBalance(t *testing.T) {
	c := balanced(t)
	kinds := map[timeline.MergeKind]bool{}
	for _, m := range run(t, c).Merges {
		kinds[m.Kind] = true
	}
	for _, kind := range []timeline.MergeKind{timeline.MergeMini, timeline.MergeMinor,
		timeline.MergeMedium, timeline.MergeMajor} {
		if !kinds[kind] {
			t.Errorf("the history has no %s", kind)
		}
	}
	for leaks, want := range map[string]string{"mini": "MINI_MERGE", "minor": "MINOR_MERGE",
		"major": "MEDIUM_MERGE"} {
		wantLeak(t, c, leaks, want)
	}
	c.Options.EnableAdaptiveCompaction = false
	wantLeak(t, c, "major", "MAJOR_MERGE")
}

func wantLeak(t *testing.T, c timeline.Config, leaks, want string) {
	t.Helper()
	content, err := timeline.NewKeys(c, blockRows)
	if err != nil {
		t.Fatal(err)
	}
	tenant, err := timeline.New(c, leaky{content, leaks})
	if err != nil {
		t.Fatal(err)
	}
	err = tenant.Run(context.Background(), nil)
	if err == nil || !strings.Contains(err.Error(), want) ||
		!strings.Contains(err.Error(), "missing") {
		t.Errorf("a %s that loses a version: error %v, want one about %s", leaks, err, want)
	}
}
