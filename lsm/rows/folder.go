package rows

import (
	"context"
	"errors"
	"fmt"
	"io"
	iofs "io/fs"
	"slices"
	"sync"

	"github.com/cockroachdb/pebble/v2/objstorage"
	"github.com/cockroachdb/pebble/v2/objstorage/objstorageprovider"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// folder keeps SSTables and the manifest in a folder. A file is written under another name, synced
// and renamed, so that what has its name is whole. What the manifest names is in force; a file is
// removed only once no manifest names it that a crash could bring back.
type folder struct {
	fs   vfs.FS
	path string
	lock io.Closer // nil once it is closed

	manifest []byte // in force; nil where that is not known for certain

	mu      sync.Mutex
	named   map[uint64]bool // by every manifest that may be in force
	dropped []uint64        // those of them that nobody reads any more
}

const (
	lockName     = "LOCK"
	manifestName = "MANIFEST"
	halfSuffix   = ".tmp" // of a file that is being written
)

// openDiskFolder opens a folder on disk.
func openDiskFolder(path string) (*folder, error) { return openFolder(vfs.Default, path) }

// openFolder makes the folder if it is not there, and locks it.
func openFolder(fs vfs.FS, path string) (*folder, error) {
	if err := makeFolder(fs, path); err != nil {
		return nil, nameError(path, err)
	}
	f := &folder{fs: fs, path: path, named: map[uint64]bool{}}
	lock, err := fs.Lock(f.join(lockName))
	if err != nil {
		return nil, fmt.Errorf("rows: %s: a folder is for one tenant at a time: %w",
			f.join(lockName), err)
	}
	f.lock = lock
	return f, nil
}

// makeFolder makes a folder and those above it that are missing.
func makeFolder(fs vfs.FS, path string) error {
	var missing []string
	for dir := path; ; dir = fs.PathDir(dir) {
		_, err := fs.Stat(dir)
		if err == nil || dir == fs.PathDir(dir) {
			break
		}
		if !errors.Is(err, iofs.ErrNotExist) {
			return err
		}
		missing = append(missing, dir)
	}
	for _, dir := range slices.Backward(missing) {
		if err := fs.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		if err := syncFolder(fs, fs.PathDir(dir)); err != nil {
			_ = fs.Remove(dir) // so that the next try syncs too
			return err
		}
	}
	if len(missing) > 0 {
		return nil
	}
	// Who made the folder may have stopped before its name was durable.
	err := syncFolder(fs, fs.PathDir(path))
	if errors.Is(err, iofs.ErrPermission) {
		return nil // somebody else made it, long ago
	}
	return err
}

// syncFolder makes the names in a folder durable.
func syncFolder(fs vfs.FS, path string) error {
	dir, err := fs.OpenDir(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

func (f *folder) close() error {
	lock := f.lock
	f.lock = nil
	return nameError(f.join(lockName), lock.Close())
}

func (f *folder) join(name string) string { return f.fs.PathJoin(f.path, name) }

func (f *folder) name(num uint64) string { return f.join(fileName(num)) }

func (f *folder) create(num uint64) (objstorage.Writable, error) {
	file, err := f.write(fileName(num))
	return file, nameError(f.name(num), err)
}

// wholeFile is a file that gets its name when it is finished.
type wholeFile struct {
	objstorage.Writable
	folder *folder
	name   string
}

func (f *folder) write(name string) (*wholeFile, error) {
	if f.lock == nil {
		return nil, ErrClosed
	}
	file, err := f.fs.Create(f.join(name+halfSuffix), vfs.WriteCategoryUnspecified)
	if err != nil {
		return nil, err
	}
	return &wholeFile{objstorageprovider.NewFileWritable(file), f, name}, nil
}

// Finish makes the file and its name durable.
func (w *wholeFile) Finish() error {
	f, half := w.folder, w.folder.join(w.name+halfSuffix)
	err := w.Writable.Finish()
	if err == nil {
		err = f.fs.Rename(half, f.join(w.name))
	}
	if err != nil {
		_ = f.fs.Remove(half) // else the next Open does
		return err
	}
	return syncFolder(f.fs, f.path)
}

// Abort gives the file up.
func (w *wholeFile) Abort() {
	w.Writable.Abort()
	_ = w.folder.fs.Remove(w.folder.join(w.name + halfSuffix)) // else the next Open does
}

func (f *folder) open(num uint64) (objstorage.Readable, error) {
	file, err := f.fs.Open(f.name(num))
	if err != nil {
		return nil, nameError(f.name(num), err)
	}
	info, err := file.Stat()
	if err != nil {
		_ = file.Close() // nothing was written
		return nil, nameError(f.name(num), err)
	}
	return &fileReader{file, info.Size()}, nil
}

// fileReader reads a finished file.
type fileReader struct {
	file      vfs.File
	sizeBytes int64
}

func (r *fileReader) ReadAt(_ context.Context, p []byte, off int64) error {
	if _, err := r.file.ReadAt(p, off); err != nil {
		return fmt.Errorf("%d bytes at offset %d: %w", len(p), off, err)
	}
	return nil
}

func (r *fileReader) Close() error { return r.file.Close() }
func (r *fileReader) Size() int64  { return r.sizeBytes }

// NewReadHandle reads the same way.
func (r *fileReader) NewReadHandle(objstorage.ReadBeforeSize) objstorage.ReadHandle {
	handle := objstorage.MakeNoopReadHandle(r)
	return &handle
}
