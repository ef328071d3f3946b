package timeline

import (
	"math/rand/v2"

	"github.com/readamp/readamp/lsm"
)

// indexContent is the content of the tablet of an index on k, by count. Which rows changed is known
// from the table; where their entries lie among the others is not, so entries are taken to be
// spread like the rows' values of k.
//
// An entry (k, id) is inserted once and deleted once. So of a row that changed m times in a
// memtable m + 1 entries are in it: the first deleted, the last inserted, those between both; and
// two runs share one entry of a row that changed in both, the one that the older inserted and the
// newer deleted, unless the older deleted the row. (That a row gets back a value of k it had is
// left out.)
//
// Entries that an input of a merge shares with older ones are counted with its first layer. That is
// where they are if the input is a mini; of one that is a minor, and not the oldest input, a few
// are taken to be folded too soon.
type indexContent struct {
	table   *keyTable
	touched []uint32 // ids whose entry changed
	nodes   Nodes
	both    int64 // entries inserted and deleted in this memtable
}

// indexPart is the content of a memtable or run of an index.
type indexPart struct {
	size Size
	end  lsm.SCN
	ids  lsm.KeySet // rows whose entries are in it
	gone lsm.KeySet // of them those that had no entry any more at its end
	// inserted are the entries inserted by what was merged into it, each once.
	inserted int64

	// layers are the memtables in it, oldest first; the first may stand for all that are folded.
	layers []indexLayer
}

// indexLayer counts the entries of a memtable that is part of a run.
type indexLayer struct {
	end            lsm.SCN
	ids            int64 // rows that changed
	keys, versions int64
	multi          int64 // keys with more than one version in the layer
	shared         int64 // keys that older layers of the run have too
}

// Size implements [Part].
func (p *indexPart) Size() Size { return p.size }

// Rows implements [TabletContent].
func (x *indexContent) Rows() int64 { return x.table.count }

// Active implements [TabletContent].
func (x *indexContent) Active() Nodes { return x.nodes }

// Freeze implements [TabletContent].
func (x *indexContent) Freeze(_, end lsm.SCN) Part {
	part := x.content(end)
	t := x.table
	for _, id := range x.touched {
		if i := lsm.Key(id) - t.first; i < uint64(len(t.rows)) {
			t.rows[i] &^= indexTouched
		}
	}
	x.touched, x.nodes, x.both = x.touched[:0], Nodes{}, 0
	return part
}

// Peek implements [TabletContent].
func (x *indexContent) Peek() Part {
	return &indexPart{size: x.size()}
}

func (x *indexContent) size() Size {
	n := x.nodes
	return Size{Keys: n.Keys, Versions: n.Versions(), PhysicalRows: n.Versions() + x.both,
		Deleted: n.Deletes, Changed: n.Deletes}
}

func (x *indexContent) content(end lsm.SCN) *indexPart {
	part := &indexPart{size: x.size(), end: end, ids: lsm.KeysOf(x.touched),
		gone: lsm.KeysOf(x.gone()), inserted: x.nodes.Inserts}
	part.layers = []indexLayer{{end: end, ids: int64(len(x.touched)), keys: part.size.Keys,
		versions: part.size.Versions, multi: x.both}}
	return part
}

// gone are the touched rows that don't exist any more.
func (x *indexContent) gone() (ids []uint32) {
	t := x.table
	for _, id := range x.touched {
		if i := lsm.Key(id) - t.first; i >= uint64(len(t.rows)) || t.rows[i]&live == 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// folded is the layer with one version a key.
func (l indexLayer) folded() indexLayer {
	l.versions, l.multi = l.keys, 0
	return l
}

// Mini implements [TabletContent].
func (x *indexContent) Mini(frozen []Part, keep lsm.SCN) Part { return x.Minor(frozen, keep) }

// Minor implements [TabletContent].
func (x *indexContent) Minor(inputs []Part, keep lsm.SCN) Part {
	out := &indexPart{}
	for i, input := range inputs {
		in := input.(*indexPart)
		out.size.Deleted += in.size.Deleted
		out.size.Changed += in.size.Changed
		out.inserted += in.inserted
		layers := foldIndex(in.layers, keep)
		for _, l := range layers {
			out.size.Folded -= l.versions
		}
		out.size.Folded += in.size.Versions
		if i == 0 {
			out.ids, out.gone, out.layers = in.ids, in.gone, layers
		} else {
			layers[0].shared = out.ids.Common(in.ids) - out.gone.Common(in.ids)
			out.gone = out.gone.Minus(in.ids).Union(in.gone)
			out.ids = out.ids.Union(in.ids)
			out.layers = append(out.layers, layers...)
		}
		out.end = in.end
	}
	for i, l := range out.layers {
		out.size.Keys += l.keys - l.shared
		out.size.Versions += l.versions
		out.size.PhysicalRows += l.versions + l.multi
		if i > 0 {
			out.size.PhysicalRows += l.shared
		}
	}
	return out
}

// foldIndex folds the layers of one input at or below the multi-version start into one, in which
// a key has one version. It returns a copy.
func foldIndex(layers []indexLayer, keep lsm.SCN) []indexLayer {
	var old indexLayer
	n := 0
	for ; n < len(layers) && layers[n].end <= keep; n++ {
		l := layers[n]
		old.end, old.ids = l.end, old.ids+l.ids
		old.keys += l.keys
		if n > 0 {
			old.keys -= l.shared
		}
	}
	if n == 0 {
		return append([]indexLayer(nil), layers...)
	}
	return append([]indexLayer{old.folded()}, layers[n:]...)
}

// Major implements [TabletContent]. Every entry is inserted once, and deleted at most once: what is
// left are those of the base and the inserted ones without the deleted ones; the second version of
// each deleted one is folded into its delete.
func (x *indexContent) Major(base Part, inputs []Part, snapshot lsm.SCN) Part {
	out := &indexPart{end: snapshot}
	keys := base.Size().Keys
	for _, p := range inputs {
		in := p.(*indexPart)
		out.size.Dropped += in.size.Deleted
		keys += in.inserted
	}
	out.size.Folded = base.Size().Versions + versions(inputs) - keys
	keys -= out.size.Dropped
	out.size.Keys, out.size.Versions, out.size.PhysicalRows = keys, keys, keys
	return out
}

// Base implements [TabletContent].
func (x *indexContent) Base() Part {
	n := x.table.count
	return &indexPart{size: Size{Keys: n, Versions: n, PhysicalRows: n}}
}

// Read implements [TabletContent]: a range of the index finds entries of each run in proportion to
// their number.
func (x *indexContent) Read(_ Probe, base Part, inc, memtables []Part, _ *rand.Rand,
	into *Readings) {

	keys := base.Size().Keys
	for _, list := range [][]Part{inc, memtables} {
		for _, p := range list {
			keys += p.Size().Keys
		}
	}
	if x.table.count > 0 {
		into.Index = append(into.Index, float64(keys)/float64(x.table.count))
	}
}
