package lsm_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
)

// bare is a Stack of runs without content: metadata is all that it goes by.
type bare struct {
	*lsm.Stack[*lsm.RunInfo]
	setting lsm.Setting
	deletes bool // what onlyDeletes answers
}

func newBare(t *testing.T, o lsm.Options) *bare {
	t.Helper()
	b := &bare{setting: lsm.Setting{Options: o, Rules: mustRules(t, "seekdb", "amd64")}}
	b.Stack = lsm.NewStack(&b.setting, &lsm.RunInfo{Kind: lsm.Major},
		func([]*lsm.RunInfo) bool { return b.deletes })
	return b
}

// dump writes rows and dumps them as a mini of that many inserts.
func (b *bare) dump(rows int64) {
	b.setting.Statement(time.Second)
	b.Wrote()
	b.Freeze()
	b.carryOut(b.AddMini(&lsm.RunInfo{Kind: lsm.Mini, Versions: rows, PhysicalRows: rows},
		rows, 0, 0))
}

// merged is a run of all rows of others.
func merged(kind lsm.RunKind, runs ...*lsm.RunInfo) *lsm.RunInfo {
	out := &lsm.RunInfo{Kind: kind}
	for _, run := range runs {
		out.Versions += run.Versions
		out.PhysicalRows += run.PhysicalRows
	}
	return out
}

func (b *bare) compact() {
	for inputs := b.Minor(); len(inputs) > 0; inputs = b.Minor() {
		b.TakeMinor(inputs, merged(lsm.Minor, inputs...))
	}
}

func (b *bare) major() { b.TakeMajor(merged(lsm.Major, b.Runs()...), b.setting.Now) }
func (b *bare) meta()  { b.TakeMetaMajor(merged(lsm.MetaMajor, b.Runs()...), b.setting.Now) }

func (b *bare) carryOut(d adaptive.Decision) {
	switch d.Kind {
	case adaptive.Medium:
		b.TakeMajor(merged(lsm.Major, b.Runs()...), d.Snapshot)
	case adaptive.MetaMajor:
		b.TakeMetaMajor(merged(lsm.MetaMajor, b.Runs()...), d.Snapshot)
	}
}

func (b *bare) wait(d time.Duration) {
	for range b.setting.Ticks(d) {
		for d := range b.Loops() {
			b.carryOut(d)
		}
	}
}

// describeInfos lists runs as kinds and rows.
func describeInfos(runs []*lsm.RunInfo) string {
	var parts []string
	for _, run := range runs {
		parts = append(parts, fmt.Sprintf("%s %d", run.Kind, run.PhysicalRows))
	}
	return strings.Join(parts, ", ")
}

// TestStackTakes goes through every kind of run: what reads choose from, and what the store lists.
func TestStackTakes(t *testing.T) {
	o := lsm.DefaultOptions()
	o.MinorCompactTrigger = 2
	b := newBare(t, o)
	dumps := func(rows ...int64) func() {
		return func() {
			for _, n := range rows {
				b.dump(n)
			}
		}
	}
	steps := []struct {
		what         string
		do           func()
		runs, listed string
	}{
		{"a loaded base", func() { b.Load(merged(lsm.Major, &lsm.RunInfo{PhysicalRows: 9})) },
			"MAJOR 9", "MAJOR 9"},
		{"two minis", dumps(1, 2), "MAJOR 9, MINI 1, MINI 2", "MAJOR 9, MINI 1, MINI 2"},
		{"two are left alone", b.compact, "MAJOR 9, MINI 1, MINI 2", "MAJOR 9, MINI 1, MINI 2"},
		{"a third is merged with them", func() { b.dump(3); b.compact() },
			"MAJOR 9, MINOR 6", "MAJOR 9, MINOR 6"},
		{"a meta major hides them", func() { b.dump(4); b.meta() },
			"META_MAJOR 19", "MAJOR 9, MINOR 6, MINI 4"},
		{"minis above it are listed too", dumps(5), "META_MAJOR 19, MINI 5",
			"MAJOR 9, MINOR 6, MINI 4, MINI 5"},
		{"hidden and others are not mixed", b.compact, "META_MAJOR 19, MINI 5",
			"MAJOR 9, MINOR 6, MINI 4, MINI 5"},
		{"a second meta major", b.meta, "META_MAJOR 24", "MAJOR 9, MINOR 6, MINI 4, MINI 5"},
		{"hidden ones are merged, being more", func() { b.dump(7); b.compact() },
			"META_MAJOR 24, MINI 7", "MAJOR 9, MINOR 15, MINI 7"},
		{"a major takes in all", b.major, "MAJOR 31", "MAJOR 31"},
	}
	for _, step := range steps {
		step.do()
		runs, listed := describeInfos(b.Runs()), describeInfos(b.Listed())
		if runs != step.runs || listed != step.listed {
			t.Fatalf("%s: %s, listed %s; want %s, listed %s", step.what, runs, listed, step.runs,
				step.listed)
		}
	}
}

