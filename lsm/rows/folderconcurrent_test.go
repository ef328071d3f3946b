package rows_test

import (
	"sync"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
)

// TestFolderConcurrently writes and reads while freezes make and remove files; then everything is
// there after the tenant was opened again.
func TestFolderConcurrently(t *testing.T) {
	fs := newStrictFS()
	config := scriptConfig(t)
	config.Concurrent = true
	tenant, err := rows.OpenIn(fs, "data", config)
	if err != nil {
		t.Fatal(err)
	}
	table, err := tenant.CreateTable(scriptSpec)
	if err != nil {
		t.Fatal(err)
	}
	const writers, each = 3, 400
	var wg sync.WaitGroup
	for w := range lsm.Key(writers) {
		wg.Go(func() {
			session := tenant.Session()
			for i := range lsm.Key(each) {
				id := 1 + w + i*writers
				err := session.Insert(table, id, [][]byte{rows.IntColumn(id), rows.IntColumn(w)})
				if err != nil {
					t.Error(err)
				}
				if i%50 == 0 {
					if _, _, err := session.Count(table.Main, lsm.AllKeys); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	for i := range 12 {
		freeze := tenant.MinorFreeze
		if i%4 == 3 {
			freeze = tenant.MajorFreeze
		}
		if err := freeze(); err != nil {
			t.Error(err)
		}
	}
	wg.Wait()
	if err := tenant.Close(); err != nil {
		t.Error(err)
	}
	if tenant, err = rows.OpenIn(fs, "data", config); err != nil {
		t.Fatal(err)
	}
	for _, tablet := range []*rows.Tablet{tenant.Tables()[0].Main,
		tenant.Tables()[0].Indexes[0].Tablet} {
		n, _, err := tenant.Session().Count(tablet, lsm.AllKeys)
		if n != writers*each || err != nil {
			t.Errorf("%d rows, %v", n, err)
		}
	}
	checkFiles(t, fs, tenant)
	if err := tenant.Close(); err != nil {
		t.Error(err)
	}
	checkClosed(t, fs)
}
