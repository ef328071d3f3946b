package rows

import (
	"bytes"
	"slices"
	"testing"

	"github.com/readamp/readamp/lsm"
)

// TestPayload fuses versions that were written as payloads, newest first.
func TestPayload(t *testing.T) {
	long := bytes.Repeat([]byte("x"), 300)
	whole := appendWhole(nil, [][]byte{[]byte("k0"), long, {}})
	partial := func(mask lsm.Image, values ...string) []byte {
		cells := make([][]byte, 3)
		for i, v := range values {
			cells[i] = []byte(v)
		}
		return appendPartial(nil, mask, cells)
	}
	gone := appendDelete(nil)
	for _, c := range []struct {
		name     string
		versions [][]byte
		image    lsm.Image
		want     []string // nil: deleted
	}{
		{"whole", [][]byte{whole}, 7 | lsm.ImageInserted, []string{"k0", string(long), ""}},
		{"an update over it", [][]byte{partial(1, "k1"), whole}, 7 | lsm.ImageInserted,
			[]string{"k1", string(long), ""}},
		{"the newest counts", [][]byte{partial(1, "k2"), partial(3, "k1", "c1"), whole},
			7 | lsm.ImageInserted, []string{"k2", "c1", ""}},
		{"whole by updates", [][]byte{partial(4, "", "", "p"), partial(3, "k", "c"), gone}, 7,
			[]string{"k", "c", "p"}},
		{"in part", [][]byte{partial(2, "", "c")}, 2, []string{"", "c", ""}},
		{"deleted", [][]byte{gone, whole}, lsm.ImageDeleted, nil},
	} {
		f := newFuser(3)
		for _, v := range c.versions {
			f.add(v)
		}
		if f.image != c.image || f.deleted() != (c.want == nil) {
			t.Errorf("%s: image %x, want %x", c.name, f.image, c.image)
		}
		again := newFuser(3) // what it fuses to, written and read
		again.add(f.append(nil))
		for i, want := range c.want {
			if f.image>>i&1 == 1 && (string(f.cells[i]) != want || string(again.cells[i]) != want) {
				t.Errorf("%s: column %d is %q, then %q, want %q", c.name, i, f.cells[i],
					again.cells[i], want)
			}
		}
		if kept := lsm.Image(7) | lsm.ImageDeleted; again.image&kept != f.image&kept {
			t.Errorf("%s: image %x once written", c.name, again.image)
		}
	}
}

// FuzzPayload fuses any bytes: nothing of it panics, and what comes out can be fused again.
func FuzzPayload(f *testing.F) {
	f.Add(appendWhole(nil, [][]byte{{1}, {2, 3}, nil}), appendDelete(nil))
	f.Add(appendPartial(nil, 5, [][]byte{{1}, nil, {2}}), []byte{0, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, newer, older []byte) {
		row := newFuser(3)
		row.add(newer)
		row.add(older)
		again := newFuser(3)
		again.add(row.append(nil))
		for i := range 3 {
			given := row.image>>i&1 == 1 && !row.deleted()
			if given && !slices.Equal(row.cells[i], again.cells[i]) {
				t.Errorf("column %d is %x, then %x", i, row.cells[i], again.cells[i])
			}
		}
		nodeKind(append(newer, 0))
		imageOf(newer, 7)
	})
}
