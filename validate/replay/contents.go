package replay

import (
	"encoding/binary"
	"hash/fnv"
	"regexp"
	"strconv"

	"github.com/readamp/readamp/lsm/rows"
	"github.com/readamp/readamp/validate/record"
)

// What a trace leaves open is made up here: the texts in the columns. Each is as wide as its column
// and follows from the table, the row and how many rows of the table were written before, so that a
// version that stands where another belongs shows.

// defaultWidthBytes is for columns whose declaration has no length.
const defaultWidthBytes = 8

// widthBytesMax is what a char column may have at most (OB_MAX_CHAR_LENGTH); texts of wider columns
// end there.
const widthBytesMax = 256

// declaredWidth finds the length in a declaration such as "c char(120)".
var declaredWidth = regexp.MustCompile(`\(\s*(\d+)`)

// width is how wide the texts of a column are.
func width(declaration string) int {
	m := declaredWidth.FindStringSubmatch(declaration)
	if m == nil {
		return defaultWidthBytes
	}
	n, err := strconv.Atoi(m[1])
	if err != nil { // too large for an int
		return widthBytesMax
	}
	return min(max(n, 1), widthBytesMax)
}

// contents makes up the values of one table's rows.
type contents struct {
	*table
	seed   uint64
	writes uint64 // rows written so far
}

func newContents(t *table) *contents {
	seed := fnv.New64a()
	seed.Write([]byte(t.name))
	return &contents{table: t, seed: seed.Sum64()}
}

// values are those of the columns that the next write sets, by position. The column k is the row's
// id when the row is inserted, and nil in an update.
func (c *contents) values(w *write) [][]byte {
	c.writes++
	values, bytes := make([][]byte, len(c.columns)), 0
	texts := w.set &^ c.valueMask()
	for i, column := range c.columns {
		if texts>>i&1 == 1 {
			bytes += column.widthBytes
		}
	}
	room := make([]byte, 0, bytes)
	for i, column := range c.columns {
		switch {
		case texts>>i&1 == 1:
			start := len(room)
			seed := mix(mix(c.seed^w.id)+c.writes) + uint64(i)
			room = appendText(room, mix(seed), column.widthBytes)
			values[i] = room[start:len(room):len(room)]
		case i == c.value && w.kind == record.OpInsert:
			values[i] = rows.IntColumn(w.id)
		}
	}
	return values
}

// appendText appends a text of that many letters a to p.
func appendText(dst []byte, seed uint64, bytes int) []byte {
	end := len(dst) + bytes
	for len(dst) < end {
		seed += golden
		letters := mix(seed)&0x0f0f0f0f0f0f0f0f + 0x6161616161616161
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], letters)
		dst = append(dst, word[:min(8, end-len(dst))]...)
	}
	return dst
}

// golden is SplitMix64's step between states (Steele, Lea and Flood 2014).
const golden = 0x9e3779b97f4a7c15

// mix is SplitMix64's output function.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
