package rows

import (
	"sync/atomic"

	"github.com/readamp/readamp/lsm"
)

// uncommitted is the version of a node whose transaction has not ended, and of one that was rolled
// back: no snapshot reaches it.
const uncommitted = 1<<64 - 1

// node is a version in a memtable (ObMvccTransNode). All but its version stays as it was made.
type node struct {
	older   *node
	scn     atomic.Uint64
	trx     uint64
	payload []byte
	depth   int32 // nodes since the last compact one
	compact bool  // all older versions of this memtable, fused
}

// memtable is the in-memory store of a tablet: for each key its versions, newest first. Readers
// see it while writers go on.
type memtable struct {
	keys  *skipList
	nodes [3]atomic.Int64 // version nodes written: inserts, updates, deletes
	bytes atomic.Int64    // of the memstore, as the server would take (package freeze)

	start lsm.SCN // versions here are above it
	end   lsm.SCN // the newest commit here; set under the tenant's commit lock
}

func newMemtable(start lsm.SCN) *memtable {
	return &memtable{keys: newSkipList(), start: start, end: start}
}

// empty says that nothing was ever written here, so that no read needs to look.
func (m *memtable) empty() bool { return m.keys.count.Load() == 0 }

// push puts a version on top of a row. The writer has the row's lock.
func (m *memtable) push(row *memRow, n *node, columns int, compactLimit int32) {
	head := row.head.Load()
	if head != nil {
		if head.depth >= compactLimit && head.scn.Load() != uncommitted {
			head = compacted(head, columns)
		}
		n.older, n.depth = head, head.depth+1
	}
	m.nodes[nodeKind(n.payload)].Add(1)
	row.head.Store(n)
}

// nodeKind sorts version nodes: inserts, updates, deletes.
func nodeKind(payload []byte) int {
	switch {
	case payload[0]&flagDeleted != 0:
		return 2
	case payload[0]&flagWhole != 0:
		return 0
	}
	return 1
}

// compacted is a compact node over a chain of committed ones (ObMemtableRowCompactor). Readers that
// come to it need not go further.
func compacted(head *node, columns int) *node {
	f := newFuser(columns)
	for n := head; n != nil && !f.done(); n = n.older {
		f.add(n.payload)
		if n.compact {
			break
		}
	}
	c := &node{older: head, trx: head.trx, compact: true, payload: f.append(nil)}
	c.scn.Store(head.scn.Load())
	return c
}

// view is what a reader may see: what was committed up to a snapshot, and its own transaction.
type view struct {
	snapshot lsm.SCN
	trx      uint64 // 0 outside a transaction
}

func (v view) sees(n *node) bool {
	return lsm.SCN(n.scn.Load()) <= v.snapshot || v.trx != 0 && n.trx == v.trx
}

// newest is the newest version that a reader sees, nil if there is none.
func (r *memRow) newest(v view) *node {
	n := r.head.Load()
	for n != nil && !v.sees(n) {
		n = n.older
	}
	return n
}

// fuse adds a version and the older ones until nothing is missing.
func (n *node) fuse(f *fuser) {
	for ; n != nil; n = n.older {
		f.add(n.payload)
		if n.compact || f.done() {
			return
		}
	}
}
