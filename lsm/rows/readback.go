package rows

import (
	"fmt"

	"github.com/readamp/readamp/lsm"
)

// openRun opens the SSTable of a run that a manifest names and makes of it what the manifest does
// not have: the filter and the ends of micro blocks.
func (t *Tablet) openRun(r *run) error {
	if r.Empty() {
		return nil
	}
	n := t.tenant
	table, err := openRunTable(n.files, &r.runFacts, n.cache)
	if err != nil {
		return err
	}
	b := readBack{filter: newFilterWriter(),
		layout: layout{limit: t.blockLimit(r.RunInfo), restarts: r.Laid}}
	if err := b.readAll(table, r); err != nil {
		_ = table.close() // the error that led here is told
		return err
	}
	b.layout.finish()
	r.table, r.filter, r.ends = table, b.filter.finish(), b.layout.ends
	r.drop = func() { n.files.remove(r.File) }
	return nil
}

// readBack goes through an SSTable once and compares what it holds with what was written down.
type readBack struct {
	layout layout
	filter *filterWriter                 // nil where none is wanted
	row    func(it *tableIter, end bool) // nil, or what takes each row; end: the key's last

	got   run
	atKey int64 // rows of the key so far
	ofKey int64 // rows that the key is said to have
}

func (b *readBack) readAll(t *table, want *run) error {
	it, err := t.iter()
	if err != nil {
		return err
	}
	defer it.release()
	for more := it.seek(0); more; more = it.next() {
		if !b.fits(it) {
			return b.misfit(t, it.key)
		}
		b.take(it)
	}
	switch {
	case it.err != nil:
		return it.err
	case b.atKey > 0:
		return b.misfit(t, b.got.Last)
	}
	return nameError(t.name, b.compare(want))
}

func (b *readBack) misfit(t *table, key lsm.Key) error {
	return fmt.Errorf("rows: %s: key %d: its rows are not in order", t.name, key)
}

// fits says whether the row can follow those before it.
func (b *readBack) fits(it *tableIter) bool {
	switch {
	case len(it.payload) == 0:
		return false
	case b.atKey == 0:
		rows := it.rows()
		return it.first() && it.shadow == (rows > 1) && it.last() == (rows == 1) &&
			(b.got.Keys == 0 || it.key > b.got.Last)
	}
	return it.key == b.got.Last && !it.first() && !it.shadow &&
		it.last() == (b.atKey+1 == b.ofKey)
}

func (b *readBack) take(it *tableIter) {
	r := &b.got
	if b.atKey == 0 {
		if r.Keys == 0 {
			r.First = it.key
		}
		r.Last = it.key
		r.Keys++
		b.ofKey = it.rows()
	}
	b.atKey++
	r.PhysicalRows++
	if it.shadow {
		r.Multi++
	} else {
		r.Versions++
	}
	if b.row != nil {
		b.row(it, it.last())
	}
	if it.last() {
		b.endKey(it.key)
	}
}

func (b *readBack) endKey(key lsm.Key) {
	if b.filter != nil {
		b.filter.add(key)
		b.layout.restart()
		b.layout.key(key, b.atKey)
	}
	b.atKey = 0
}

// compare says what is not as it was written down.
func (b *readBack) compare(want *run) error {
	got := &b.got
	for _, c := range []struct {
		what      string
		got, want int64
	}{
		{"keys", got.Keys, want.Keys},
		{"versions", got.Versions, want.Versions},
		{"rows", got.PhysicalRows, want.PhysicalRows},
		{"keys of several versions", got.Multi, want.Multi},
	} {
		if c.got != c.want {
			return fmt.Errorf("%d %s, the manifest says %d", c.got, c.what, c.want)
		}
	}
	if got.First != want.First || got.Last != want.Last {
		return fmt.Errorf("keys %d to %d, the manifest says %d to %d", got.First, got.Last,
			want.First, want.Last)
	}
	return nil
}
