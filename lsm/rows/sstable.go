package rows

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"sync"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/objstorage"
	"github.com/cockroachdb/pebble/v2/sstable"
	"github.com/cockroachdb/pebble/v2/sstable/block"
	"github.com/cockroachdb/pebble/v2/sstable/colblk"

	"github.com/readamp/readamp/lsm"
)

// SSTables are Pebble's, used as a library of files: the user key is the rowkey, the sequence
// number the version, and the kind tells a shadow row, which stands before the version it shares
// its number with, from a version.

// MaxSCN is the greatest version an SSTable stores; Pebble's sequence numbers have 56 bits.
const MaxSCN lsm.SCN = 1<<56 - 1

// BlockBytes is the size of a block of an SSTable, the server's default for data micro blocks
// (table option BLOCK_SIZE).
const BlockBytes = 16 << 10

const (
	keyBytes    = 8
	shadowKind  = pebble.InternalKeyKindSetWithDelete // sorts before versionKind
	versionKind = pebble.InternalKeyKindSet
)

var keySchema = colblk.DefaultKeySchema(pebble.DefaultComparer, 16)

// writerOptions are fixed: bytes depend on the rows alone.
func writerOptions() sstable.WriterOptions {
	return sstable.WriterOptions{
		Comparer: pebble.DefaultComparer, KeySchema: &keySchema, MergerName: "nullptr",
		TableFormat: sstable.TableFormatPebblev7, Compression: block.NoCompression,
		// An index of one level, which costs an iterator one call less a row.
		BlockSize: BlockBytes, IndexBlockSize: math.MaxInt32,
		// Otherwise all but the newest version of a key would lie in blocks of their own.
		DisableValueBlocks: true,
	}
}

// tableWriter writes one SSTable, rows in the order of keys, of a key newest first.
type tableWriter struct {
	raw sstable.RawWriter
	key [keyBytes]byte
}

func newTableWriter(file objstorage.Writable) *tableWriter {
	return &tableWriter{raw: sstable.NewRawWriter(file, writerOptions())}
}

func (w *tableWriter) add(key lsm.Key, scn lsm.SCN, shadow bool, payload []byte) error {
	if scn > MaxSCN {
		return fmt.Errorf("rows: version %d is above %d, the most an SSTable stores", scn, MaxSCN)
	}
	kind := versionKind
	if shadow {
		kind = shadowKind
	}
	binary.BigEndian.PutUint64(w.key[:], key)
	return w.raw.Add(pebble.MakeInternalKey(w.key[:], pebble.SeqNum(scn), kind), payload, false)
}

// finish makes the table durable and tells its size.
func (w *tableWriter) finish() (sizeBytes int64, err error) {
	if err := w.raw.Close(); err != nil {
		return 0, err
	}
	meta, err := w.raw.Metadata()
	if err != nil {
		return 0, err
	}
	return int64(meta.Size), nil
}

// abort gives the table up.
func (w *tableWriter) abort() { _ = w.raw.Close() }

// table is an SSTable open for reading.
type table struct {
	name   string // for errors
	reader *sstable.Reader
	cache  *blockCache
	num    uint64

	mu   sync.Mutex
	idle []*tableIter
}

// tableIter is a reader's place in a table. A table keeps those that are not in use.
type tableIter struct {
	table *table
	raw   sstable.Iterator

	key     lsm.Key
	scn     lsm.SCN
	shadow  bool
	payload []byte // good until the place moves
	err     error

	sought [keyBytes]byte // here, so that a seek does not allocate
}

// openTable opens a table; the cache, which may be nil, knows it by its number.
func openTable(file objstorage.Readable, name string, num uint64, cache *blockCache) (
	*table, error,
) {
	o := sstable.ReaderOptions{Comparer: pebble.DefaultComparer,
		KeySchemas: sstable.MakeKeySchemas(&keySchema)}
	if cache != nil {
		cache.attach(&o, num)
	}
	r, err := sstable.NewReader(context.Background(), file, o)
	if err != nil {
		return nil, nameError(name, err)
	}
	return &table{name: name, reader: r, cache: cache, num: num}, nil
}

// close frees what the table holds; no place in it may be in use.
func (t *table) close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, it := range t.idle {
		_ = it.raw.Close() // what it read was judged when it was read
	}
	t.idle = nil
	if t.cache != nil {
		t.cache.evict(t.num)
	}
	return t.reader.Close()
}

