package rows

import (
	"encoding/binary"

	"github.com/readamp/readamp/lsm"
)

// A payload is one row version as stored, in memtables and SSTables alike:
//
//	flags, then for a shadow row the number of versions behind it as a uvarint, then for a partial
//	version the mask of its columns as a uvarint, then for each column that it has, ascending, its
//	length as a uvarint and its bytes
//
// A delete is its flags alone. A whole version, written by an insert or fused to one, has every
// column and no mask.
const (
	flagDeleted = 1 << iota // the row is gone
	flagWhole               // every column is there
	flagFirst               // the newest row of its key in this SSTable
	flagLast                // the oldest one
	flagShadow              // not a version: all versions of the key in this SSTable, fused
)

// appendWhole appends a version with every column.
func appendWhole(dst []byte, values [][]byte) []byte {
	dst = append(dst, flagWhole)
	for _, v := range values {
		dst = append(binary.AppendUvarint(dst, uint64(len(v))), v...)
	}
	return dst
}

// appendPartial appends a version with the columns of a mask; values are by column.
func appendPartial(dst []byte, columns lsm.Image, values [][]byte) []byte {
	dst = binary.AppendUvarint(append(dst, 0), uint64(columns))
	for i, v := range values {
		if columns>>i&1 == 1 {
			dst = append(binary.AppendUvarint(dst, uint64(len(v))), v...)
		}
	}
	return dst
}

// appendDelete appends a delete.
func appendDelete(dst []byte) []byte { return append(dst, flagDeleted) }

// cell cuts the first column off the rest of a payload. A length that the rest does not hold gives
// what is there; the checksums of SSTables are what guards against bad bytes.
func cell(rest []byte) (value, after []byte) {
	if len(rest) > 0 && rest[0] < 0x80 { // nearly always; short enough to be inlined
		if n := int(rest[0]) + 1; n <= len(rest) {
			return rest[1:n:n], rest[n:]
		}
	}
	return longCell(rest)
}

func longCell(rest []byte) (value, after []byte) {
	length, width := binary.Uvarint(rest)
	rest = rest[max(width, 0):]
	n := min(length, uint64(len(rest)))
	return rest[:n:n], rest[n:]
}

// takeUvarint cuts a number off the front.
func takeUvarint(rest []byte) (n uint64, after []byte) {
	if len(rest) > 0 && rest[0] < 0x80 {
		return uint64(rest[0]), rest[1:]
	}
	n, width := binary.Uvarint(rest)
	return n, rest[max(width, 0):]
}

// IntColumn is the stored form of an integer column.
func IntColumn(v uint64) []byte { return binary.BigEndian.AppendUint64(nil, v) }

// Int reads a column that [IntColumn] made; one that is not 8 bytes long reads as 0.
func Int(column []byte) uint64 {
	if len(column) != 8 {
		return 0
	}
	return binary.BigEndian.Uint64(column)
}
