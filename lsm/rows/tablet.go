package rows

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/freeze"
)

// Tablet is one partition of a table or of an index, with its rows.
type Tablet struct {
	tenant  *Tenant
	name    string
	number  int // in the order in which row locks are taken
	columns int
	all     lsm.Image // every column

	blockRows lsm.BlockRows
	charges   *freeze.RowBytes // nil where the layout of the rows is not known
	cache     *rowCache
	locks     [rowLocks]sync.Mutex

	current atomic.Pointer[version]

	// What follows is changed under the tenant's lock of changes; the active memtable also only
	// while no writer is at work.
	stack  *lsm.Stack[*run]
	active *memtable
	frozen []*memtable // oldest first
	epoch  uint64
	// saved are the files of those memtables that were read from a folder, the oldest ones.
	saved []*storedMemtable
}

// rowLocks is how many locks the rows of a tablet share.
const rowLocks = 1024

func newTablet(n *Tenant, name string, columns int, rows lsm.BlockRows, l *freeze.Layout) (
	t *Tablet,
) {
	n.numbers++
	t = &Tablet{tenant: n, name: name, number: n.numbers, columns: columns,
		all: lsm.FullImage(columns), blockRows: rows,
		cache: newRowCache(n.config.FuseCacheRows), active: newMemtable(0)}
	if l != nil {
		t.charges = freeze.NewRowBytes(*l)
	}
	t.stack = lsm.NewStack(&n.setting, emptyBase(0), t.onlyDeletes)
	t.publish()
	all := append(slices.Clone(*n.all.Load()), t)
	n.all.Store(&all)
	return t
}

func emptyBase(end lsm.SCN) *run {
	return &run{RunInfo: lsm.RunInfo{Kind: lsm.Major, End: end}}
}

// publish shows readers what the tablet now consists of.
func (t *Tablet) publish() {
	memtables := append([]*memtable{t.active}, t.frozen...)
	slices.Reverse(memtables[1:])
	next := newVersion(memtables, t.stack, t.epoch)
	next.keep = t.tenant.keep
	if old := t.current.Swap(next); old != nil {
		old.letGo()
	}
}

// hold is the tablet as it is now, for a reader to let go; nil once the tenant is closed.
func (t *Tablet) hold() *version {
	for {
		if v := t.current.Load(); v == nil || v.tryHold() {
			return v
		}
	}
}

// freeze sets the memtable aside, unless nothing was written to it. No writer is at work.
func (t *Tablet) freeze() {
	if t.active.empty() {
		return
	}
	t.frozen = append(t.frozen, t.active)
	t.active = newMemtable(t.active.end)
	t.publish()
}

// dump writes the oldest frozen memtable as a mini, and what adaptive compaction asks for then.
func (t *Tablet) dump() error {
	m := t.frozen[0]
	info := lsm.RunInfo{Kind: lsm.Mini, Start: m.start, End: m.end}
	mini, err := t.write(info, 1, nil, func(g *merger) error { return g.dump(m) })
	if err != nil {
		return err
	}
	t.frozen = t.frozen[1:]
	t.dropSaved()
	decision := t.stack.AddMini(mini, m.nodes[0].Load(), m.nodes[1].Load(), m.nodes[2].Load())
	t.epoch++
	t.publish()
	return t.carryOut(decision)
}

// compact runs minor merges until the policy asks for no more.
func (t *Tablet) compact() error {
	for in := t.stack.Minor(); len(in) > 0; in = t.stack.Minor() {
		info := lsm.RunInfo{Kind: lsm.Minor, Start: in[0].Start, End: in[len(in)-1].End}
		minor, err := t.write(info, len(in), nil, func(g *merger) error { return g.minor(in) })
		if err != nil {
			return err
		}
		t.stack.TakeMinor(in, minor)
		t.publish()
	}
	return nil
}

// newBase merges everything into a new base.
func (t *Tablet) newBase(snapshot lsm.SCN) (*run, error) {
	in := t.stack.Runs()
	info := lsm.RunInfo{Kind: lsm.Major, End: snapshot}
	kept := t.keptBlocks(in[0], in[1:])
	return t.write(info, len(in), kept, func(g *merger) error { return g.major(in) })
}

// keptBlocks is the base, if its blocks stay as they are because all its keys lie before what is
// merged into it (macro block reuse, measured); nil otherwise.
func (t *Tablet) keptBlocks(base *run, inc []*run) *run {
	if base.Empty() {
		return nil
	}
	for _, r := range inc {
		if !r.Empty() && r.First <= base.Last {
			return nil
		}
	}
	return base
}

// carryOut makes the merge that adaptive compaction decided on.
func (t *Tablet) carryOut(d adaptive.Decision) error {
	if d.Kind != adaptive.Medium && d.Kind != adaptive.MetaMajor {
		return nil
	}
	base, err := t.newBase(t.tenant.Now())
	if err != nil {
		return err
	}
	if d.Kind == adaptive.Medium {
		t.stack.TakeMajor(base, d.Snapshot)
	} else {
		t.stack.TakeMetaMajor(base, d.Snapshot)
	}
	t.publish()
	return nil
}

// write makes a run of a dump or merge, and tells who asked to be told.
func (t *Tablet) write(info lsm.RunInfo, inputs int, kept *run,
	merge func(*merger) error) (*run, error) {

	start := t.tenant.clock()
	out, err := t.writeRun(info, kept, merge)
	if err != nil {
		return nil, err
	}
	if told := t.tenant.config.OnMerge; told != nil {
		told(MergeEvent{Tablet: t.name, Kind: info.Kind, Inputs: inputs, Rows: out.PhysicalRows,
			Bytes: out.SizeBytes, Start: start, Finish: t.tenant.clock()})
	}
	return out, nil
}

// writeRun makes a run of what a merge writes.
func (t *Tablet) writeRun(info lsm.RunInfo, kept *run, merge func(*merger) error) (*run, error) {
	r := &run{RunInfo: info}
	r.File = t.tenant.newFile()
	w := &runWriter{run: r, files: t.tenant.files, cache: t.tenant.cache}
	w.layout.limit = t.blockLimit(info)
	if kept != nil {
		w.layout.kept, w.layout.after = kept.ends, kept.Keys
		w.layout.laid = slices.Clone(kept.Laid)
	}
	if err := merge(newMerger(t, w, t.tenant.keep)); err != nil {
		w.abort()
		return nil, err
	}
	out, err := w.finish()
	if err != nil {
		w.abort()
	}
	return out, err
}

func (t *Tablet) blockLimit(info lsm.RunInfo) func(int) int64 {
	if info.IsBase() {
		return t.blockRows.MajorAt
	}
	return t.blockRows.IncAt
}

// onlyDeletes says that runs, oldest first, have no row that newer ones don't delete.
func (t *Tablet) onlyDeletes(runs []*run) bool {
	in, err := openInputs(runs)
	if err != nil {
		return false // the merge that is thought of will meet the error
	}
	defer in.close()
	for _, ok := in.next(); ok; _, ok = in.next() {
		if !in.iters[in.tied[0]].deleted() {
			return false
		}
		if in.advance() != nil {
			return false
		}
	}
	return true
}

// forget empties the tablet's caches.
func (t *Tablet) forget() {
	t.epoch++
	t.cache.purge()
	for _, r := range t.stack.Runs() {
		r.touched.Store(false)
		if r.table != nil && t.tenant.cache != nil {
			t.tenant.cache.evict(r.File)
		}
	}
	t.publish()
}
