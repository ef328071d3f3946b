package rows

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/readamp/readamp/lsm"
)

// skipList is an ordered set of keys that is only added to. Readers take no lock and are never in
// a writer's way: a key appears for them with one pointer, once it is complete. Writers that add
// keys take turns; Pugh, Skip lists, CACM 33, 1990.
//
// A hash table beside it finds single keys, as the server's ObMtHash does beside its B-tree.
type skipList struct {
	mu     sync.Mutex // of writers
	head   memRow
	height atomic.Int32
	count  atomic.Int64
	random uint64
	table  atomic.Pointer[[]atomic.Pointer[memRow]] // open addressing, at most half full
	rows   slab[memRow]
	links  slab[atomic.Pointer[memRow]]
}

// memRow is one key of a memtable.
type memRow struct {
	key  lsm.Key
	head atomic.Pointer[node] // the newest version
	next []atomic.Pointer[memRow]
}

const (
	skipHeightMax = 14 // 4^14 keys
	tableRowsMin  = 256
)

func newSkipList() *skipList {
	l := &skipList{random: 1}
	l.head.next = make([]atomic.Pointer[memRow], skipHeightMax)
	l.height.Store(1)
	table := make([]atomic.Pointer[memRow], tableRowsMin)
	l.table.Store(&table)
	return l
}

// find is the row of a key, nil if there is none.
func (l *skipList) find(key lsm.Key) *memRow {
	row, _ := lookUp(*l.table.Load(), key)
	return row
}

// lookUp finds a key in the hash table, or else the free place it would take.
func lookUp(table []atomic.Pointer[memRow], key lsm.Key) (row *memRow, place int) {
	const fibonacci = 0x9E3779B97F4A7C15 // 2^64 over the golden ratio; Knuth, TAOCP 3, 6.4
	shift := uint(64 - bits.Len(uint(len(table)-1)))
	for i := int(key * fibonacci >> shift); ; i = (i + 1) & (len(table) - 1) {
		if row := table[i].Load(); row == nil || row.key == key {
			return row, i
		}
	}
}

// add is the row of a key, made if there is none.
func (l *skipList) add(key lsm.Key) (row *memRow, isNew bool) {
	if row := l.find(key); row != nil {
		return row, false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if row := l.find(key); row != nil {
		return row, false // another writer was faster
	}
	row = l.rows.one()
	row.key, row.next = key, l.links.many(l.drawHeight())
	l.link(row)
	l.index(row)
	l.count.Add(1)
	return row, true
}

// link puts a row into every list it takes part in, lowest first.
func (l *skipList) link(row *memRow) {
	if h := int32(len(row.next)); h > l.height.Load() {
		l.height.Store(h)
	}
	var before [skipHeightMax]*memRow
	at := &l.head
	for i := int(l.height.Load()) - 1; i >= 0; i-- {
		for next := at.next[i].Load(); next != nil && next.key < row.key; {
			at, next = next, next.next[i].Load()
		}
		before[i] = at
	}
	for i := range row.next {
		row.next[i].Store(before[i].next[i].Load())
		before[i].next[i].Store(row)
	}
}

// index enters a row into the hash table, which doubles when it is half full. Readers go on with
// the old one, which then misses later keys only.
func (l *skipList) index(row *memRow) {
	table := *l.table.Load()
	if 2*int(l.count.Load()+1) > len(table) {
		larger := make([]atomic.Pointer[memRow], 2*len(table))
		for i := range table {
			if old := table[i].Load(); old != nil {
				_, place := lookUp(larger, old.key)
				larger[place].Store(old)
			}
		}
		l.table.Store(&larger)
		table = larger
	}
	_, place := lookUp(table, row.key)
	table[place].Store(row)
}

// drawHeight is 1 with probability 3/4, 2 with 3/16, and so on.
func (l *skipList) drawHeight() int {
	l.random ^= l.random << 13 // xorshift; Marsaglia, J. Stat. Software 8, 2003
	l.random ^= l.random >> 7
	l.random ^= l.random << 17
	return min(1+bits.TrailingZeros64(l.random)/2, skipHeightMax)
}

// seek is the first row with a key not below the one given.
func (l *skipList) seek(key lsm.Key) *memRow {
	at := &l.head
	for i := int(l.height.Load()) - 1; i >= 0; i-- {
		for next := at.next[i].Load(); next != nil && next.key < key; {
			at, next = next, next.next[i].Load()
		}
	}
	return at.next[0].Load()
}

// seekBack is the last row with a key not above the one given.
func (l *skipList) seekBack(key lsm.Key) *memRow { return l.seekBelow(key + 1) }

// seekBelow is the last row with a key below the one given.
func (l *skipList) seekBelow(key lsm.Key) *memRow {
	at := &l.head
	for i := int(l.height.Load()) - 1; i >= 0; i-- {
		for next := at.next[i].Load(); next != nil && next.key < key; {
			at, next = next, next.next[i].Load()
		}
	}
	if at == &l.head {
		return nil
	}
	return at
}

// slab hands out values from large pieces, so that a memtable is few objects to the garbage
// collector.
type slab[T any] struct{ free []T }

const slabValues = 512

func (s *slab[T]) one() *T { return &s.many(1)[0] }

func (s *slab[T]) many(n int) []T {
	if len(s.free) < n {
		s.free = make([]T, max(slabValues, n))
	}
	taken := s.free[:n:n]
	s.free = s.free[n:]
	return taken
}
