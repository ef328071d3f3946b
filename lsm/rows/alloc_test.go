package rows_test

import (
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
