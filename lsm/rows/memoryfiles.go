package rows

import (
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/cockroachdb/pebble/v2/objstorage"
)

// memoryFiles keeps them in memory.
type memoryFiles struct {
	mu    sync.Mutex
	files map[uint64]*memoryFile
}

// memoryFile is written by appending to one piece of memory.
type memoryFile struct{ bytes []byte }

func newMemoryFiles() *memoryFiles { return &memoryFiles{files: map[uint64]*memoryFile{}} }

func (m *memoryFiles) create(num uint64, expectedBytes int64) (objstorage.Writable, error) {
	f := &memoryFile{make([]byte, 0, expectedBytes)}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.files[num] = f
	return f, nil
}

func (m *memoryFiles) open(num uint64) (objstorage.Readable, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f, ok := m.files[num]
	if !ok {
		return nil, fmt.Errorf("rows: no file %d", num)
	}
	return memoryReader{f.bytes}, nil
}

func (m *memoryFiles) remove(num uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.files, num)
}

func (m *memoryFiles) name(num uint64) string { return fileName(num) }

// Write, Finish and Abort are those of objstorage.Writable.
func (f *memoryFile) Write(p []byte) error {
	f.bytes = append(f.bytes, p...)
	return nil
}

func (f *memoryFile) Finish() error { return nil }
func (f *memoryFile) Abort()        {}

// memoryReader reads a finished file.
type memoryReader struct{ bytes []byte }

func (r memoryReader) ReadAt(_ context.Context, p []byte, off int64) error {
	if off < 0 || off+int64(len(p)) > int64(len(r.bytes)) {
		return io.ErrUnexpectedEOF
	}
	copy(p, r.bytes[off:])
	return nil
}

func (r memoryReader) Close() error { return nil }
func (r memoryReader) Size() int64  { return int64(len(r.bytes)) }

// NewReadHandle reads the same way.
func (r memoryReader) NewReadHandle(objstorage.ReadBeforeSize) objstorage.ReadHandle {
	handle := objstorage.MakeNoopReadHandle(r)
	return &handle
}
