package rows_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
)

// concurrentRows is small: Pebble is 13 times slower under the race detector.
const concurrentRows = 300

// concurrentTenant has one table of rows with two columns, which writers keep equal.
func concurrentTenant(t *testing.T) (*rows.Tenant, *rows.Table) {
	t.Helper()
	r, err := lsm.RulesFor("seekdb", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	n := rows.NewTenant(rows.Config{Options: lsm.DefaultOptions(), Rules: r,
		BlockCacheBytes: 1 << 20, FuseCacheRows: 100, Concurrent: true})
	t.Cleanup(func() {
		if err := n.Close(); err != nil {
			t.Error(err)
		}
	})
	table, err := n.CreateTable(rows.TableSpec{Name: "t", Columns: 2, Indexed: []int{0},
		Rows: lsm.BlockRows{Major: []int64{20}, Inc: []int64{20}}})
	if err != nil {
		t.Fatal(err)
	}
	values := [][]byte{rows.IntColumn(1), rows.IntColumn(1)}
	err = table.Load(t.Context(), lsm.Range{First: 1, Last: concurrentRows},
		func(lsm.Key) [][]byte { return values })
	if err != nil {
		t.Fatal(err)
	}
	return n, table
}

// TestConcurrent lets writers, readers, freezes and a parameter change run at the same time. Every
// read sees a row as one transaction left it: both columns equal; and of the rows that move from
// one id to another, always the same number.
func TestConcurrent(t *testing.T) {
	n, table := concurrentTenant(t)
	var work sync.WaitGroup
	for id := range 3 {
		work.Go(func() { write(t, n, table, uint64(id), 300) })
		work.Go(func() { read(t, n, table, uint64(id), 60) })
	}
	work.Go(func() {
		for i := range 12 {
			do := n.MinorFreeze
			if i%4 == 3 {
				do = n.MajorFreeze
			}
			if err := do(); err != nil {
				t.Error(err)
			}
			if err := n.SetParameter("row_compaction_update_limit", fmt.Sprint(1+i)); err != nil {
				t.Error(err)
			}
			n.FlushCache()
		}
	})
	work.Wait()
	count, _, err := n.Session().Count(table.Main, lsm.AllKeys)
	if err != nil || count != concurrentRows {
		t.Errorf("%d rows, %v", count, err)
	}
	count, _, err = n.Session().Count(table.Indexes[0].Tablet, lsm.AllKeys)
	if err != nil || count != concurrentRows {
		t.Errorf("%d index entries, %v", count, err)
	}
}

// write updates both columns of rows, or deletes and inserts one again in one transaction.
func write(t *testing.T, n *rows.Tenant, table *rows.Table, id uint64, statements int) {
	s, rng := n.Session(), rand.New(rand.NewPCG(id, 1))
	for range statements {
		key := 1 + rng.Uint64N(concurrentRows)
		value := rows.IntColumn(rng.Uint64N(1000))
		var err error
		switch rng.IntN(3) {
		case 0:
			_, err = s.Update(table, key, rows.Set{Column: 0, Value: value},
				rows.Set{Column: 1, Value: value})
		case 1:
			err = s.Begin(rows.RowID{Table: table, ID: key})
			if err == nil {
				_, err = s.Delete(table, key)
			}
			if err == nil {
				err = s.Insert(table, key, [][]byte{value, value})
			}
			if err == nil {
				err = s.Commit()
			}
		default:
			err = s.Begin(rows.RowID{Table: table, ID: key})
			if err == nil {
				_, err = s.Delete(table, key)
			}
			if err == nil {
				err = s.Rollback()
			}
		}
		if err != nil {
			t.Error(err)
			return
		}
	}
}

// read looks at single rows and at all of them.
func read(t *testing.T, n *rows.Tenant, table *rows.Table, id uint64, statements int) {
	s, rng := n.Session(), rand.New(rand.NewPCG(id, 2))
	both := func(key lsm.Key, cells [][]byte) {
		if !bytes.Equal(cells[0], cells[1]) {
			t.Errorf("row %d is torn: %x and %x", key, cells[0], cells[1])
		}
	}
	for i := range statements {
		key := 1 + rng.Uint64N(concurrentRows)
		cells, _, err := s.Get(table.Main, key, lsm.FullImage(2))
		if err != nil || cells == nil {
			t.Errorf("row %d: %v, %v", key, cells, err)
			return
		}
		both(key, cells)
		scan := s.Scan
		if i%2 == 1 {
			scan = s.ScanBack
		}
		c, err := scan(table.Main, lsm.AllKeys, lsm.FullImage(2), both)
		if err != nil || c.Returned != concurrentRows {
			t.Errorf("%d rows, %v", c.Returned, err)
			return
		}
	}
}

// TestReaderStopsNobody: while a reader stands still in the middle of a scan, writers write, and
// freezes and merges end. Were one of them to wait for the reader, the test would not end.
func TestReaderStopsNobody(t *testing.T) {
	n, table := concurrentTenant(t)
	done := make(chan error)
	seen := 0
	c, err := n.Session().Scan(table.Main, lsm.AllKeys, lsm.FullImage(2),
		func(key lsm.Key, cells [][]byte) {
			if seen++; key != concurrentRows/2 {
				return
			}
			go func() {
				write(t, n, table, 9, 200)
				err := n.MinorFreeze()
				if err == nil {
					err = n.MajorFreeze()
				}
				done <- err
			}()
			if err := <-done; err != nil {
				t.Error(err)
			}
			if rows.Int(cells[0]) != 1 {
				t.Errorf("row %d is not as it was when the scan began: %x", key, cells[0])
			}
		})
	if err != nil || c.Returned != concurrentRows || seen != concurrentRows {
		t.Errorf("%d rows, %v", c.Returned, err)
	}
}
