package rows_test

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// BenchmarkScanPebbleDB is BenchmarkScan on a pebble.DB: the same versions, whole rows in its
// lowest level and updates of one column, as merge operands, in three flushed tables above. Its
// merger fuses them, and the columns of each row are taken apart. Beside it stands what Pebble does
// best: every version a whole row, of which it hands on the newest.
func BenchmarkScanPebbleDB(b *testing.B) {
	for _, share := range []float64{0, 0.1, 1} {
		for _, whole := range []bool{false, true} {
			name := fmt.Sprintf("dirty=%v/whole=%v", share, whole)
			b.Run(name, func(b *testing.B) { scanPebbleDB(b, share, whole) })
		}
	}
}

func scanPebbleDB(b *testing.B, share float64, whole bool) {
	db, read := pebbleDB(b, share, whole)
	b.ReportAllocs()
	for b.Loop() {
		it, err := db.NewIter(nil)
		if err != nil {
			b.Fatal(err)
		}
		rows, row := 0, fuseRows{}
		for ok := it.First(); ok; ok = it.Next() {
			v, err := it.ValueAndErr()
			if err != nil {
				b.Fatal(err)
			}
			row.reset()
			if row.under(v); row.have != 7 {
				b.Fatalf("columns %b", row.have)
			}
			rows++
		}
		if err := it.Close(); err != nil || rows != benchRows {
			b.Fatal(rows, err)
		}
	}
	b.ReportMetric(float64(read)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

// pebbleDB makes the database; read is how many versions it holds.
func pebbleDB(b *testing.B, share float64, whole bool) (db *pebble.DB, read int) {
	b.Helper()
	cache := pebble.NewCache(1 << 30)
	defer cache.Unref()
	o := &pebble.Options{FS: vfs.NewMem(), Cache: cache, Merger: &rowMerger,
		MemTableSize: 1 << 30, DisableWAL: true, DisableAutomaticCompactions: true,
		FormatMajorVersion: pebble.FormatNewest, L0StopWritesThreshold: 100}
	o.ApplyCompressionSettings(func() pebble.DBCompressionSettings {
		return pebble.DBCompressionNone
	})
	db, err := pebble.Open("db", o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	rng := rand.New(rand.NewPCG(2, 0))
	value := sysbenchRow(rng)
	var key [8]byte
	for run := range 4 {
		for id := uint64(1); id <= benchRows; id++ {
			if run > 0 && rng.Float64() >= share {
				continue
			}
			read++
			binary.BigEndian.PutUint64(key[:], id)
			v := value(id)
			if run == 0 || whole {
				err = db.Set(key[:], encodeRow(7, v), pebble.NoSync)
			} else {
				err = db.Merge(key[:], encodeRow(2, v), pebble.NoSync)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
		if err := db.Flush(); err != nil {
			b.Fatal(err)
		}
		if run == 0 {
			if err := db.Compact(b.Context(), []byte{0}, []byte{255}, false); err != nil {
				b.Fatal(err)
			}
		}
	}
	return db, read
}

// encodeRow is the columns of a mask, each after its length.
func encodeRow(mask byte, values [][]byte) []byte {
	row := []byte{mask}
	for i, v := range values {
		if mask>>i&1 == 1 {
			row = append(append(row, byte(len(v))), v...)
		}
	}
	return row
}

// fuseRows puts versions together, newest first.
type fuseRows struct {
	have  byte
	cells [3][]byte
}

func (f *fuseRows) reset() { f.have = 0 }

func (f *fuseRows) under(row []byte) {
	mask, rest := row[0], row[1:]
	for i := range f.cells {
		if mask>>i&1 == 0 {
			continue
		}
		n := int(rest[0]) + 1
		if f.have>>i&1 == 0 {
			f.cells[i] = rest[1:n]
		}
		rest = rest[n:]
	}
	f.have |= mask
}

// rowMerger is fuseRows as Pebble asks for it.
var rowMerger = pebble.Merger{Name: "rows",
	Merge: func(_, value []byte) (pebble.ValueMerger, error) {
		m := &valueMerger{}
		return m, m.MergeOlder(value)
	}}

type valueMerger struct {
	fuseRows
	newer [][]byte // versions that came oldest first
}

func (m *valueMerger) MergeNewer(value []byte) error {
	m.newer = append(m.newer, append([]byte(nil), value...))
	return nil
}

func (m *valueMerger) MergeOlder(value []byte) error {
	m.under(append([]byte(nil), value...))
	return nil
}

func (m *valueMerger) Finish(bool) ([]byte, io.Closer, error) {
	f := fuseRows{}
	for i := len(m.newer) - 1; i >= 0; i-- {
		f.under(m.newer[i])
	}
	f.under(encodeRow(m.have, m.cells[:]))
	return encodeRow(f.have, f.cells[:]), nil, nil
}
