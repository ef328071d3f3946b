package rows

import (
	"encoding/binary"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/bloom"

	"github.com/readamp/readamp/lsm"
)

// filterPolicy takes 10 bits a key, which lets 1 % of the absent keys through, as the server's
// filters do.
const filterPolicy = bloom.FilterPolicy(10)

// filter is a Bloom filter over the keys of a run. It lies in memory beside the table: one inside
// the table would be read with every seek.
type filter []byte

// filterWriter makes a filter.
type filterWriter struct {
	raw pebble.FilterWriter
	key [keyBytes]byte
}

func newFilterWriter() *filterWriter {
	return &filterWriter{raw: filterPolicy.NewWriter(pebble.TableFilter)}
}

func (w *filterWriter) add(key lsm.Key) {
	binary.BigEndian.PutUint64(w.key[:], key)
	w.raw.AddKey(w.key[:])
}

func (w *filterWriter) finish() filter { return w.raw.Finish(nil) }

// mayHave says that the key may be in the run.
func (f filter) mayHave(key *[keyBytes]byte) bool {
	return filterPolicy.MayContain(pebble.TableFilter, f, key[:])
}
