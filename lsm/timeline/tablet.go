package timeline

import (
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
)

// tablet is the stack of one tablet as the clock moves it.
type tablet struct {
	name    string
	content TabletContent
	widths  widths
	isIndex bool
	// position is the tablet's among all, table and group those of its table.
	position, table, group int

	active *memtable
	frozen []*memtable // oldest first
	base   *table
	inc    []*table // minis and minors above the base, oldest first
	// passed are minis and minors that a major took in but that are read still, since the end of
	// their transactions is not known yet.
	passed []*table

	// kept is the multi-version start that the last minor or major went by. A mini goes by it too:
	// one that was dumped 8 s after the start had moved folded nothing, the minor 6 s later did
	// (measured, last merges of natural-uniform-t1).
	kept     lsm.SCN
	lastMini time.Duration // when the last one ended

	dumping bool // a mini is queued or runs
	merging bool // a minor, medium or major is queued or runs
	// A major of some kind is wanted once everything older than its snapshot is dumped.
	major    bool
	snapshot lsm.SCN
	kind     MergeKind
	reason   string

	activity activity
}

// memtable is one memtable of a tablet.
type memtable struct {
	handle  freeze.Memtable
	since   time.Duration // when its first row came
	logFrom int64         // bytes of log that were written before it
	counted Nodes         // those whose bytes have been accounted
	nodes   Nodes         // once frozen
	part    Part          // once frozen
	end     lsm.SCN
	life    *Life
}

// table is a run of the stack.
type table struct {
	part       Part
	kind       lsm.RunKind
	start, end lsm.SCN
	bytes      int64
	// known is when the end of all its transactions is known to the server
	// (upper_trans_version).
	known time.Duration
	life  *Life
}

// info is what the merge policy sees.
func (b *table) info() lsm.RunInfo {
	return lsm.RunInfo{Kind: b.kind, PhysicalRows: b.part.Size().PhysicalRows, Start: b.start,
		End: b.end}
}

// parts are the contents of tables.
func parts(tables []*table) []Part {
	list := make([]Part, len(tables))
	for i, b := range tables {
		list[i] = b.part
	}
	return list
}

// read are the minis and minors that a read opens.
func (b *tablet) read() []*table {
	return append(append([]*table(nil), b.passed...), b.inc...)
}

// memory are the parts of the memtables that a read opens, oldest first.
func (b *tablet) memory() []Part {
	var list []Part
	for _, m := range b.frozen {
		list = append(list, m.part)
	}
	if b.content.Active().Keys > 0 {
		list = append(list, b.content.Peek())
	}
	return list
}

// stack are the tables as a read would open them.
func (b *tablet) stack() Stack {
	s := Stack{Tablet: b.name}
	add := func(kind string, size Size, bytes int64) {
		s.Tables = append(s.Tables, TableState{Kind: kind, Keys: size.Keys,
			PhysicalRows: size.PhysicalRows, Bytes: bytes})
	}
	add(lsm.Major.String(), b.base.part.Size(), b.base.bytes)
	for _, r := range b.read() {
		add(r.kind.String(), r.part.Size(), r.bytes)
	}
	for _, m := range b.frozen {
		add(kindMemtable, m.part.Size(), 0)
	}
	if n := b.content.Active(); n.Keys > 0 {
		add(kindMemtable, Size{Keys: n.Keys, Versions: n.Versions()}, 0)
		s.Tables[len(s.Tables)-1].Active = true
	}
	return s
}
