package freeze

import "slices"

// PageBytes is what a page takes of the memstore: a chunk of 2 MiB
// (ObFifoArena::Page::get_actual_hold_size). ACTIVE_SPAN and MEMSTORE_USED of the recorded runs
// are multiples of it.
const PageBytes = 2 << 20

// PageRowBytes is what of a page holds rows (OB_MALLOC_BIG_BLOCK_SIZE): a chunk without the 17 KiB
// of ACHUNK_PRESERVE_SIZE.
const PageRowBytes = PageBytes - 17<<10

// Groups is ObFifoArena::MAX_CACHED_GROUP_COUNT: memtables whose handle ids are equal modulo
// Groups share pages, whatever tablets they belong to.
const Groups = 16

// innerHandles is how many handle ids the server's own tables take between two freezes of the
// tenant, so that groups shift by that much against the user's tablets. It cannot be seen; of 0 to
// 15 it is the one that puts single freezes of the two natural runs nearest, 1 to 2 seconds as root
// mean square. With others it is 1 to 3, and the bytes between freezes are the same on average.
const innerHandles = 1

// MaxMemtables is MAX_MEMSTORE_CNT: memtables of one tablet, active and frozen.
const MaxMemtables = 16

// A Memtable names a memtable of an [Arena]. It is good until it is released, then another one may
// get it.
type Memtable int32

// page is one page of the arena; it lives until it is closed and no memtable has rows in it.
type page struct {
	free    int64 // bytes left for rows
	holders int32 // memtables with rows in it, and one more while it is open
}

// memtable is what the arena knows of one.
type memtable struct {
	group    int32 // of its handle id, -1 before its first row
	state    memtableState
	clock    int64   // bytes retired when its first row came
	pages    []int32 // with rows of it, oldest first
	newest   []int32 // for each way the page its last row went to
	rowBytes int64
}

type memtableState uint8

const (
	stateUnused memtableState = iota
	stateActive
	stateFrozen
)

// Arena is the accounting of memstore pages: ObFifoArena and the list of handles of
// ObMemstoreAllocator. Each group has one open page in each way; a row goes to the open page of its
// memtable's group, and a page that has no room for the next row is closed ("retired") and stays
// until every memtable with rows in it has been released.
//
// Not safe for use by several goroutines.
type Arena struct {
	ways int
	open []int32 // page by group and way, -1 where none was opened yet
	next []int32 // by group, the way of the next row

	pages     []page
	freePages []int32
	memtables []memtable
	unused    []Memtable
	order     []Memtable // active memtables with rows, by their first row
	handles   int64      // handle ids given

	allocated, retired, reclaimed int64
}

// NewArena is an empty arena; ways is nway, see [Ways].
func NewArena(ways int) *Arena {
	a := &Arena{ways: max(ways, 1)}
	a.open = make([]int32, Groups*a.ways)
	for i := range a.open {
		a.open[i] = -1
	}
	a.next = make([]int32, Groups)
	return a
}

// Warm opens pages as a server that has run for a while has them open: its own tables keep what
// was opened once. All of them are filled to various degrees; if there are fewer than all, the
// server is fresh and they are next to empty. ACTIVE_SPAN of an idle server tells their number.
func (a *Arena) Warm(pages int) {
	pages = min(pages, len(a.open))
	for i := range pages {
		filled := int64(MemtableBytes)
		if pages == len(a.open) { // all degrees alike, neighbours far apart
			filled = PageRowBytes * (2*(int64(i)*7%Groups) + 1) / (2 * Groups)
		}
		a.pages[a.switchPage(i)].free -= filled
	}
	a.handles = int64((pages + a.ways - 1) / a.ways)
}

// Open gives a new active memtable. It takes no memory, and no place in a group, before its first
// row.
func (a *Arena) Open() Memtable {
	var m Memtable
	if n := len(a.unused); n > 0 {
		m, a.unused = a.unused[n-1], a.unused[:n-1]
	} else {
		m = Memtable(len(a.memtables))
		a.memtables = append(a.memtables, memtable{newest: make([]int32, a.ways)})
	}
	t := &a.memtables[m]
	t.group, t.state, t.clock, t.rowBytes, t.pages = -1, stateActive, 0, 0, t.pages[:0]
	for i := range t.newest {
		t.newest[i] = -1
	}
	return m
}

