package lsm

import (
	"time"

	"github.com/readamp/readamp/lsm/adaptive"
)

// StackState is what a [Stack] knows, for an owner that keeps tablets beyond the life of a process.
// The statistics of adaptive compaction are no part of it: a Stack restored begins to gather them
// anew, as after a restart of the server.
type StackState[R Described] struct {
	Base R
	Inc  []R
	// Under is the last major, and Covered the minis and minors above it, while Base is a meta
	// major, which hides them.
	Under   R
	Covered []R

	Mode   adaptive.Mode
	Status StackStatus

	// Simulated times: when the newest version was written, of the last major's snapshot, and of
	// the tablet's snapshot.
	Wrote, LastMajor, Snapshot time.Duration
	// Stale are the minis and minors inside a major that the store still keeps.
	Stale []StaleRun
}

// StackStatus is what the next statement will find of the tablet's own state (see [Stack.Pay]).
type StackStatus struct {
	Tables                   int64 // MDS SSTables
	Pending, Changed, Frozen bool
}

// StaleRun is a mini or minor inside a major, with the simulated time of the major's snapshot.
type StaleRun struct {
	PhysicalRows int64
	Major        time.Duration
}

// State is the Stack as it is now.
func (s *Stack[R]) State() StackState[R] {
	a := &s.adaption
	state := StackState[R]{Base: s.base, Inc: s.inc, Under: s.under, Covered: s.covered,
		Mode: a.mode, Wrote: a.wrote, LastMajor: a.lastMajor, Snapshot: a.snapshot,
		Status: StackStatus{Tables: s.status.tables, Pending: s.status.pending,
			Changed: s.status.changed, Frozen: s.status.frozen}}
	for _, run := range a.stale {
		state.Stale = append(state.Stale, StaleRun{run.physicalRows, run.major})
	}
	return state
}

// RestoreStack is the Stack that [Stack.State] was asked of; see [NewStack].
func RestoreStack[R Described](setting *Setting, state StackState[R],
	onlyDeletes func(runs []R) bool) *Stack[R] {

	s := NewStack(setting, state.Base, onlyDeletes)
	s.inc, s.under, s.covered = state.Inc, state.Under, state.Covered
	s.status = status{tables: state.Status.Tables, pending: state.Status.Pending,
		changed: state.Status.Changed, frozen: state.Status.Frozen}
	a := &s.adaption
	a.mode, a.wrote, a.lastMajor, a.snapshot = state.Mode, state.Wrote, state.LastMajor,
		state.Snapshot
	for _, run := range state.Stale {
		a.stale = append(a.stale, staleRun{run.PhysicalRows, run.Major})
	}
	return s
}
