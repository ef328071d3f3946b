package rows

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/readamp/readamp/lsm"
)

// ErrDuplicate is returned for an insert of a key that is there (1062).
var ErrDuplicate = errors.New("duplicate entry")

// Set is one column of an update.
type Set struct {
	Column int
	Value  []byte
	// Increment adds one to an integer column instead.
	Increment bool
}

// Insert writes a whole row; values are by column. A key that exists is [ErrDuplicate] and changes
// nothing, and so does a key or indexed value out of range.
func (s *Session) Insert(t *Table, id lsm.Key, values [][]byte) error {
	if len(values) != t.Main.columns {
		return fmt.Errorf("rows: table %s: %d values for %d columns", t.Name, len(values),
			t.Main.columns)
	}
	return s.statement(t, id, func(g *getter) error {
		if err := t.check(id, values); err != nil {
			return err
		}
		exists, err := s.lookUp(t.Main, id, g, false)
		if err != nil {
			return err
		}
		if exists {
			return fmt.Errorf("rows: table %s: %w %d", t.Name, ErrDuplicate, id)
		}
		s.took(lsm.InsertTime)
		s.put(t.Main, id, appendWhole(s.room(), values))
		for _, x := range t.Indexes {
			s.put(x.Tablet, lsm.IndexKey(Int(values[x.Column]), id), appendWhole(s.room(), nil))
		}
		return nil
	})
}

// Update changes columns of one row and says whether it exists; one that doesn't is left alone. The
// version holds the changed columns only; in an index a changed value is a delete and an insert.
func (s *Session) Update(t *Table, id lsm.Key, sets ...Set) (found bool, err error) {
	err = s.statement(t, id, func(g *getter) error {
		if found, err = s.lookUp(t.Main, id, g, true); err != nil || !found {
			return err
		}
		s.took(lsm.UpdateTime)
		var columns lsm.Image
		var old [lsm.MaxColumns]uint64
		for _, x := range t.Indexes {
			old[x.Column] = Int(g.f.cells[x.Column])
		}
		for _, set := range sets {
			columns |= 1 << set.Column
			if set.Increment {
				set.Value = IntColumn(Int(g.f.cells[set.Column]) + 1)
			}
			g.f.cells[set.Column] = set.Value
		}
		if err := t.check(id, g.f.cells); err != nil {
			return err
		}
		s.put(t.Main, id, appendPartial(s.room(), columns, g.f.cells))
		for _, x := range t.Indexes {
			value := Int(g.f.cells[x.Column])
			if columns>>x.Column&1 == 0 || value == old[x.Column] {
				continue
			}
			s.put(x.Tablet, lsm.IndexKey(old[x.Column], id), appendDelete(s.room()))
			s.put(x.Tablet, lsm.IndexKey(value, id), appendWhole(s.room(), nil))
		}
		return nil
	})
	return found, err
}

// Delete removes a row and its index entries and says whether it existed.
func (s *Session) Delete(t *Table, id lsm.Key) (found bool, err error) {
	err = s.statement(t, id, func(g *getter) error {
		if found, err = s.lookUp(t.Main, id, g, true); err != nil || !found {
			return err
		}
		s.took(lsm.UpdateTime)
		s.put(t.Main, id, appendDelete(s.room()))
		for _, x := range t.Indexes {
			s.put(x.Tablet, lsm.IndexKey(Int(g.f.cells[x.Column]), id), appendDelete(s.room()))
		}
		return nil
	})
	return found, err
}

// check says whether a row can be written.
func (t *Table) check(id lsm.Key, values [][]byte) error {
	largest, limit := id, lsm.Key(lsm.MaxKey)
	for _, x := range t.Indexes {
		largest, limit = max(largest, Int(values[x.Column])), lsm.MaxIndexed
	}
	if largest > limit {
		return fmt.Errorf("rows: table %s: %d is above %d, the most that is modelled", t.Name,
			largest, limit)
	}
	return nil
}

