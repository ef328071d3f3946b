package lsm

import (
	"slices"
	"time"
)

// Minor are the runs of the minor merge that policy asks for now, oldest first; none if it asks
// for no more. What comes out goes to [Stack.TakeMinor].
func (s *Stack[R]) Minor() []R {
	runs := s.candidates()
	infos := make([]RunInfo, len(runs))
	for i, run := range runs {
		infos[i] = *run.Info()
	}
	span := PickMinor(s.setting.Options, s.setting.Rules, infos)
	return slices.Clip(runs[span.First:span.End])
}

// candidates are the minis and minors that a minor merge may take. Those that a meta major covers
// as a whole are not mixed with the others: the more numerous are taken
// (ObPartitionMergePolicy::find_minor_merge_tables).
func (s *Stack[R]) candidates() []R {
	whole := 0
	for whole < len(s.covered) && s.covered[whole].Info().Newest <= s.base.Info().Newest {
		whole++
	}
	if others := len(s.covered) - whole + len(s.inc); whole > 0 && whole >= others {
		return s.covered[:whole]
	}
	return s.inc
}

// TakeMinor puts a minor in the place of its inputs, which are as [Stack.Minor] gave them: since
// then minis may have come, but no base.
func (s *Stack[R]) TakeMinor(inputs []R, minor R) {
	out := minor.Info()
	for _, input := range inputs {
		in := input.Info()
		out.Newest, out.Known = max(out.Newest, in.Newest), max(out.Known, in.Known)
	}
	s.status.change()
	runs := &s.inc
	if slices.Contains(s.covered, inputs[0]) {
		runs = &s.covered
	}
	first := slices.Index(*runs, inputs[0])
	*runs = slices.Concat((*runs)[:first], []R{minor}, (*runs)[first+len(inputs):])
}

// TakeMajor takes a major that base and Inc were merged into, of a snapshot at that time. The minis
// and minors it took are no longer read, but stay in the store for a while.
func (s *Stack[R]) TakeMajor(base R, at time.Duration) {
	for _, run := range slices.Concat(s.covered, s.inc) {
		s.adaption.stale = append(s.adaption.stale, staleRun{run.Info().PhysicalRows, at})
	}
	s.rebase(base, Major, at)
	s.under, s.covered, s.adaption.lastMajor = *new(R), nil, at
	s.status.major()
}

// TakeMetaMajor takes a meta major that base and Inc were merged into, of a snapshot at that time.
// It hides the last major and what is above it.
func (s *Stack[R]) TakeMetaMajor(base R, at time.Duration) {
	s.under, s.covered = s.lastMajor(), slices.Concat(s.covered, s.inc)
	s.rebase(base, MetaMajor, at)
	s.status.change()
}

func (s *Stack[R]) rebase(base R, kind RunKind, at time.Duration) {
	info := base.Info()
	info.Kind, info.Newest = kind, at
	s.base, s.inc = base, nil
}