// iter is a place in the table, before its first row.
func (t *table) iter() (*tableIter, error) {
	t.mu.Lock()
	if n := len(t.idle); n > 0 {
		it := t.idle[n-1]
		t.idle = t.idle[:n-1]
		t.mu.Unlock()
		return it, nil
	}
	t.mu.Unlock()
	raw, err := t.reader.NewPointIter(context.Background(), sstable.IterOptions{
		Transforms: sstable.NoTransforms, FilterBlockSizeLimit: sstable.NeverUseFilterBlock,
		ReaderProvider: sstable.MakeTrivialReaderProvider(t.reader),
		BlobContext:    sstable.AssertNoBlobHandles,
	})
	if err != nil {
		return nil, nameError(t.name, err)
	}
	return &tableIter{table: t, raw: raw}, nil
}

// release gives the place back. One that met an error is thrown away.
func (it *tableIter) release() {
	t := it.table
	if it.err != nil {
		_ = it.raw.Close() // the same error again
		return
	}
	t.mu.Lock()
	t.idle = append(t.idle, it)
	t.mu.Unlock()
}

// seek goes to the first row with a key not below the one given.
func (it *tableIter) seek(key lsm.Key) bool {
	binary.BigEndian.PutUint64(it.sought[:], key)
	if kv := it.raw.SeekGE(it.sought[:], 0); kv != nil {
		return it.stand(kv.K, kv.InPlaceValue())
	}
	return it.end()
}

// seekBelow goes to the last row with a key below the one given.
func (it *tableIter) seekBelow(key lsm.Key) bool {
	binary.BigEndian.PutUint64(it.sought[:], key)
	if kv := it.raw.SeekLT(it.sought[:], 0); kv != nil {
		return it.stand(kv.K, kv.InPlaceValue())
	}
	return it.end()
}

// next goes to the next row, an older one of the same key or the newest of the next key.
func (it *tableIter) next() bool {
	if kv := it.raw.Next(); kv != nil {
		return it.stand(kv.K, kv.InPlaceValue())
	}
	return it.end()
}

// nextKey goes to the newest row of the next key, over the older ones of this one.
func (it *tableIter) nextKey() bool {
	if it.last() {
		return it.next()
	}
	binary.BigEndian.PutUint64(it.sought[:], it.key+1)
	if kv := it.raw.NextPrefix(it.sought[:]); kv != nil {
		return it.stand(kv.K, kv.InPlaceValue())
	}
	return it.end()
}

// deleted says that the row is a delete.
func (it *tableIter) deleted() bool { return it.payload[0]&flagDeleted != 0 }

// rows is how many rows the key has, at its newest one.
func (it *tableIter) rows() int64 {
	if !it.shadow {
		return 1
	}
	versions, _ := takeUvarint(it.payload[1:])
	return 1 + int64(versions)
}

// prev goes to the row before, a newer one of the same key or the oldest of the key before.
func (it *tableIter) prev() bool {
	if kv := it.raw.Prev(); kv != nil {
		return it.stand(kv.K, kv.InPlaceValue())
	}
	return it.end()
}

func (it *tableIter) stand(k pebble.InternalKey, payload []byte) bool {
	it.key, it.scn = binary.BigEndian.Uint64(k.UserKey), lsm.SCN(k.SeqNum())
	it.shadow, it.payload = k.Kind() == shadowKind, payload
	return true
}

// end is what follows the last row: no more, or an error that names file and offset.
func (it *tableIter) end() bool {
	it.err = nameError(it.table.name, it.raw.Error())
	return false
}

// first says that the row is the newest of its key in the table, last that it is the oldest. A row
// without flags, which no table has, is both.
func (it *tableIter) first() bool { return len(it.payload) == 0 || it.payload[0]&flagFirst != 0 }
func (it *tableIter) last() bool  { return len(it.payload) == 0 || it.payload[0]&flagLast != 0 }

// blockCache keeps blocks of SSTables in memory, up to a size. What it is made of has no name
// outside Pebble, so it is held in functions.
type blockCache struct {
	attach func(o *sstable.ReaderOptions, num uint64)
	evict  func(num uint64)
	close  func()
}

func newBlockCache(sizeBytes int64) *blockCache {
	cache := pebble.NewCache(sizeBytes)
	handle := cache.NewHandle()
	return &blockCache{
		attach: func(o *sstable.ReaderOptions, num uint64) {
			o.CacheOpts.CacheHandle = handle
			setNumber(&o.CacheOpts.FileNum, num)
		},
		evict: func(num uint64) {
			var o sstable.ReaderOptions
			setNumber(&o.CacheOpts.FileNum, num)
			handle.EvictFile(o.CacheOpts.FileNum)
		},
		close: func() { handle.Close(); cache.Unref() },
	}
}

// setNumber sets a field whose type has no name outside Pebble.
func setNumber[T ~uint64](field *T, n uint64) { *field = T(n) }
