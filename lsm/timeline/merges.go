package timeline

import (
	"time"

	"github.com/readamp/readamp/lsm"
)

// merge is one merge of one tablet, waiting or running.
type merge struct {
	record MergeRecord
	pool   *pool
	// begin takes the inputs and works out the result, end puts it in their place. Where begin is
	// false there is nothing to merge any more.
	begin    func() bool
	end      func()
	versions int64 // that go in
}

// startMinis looks for frozen memtables and queues a mini for each tablet that has some
// (ObPartitionMergePolicy::find_mini_merge_tables).
func (t *Tenant) startMinis() {
	for _, b := range t.tablets {
		if len(b.frozen) > 0 && !b.dumping {
			t.queueMini(b)
		}
	}
}

func (t *Tenant) queueMini(b *tablet) {
	if t.stored(b)+1 >= tooManyTables {
		t.Refused++
		return
	}
	b.dumping = true
	m := &merge{record: MergeRecord{Tablet: b.name, Kind: MergeMini}}
	var taken []*memtable
	var part func() Part
	m.begin = func() bool {
		taken = append(taken, b.toDump(t.majors.snapshot)...)
		list := make([]Part, len(taken))
		for i, f := range taken {
			list[i] = f.part
		}
		kept := b.kept
		part = later(func() Part { return b.content.Mini(list, kept) })
		m.takes(list)
		return true
	}
	m.end = func() {
		start := b.top()
		out := t.put(b, m, part(), lsm.Mini, start, taken[len(taken)-1].end)
		b.inc = append(b.inc, out)
		t.release(b, taken)
		b.dumping, b.lastMini = false, t.now
		t.afterMini(b, taken)
	}
	t.enqueue(t.high, m)
}

// toDump are the frozen memtables that one mini takes: all of them, but none from behind a major
// freeze together with one from before it.
func (b *tablet) toDump(major lsm.SCN) []*memtable {
	for i, m := range b.frozen {
		if i > 0 && b.frozen[0].end <= major && m.end > major {
			return b.frozen[:i]
		}
	}
	return b.frozen
}

const (
	// tooManyTables is MAX_SSTABLE_CNT_IN_STORAGE: with one less in the store a mini is refused
	// ("Too many sstables").
	tooManyTables = 64
	// unsafeTables is OB_UNSAFE_TABLE_CNT, majors counted: from here minors are merged however
	// young their rows are.
	unsafeTables = 32
)

// stored is the number of minis and minors in the tablet's store, also those inside a major that
// were not removed yet.
func (t *Tenant) stored(b *tablet) int {
	b.activity.removeStale(time.Duration(t.keep()))
	return len(b.inc) + len(b.activity.covered) + len(b.activity.stale)
}

// top is where the newest SSTable ends.
func (b *tablet) top() lsm.SCN {
	if n := len(b.inc); n > 0 {
		return b.inc[n-1].end
	}
	return b.base.end
}

// afterMini is what follows a mini: a major that waited for it, an adaptive merge, else a minor.
func (t *Tenant) afterMini(b *tablet, dumped []*memtable) {
	t.continueMajor(b)
	t.checkAfterMini(b, dumped)
	if !b.merging && !b.major {
		t.queueMinor(b)
	}
}

// startMinors asks the policy about every tablet.
func (t *Tenant) startMinors() {
	for _, b := range t.tablets {
		if !b.merging && !b.major {
			t.queueMinor(b)
		}
	}
}

func (t *Tenant) queueMinor(b *tablet) {
	span := t.pickMinor(b)
	if span.Len() == 0 {
		return
	}
	b.merging = true
	m := &merge{record: MergeRecord{Tablet: b.name, Kind: MergeMinor}}
	var inputs []*table
	var part func() Part
	m.begin = func() bool {
		span = t.pickMinor(b) // a mini that arrived meanwhile joins
		if span.Len() == 0 {  // minor_compact_trigger was raised meanwhile
			b.merging = false
			return false
		}
		inputs = append(inputs, b.inc[span.First:span.End]...)
		b.kept = max(b.kept, t.keep())
		kept := b.kept
		part = later(func() Part { return b.content.Minor(parts(inputs), kept) })
		m.takes(parts(inputs))
		return true
	}
	m.end = func() {
		out := t.put(b, m, part(), lsm.Minor, inputs[0].start, inputs[len(inputs)-1].end)
		t.die(inputs)
		b.inc = append(append(append([]*table(nil), b.inc[:span.First]...), out),
			b.inc[span.End:]...)
		b.merging = false
		t.continueMajor(b)
	}
	t.enqueue(t.mid, m)
}

// pickMinor is what the policy would merge now. A table whose newest row is younger than the
// snapshot that the server has loaded ends the list of candidates
// (ObPartitionMergePolicy::find_minor_merge_tables).
func (t *Tenant) pickMinor(b *tablet) lsm.Span {
	infos := make([]lsm.RunInfo, 0, len(b.inc))
	unsafe := t.stored(b)+1 >= unsafeTables
	for _, r := range b.inc {
		if !unsafe && time.Duration(r.end)+t.config.Timing.SnapshotDelay > t.now {
			break
		}
		infos = append(infos, r.info())
	}
	return lsm.PickMinor(t.options, t.config.Rules, infos)
}

// takes notes a merge's inputs.
func (m *merge) takes(inputs []Part) {
	m.record.Inputs = len(inputs)
	for _, p := range inputs {
		m.record.InputRows += p.Size().PhysicalRows
	}
	m.versions = versions(inputs)
}

// put makes the SSTable that a merge wrote and checks that every version that went in came out,
// was folded into another or was dropped with its deleted key.
func (t *Tenant) put(b *tablet, m *merge, part Part, kind lsm.RunKind, start, end lsm.SCN) *table {
	size := part.Size()
	if left := m.versions - size.Versions - size.Folded - size.Dropped; left != 0 {
		t.fail("%s of %s: %d versions in, %d out, %d folded, %d dropped: %d missing",
			m.record.Kind, b.name, m.versions, size.Versions, size.Folded, size.Dropped, left)
	}
	out := &table{part: part, kind: kind, start: start, end: end,
		bytes: b.widths.of(kind, size.PhysicalRows), known: t.nextRefresh()}
	m.record.Output, m.record.OutputBytes = size, out.bytes
	t.born(b, out)
	return out
}

// born notes the birth of an SSTable.
func (t *Tenant) born(b *tablet, out *table) {
	size := out.part.Size()
	out.life = &Life{Tablet: b.name, Kind: out.kind.String(), Born: t.now, Died: -1,
		Rows: size.PhysicalRows, Keys: size.Keys, Bytes: out.bytes}
	t.Lives = append(t.Lives, out.life)
}

// die notes that tables are read no more.
func (t *Tenant) die(tables []*table) {
	for _, r := range tables {
		r.life.Died = t.now
	}
}
