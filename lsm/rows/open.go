package rows

import (
	"errors"
	"slices"

	"github.com/readamp/readamp/lsm"
)

// Open opens the tenant that a folder holds, or makes an empty one in a folder that is new or
// empty. One tenant at a time has the folder.
//
// The folder has what freezes, merges and changes of tables left when they returned. What is in
// memtables is in the folder once [Tenant.Close] has returned; there is no log, and a crash loses
// what was committed since the last freeze, of all tablets alike. Where a call failed, a crash may
// leave what was before it or after it.
//
// Parameters, rules and caches are those of the Config. Caches begin empty, and so do the
// statistics of adaptive compaction.
//
// A file that is missing, cut short or has a wrong bit is an error that names it, and where a block
// is wrong its offset. Nothing is removed then.
func Open(dir string, c Config) (*Tenant, error) {
	f, err := openDiskFolder(dir)
	if err != nil {
		return nil, err
	}
	return openTenant(f, c)
}

func openTenant(f *folder, c Config) (*Tenant, error) {
	n := newTenant(c, f)
	n.folder = f
	if err := n.restore(); err != nil {
		n.closed = true
		return nil, errors.Join(err, n.release())
	}
	return n, nil
}

// restore reads the folder. A new one gets a manifest.
func (n *Tenant) restore() error {
	text, err := n.folder.readManifest()
	if err != nil {
		return err
	}
	if text == nil {
		return n.save()
	}
	stored, err := decodeManifest(text)
	if err != nil {
		return nameError(n.folder.join(manifestName), err)
	}
	n.keep, n.file = stored.Keep, stored.File
	n.visible.Store(uint64(stored.Commit))
	n.setting.Now, n.setting.LastWrite = stored.ClockNanos, stored.LastWriteNanos
	for _, s := range stored.Tables {
		t := n.newTable(s.TableSpec)
		n.tables = append(n.tables, t)
		for i, tablet := range t.tablets() {
			if err := tablet.restore(&s.Tablets[i]); err != nil {
				return err
			}
		}
	}
	n.folder.inForce(text, stored.files())
	return n.folder.removeOthers()
}

// restore opens the tablet's runs and memtables.
func (t *Tablet) restore(s *storedTablet) (err error) {
	defer func() {
		if err != nil {
			closeTables(s.runs())
		}
	}()
	for _, r := range s.runs() {
		if err := t.openRun(r); err != nil {
			return err
		}
	}
	var memtables []*memtable
	for _, m := range s.Memtables {
		replayed, err := t.replay(m)
		if err != nil {
			return err
		}
		memtables = append(memtables, replayed)
	}
	last := len(memtables) - 1
	t.frozen, t.active = memtables[:last:last], memtables[last]
	t.saved = s.Memtables
	t.stack = lsm.RestoreStack(&t.tenant.setting, s.Stack, t.onlyDeletes)
	t.publish()
	return nil
}

func closeTables(runs []*run) {
	for _, r := range runs {
		if r.table != nil {
			_ = r.table.close() // the error that led here is told
		}
	}
}

// Tables are the tenant's tables, in the order in which they were made.
func (n *Tenant) Tables() []*Table {
	n.changes.Lock()
	defer n.changes.Unlock()
	return slices.Clone(n.tables)
}
