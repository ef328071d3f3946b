package model

import (
	"math/rand/v2"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/timeline"
)

// strataIndex is the index of a table in expectation. Of a row whose indexed column changed m times
// in a memtable m + 1 entries are in it, and two runs share one entry of a row that changed in
// both (as in package timeline).
type strataIndex struct {
	group *strataGroup
	start events
	begun int
}

// strataIndexPart is the content of a memtable or run of an index.
type strataIndexPart struct {
	size   timeline.Size
	events events  // that wrote it; nil of a base
	rows   float64 // whose entries changed
	layers []strataIndexLayer
}

// strataIndexLayer counts the entries of a memtable, or of some that were folded. Of multi there is
// more than one version, shared are those that older layers of the run have too.
type strataIndexLayer struct {
	end                           lsm.SCN
	keys, versions, multi, shared float64
}

func newStrataIndex(g *strataGroup) *strataIndex {
	return &strataIndex{group: g, start: make(events, len(g.mixes))}
}

// Size implements [timeline.Part].
func (p *strataIndexPart) Size() timeline.Size { return p.size }

// Rows implements [timeline.TabletContent].
func (x *strataIndex) Rows() int64 { return int64(x.group.rows) }

// Active implements [timeline.TabletContent].
func (x *strataIndex) Active() timeline.Nodes { return x.group.active(x.begun, x.start).index }

// Freeze implements [timeline.TabletContent].
func (x *strataIndex) Freeze(_, end lsm.SCN) timeline.Part {
	p := x.content(end)
	x.start, x.begun = x.group.written.since(make(events, len(x.start))), x.group.now
	return p
}

// Peek implements [timeline.TabletContent].
func (x *strataIndex) Peek() timeline.Part { return x.content(0) }

func (x *strataIndex) content(end lsm.SCN) *strataIndexPart {
	a := x.group.active(x.begun, x.start)
	p := &strataIndexPart{events: x.group.written.since(x.start)}
	p.rows = x.group.changed(p.events)
	p.layers = []strataIndexLayer{{end: end, keys: float64(a.index.Keys),
		versions: float64(a.index.Versions()), multi: a.both}}
	p.count()
	p.size.Deleted, p.size.Changed = a.index.Deletes, a.index.Deletes
	return p
}

// count works out the sizes from the layers.
func (p *strataIndexPart) count() {
	var keys, versions, multi float64
	for _, l := range p.layers {
		keys += l.keys - l.shared
		versions += l.versions
		multi += l.multi + l.shared
	}
	p.size.Keys, p.size.Versions = round(keys), round(versions)
	p.size.PhysicalRows = p.size.Versions + round(multi)
}

// Mini implements [timeline.TabletContent].
func (x *strataIndex) Mini(frozen []timeline.Part, keep lsm.SCN) timeline.Part {
	return x.Minor(frozen, keep)
}

// Minor implements [timeline.TabletContent].
func (x *strataIndex) Minor(inputs []timeline.Part, keep lsm.SCN) timeline.Part {
	out := &strataIndexPart{events: make(events, len(x.group.mixes))}
	var before int64
	for _, input := range inputs {
		in := input.(*strataIndexPart)
		before += in.size.Versions
		out.size.Deleted += in.size.Deleted
		out.size.Changed += in.size.Changed
		layers := foldIndexStrata(in.layers, keep)
		// Rows that changed in both runs are those of either less those of the two together.
		out.events.add(in.events)
		rows := x.group.changed(out.events)
		layers[0].shared = out.rows + in.rows - rows
		out.rows = rows
		out.layers = append(out.layers, layers...)
	}
	out.count()
	out.size.Folded = before - out.size.Versions
	return out
}

// changed is how many rows have entries that changed.
func (g *strataGroup) changed(e events) float64 {
	return g.remember('r', []events{e}, func() (sizes [3]float64) {
		x := g.hits(e, entryHit)
		for i, n := range g.classes.n {
			sizes[0] += n * Coverage(x.at(g.classes.weights[i]))
		}
		return sizes
	})[0]
}

// foldIndexStrata folds the layers at or below the multi-version start into one, a copy.
func foldIndexStrata(layers []strataIndexLayer, keep lsm.SCN) []strataIndexLayer {
	var old strataIndexLayer
	n := 0
	for ; n < len(layers) && layers[n].end <= keep; n++ {
		old.end = layers[n].end
		old.keys += layers[n].keys
		if n > 0 {
			old.keys -= layers[n].shared
		}
	}
	old.versions = old.keys
	if n == 0 {
		return append([]strataIndexLayer(nil), layers...)
	}
	return append([]strataIndexLayer{old}, layers[n:]...)
}

// Major implements [timeline.TabletContent].
func (x *strataIndex) Major(base timeline.Part, inputs []timeline.Part, _ lsm.SCN) timeline.Part {
	p := &strataIndexPart{size: x.Base().Size()}
	var versions int64
	for _, in := range inputs {
		versions += in.Size().Versions
		p.size.Dropped += in.Size().Deleted
	}
	p.size.Folded = base.Size().Versions + versions - p.size.Versions - p.size.Dropped
	return p
}

// Base implements [timeline.TabletContent].
func (x *strataIndex) Base() timeline.Part {
	n := int64(x.group.rows)
	return &strataIndexPart{size: timeline.Size{Keys: n, Versions: n, PhysicalRows: n}}
}

// Read implements [timeline.TabletContent].
func (x *strataIndex) Read(_ timeline.Probe, base timeline.Part, inc, memtables []timeline.Part,
	_ *rand.Rand, into *timeline.Readings) {

	keys := base.Size().Keys
	for _, list := range [][]timeline.Part{inc, memtables} {
		for _, p := range list {
			keys += p.Size().Keys
		}
	}
	into.Index = append(into.Index, float64(keys)/x.group.rows)
}
