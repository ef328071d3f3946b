package rows

import (
	"fmt"

	"github.com/cockroachdb/pebble/v2/objstorage"
)

// files is where SSTables are kept, by number.
type files interface {
	// create begins a file, which nobody sees before it is finished.
	create(num uint64) (objstorage.Writable, error)
	open(num uint64) (objstorage.Readable, error)
	// remove gives a file up that is no longer read.
	remove(num uint64)
	name(num uint64) string
}

func fileName(num uint64) string { return fmt.Sprintf("%06d.sst", num) }

// nameError adds a file's name to an error, if there is one.
func nameError(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("rows: %s: %w", name, err)
}