// statement runs a statement that writes one row, in a transaction of its own unless one is open. A
// statement that fails has written nothing.
func (s *Session) statement(t *Table, id lsm.Key, do func(*getter) error) error {
	if !s.began {
		s.start()
	}
	s.lock(t.Main, id)
	g := s.getter(t.Main.columns)
	err := do(g)
	if !s.began {
		s.commit()
	}
	return err
}

// lookUp reads the row that a statement is about to write. An update or delete puts what it found
// into the fuse row cache; the read is not counted.
func (s *Session) lookUp(t *Tablet, id lsm.Key, g *getter, fills bool) (found bool, err error) {
	if fills {
		s.pay(t)
	}
	v, see, err := s.see(t)
	if err != nil {
		return false, err
	}
	defer v.letGo()
	g.quiet = true
	err = g.get(t, v, id, see, t.all, fills && !s.wrote(t, id))
	g.own()
	return err == nil && g.exists(), err
}

// wrote says whether the newest version of a key is the open transaction's own.
func (s *Session) wrote(t *Tablet, id lsm.Key) bool {
	if !s.began {
		return false
	}
	row := t.active.keys.find(id)
	if row == nil {
		return false
	}
	n := row.head.Load()
	return n != nil && n.trx == s.trx && n.scn.Load() == uncommitted
}

// lock takes the lock of a row, unless the transaction has it.
func (s *Session) lock(t *Tablet, id lsm.Key) {
	l := rowLock{t, id % rowLocks}
	if slices.Contains(s.locked, l) {
		return
	}
	t.locks[l.lock].Lock()
	s.locked = append(s.locked, l)
}

// roomBytes is how much room for payloads a session takes at once.
const roomBytes = 64 << 10

// payloadBytesMax is taken to be room enough for one payload before more is made.
const payloadBytesMax = 512

// room is an empty slice with room for a payload; put keeps what was appended to it.
func (s *Session) room() []byte {
	if cap(s.bytes)-len(s.bytes) < payloadBytesMax {
		s.bytes = make([]byte, 0, roomBytes)
	}
	return s.bytes[len(s.bytes):]
}

// put writes a version.
func (s *Session) put(t *Tablet, key lsm.Key, payload []byte) {
	if n := len(s.bytes) + len(payload); n <= cap(s.bytes) {
		s.bytes = s.bytes[:n]
	}
	s.pay(t)
	s.noteWrite(t)
	m := t.active
	row, isNew := m.keys.add(key)
	n := s.nodes.one()
	n.trx, n.payload = s.trx, payload[:len(payload):len(payload)]
	n.scn.Store(uncommitted)
	t.charge(m, payload, isNew)
	m.push(row, n, t.columns, int32(s.tenant.options.Load().RowCompactionUpdateLimit))
	s.writes = append(s.writes, written{m, row, n})
}

// charge counts the bytes that a version would take of the server's memstore.
func (t *Tablet) charge(m *memtable, payload []byte, isNew bool) {
	if t.charges == nil {
		return
	}
	bytes := int64(0)
	if isNew {
		bytes = t.charges.NewKey()
	}
	switch image := imageOf(payload, t.all); {
	case image.Deleted():
		bytes += t.charges.Delete()
	case image&lsm.ImageInserted != 0:
		bytes += t.charges.Insert()
	default:
		bytes += t.charges.Update(uint8(image))
	}
	m.bytes.Add(bytes)
}

// The rest is what simulated time needs of a statement. Sessions that run at the same time have
// none.

// took lets a writing statement take its time.
func (s *Session) took(d time.Duration) {
	if n := s.tenant; !n.config.Concurrent {
		n.setting.Statement(d)
	}
}

func (s *Session) noteWrite(t *Tablet) {
	if !s.tenant.config.Concurrent {
		t.stack.Wrote()
	}
}

// pay is what the next statement reads for the tablet's state.
func (s *Session) pay(t *Tablet) (rows int64, first bool) {
	if s.tenant.config.Concurrent {
		return 0, false
	}
	return t.stack.Pay()
}