// Alloc adds bytes of rows to an active memtable: one row, or many at once, which then close as
// many pages as they fill. Bytes that more than a page could hold are taken for many rows.
func (a *Arena) Alloc(m Memtable, bytes int64) {
	t := &a.memtables[m]
	if t.state != stateActive {
		panic("freeze: Alloc in a memtable that is not active")
	}
	if t.group < 0 {
		a.start(m)
	}
	t.rowBytes += bytes
	group := t.group
	for way := a.next[group]; bytes > 0; way = a.turn(group) {
		share := bytes
		if bytes > PageRowBytes/8 { // many rows: spread over the ways
			share = min((bytes+int64(a.ways)-1)/int64(a.ways), PageRowBytes/8)
		}
		bytes -= a.put(t, int(group)*a.ways+int(way), int(way), share)
	}
}

// turn moves a group on to its next way. A way is a CPU modulo nway; rows come from all CPUs alike.
func (a *Arena) turn(group int32) int32 {
	way := a.next[group] + 1
	if int(way) == a.ways {
		way = 0
	}
	a.next[group] = way
	return way
}

// manyRowsBytes is from when on a piece is many rows: the first of them still go to the page that
// is nearly full.
const manyRowsBytes = 16 << 10

// put adds one piece to an open page, or to a new one if that has no room. It returns what it took.
func (a *Arena) put(t *memtable, at, way int, bytes int64) int64 {
	id := a.open[at]
	switch {
	case id < 0:
		id = a.switchPage(at)
	case a.pages[id].free < bytes && bytes >= manyRowsBytes && a.pages[id].free > 0:
		bytes = a.pages[id].free
	case a.pages[id].free < bytes:
		id = a.switchPage(at)
	}
	p := &a.pages[id]
	p.free -= bytes
	if t.newest[way] != id {
		t.newest[way] = id
		t.pages = append(t.pages, id)
		p.holders++
	}
	return bytes
}

// switchPage closes an open page and opens a new one.
func (a *Arena) switchPage(at int) int32 {
	if old := a.open[at]; old >= 0 {
		a.retired += PageBytes
		a.leave(old)
	}
	var id int32
	if n := len(a.freePages); n > 0 {
		id, a.freePages = a.freePages[n-1], a.freePages[:n-1]
	} else {
		id = int32(len(a.pages))
		a.pages = append(a.pages, page{})
	}
	a.pages[id] = page{free: PageRowBytes, holders: 1}
	a.open[at] = id
	a.allocated += PageBytes
	return id
}

// leave takes one holder from a page and gives the page back after the last.
func (a *Arena) leave(id int32) {
	p := &a.pages[id]
	p.holders--
	if p.holders == 0 {
		a.reclaimed += PageBytes
		a.freePages = append(a.freePages, id)
	}
}

// start gives a memtable its handle id with its first row (ObMemstoreAllocator::alloc).
func (a *Arena) start(m Memtable) {
	t := &a.memtables[m]
	t.group = int32(a.handles % Groups)
	a.handles++
	t.clock = a.retired
	a.order = append(a.order, m)
}

// FreezeAll ends the writes of all active memtables but those that may not be frozen: a freeze of
// the tenant.
func (a *Arena) FreezeAll(but ...Memtable) {
	for m := range a.memtables {
		if t := &a.memtables[m]; t.state == stateActive && !slices.Contains(but, Memtable(m)) {
			t.state = stateFrozen
		}
	}
	a.order = slices.DeleteFunc(a.order, func(m Memtable) bool {
		return a.memtables[m].state != stateActive
	})
	a.handles += innerHandles
}

// Freeze ends a memtable's writes: a freeze of its tablet.
func (a *Arena) Freeze(m Memtable) {
	t := &a.memtables[m]
	if t.state != stateActive {
		panic("freeze: Freeze of a memtable that is not active")
	}
	t.state = stateFrozen
	if i := slices.Index(a.order, m); i >= 0 {
		a.order = slices.Delete(a.order, i, i+1)
	}
}

// Release gives a frozen memtable's memory back, after its mini merge and after the last reader.
func (a *Arena) Release(m Memtable) {
	t := &a.memtables[m]
	if t.state != stateFrozen {
		panic("freeze: Release of a memtable that is not frozen")
	}
	for _, id := range t.pages {
		a.leave(id)
	}
	t.state = stateUnused
	a.unused = append(a.unused, m)
}
