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
	start [3][]float64
	begun int
	known int
	nodes timeline.Nodes
	both  float64
}

// strataIndexPart is the content of a memtable or run of an index.
type strataIndexPart struct {
	size   timeline.Size
	end    lsm.SCN
	rows   []float64 // by stratum, the probability that a row's entry changed
	layers []strataIndexLayer
}

type strataIndexLayer struct {
	end                           lsm.SCN
	keys, versions, multi, shared float64
}

// Size implements [timeline.Part].
func (p *strataIndexPart) Size() timeline.Size { return p.size }

func (x *strataIndex) reset() {
	x.start, x.begun, x.known = x.group.copyHits(), x.group.now, -1
	x.nodes = timeline.Nodes{}
}

// Rows implements [timeline.TabletContent].
func (x *strataIndex) Rows() int64 { return int64(x.group.rows) }

// Active implements [timeline.TabletContent].
func (x *strataIndex) Active() timeline.Nodes {
	g := x.group
	if x.known == g.now {
		return x.nodes
	}
	var changes, rows float64
	for i, s := range g.ids {
		m := g.hits[hitUpdate][i] - x.start[hitUpdate][i] +
			g.hits[hitPair][i] - x.start[hitPair][i]
		changes += s.N() * m
		rows += s.N() * Coverage(m)
	}
	x.known, x.both = g.now, changes-rows
	x.nodes = timeline.Nodes{Keys: round(changes + rows), Inserts: round(changes),
		Deletes: round(changes)}
	return x.nodes
}

// Freeze implements [timeline.TabletContent].
func (x *strataIndex) Freeze(_, end lsm.SCN) timeline.Part {
	p := x.content(end)
	x.reset()
	return p
}

// Peek implements [timeline.TabletContent].
func (x *strataIndex) Peek() timeline.Part { return x.content(0) }

func (x *strataIndex) content(end lsm.SCN) *strataIndexPart {
	g, n := x.group, x.Active()
	p := &strataIndexPart{end: end, rows: make([]float64, len(g.ids))}
	for i := range g.ids {
		p.rows[i] = Coverage(g.hits[hitUpdate][i] - x.start[hitUpdate][i] +
			g.hits[hitPair][i] - x.start[hitPair][i])
	}
	p.layers = []strataIndexLayer{{end: end, keys: float64(n.Keys),
		versions: float64(n.Versions()), multi: x.both}}
	p.count()
	p.size.Deleted, p.size.Changed = n.Deletes, n.Deletes
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
	out := &strataIndexPart{rows: make([]float64, len(x.group.ids))}
	var before int64
	for _, input := range inputs {
		in := input.(*strataIndexPart)
		before += in.size.Versions
		out.size.Deleted += in.size.Deleted
		out.size.Changed += in.size.Changed
		out.end = in.end
		layers := foldIndexStrata(in.layers, keep)
		shared := 0.0
		for i, s := range x.group.ids {
			shared += s.N() * out.rows[i] * in.rows[i]
			out.rows[i] = Union(out.rows[i], in.rows[i])
		}
		layers[0].shared = shared
		out.layers = append(out.layers, layers...)
	}
	out.count()
	out.size.Folded = before - out.size.Versions
	return out
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
func (x *strataIndex) Major(base timeline.Part, inputs []timeline.Part, snapshot lsm.SCN) (
	out timeline.Part) {

	p := &strataIndexPart{end: snapshot, size: x.Base().Size()}
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
