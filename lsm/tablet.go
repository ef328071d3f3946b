package lsm

import (
	"slices"
	"time"
)

// Tablet is one partition of a table or of an index: a base, the minis and minors above it, and
// the active memtable. In a hand-driven history a frozen memtable is dumped at once, so there is
// never more than one memtable.
type Tablet struct {
	shape
	tenant *Tenant
	base   *Run
	inc    []*Run // minis and minors newer than the base, oldest first
	mem    *Memtable
	// frozen are further memtables, oldest first, their content as runs: those of a view.
	frozen []*Run

	// live are the keys that exist now, to a reader that sees everything written so far.
	live  KeySet
	cache fuseCache

	// blockRows tells how many rows a data micro block of this tablet takes.
	blockRows BlockRows

	status  status
	touched map[*Run]bool // runs read since they were written or the caches were emptied

	adaption
}

func newTablet(n *Tenant, columns int, rows BlockRows) *Tablet {
	t := &Tablet{tenant: n, shape: newShape(columns), live: newKeySet(), blockRows: rows,
		mem: newMemtable(0), touched: make(map[*Run]bool), status: newStatus()}
	t.base = t.mergeMajor(nil, nil, 0)
	t.cache.flush()
	return t
}

// Runs are the SSTables a read chooses from, oldest first: the base, then minis and minors. [Stack]
// are those that the store lists.
func (t *Tablet) Runs() []*Run { return append([]*Run{t.base}, t.inc...) }

// run is the run at a position of Runs.
func (t *Tablet) run(i int) *Run {
	if i == 0 {
		return t.base
	}
	return t.inc[i-1]
}

// Memtable is the active memtable.
func (t *Tablet) Memtable() *Memtable { return t.mem }

// Rows is the number of rows that exist.
func (t *Tablet) Rows() int64 { return t.live.Len() }

// write adds one version to a row of the memtable and keeps the set of live keys.
func (t *Tablet) write(row *memRow, image Image, trx uint64, scn SCN) {
	t.wrote = t.tenant.clock
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
	t.status.freeze(t.tenant.options)
	if t.mem.empty() {
		return
	}
	t.status.change()
	mini := t.mergeMini(t.mem, keep)
	mini.Blocks = t.blockRows.layInc(mini)
	t.inc = append(t.inc, mini)
	t.dumped(mini)
	t.mem.reset(mini.End)
	t.cache.flush()
}

// compact runs minor merges until the policy asks for no more.
func (t *Tablet) compact(keep SCN) {
	for {
		runs, n := t.candidates()
		if !t.compactOnce(runs, n, keep) {
			return
		}
	}
}

// candidates are the minis and minors that a minor merge may take. Those that a meta major covers
// as a whole are not mixed with the others: the more numerous are taken
// (ObPartitionMergePolicy::find_minor_merge_tables).
func (t *Tablet) candidates() (runs *[]*Run, n int) {
	whole := 0
	for whole < len(t.covered) && t.covered[whole].Newest <= t.base.Newest {
		whole++
	}
	if others := len(t.covered) - whole + len(t.inc); whole > 0 && whole >= others {
		return &t.covered, whole
	}
	return &t.inc, len(t.inc)
}

// compactOnce runs the minor merge that the policy asks for among the first n runs, if any.
func (t *Tablet) compactOnce(runs *[]*Run, n int, keep SCN) (merged bool) {
	infos := make([]RunInfo, n)
	for i := range infos {
		infos[i] = *(*runs)[i].Info()
	}
	span := PickMinor(t.tenant.options, t.tenant.rules, infos)
	if span.Len() == 0 {
		return false
	}
	inputs := (*runs)[span.First:span.End]
	minor := t.mergeMinor(inputs, keep)
	minor.Blocks = t.blockRows.layInc(minor)
	for _, input := range inputs {
		delete(t.touched, input)
		minor.Newest = max(minor.Newest, input.Newest)
		minor.Known = max(minor.Known, input.Known)
	}
	t.status.change()
	*runs = slices.Replace(*runs, span.First, span.End, minor)
	return true
}

// major merges everything into a new base. The minis and minors it took are no longer read, but
// stay in the store for a while.
func (t *Tablet) major(snapshot SCN, at time.Duration) {
	t.newBase(Major, snapshot, at)
	for _, run := range append(t.covered, t.inc...) {
		t.stale = append(t.stale, staleRun{run.PhysicalRows, at})
	}
	t.lastMajor, t.under, t.covered, t.inc = at, nil, nil, nil
	t.status.major()
}

// metaMajor merges everything into a new base that hides the last major and what is above it.
func (t *Tablet) metaMajor(snapshot SCN, at time.Duration) {
	if t.under == nil {
		t.under = t.base
	}
	t.newBase(MetaMajor, snapshot, at)
	t.covered, t.inc = append(t.covered, t.inc...), nil
	t.status.change()
}

func (t *Tablet) newBase(kind RunKind, snapshot SCN, at time.Duration) {
	base := t.mergeMajor(t.base, t.inc, snapshot)
	base.Kind, base.Newest = kind, at
	base.Blocks = t.blockRows.layMajor(base, t.base, t.inc)
	t.base = base
	clear(t.touched)
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
func (t *Tablet) begin(c *Counters) { c.StatusRows, c.FirstTouch = t.status.pay() }
