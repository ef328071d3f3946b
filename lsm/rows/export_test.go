package rows

import "github.com/cockroachdb/pebble/v2/vfs"

// OpenIn is Open in another file system.
func OpenIn(fs vfs.FS, dir string, c Config) (*Tenant, error) {
	f, err := openFolder(fs, dir)
	if err != nil {
		return nil, err
	}
	return openTenant(f, c)
}
