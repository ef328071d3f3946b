package lsm

import (
	"errors"
	"fmt"
	"time"
)

// ErrTransaction is returned for a transaction statement out of place.
var ErrTransaction = errors.New("lsm: transaction statement out of place")

// errFreezeInside is returned for a freeze while a transaction is open.
var errFreezeInside = fmt.Errorf("%w: a freeze inside a transaction is not modelled",
	ErrTransaction)

// transaction is what a rollback needs: each write's undo, oldest first.
type transaction struct {
	undo []func()
}

// Begin opens a transaction. Until it ends, all versions of a key count as one.
func (n *Tenant) Begin() error {
	if n.open != nil {
		return ErrTransaction
	}
	n.open = &transaction{}
	n.scn++
	n.trx++
	return nil
}

// Commit makes the open transaction's versions stay.
func (n *Tenant) Commit() error {
	if n.open == nil {
		return ErrTransaction
	}
	n.open = nil
	return nil
}

// Rollback removes every version the open transaction wrote. What its statements read stays in
// the fuse row cache.
func (n *Tenant) Rollback() error {
	if n.open == nil {
		return ErrTransaction
	}
	for i := len(n.open.undo) - 1; i >= 0; i-- {
		n.open.undo[i]()
	}
	n.open = nil
	return nil
}

// statement starts a transaction of one statement unless one is open, and takes its time.
func (n *Tenant) statement(took time.Duration) {
	n.setting.Statement(took)
	if n.open == nil {
		n.scn++
		n.trx++
	}
}

// write adds a version and, inside a transaction, remembers how to take it back.
func (n *Tenant) write(tablet *Tablet, key Key, image Image) *memRow {
	row := tablet.mem.row(key)
	if n.open != nil {
		was, existed := *row, tablet.live.Has(key)
		n.open.undo = append(n.open.undo, func() { tablet.undo(was, existed) })
	}
	tablet.stack.Pay() // a write looks the key up
	tablet.write(row, image, n.trx, n.scn)
	return row
}

// change writes a version of a row that the statement found. Its read puts the row into the fuse
// row cache.
func (n *Tenant) change(tablet *Tablet, key Key, image Image) {
	epoch := tablet.readByStatement(key)
	if row := n.write(tablet, key, image); epoch != 0 {
		row.cached = epoch
	}
}

// undo restores a key's row in the memtable and whether it exists.
func (t *Tablet) undo(was memRow, existed bool) {
	t.mem.restore(was)
	if existed {
		t.live.add(was.key)
	} else {
		t.live.remove(was.key)
	}
}

// setValue records the indexed value of a row; present is false once the row is deleted.
func (n *Tenant) setValue(x *Index, id Key, value uint64, present bool) {
	if old, had := x.values[id]; n.open != nil {
		n.open.undo = append(n.open.undo, func() { x.set(id, old, had) })
	}
	x.set(id, value, present)
}

func (x *Index) set(id Key, value uint64, present bool) {
	if present {
		x.values[id] = value
	} else {
		delete(x.values, id)
	}
}
