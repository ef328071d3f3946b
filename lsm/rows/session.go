package rows

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/readamp/readamp/lsm"
)

// Session is a client of a tenant, for one goroutine. What its statements return is good until the
// next one.
type Session struct {
	tenant *Tenant
	trx    uint64  // of the open transaction, 0 if none
	at     lsm.SCN // the snapshot that reads see, 0 for what is committed
	began  bool    // by Begin

	scan    scanner
	getters map[int]*getter // by the number of columns
	nodes   slab[node]
	bytes   []byte // room for payloads
	writes  []written
	locked  []rowLock
}

// written is a version of the open transaction.
type written struct {
	memtable *memtable
	row      *memRow
	node     *node
}

type rowLock struct {
	tablet *Tablet
	lock   uint64
}

// Session opens a client.
func (n *Tenant) Session() *Session {
	return &Session{tenant: n, getters: map[int]*getter{}}
}

// getter is the session's for tablets of so many columns.
func (s *Session) getter(columns int) *getter {
	g := s.getters[columns]
	if g == nil {
		made := newGetter(columns)
		g = &made
		s.getters[columns] = g
	}
	return g
}

// RowID names a row that a transaction will write.
type RowID struct {
	Table *Table
	ID    lsm.Key
}

// Begin opens a transaction. Until it ends, all versions of a key count as one. The rows it will
// write may be named: they are locked at once, in an order that all transactions keep, so that none
// waits for another in a circle.
func (s *Session) Begin(rows ...RowID) error {
	if s.began {
		return fmt.Errorf("%w: begin inside one", ErrTransaction)
	}
	s.start()
	s.began = true
	s.tenant.open.Add(1)
	s.lockAll(rows)
	return nil
}

// lockAll takes the locks of rows in the order of tablets and locks.
func (s *Session) lockAll(rows []RowID) {
	for _, r := range rows {
		if l := (rowLock{r.Table.Main, r.ID % rowLocks}); !slices.Contains(s.locked, l) {
			s.locked = append(s.locked, l)
		}
	}
	slices.SortFunc(s.locked, func(a, b rowLock) int {
		return cmp.Or(cmp.Compare(a.tablet.number, b.tablet.number), cmp.Compare(a.lock, b.lock))
	})
	for _, l := range s.locked {
		l.tablet.locks[l.lock].Lock()
	}
}

// start begins to write.
func (s *Session) start() {
	s.tenant.gate.RLock()
	s.trx = s.tenant.trx.Add(1)
}

// Commit makes the transaction's versions visible to all.
func (s *Session) Commit() error {
	if !s.began {
		return fmt.Errorf("%w: commit without begin", ErrTransaction)
	}
	s.commit()
	s.ended()
	return nil
}

// Rollback removes the transaction's versions. What its statements read stays in the fuse row
// cache.
func (s *Session) Rollback() error {
	if !s.began {
		return fmt.Errorf("%w: rollback without begin", ErrTransaction)
	}
	s.undo()
	s.finish()
	s.ended()
	return nil
}

func (s *Session) ended() {
	s.began = false
	s.tenant.open.Add(-1)
}

// commit gives all versions their number at once.
func (s *Session) commit() {
	n := s.tenant
	if len(s.writes) > 0 {
		n.commit.Lock()
		scn := n.visible.Load() + 1
		for _, w := range s.writes {
			w.node.scn.Store(scn)
			w.memtable.end = lsm.SCN(scn)
		}
		n.visible.Store(scn)
		n.commit.Unlock()
	}
	s.finish()
}

// undo takes the versions back, newest first.
func (s *Session) undo() {
	for i := len(s.writes) - 1; i >= 0; i-- {
		w := s.writes[i]
		w.row.head.Store(w.node.older)
	}
}

// finish lets other writers and freezes go on.
func (s *Session) finish() {
	s.writes = s.writes[:0]
	for _, l := range s.locked {
		l.tablet.locks[l.lock].Unlock()
	}
	s.locked = s.locked[:0]
	s.trx = 0
	s.tenant.gate.RUnlock()
}

// ErrSnapshotTooOld is returned for a read at a snapshot that a merge has left behind
// (OB_SNAPSHOT_DISCARDED).
var ErrSnapshotTooOld = errors.New("rows: the snapshot is older than what merges kept")

// ReadAt sets the snapshot that the session's reads see from now on; 0 is everything committed when
// a statement begins. What statements that write look up is not affected.
func (s *Session) ReadAt(snapshot lsm.SCN) { s.at = snapshot }

// see is a tablet as it is now and what of it the next statement sees. A version that is replaced
// between the two looks may lack what the snapshot has.
func (s *Session) see(t *Tablet) (*version, view, error) {
	for {
		v := t.hold()
		if v == nil {
			return nil, view{}, ErrClosed
		}
		snapshot := lsm.SCN(s.tenant.visible.Load())
		if t.current.Load() == v {
			return v, view{snapshot, s.trx}, nil
		}
		v.letGo()
	}
}

// seeAt is see at the session's snapshot.
func (s *Session) seeAt(t *Tablet) (*version, view, error) {
	v, see, err := s.see(t)
	if s.at == 0 || err != nil {
		return v, see, err
	}
	if kept := max(v.base.End, v.keep); s.at < kept {
		v.letGo()
		return nil, see, fmt.Errorf("%w: %d, kept from %d on", ErrSnapshotTooOld, s.at, kept)
	}
	return v, view{s.at, s.trx}, nil
}
