package lsm

import (
	"slices"

	"github.com/readamp/readamp/lsm/adaptive"
)

// Described is a run as decisions see it. A pointer to a type that embeds [RunInfo] is one.
type Described interface {
	comparable
	// Info is the run's metadata. What reads and decisions see of it never changes once the run
	// stands in a Stack.
	Info() *RunInfo
}

// Stack is what a tablet keeps of its runs, and what it decides on them, whatever they hold. It
// merges nothing: it says which runs are to be merged, and takes what came out of it.
//
// A Stack has no locks; its owner lets one call follow another. Slices it gave are never changed,
// by callers neither: a reader who took Base and Inc between two changes may go on with them while
// the Stack does.
type Stack[R Described] struct {
	setting     *Setting
	onlyDeletes func(runs []R) bool

	base R
	inc  []R // minis and minors newer than the base, oldest first
	// under is the last major and covered the minis and minors above it while the base is a meta
	// major, which hides them.
	under   R
	covered []R

	status   status
	adaption adaption
}

// NewStack is the Stack of a tablet that was just created, with an empty base. onlyDeletes says
// that runs, given oldest first, have no row that newer ones don't delete; it is asked in table
// modes other than normal.
func NewStack[R Described](s *Setting, base R, onlyDeletes func(runs []R) bool) *Stack[R] {
	return &Stack[R]{setting: s, onlyDeletes: onlyDeletes, base: base, status: newStatus()}
}

// Base is the oldest run that a read opens.
func (s *Stack[R]) Base() R { return s.base }

// Inc are the minis and minors above the base, oldest first.
func (s *Stack[R]) Inc() []R { return s.inc }

// Runs are the runs a read chooses from, oldest first: the base, then minis and minors.
func (s *Stack[R]) Runs() []R { return slices.Concat([]R{s.base}, s.inc) }

// Listed are the SSTables that the store lists, oldest first, but those inside the last major and
// a meta major: the last major, and all minis and minors above it.
func (s *Stack[R]) Listed() []R {
	return slices.Concat([]R{s.lastMajor()}, s.covered, s.inc)
}

// lastMajor is the last major: the base, unless that is a meta major.
func (s *Stack[R]) lastMajor() R {
	if none := *new(R); s.under != none {
		return s.under
	}
	return s.base
}

// Load puts a base into a tablet that holds nothing yet.
func (s *Stack[R]) Load(base R) { s.base = base }

// show sets what readers find, of a tablet that decides nothing itself.
func (s *Stack[R]) show(base R, inc []R) { s.base, s.inc, s.status = base, inc, status{} }

// SetMode is the table option table_mode.
func (s *Stack[R]) SetMode(mode adaptive.Mode) { s.adaption.mode = mode }

// Wrote notes that a version is written now.
func (s *Stack[R]) Wrote() { s.adaption.wrote = s.setting.Now }

// Freeze notes a freeze of the tenant, which comes before the mini if there is one. A tablet that
// has nothing to dump takes part in it too.
func (s *Stack[R]) Freeze() { s.status.freeze(s.setting.Options) }

// Pay is the number of rows that the next statement reads for the tablet's own state, and whether
// it is the first since a change or freeze ([Counters.StatusRows], [Counters.FirstTouch]). Reads
// pay, and so do writes, which look their row up.
func (s *Stack[R]) Pay() (rows int64, first bool) { return s.status.pay() }
