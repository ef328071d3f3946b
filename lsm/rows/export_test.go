package rows

import (
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/readamp/readamp/lsm/adaptive"
)

// OpenIn is Open in another file system.
func OpenIn(fs vfs.FS, dir string, c Config) (*Tenant, error) {
	f, err := openFolder(fs, dir)
	if err != nil {
		return nil, err
	}
	return openTenant(f, c)
}

// MetaMajor makes the meta major that adaptive compaction could have decided on.
func MetaMajor(t *Tablet) error {
	t.tenant.changes.Lock()
	defer t.tenant.changes.Unlock()
	d := adaptive.Decision{Kind: adaptive.MetaMajor, Snapshot: t.tenant.setting.Now}
	if err := t.carryOut(d); err != nil {
		return err
	}
	return t.tenant.save()
}
