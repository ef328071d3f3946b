package replay

import (
	"encoding/binary"
	"fmt"
	"hash"
	"hash/fnv"

	"github.com/readamp/readamp/lsm"
)

// answer is what a read statement returned.
type answer struct {
	rows     int64
	checksum uint64 // over keys and wanted columns, in the order of the rows
	value    uint64 // of a sum or count
}

func (a answer) String() string {
	return fmt.Sprintf("%d rows of checksum %016x, value %d", a.rows, a.checksum, a.value)
}

// digest makes an answer of the rows it is given.
type digest struct {
	wanted uint64 // columns by position
	rows   int64
	hash   hash.Hash64
	head   [8]byte
}

func newDigest(wanted uint64) *digest { return &digest{wanted: wanted, hash: fnv.New64a()} }

// row takes in a row. Lengths are hashed too, so that no byte can move to the next column.
func (d *digest) row(key lsm.Key, cells [][]byte) {
	d.rows++
	d.number(key)
	for i, cell := range cells {
		if d.wanted>>i&1 == 1 {
			d.number(uint64(len(cell)))
			d.hash.Write(cell)
		}
	}
}

func (d *digest) number(n uint64) {
	binary.LittleEndian.PutUint64(d.head[:], n)
	d.hash.Write(d.head[:])
}

func (d *digest) answer(value uint64) answer { return answer{d.rows, d.hash.Sum64(), value} }
