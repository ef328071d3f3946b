package target

import (
	"context"
	"fmt"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/rows"
	"github.com/readamp/readamp/lsm/workload"
)

// Groups of digits in the texts of sysbench's rows (oltp_common.lua: c_value_template,
// pad_value_template).
const (
	groupsOfC   = 10
	groupsOfPad = 5
	groupDigits = 11
	groupBase   = 100_000_000_000 // 10 to the power of groupDigits
)

// indexBlockRows is how many entries of the index on k share a block: 250,000 of them took 68 to
// 105 blocks in majors of the recorded ladders, 7,606 took 9 in a mini. No statement reads it.
var indexBlockRows = lsm.BlockRows{Major: []int64{3290}, Inc: []int64{845}}

// appendText appends a text of so many groups of digits.
func appendText(dst []byte, random *keydist.PCG, groups int) []byte {
	for g := range groups {
		if g > 0 {
			dst = append(dst, '-')
		}
		var digits [groupDigits]byte
		n := random.Uint64() % groupBase
		for i := groupDigits - 1; i >= 0; i-- {
			digits[i] = byte('0' + n%10)
			n /= 10
		}
		dst = append(dst, digits[:]...)
	}
	return dst
}

// rowMaker makes rows of sysbench's tables. All values are drawn independently; k is uniform over
// 1 to the table's size, whatever --rand-type says. No statement looks for a k.
type rowMaker struct {
	random *keydist.PCG
	size   uint64 // of the table
	c, pad []byte
	row    [workload.Columns][]byte
}

func newRowMaker(seed, stream uint64, size int64) *rowMaker {
	return &rowMaker{random: keydist.NewPCG(seed, stream), size: uint64(max(size, 1))}
}

// text is a new c, good until the next call.
func (m *rowMaker) text() []byte {
	m.c = appendText(m.c[:0], m.random, groupsOfC)
	return m.c
}

// values are those of a new row, good until the next call.
func (m *rowMaker) values() [][]byte {
	m.pad = appendText(m.pad[:0], m.random, groupsOfPad)
	m.row = [workload.Columns][]byte{rows.IntColumn(1 + m.random.Uint64()%m.size), m.text(), m.pad}
	return m.row[:]
}

// Prepare makes the tables.
func (e *Embedded) Prepare(ctx context.Context, t Tables, progress func(rows int64)) error {
	if len(e.tables) > 0 {
		return fmt.Errorf("target: there are %d tables already", len(e.tables))
	}
	spec := rows.TableSpec{Columns: workload.Columns, Rows: e.given.BlockRows,
		IndexRows: indexBlockRows}
	main, index := freeze.SysbenchTable(), freeze.SysbenchIndex()
	spec.Layout, spec.IndexLayout = &main, &index
	if t.Indexed {
		spec.Indexed = []int{workload.ColumnK}
	}
	var tables []*rows.Table
	for i := 1; i <= t.Tables; i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		spec.Name = tableName(i)
		table, err := e.tenant.CreateTable(spec)
		if err != nil {
			return fmt.Errorf("target: %w", err)
		}
		maker := newRowMaker(t.Seed, uint64(i), t.Rows)
		all := lsm.Range{First: 1, Last: lsm.Key(t.Rows)}
		values := func(lsm.Key) [][]byte { return maker.values() }
		if err := table.Load(ctx, all, values); err != nil {
			return fmt.Errorf("target: %w", err)
		}
		tables = append(tables, table)
		if progress != nil {
			progress(t.Rows * int64(i))
		}
	}
	e.tables, e.size = tables, t.Rows
	for _, table := range tables {
		e.tablets.Add(1 + int64(len(table.Indexes)))
	}
	e.history.forget()
	return nil
}

func tableName(number int) string { return fmt.Sprintf("sbtest%d", number) }
