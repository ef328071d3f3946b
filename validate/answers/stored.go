package answers

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate"
	"github.com/readamp/readamp/validate/record"
)

// Stored executes statements on stored rows: it is a [validate.Mirror] for one run. Tables have no
// index, as in the simulation. Every read puts its rows together and looks at the wanted column of
// each; a row that is not what was written is an error. The zero value is ready to use.
type Stored struct {
	tenant  *rows.Tenant
	session *rows.Session
	tables  []*rows.Table
	maker   maker
	reader  reader
}

var _ validate.Mirror = (*Stored)(nil)

// blockCacheBytes keeps the blocks of ladders on four tables of 250,000 rows, some 190 MB.
const blockCacheBytes = 256 << 20

// fuseCacheRows is never reached: the simulation's fuse row cache drops nothing for want of room.
const fuseCacheRows = math.MaxInt32

// RowsMax bounds the rows of a run that are stored: some 200 bytes each, twice during a major
// freeze.
const RowsMax = 20_000_000

// Load makes the tables.
func (s *Stored) Load(ctx context.Context, o lsm.Options, rules lsm.Rules, c *record.Config) error {
	if int64(c.Tables) > RowsMax/max(c.TableSize, 1) {
		return fmt.Errorf("%d tables of %d rows, at most %d rows in all are stored", c.Tables,
			c.TableSize, int64(RowsMax))
	}
	s.tenant = rows.NewTenant(rows.Config{Options: o, Rules: rules, FuseCacheRows: fuseCacheRows,
		BlockCacheBytes: blockCacheBytes})
	for i := range c.Tables {
		t, err := s.tenant.CreateTable(rows.TableSpec{Name: fmt.Sprintf("sbtest%d", i+1),
			Columns: workload.Columns, Rows: validate.SysbenchBlockRows})
		if err != nil {
			return err
		}
		if err := t.Load(ctx, lsm.Range{First: 1, Last: lsm.Key(c.TableSize)},
			s.maker.row); err != nil {
			return err
		}
		s.tables = append(s.tables, t)
	}
	s.session = s.tenant.Session()
	s.reader.init()
	return nil
}

// Close frees the rows.
func (s *Stored) Close() error {
	if s.tenant == nil {
		return nil
	}
	return s.tenant.Close()
}

// Do repeats an action.
func (s *Stored) Do(a record.Action) error {
	switch a.Kind {
	case record.FreezeMajor:
		return s.tenant.MajorFreeze()
	case record.FreezeMinor:
		return s.tenant.MinorFreeze()
	case record.SetParameter:
		return s.tenant.SetParameter(a.Name, a.Value)
	}
	return nil
}

// Execute runs a statement.
func (s *Stored) Execute(st workload.Statement) (lsm.Counters, error) {
	switch {
	case st.Kind == workload.Begin:
		return lsm.Counters{}, s.session.Begin()
	case st.Kind == workload.Commit:
		return lsm.Counters{}, s.session.Commit()
	case st.Table < 1 || st.Table > len(s.tables):
		return lsm.Counters{}, fmt.Errorf("no table %d of %d", st.Table, len(s.tables))
	case st.Kind <= workload.Distinct:
		return s.read(s.tables[st.Table-1].Main, st)
	}
	return lsm.Counters{}, s.write(s.tables[st.Table-1], st)
}

// read runs a statement that selects.
func (s *Stored) read(t *rows.Tablet, st workload.Statement) (c lsm.Counters, err error) {
	ids := lsm.Range{First: lsm.Key(st.ID), Last: lsm.Key(st.To)}
	switch st.Kind {
	case workload.Get:
		var cells [][]byte
		if cells, c, err = s.session.Get(t, ids.First, imageC); cells != nil {
			s.reader.c(ids.First, cells)
		}
	case workload.Sum:
		c, err = s.session.Scan(t, ids, imageK, s.reader.visitK)
	default:
		c, err = s.session.Scan(t, ids, imageC, s.reader.visitC)
	}
	if err == nil {
		err = s.reader.err
	}
	return c, err
}

// write runs a statement that changes a row.
func (s *Stored) write(t *rows.Table, st workload.Statement) (err error) {
	id := lsm.Key(st.ID)
	switch st.Kind {
	case workload.IndexUpdate:
		_, err = s.session.Update(t, id, rows.Set{Column: workload.ColumnK, Increment: true})
	case workload.NonIndexUpdate:
		_, err = s.session.Update(t, id, rows.Set{Column: workload.ColumnC, Value: s.maker.c(id)})
	case workload.Delete:
		_, err = s.session.Delete(t, id)
	case workload.Insert:
		if err = s.session.Insert(t, id, s.maker.row(id)); errors.Is(err, rows.ErrDuplicate) {
			err = nil
		}
	}
	return err
}
