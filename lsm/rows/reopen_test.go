package rows_test

import (
	"fmt"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/readamp/readamp/lsm/rows"
)

// reopenSeeds is how many histories are gone through with a folder.
const reopenSeeds = 24

// TestHistoriesReopened runs random histories in a folder that is closed and opened again and
// again. All answers and counters stay those of key sets that never stop, but for caches, which
// both sides empty.
func TestHistoriesReopened(t *testing.T) {
	reopened := 0
	for seed := uint64(1000); seed < 1000+reopenSeeds; seed++ {
		h := newHistory(t, seed, newTally())
		h.check(h.stored.Close())
		fs := newStrictFS()
		// Statistics of adaptive compaction don't outlive the tenant.
		h.config.Options.EnableAdaptiveCompaction = false
		h.check(h.sets.SetParameter("_enable_adaptive_compaction", "false"))
		h.open(fs, h.config)
		var err error
		h.table, err = h.stored.CreateTable(h.spec)
		h.check(err)
		for h.step = range 120 + h.rng.IntN(100) {
			if h.do(); !h.inTrx && h.rng.IntN(8) == 0 {
				h.reopen(fs)
				reopened++
			}
			if t.Failed() {
				t.FailNow()
			}
		}
		h.check(h.stored.Close())
		checkClosed(t, fs)
	}
	t.Logf("reopened %d times", reopened)
}

func (h *history) open(fs vfs.FS, c rows.Config) {
	stored, err := rows.OpenIn(fs, "data", c)
	h.check(err)
	h.stored, h.session = stored, stored.Session()
}

func (h *history) reopen(fs vfs.FS) {
	before := fmt.Sprintf("%+v %v %d", h.table.Main.Shape(), h.stored.Now(),
		h.table.Main.MemtableKeys())
	h.config.Options = h.stored.Options()
	h.check(h.stored.Close())
	h.open(fs, h.config)
	h.table = h.stored.Tables()[0]
	after := fmt.Sprintf("%+v %v %d", h.table.Main.Shape(), h.stored.Now(),
		h.table.Main.MemtableKeys())
	if after != before {
		h.errorf("reopened as %s\nwas %s", after, before)
	}
	h.sets.FlushCache()
	h.compareStacks()
}

// newStrictFS is a file system in memory that refuses to remove files that are open.
func newStrictFS() *vfs.MemFS {
	fs := vfs.NewCrashableMem()
	fs.UseWindowsSemantics(true)
	return fs
}

// checkClosed removes all files, which works only when none is open.
func checkClosed(t *testing.T, fs *vfs.MemFS) {
	t.Helper()
	names, err := fs.List("data")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if err := fs.Remove(fs.PathJoin("data", name)); err != nil {
			t.Errorf("%s is still open: %v", name, err)
		}
	}
	if err := fs.Remove("data"); err != nil {
		t.Errorf("the folder is still open: %v", err)
	}
}
