package lsm

import (
	"slices"
	"time"

	"github.com/readamp/readamp/lsm/adaptive"
)

// Tablet is one partition of a table or of an index: a base, the minis and minors above it, and
// the active memtable. What is decided on the runs is in its [Stack], what they hold is here. In a
// hand-driven history a frozen memtable is dumped at once, so there is never more than one
// memtable.
type Tablet struct {
	shape
	tenant *Tenant
	stack  *Stack[*Run]
	mem    *Memtable
	// frozen are further memtables, oldest first, their content as runs: those of a view.
	frozen []*Run

	// live are the keys that exist now, to a reader that sees everything written so far.
	live  KeySet
	cache fuseCache

	// blockRows tells how many rows a data micro block of this tablet takes.
	blockRows BlockRows

	touched map[*Run]bool // runs read since they were written or the caches were emptied
}

func newTablet(n *Tenant, columns int, rows BlockRows) *Tablet {
	t := &Tablet{tenant: n, shape: newShape(columns), live: newKeySet(), blockRows: rows,
		mem: newMemtable(0), touched: make(map[*Run]bool)}
	t.stack = NewStack(&n.setting, t.mergeMajor(nil, nil, 0), onlyDeletes)
	t.cache.flush()
	return t
}

// Runs are the SSTables a read chooses from, oldest first: the base, then minis and minors.
func (t *Tablet) Runs() []*Run { return t.stack.Runs() }

// Stack are the SSTables that the store lists ([Stack.Listed]).
func (t *Tablet) Stack() []*Run { return t.stack.Listed() }

// run is the run at a position of Runs.
func (t *Tablet) run(i int) *Run {
	if i == 0 {
		return t.stack.Base()
	}
	return t.stack.Inc()[i-1]
}

// Memtable is the active memtable.
func (t *Tablet) Memtable() *Memtable { return t.mem }

// Rows is the number of rows that exist.
func (t *Tablet) Rows() int64 { return t.live.Len() }

// write adds one version to a row of the memtable and keeps the set of live keys.
func (t *Tablet) write(row *memRow, image Image, trx uint64, scn SCN) {
	t.stack.Wrote()
	t.mem.write(row, image, t.all, trx, scn)
	switch {
	case image.Deleted():
		t.live.remove(row.key)
	case image&ImageInserted != 0:
		t.live.add(row.key)
	}
}

// dump freezes the memtable and writes it as a mini. A memtable that nobody wrote to makes none;
// one whose rows were all rolled back makes a mini without rows, which no read opens but which
// counts for the minor trigger (measured).
//
// The fuse row cache is keyed by the tablet's snapshot, which a mini moves: what was cached
// before is not found again (measured; a major alone leaves it usable).
func (t *Tablet) dump(keep SCN) {
	t.stack.Freeze()
	if t.mem.empty() {
		return
	}
	mini := t.mergeMini(t.mem, keep)
	mini.Blocks = t.blockRows.layInc(mini)
	inserts, updates, deletes := t.mem.Nodes()
	decided := t.stack.AddMini(mini, inserts, updates, deletes)
	t.mem.reset(mini.End)
	t.cache.flush()
	t.carryOut(decided)
}

// compact runs minor merges until the policy asks for no more.
func (t *Tablet) compact(keep SCN) {
	for inputs := t.stack.Minor(); len(inputs) > 0; inputs = t.stack.Minor() {
		minor := t.mergeMinor(inputs, keep)
		minor.Blocks = t.blockRows.layInc(minor)
		for _, input := range inputs {
			delete(t.touched, input)
		}
		t.stack.TakeMinor(inputs, minor)
	}
}

// major merges everything into a new base.
func (t *Tablet) major(snapshot SCN, at time.Duration) {
	t.stack.TakeMajor(t.newBase(snapshot), at)
}

// adapt is one round of the loops that look for merges nobody asked for.
func (t *Tablet) adapt() {
	for d := range t.stack.Loops() {
		t.carryOut(d)
	}
}

// carryOut makes the merge that was decided on. It is done at once, and takes in all there is.
func (t *Tablet) carryOut(d adaptive.Decision) {
	switch d.Kind {
	case adaptive.Medium:
		t.major(t.tenant.scn, d.Snapshot)
	case adaptive.MetaMajor:
		t.stack.TakeMetaMajor(t.newBase(t.tenant.scn), d.Snapshot)
	}
}

// newBase merges all that a read chooses from.
func (t *Tablet) newBase(snapshot SCN) *Run {
	clear(t.touched)
	return t.MergeMajor(t.stack.Base(), t.stack.Inc(), snapshot)
}

// onlyDeletes says that runs, given oldest first, have no row that newer ones don't delete.
func onlyDeletes(runs []*Run) bool {
	deleted := newKeySet()
	for _, run := range slices.Backward(runs) {
		deleted.or(run.Deleted)
		rows := run.Keys.clone()
		rows.minus(deleted)
		if rows.Len() > 0 {
			return false
		}
	}
	return true
}

// flush empties the caches.
func (t *Tablet) flush() {
	t.cache.flush()
	clear(t.touched)
}

// touch notes that a read opened the run and says whether it was the first to do so.
func (t *Tablet) touch(run *Run) bool {
	if t.touched[run] {
		return false
	}
	t.touched[run] = true
	return true
}

// begin opens a read statement: what it pays for a change of the tablet, and whether it is the
// first since one.
func (t *Tablet) begin(c *Counters) { c.StatusRows, c.FirstTouch = t.stack.Pay() }
