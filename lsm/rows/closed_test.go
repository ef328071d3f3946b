package rows_test

import (
	"errors"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
)

// TestClosed: after Close everything says so, and nothing waits for ever.
func TestClosed(t *testing.T) {
	n, table := concurrentTenant(t)
	s := n.Session()
	if err := errors.Join(n.Close(), n.Close()); err != nil {
		t.Fatal(err)
	}
	n.FlushCache()
	if active, total := n.MemstoreBytes(); active != 0 || total != 0 {
		t.Errorf("%d and %d bytes", active, total)
	}
	if table.Main.Letters() != "" || table.Main.Memtables() != nil {
		t.Error("tables are still there")
	}
	for name, do := range map[string]func() error{
		"get":   func() error { _, _, err := s.Get(table.Main, 1, 1); return err },
		"scan":  func() error { _, err := s.Scan(table.Main, lsm.AllKeys, 1, nil); return err },
		"count": func() error { _, _, err := s.Count(table.Main, lsm.AllKeys); return err },
		"multi-get": func() error {
			_, err := s.MultiGet(table.Main, []lsm.Key{1, 2}, 1, nil)
			return err
		},
		"insert":       func() error { return s.Insert(table, 9999, [][]byte{{1}, {2}}) },
		"update":       func() error { _, err := s.Update(table, 1, rows.Set{}); return err },
		"delete":       func() error { _, err := s.Delete(table, 1); return err },
		"minor freeze": n.MinorFreeze,
		"major freeze": n.MajorFreeze,
		"parameter":    func() error { return n.SetParameter("undo_retention", "0") },
		"wait":         func() error { return n.Advance(time.Second) },
		"create": func() error {
			_, err := n.CreateTable(rows.TableSpec{Name: "u"})
			return err
		},
	} {
		if err := do(); !errors.Is(err, rows.ErrClosed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
