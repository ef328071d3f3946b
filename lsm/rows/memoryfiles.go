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

// memoryFile is written by appending. It grows by whole pieces, so that nothing is copied.
type memoryFile struct {
	pieces [][]byte // all full but the last
	size   int64
}

const pieceBytes = 128 << 10

func newMemoryFiles() *memoryFiles { return &memoryFiles{files: map[uint64]*memoryFile{}} }

func (m *memoryFiles) create(num uint64) (objstorage.Writable, error) {
	f := &memoryFile{}
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
	return memoryReader{f}, nil
}

func (m *memoryFiles) remove(num uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.files, num)
}

func (m *memoryFiles) name(num uint64) string { return fileName(num) }

// Write, Finish and Abort are those of objstorage.Writable.
func (f *memoryFile) Write(p []byte) error {
	f.size += int64(len(p))
	for len(p) > 0 {
		last := len(f.pieces) - 1
		if last < 0 || len(f.pieces[last]) == pieceBytes {
			f.pieces = append(f.pieces, make([]byte, 0, pieceBytes))
			last++
		}
		n := min(len(p), pieceBytes-len(f.pieces[last]))
		f.pieces[last] = append(f.pieces[last], p[:n]...)
		p = p[n:]
	}
	return nil
}

func (f *memoryFile) Finish() error { return nil }
func (f *memoryFile) Abort()        {}

// memoryReader reads a finished file.
type memoryReader struct{ file *memoryFile }

func (r memoryReader) ReadAt(_ context.Context, p []byte, off int64) error {
	if off < 0 || off+int64(len(p)) > r.file.size {
		return io.ErrUnexpectedEOF
	}
	for len(p) > 0 {
		n := copy(p, r.file.pieces[off/pieceBytes][off%pieceBytes:])
		p, off = p[n:], off+int64(n)
	}
	return nil
}

func (r memoryReader) Close() error { return nil }
func (r memoryReader) Size() int64  { return r.file.size }

// NewReadHandle reads the same way.
func (r memoryReader) NewReadHandle(objstorage.ReadBeforeSize) objstorage.ReadHandle {
	handle := objstorage.MakeNoopReadHandle(r)
	return &handle
}
