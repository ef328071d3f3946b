package rows_test

import (
	"fmt"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
)

// TestReadsDoNotAllocate: a read that returns rows takes no memory, whatever it goes through.
func TestReadsDoNotAllocate(t *testing.T) {
	n, table := concurrentTenant(t)
	s := n.Session()
	for range 2 {
		for key := lsm.Key(1); key < concurrentRows; key += 3 {
			set := rows.Set{Column: 1, Value: rows.IntColumn(1)}
			if _, err := s.Update(table, key, set); err != nil {
				t.Fatal(err)
			}
		}
		if err := n.MinorFreeze(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Update(table, 7, rows.Set{Column: 0, Increment: true}); err != nil {
		t.Fatal(err)
	}
	r, bytes := lsm.Range{First: 1, Last: 200}, 0
	visit := func(_ lsm.Key, cells [][]byte) { bytes += len(cells[0]) }
	for name, read := range map[string]func() error{
		"get": func() error {
			_, _, err := s.Get(table.Main, 7, lsm.FullImage(2))
			return err
		},
		"scan": func() error {
			_, err := s.Scan(table.Main, r, lsm.FullImage(2), visit)
			return err
		},
		"descending scan": func() error {
			_, err := s.ScanBack(table.Main, r, lsm.FullImage(2), visit)
			return err
		},
		"count": func() error {
			_, _, err := s.Count(table.Main, r)
			return err
		},
	} {
		allocations := testing.AllocsPerRun(100, func() {
			if err := read(); err != nil {
				t.Fatal(err)
			}
		})
		if allocations > 0 {
			t.Errorf("%s: %v allocations", name, allocations)
		}
	}
	if bytes == 0 {
		t.Error("no row was seen")
	}
}

// TestMergesHardlyAllocate: what a merge takes does not grow with its rows, but for pieces of
// files.
func TestMergesHardlyAllocate(t *testing.T) {
	n, _ := concurrentTenant(t)
	perRow := func(keys lsm.Key) float64 {
		table, err := n.CreateTable(rows.TableSpec{Name: fmt.Sprint("u", keys), Columns: 1})
		if err != nil {
			t.Fatal(err)
		}
		values := [][]byte{rows.IntColumn(1)}
		err = table.Load(t.Context(), lsm.Range{First: 1, Last: keys},
			func(lsm.Key) [][]byte { return values })
		if err != nil {
			t.Fatal(err)
		}
		return testing.AllocsPerRun(1, func() {
			if err := n.MajorFreeze(); err != nil {
				t.Fatal(err)
			}
		})
	}
	const many = 20_000
	if few, all := perRow(100), perRow(many); (all-few)/many > 0.1 {
		t.Errorf("%v allocations for 100 rows, %v for %d more", few, all, many)
	}
}