// TestStackTimes: a minor is as new as its newest input and known with the last of them; a base
// has the time of its snapshot.
func TestStackTimes(t *testing.T) {
	b := newBare(t, lsm.DefaultOptions())
	b.dump(1)
	b.dump(2)
	b.dump(3)
	last := *b.Inc()[2]
	if last.Newest != 3*time.Second || last.Known <= last.Newest {
		t.Errorf("the third mini is of %v and known at %v, want 3s and later", last.Newest,
			last.Known)
	}
	b.compact()
	if minor := b.Inc()[0]; minor.Newest != last.Newest || minor.Known != last.Known {
		t.Errorf("the minor is of %v and known at %v, want %v and %v", minor.Newest, minor.Known,
			last.Newest, last.Known)
	}
	base := &lsm.RunInfo{}
	if b.TakeMetaMajor(base, time.Minute); base.Newest != time.Minute ||
		base.Kind != lsm.MetaMajor {
		t.Errorf("%s of %v, want META_MAJOR of 1m", base.Kind, base.Newest)
	}
}

// TestStackFailedMerge: a meta major that would be thrown away is not asked for.
func TestStackFailedMerge(t *testing.T) {
	for _, deletes := range []bool{false, true} {
		o := lsm.DefaultOptions()
		o.UndoRetention = 0
		b := newBare(t, o)
		b.SetMode(adaptive.Extreme)
		b.deletes = deletes
		b.dump(2_000)
		b.wait(time.Hour) // the mode is in force once statistics were looked through
		b.major()         // no medium follows so soon
		b.setting.Statement(time.Second)
		b.Wrote()
		b.setting.Now += time.Minute
		d := b.AddMini(&lsm.RunInfo{Kind: lsm.Mini, Versions: 1, PhysicalRows: 300_000}, 0, 0,
			300_000)
		if merges := d.Kind == adaptive.MetaMajor; merges == deletes {
			t.Errorf("only deletes %v: %q is asked for", deletes, d.Kind)
		}
	}
}

// picture is what a reader took, and a copy of it.
type picture struct {
	runs, copied []*lsm.RunInfo
	infos        []lsm.RunInfo
}

func newPicture(runs []*lsm.RunInfo) picture {
	p := picture{runs: runs, copied: slices.Clone(runs)}
	for _, run := range runs {
		p.infos = append(p.infos, *run)
	}
	return p
}

func (p picture) changed() bool {
	for i, run := range p.runs {
		if run != p.copied[i] || *run != p.infos[i] {
			return true
		}
	}
	return false
}

// TestStackKeepsPictures drives a Stack at random: what readers took stays as it was, whatever is
// done later, and no row is lost.
func TestStackKeepsPictures(t *testing.T) {
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 0))
		o := lsm.DefaultOptions()
		o.MinorCompactTrigger, o.UndoRetention = random.IntN(5), 0
		b := newBare(t, o)
		b.SetMode(adaptive.Mode(random.IntN(5)))
		changes := []func(){b.compact, b.major, b.meta,
			func() { b.wait(time.Duration(random.IntN(1000)) * time.Second) }}
		var taken []picture
		var rows int64
		for range 100 {
			if n := random.Int64N(5_000); random.IntN(3) > 0 {
				b.dump(n)
				rows += n
			} else {
				changes[random.IntN(len(changes))]()
			}
			taken = append(taken, newPicture(b.Inc()), newPicture(b.Runs()),
				newPicture(b.Listed()), newPicture(b.Minor()))
			for _, runs := range [][]*lsm.RunInfo{b.Runs(), b.Listed()} {
				if got := merged(lsm.Major, runs...).Versions; got != rows {
					t.Fatalf("seed %d: %s hold %d rows of %d", seed, describeInfos(runs), got, rows)
				}
			}
		}
		if i := slices.IndexFunc(taken, picture.changed); i >= 0 {
			t.Errorf("seed %d: %v became %s", seed, taken[i].infos, describeInfos(taken[i].runs))
		}
	}
}

// TestTicks wants the rounds of the scheduling loops in a wait, and time to stand still where the
// caller breaks off.
func TestTicks(t *testing.T) {
	s := lsm.Setting{Options: lsm.DefaultOptions()}
	s.Options.CompactionScheduleInterval = time.Minute
	var rounds []time.Duration
	for _, d := range []time.Duration{30 * time.Second, -time.Hour, 2 * time.Minute} {
		for now := range s.Ticks(d) {
			if rounds = append(rounds, now); now != s.Now {
				t.Errorf("round %v at %v", now, s.Now)
			}
		}
	}
	if want := []time.Duration{time.Minute, 2 * time.Minute}; !slices.Equal(rounds, want) {
		t.Errorf("rounds at %v, want %v", rounds, want)
	}
	if want := 150 * time.Second; s.Now != want {
		t.Errorf("after the waits it is %v, want %v", s.Now, want)
	}
	for range s.Ticks(time.Hour) {
		break
	}
	if want := 3 * time.Minute; s.Now != want {
		t.Errorf("broken off it is %v, want %v", s.Now, want)
	}
}

// TestStackLooksAllocateNothing: a read takes Base and Inc.
func TestStackLooksAllocateNothing(t *testing.T) {
	b := newBare(t, lsm.DefaultOptions())
	b.dump(1)
	if n := testing.AllocsPerRun(100, func() {
		if b.Base() == nil || len(b.Inc()) != 1 {
			t.Error("the mini is not there")
		}
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
