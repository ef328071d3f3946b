package model

import (
	"fmt"
	"strings"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/timeline"
)

// count works out the expected sizes of a part from its layers. A key has a shadow row where it
// has more than one row.
func (p *strataPart) count(g *strataGroup) {
	var keys, versions, multi float64
	for i, s := range g.ids {
		none, one := 1.0, 0.0
		for _, l := range p.layers {
			one = one*l.none[i] + none*l.one[i]
			none *= l.none[i]
			versions += s.N() * l.rows[i]
		}
		keys += s.N() * (1 - none)
		multi += s.N() * max(1-none-one, 0)
	}
	p.size.Keys, p.size.Versions = round(keys), round(versions)
	p.size.PhysicalRows = p.size.Versions + round(multi)
}

// folded is the layer with one row a key.
func (l strataLayer) folded() strataLayer {
	out := strataLayer{end: l.end, none: l.none, one: make([]float64, len(l.none))}
	for i, none := range l.none {
		out.one[i] = 1 - none
	}
	out.rows = out.one
	return out
}

// under puts an older layer beneath: a key has one row of both together.
func (l strataLayer) under(older strataLayer) strataLayer {
	none := make([]float64, len(l.none))
	for i := range none {
		none[i] = l.none[i] * older.none[i]
	}
	return strataLayer{end: l.end, none: none}.folded()
}

// foldStrata folds the layers of one input at or below the multi-version start into one.
func foldStrata(layers []strataLayer, keep lsm.SCN) []strataLayer {
	n := 0
	var old strataLayer
	for ; n < len(layers) && layers[n].end <= keep; n++ {
		if n == 0 {
			old = layers[0].folded()
		} else {
			old = layers[n].under(old)
		}
	}
	if n == 0 {
		return layers
	}
	return append([]strataLayer{old}, layers[n:]...)
}

// Mini implements [timeline.TabletContent].
func (t *strataTable) Mini(frozen []timeline.Part, keep lsm.SCN) timeline.Part {
	return t.group.merge(asParts(frozen), keep)
}

// Minor implements [timeline.TabletContent].
func (t *strataTable) Minor(inputs []timeline.Part, keep lsm.SCN) timeline.Part {
	return t.group.merge(asParts(inputs), keep)
}

// merge puts parts together; the tables of a group, whose parts are the same, share the outcome.
func (g *strataGroup) merge(inputs []*strataPart, keep lsm.SCN) *strataPart {
	key := mergeKey(inputs, keep)
	if out := g.merged[key]; out != nil {
		return out
	}
	n := len(g.ids)
	out := &strataPart{has: make([]float64, n), whole: make([]float64, n),
		setC: make([]float64, n), end: inputs[len(inputs)-1].end}
	var before int64
	for _, in := range inputs {
		before += in.size.Versions
		out.size.Deleted += in.size.Deleted
		out.size.Changed += in.size.Changed
		out.layers = append(out.layers, foldStrata(in.layers, keep)...)
		for i := range g.ids {
			out.has[i] = Union(out.has[i], in.has[i])
			out.whole[i] = Union(out.whole[i], in.whole[i])
			out.setC[i] = Union(out.setC[i], in.setC[i])
		}
	}
	out.count(g)
	out.size.Folded = before - out.size.Versions
	if len(g.merged) > mergesKept {
		clear(g.merged)
		clear(g.frozen)
	}
	g.merged[key] = out
	return out
}

// mergesKept bounds the outcomes that are remembered for other tables of a group.
const mergesKept = 64

func mergeKey(inputs []*strataPart, keep lsm.SCN) string {
	var b strings.Builder
	for _, in := range inputs {
		fmt.Fprintf(&b, "%p ", in)
	}
	fmt.Fprint(&b, keep)
	return b.String()
}

// Major implements [timeline.TabletContent].
func (t *strataTable) Major(base timeline.Part, inputs []timeline.Part, snapshot lsm.SCN) (
	out timeline.Part) {

	p := t.group.base()
	p.end = snapshot
	p.size.Folded = base.Size().Versions - p.size.Versions
	for _, in := range inputs {
		p.size.Folded += in.Size().Versions
	}
	return p
}

// asParts are the strata of parts.
func asParts(parts []timeline.Part) []*strataPart {
	list := make([]*strataPart, len(parts))
	for i, p := range parts {
		list[i] = p.(*strataPart)
	}
	return list
}
