package target

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
	"github.com/readamp/readamp/lsm/workload"
)

// embeddedSession is a client and the part of a server that works for it: it puts the rows of a
// result together, and sorts them where the statement says so. Reading allocates nothing once its
// buffers have grown.
type embeddedSession struct {
	target *Embedded
	rows   *rows.Session
	maker  *rowMaker

	result   []byte // the values of the last read, one after the other
	ends     []int  // of each value
	sorted   [][]byte
	sum      uint64
	counters lsm.Counters
	take     rows.Visit // takeText, bound once
	add      rows.Visit // addNumber

	writes []rows.RowID // of the transaction under way
	open   bool         // there is one in the engine
}

// Session opens a client of the prepared tables.
func (e *Embedded) Session(seed uint64) Session {
	s := &embeddedSession{target: e, rows: e.tenant.Session(), maker: newRowMaker(seed, 0, e.size)}
	s.take, s.add = s.takeText, s.addNumber
	return s
}

// Event executes the statements of an event in their order.
func (s *embeddedSession) Event(all []workload.Statement,
	done func(*workload.Statement, *lsm.Counters)) error {

	for i := range all {
		c, err := s.execute(&all[i], all[i+1:])
		if err != nil {
			return s.giveUp(err)
		}
		done(&all[i], c)
	}
	if s.open {
		return s.giveUp(errors.New("target: an event that ends inside its transaction"))
	}
	return nil
}

// giveUp ends an event that can't go on.
func (s *embeddedSession) giveUp(err error) error {
	if s.open {
		s.open = false
		err = errors.Join(err, s.rows.Rollback())
	}
	return err
}

// execute runs one statement; rest are those after it. What it counted is good until the next one;
// statements that don't read count nothing.
func (s *embeddedSession) execute(st *workload.Statement, rest []workload.Statement) (
	*lsm.Counters, error) {

	switch st.Kind {
	case workload.Begin:
		return nil, s.begin(rest)
	case workload.Commit:
		return nil, s.commit()
	}
	t, err := s.target.table(st.Table)
	if err != nil {
		return nil, err
	}
	if st.Kind > workload.Distinct {
		return nil, s.write(t, st)
	}
	return &s.counters, s.read(t, st)
}

// table is a table by its number.
func (e *Embedded) table(number int) (*rows.Table, error) {
	if number < 1 || number > len(e.tables) {
		return nil, fmt.Errorf("target: no table %s: %d were prepared", tableName(number),
			len(e.tables))
	}
	return e.tables[number-1], nil
}

// begin opens a transaction and names the rows it will write. One that only reads needs none: each
// of its statements sees what is committed then (isolation level read committed, the server's
// default).
func (s *embeddedSession) begin(rest []workload.Statement) error {
	if s.open {
		return errors.New("target: begin inside a transaction")
	}
	s.writes = s.writes[:0]
	for i := range rest {
		if rest[i].Kind >= workload.Begin {
			break
		}
		if rest[i].Kind > workload.Distinct {
			t, err := s.target.table(rest[i].Table)
			if err != nil {
				return err
			}
			s.writes = append(s.writes, rows.RowID{Table: t, ID: lsm.Key(rest[i].ID)})
		}
	}
	if len(s.writes) == 0 {
		return nil
	}
	if err := s.target.room.wait(); err != nil {
		return err
	}
	s.open = true
	return s.rows.Begin(s.writes...)
}

func (s *embeddedSession) commit() error {
	if !s.open {
		return nil
	}
	s.open = false
	return s.rows.Commit()
}

// Images of what the statements read.
var (
	imageK = lsm.ColumnsImage(1 << workload.ColumnK)
	imageC = lsm.ColumnsImage(1 << workload.ColumnC)
)

// read executes a statement that reads.
func (s *embeddedSession) read(t *rows.Table, st *workload.Statement) (err error) {
	s.result, s.ends = s.result[:0], s.ends[:0]
	ids := lsm.Range{First: lsm.Key(st.ID), Last: lsm.Key(st.To)}
	switch st.Kind {
	case workload.Get:
		var cells [][]byte
		if cells, s.counters, err = s.rows.Get(t.Main, ids.First, imageC); cells != nil {
			s.takeText(ids.First, cells)
		}
		return err
	case workload.Sum:
		s.sum = 0
		s.counters, err = s.rows.Scan(t.Main, ids, imageK, s.add)
		s.counters.Returned = 1
		return err
	}
	s.counters, err = s.rows.Scan(t.Main, ids, imageC, s.take)
	if st.Kind != workload.Range {
		s.sort()
	}
	if st.Kind == workload.Distinct {
		s.sorted = slices.CompactFunc(s.sorted, bytes.Equal)
		s.counters.Returned = int64(len(s.sorted))
	}
	return err
}

// takeText copies a row's c into the result.
func (s *embeddedSession) takeText(_ lsm.Key, cells [][]byte) {
	s.result = append(s.result, cells[workload.ColumnC]...)
	s.ends = append(s.ends, len(s.result))
}

func (s *embeddedSession) addNumber(_ lsm.Key, cells [][]byte) {
	s.sum += rows.Int(cells[workload.ColumnK])
}

// sort orders the values of the result.
func (s *embeddedSession) sort() {
	s.sorted = s.sorted[:0]
	begin := 0
	for _, end := range s.ends {
		s.sorted = append(s.sorted, s.result[begin:end])
		begin = end
	}
	slices.SortFunc(s.sorted, bytes.Compare)
}

// write executes a statement that writes, by itself unless a transaction is open.
func (s *embeddedSession) write(t *rows.Table, st *workload.Statement) (err error) {
	if !s.open {
		if err := s.target.room.wait(); err != nil {
			return err
		}
	}
	id := lsm.Key(st.ID)
	switch st.Kind {
	case workload.IndexUpdate:
		_, err = s.rows.Update(t, id, rows.Set{Column: workload.ColumnK, Increment: true})
	case workload.NonIndexUpdate:
		_, err = s.rows.Update(t, id, rows.Set{Column: workload.ColumnC, Value: s.maker.text()})
	case workload.Delete:
		_, err = s.rows.Delete(t, id)
	case workload.Insert:
		if err = s.rows.Insert(t, id, s.maker.values()); errors.Is(err, rows.ErrDuplicate) {
			err = nil
		}
	}
	return err
}
