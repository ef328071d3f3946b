package rows

import (
	"slices"

	"github.com/readamp/readamp/lsm"
)

// cursor is one table's place in a scan: a memtable's or a run's. It stands at a key that the
// reader sees, or at the end.
type cursor struct {
	view  view
	until lsm.Key // the last key of the range in the direction of the scan
	back  bool    // descending
	given int64   // keys it has come to

	// Of a memtable.
	mem  *memtable
	row  *memRow
	node *node

	// Of a run.
	run   *run
	it    *tableIter
	older [][]byte // versions for a snapshot that does not see the newest, newest first
	copy  []byte   // what they point into
	rows  int64    // of the key, all versions, shadow row counted
	gone  bool     // its newest row is a delete

	blockPlace
}

// standing says whether the cursor has not come to its end.
func (c *cursor) standing() bool { return c.mem != nil && c.row != nil || c.it != nil }

// key is where it stands.
func (c *cursor) key() lsm.Key {
	if c.mem != nil {
		return c.row.key
	}
	return c.it.key
}

// order is the key as the loser tree sorts it.
func (c *cursor) order() uint64 {
	switch {
	case !c.standing():
		return noKey
	case c.back:
		return ^c.key()
	}
	return c.key()
}

// fuse adds the versions at the key, newest first.
func (c *cursor) fuse(f *fuser) {
	switch {
	case c.mem != nil:
		c.node.fuse(f)
	case len(c.older) > 0:
		for _, payload := range c.older {
			f.add(payload)
		}
	default:
		f.add(c.it.payload)
	}
}

// beyond says that a key lies outside the range.
func (c *cursor) beyond(key lsm.Key) bool {
	if c.back {
		return key < c.until
	}
	return key > c.until
}

// open goes to the first key of the range.
func (c *cursor) open(from lsm.Key) (err error) {
	if c.mem != nil {
		if c.back {
			c.row = c.mem.keys.seekBack(from)
		} else {
			c.row = c.mem.keys.seek(from)
		}
		c.settleRow()
		return nil
	}
	if c.it, err = c.run.table.iter(); err != nil {
		return err
	}
	if c.back {
		return c.settleBack(c.it.seekBelow(from + 1))
	}
	return c.settle(c.it.seek(from))
}

// advance goes to the next key.
func (c *cursor) advance() error {
	if c.mem != nil {
		c.row = c.after()
		c.settleRow()
		return nil
	}
	c.pass(c.rows, c.gone)
	if c.back {
		return c.settleBack(c.it.prev())
	}
	return c.settle(c.it.nextKey())
}

// settleRow leaves out keys of which the reader sees no version.
func (c *cursor) settleRow() {
	for ; c.row != nil && !c.beyond(c.row.key); c.row = c.after() {
		if c.node = c.row.newest(c.view); c.node != nil {
			return
		}
	}
	c.row = nil
}

func (c *cursor) after() *memRow {
	if c.back {
		return c.mem.keys.seekBelow(c.row.key)
	}
	return c.row.next[0].Load()
}

// settle does the same in a run, where the iterator stands at the newest row of a key.
func (c *cursor) settle(more bool) error {
	for ; more && !c.beyond(c.it.key); more = c.it.nextKey() {
		c.older, c.rows, c.gone = c.older[:0], c.it.rows(), c.it.deleted()
		if c.it.scn <= c.view.snapshot {
			return nil
		}
		// The newest row is too new. All of the key's rows have to be gone through.
		c.copy = c.copy[:0]
		for !c.it.last() && c.it.next() {
			c.keep()
		}
		if len(c.older) > 0 {
			return nil
		}
	}
	return c.close()
}

// keep copies the row if the reader sees it; the iterator goes on.
func (c *cursor) keep() {
	if c.it.scn > c.view.snapshot {
		return
	}
	start := len(c.copy)
	c.copy = append(c.copy, c.it.payload...)
	c.older = append(c.older, c.copy[start:len(c.copy):len(c.copy)])
}

// settleBack does it in a descending scan, where the iterator comes to the oldest row of a key
// first and ends at its newest.
func (c *cursor) settleBack(more bool) error {
	for ; more && !c.beyond(c.it.key); more = c.it.prev() {
		c.older, c.copy = c.older[:0], c.copy[:0]
		for !c.it.first() {
			c.keep()
			if !c.it.prev() {
				return c.close()
			}
		}
		c.rows, c.gone = c.it.rows(), c.it.deleted()
		if c.it.scn <= c.view.snapshot {
			c.older = c.older[:0] // the newest row has everything
			return nil
		}
		if len(c.older) > 0 {
			slices.Reverse(c.older)
			return nil
		}
	}
	return c.close()
}

// close gives the iterator back and says whether it met an error.
func (c *cursor) close() error {
	c.row = nil
	if c.it == nil {
		return nil
	}
	err := c.it.err
	c.it.release()
	c.it = nil
	return err
}
