package lsm

// A view is a tablet whose tables are given from outside: by a tenant under simulated time, which
// keeps the contents of its memtables and merges in its own way and comes here to merge key sets
// and to read.

// NewView makes a tablet that holds nothing yet, with that many non-key columns.
func NewView(o Options, r Rules, columns int, rows BlockRows) *Tablet {
	return newTablet(NewTenant(o, r), columns, rows)
}

// Show sets what a reader of the view finds: the base, the minis and minors above it and the
// memtables, each oldest first, and the keys that exist. Empty memtables are left out. Nothing is
// cached any more.
func (t *Tablet) Show(base *Run, inc, memtables []*Run, live KeySet) {
	t.stack.show(base, inc)
	t.frozen, t.live = memtables, live
	t.flush()
}

// Content is what a memtable holds; all lists are ascending.
type Content struct {
	Keys    []Key
	Deleted []Key   // whose newest version is a delete
	Full    []Key   // that an insert or all columns together make whole
	Columns [][]Key // of the others, those that give a value of a column
	// Versions is the number of row versions.
	Versions int64
}

// NewRun makes a run of a memtable's content. As a memtable of [Tablet.Show] its kind does not
// matter.
func (t *Tablet) NewRun(kind RunKind, start, end SCN, c Content) *Run {
	run := t.emptyRun(kind, start, end)
	run.Keys.bits.AddMany(c.Keys)
	run.Deleted.bits.AddMany(c.Deleted)
	run.Full.bits.AddMany(c.Full)
	for j, keys := range c.Columns {
		run.Columns[j].bits.AddMany(keys)
	}
	run.Versions = c.Versions
	return run
}

// NewBase makes a base of the keys that exist, laid out in blocks, that replaces nothing.
func (t *Tablet) NewBase(snapshot SCN, keys KeySet) *Run {
	run := t.emptyRun(Major, 0, snapshot)
	run.Keys = keys.clone()
	run.Versions = run.Keys.Len()
	run.Blocks = t.blockRows.layMajor(run, t.emptyRun(Major, 0, 0), nil)
	return run.seal()
}

// MergeMinor merges the key sets of minis and minors, oldest first. Which keys have more than one
// version is not worked out: whoever keeps a view knows.
func (t *Tablet) MergeMinor(inputs []*Run) *Run {
	out := t.emptyRun(Minor, inputs[0].Start, inputs[len(inputs)-1].End)
	for i := len(inputs) - 1; i >= 0; i-- {
		out.Versions += inputs[i].Versions
		t.fuseUnder(out, inputs[i])
	}
	return out
}

// MergeMajor merges a base and what is above it, oldest first, into a new base.
func (t *Tablet) MergeMajor(base *Run, inc []*Run, snapshot SCN) *Run {
	out := t.mergeMajor(base, inc, snapshot)
	out.Blocks = t.blockRows.layMajor(out, base, inc)
	return out
}

// KeysIn is the set of all keys in a range.
func KeysIn(r Range) KeySet {
	s := newKeySet()
	if r.First <= r.Last {
		s.addRange(r)
	}
	return s
}

// KeysOf is the set of some ids, in any order.
func KeysOf(ids []uint32) KeySet {
	keys := make([]Key, len(ids))
	for i, id := range ids {
		keys[i] = Key(id)
	}
	s := newKeySet()
	s.addMany(keys)
	return s
}

// With is the set with more keys.
func (s KeySet) With(keys []Key) KeySet {
	out := s.clone()
	out.addMany(keys)
	return out
}

// Without is the set without some keys.
func (s KeySet) Without(keys []Key) KeySet {
	out, gone := s.clone(), newKeySet()
	gone.addMany(keys)
	out.minus(gone)
	return out
}

// Union is the set of the keys in either.
func (s KeySet) Union(other KeySet) KeySet {
	out := s.clone()
	out.or(other)
	return out
}

// Minus is the set without the keys of another.
func (s KeySet) Minus(other KeySet) KeySet {
	out := s.clone()
	out.minus(other)
	return out
}

// Common is the number of keys in both.
func (s KeySet) Common(other KeySet) int64 { return intersection(s, other).Len() }
