package rows_test

import (
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
)

// TestBlocksOfAMajor: a base keeps its blocks only if all its keys lie before what is merged into
// it; block scan in every range then counts as over key sets.
func TestBlocksOfAMajor(t *testing.T) {
	r, err := lsm.RulesFor("seekdb", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	const last = 10
	blocks := lsm.BlockRows{Major: []int64{2, 3}}
	for name, change := range map[string]struct {
		stored func(*rows.Session, *rows.Table) error
		sets   func(*lsm.Table) error
	}{
		"the last key is deleted": {
			func(s *rows.Session, t *rows.Table) error { _, err := s.Delete(t, last); return err },
			func(t *lsm.Table) error { t.Delete(last); return nil },
		},
		"a key is added behind it": {
			func(s *rows.Session, t *rows.Table) error {
				return s.Insert(t, last+1, [][]byte{{1}})
			},
			func(t *lsm.Table) error { return t.Insert(last + 1) },
		},
		"a key in the middle is deleted": {
			func(s *rows.Session, t *rows.Table) error { _, err := s.Delete(t, 5); return err },
			func(t *lsm.Table) error { t.Delete(5); return nil },
		},
	} {
		stored := rows.NewTenant(rows.Config{Options: lsm.DefaultOptions(), Rules: r})
		sets := lsm.NewTenant(lsm.DefaultOptions(), r)
		table, err := stored.CreateTable(rows.TableSpec{Name: "t", Columns: 1, Rows: blocks})
		if err != nil {
			t.Fatal(err)
		}
		ofSets, err := sets.CreateTable("t", 1, nil, blocks, blocks)
		if err != nil {
			t.Fatal(err)
		}
		s, all := stored.Session(), lsm.Range{First: 1, Last: last}
		value := [][]byte{{1}}
		for _, step := range []func() error{
			func() error {
				return table.Load(t.Context(), all, func(lsm.Key) [][]byte { return value })
			},
			func() error { return ofSets.Load(all) },
			func() error { return change.stored(s, table) },
			func() error { return change.sets(ofSets) },
			stored.MajorFreeze, sets.MajorFreeze,
		} {
			if err := step(); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		// What comes behind the last block, or is there already, is not in it.
		_, _ = s.Insert(table, last, value), ofSets.Insert(last)
		for first := lsm.Key(1); first <= last+1; first++ {
			for end := first; end <= last+2; end++ {
				keys := lsm.Range{First: first, Last: end}
				got, err := s.Scan(table.Main, keys, 1, nil)
				if want := ofSets.Main.Scan(keys); err != nil || got != want {
					t.Errorf("%s, %v: %+v, want %+v (%v)", name, keys, got, want, err)
				}
			}
		}
		if err := stored.Close(); err != nil {
			t.Error(err)
		}
	}
}
