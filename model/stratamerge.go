package model

import (
	"encoding/binary"
	"math"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/timeline"
)

// strataPart is the content of a memtable or run in expectation. Hits before and after a freeze are
// independent, so a key is in a run with the probability that the events of all its memtables
// together hit it.
type strataPart struct {
	size   timeline.Size
	events events        // all that wrote it; nil of a base
	layers []strataLayer // oldest first
}

// strataLayer is a memtable in a run, or what is left of some that were folded: one row a key.
type strataLayer struct {
	start, end lsm.SCN
	events     events
	folded     bool
}

// Size implements [timeline.Part].
func (p *strataPart) Size() timeline.Size { return p.size }

// newPart works out the expected sizes of a part from its layers; the rest of the size is given.
//
// A key has no row of a memtable with probability exp(-h), h being its hits, and one with
// probability s exp(-h), where s are the hits that leave a single version. Memtables that are not
// folded are one in this; a folded one has one row of a key with probability 1 - exp(-h). A key
// with more than one row in all has a shadow row.
func (g *strataGroup) newPart(e events, layers []strataLayer, s timeline.Size) *strataPart {
	fresh := make(events, len(e))
	old := []events{}
	for _, l := range layers {
		if l.folded {
			old = append(old, l.events)
		} else {
			fresh.add(l.events)
		}
	}
	sizes := g.remember('p', append(old, fresh), func() [3]float64 { return g.size(old, fresh) })
	s.Keys, s.Versions = round(sizes[0]), round(sizes[1])
	s.PhysicalRows = s.Versions + round(max(sizes[2], 0))
	return &strataPart{size: s, events: e, layers: layers}
}

// size is the number of keys, of versions and of keys with more than one row in a part of some
// folded layers and a fresh one.
func (g *strataGroup) size(old []events, fresh events) [3]float64 {
	all, single := g.hits(fresh, anyHit), g.hits(fresh, oneVersion)
	var folded []expected
	for _, e := range old {
		folded = append(folded, g.hits(e, anyHit))
	}
	var keys, multi float64
	versions := g.hits(fresh, allVersions).total()
	for i, n := range g.classes.n {
		w := g.classes.weights[i]
		none := math.Exp(-all.at(w))
		one := single.at(w) * none
		for _, l := range folded {
			out := math.Exp(-l.at(w))
			one = one*out + none*(1-out)
			none *= out
			versions += n * (1 - out)
		}
		keys += n * (1 - none)
		multi += n * (1 - none - one)
	}
	return [3]float64{keys, versions, multi}
}

// remember works sizes of a kind out unless they are known from the same events: tables alike are
// mostly merged alike.
func (g *strataGroup) remember(kind byte, of []events, work func() [3]float64) [3]float64 {
	key := append(make([]byte, 0, 64), kind)
	for _, e := range of {
		for _, n := range e {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(n))
		}
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	sizes, ok := g.sizes[string(key)]
	if !ok {
		if len(g.sizes) >= sizesKept {
			clear(g.sizes)
		}
		sizes = work()
		g.sizes[string(key)] = sizes
	}
	return sizes
}

// sizesKept bounds what is remembered.
const sizesKept = 1024

// merge puts parts together. Each is folded for itself; rows of one key in different inputs all
// stay.
func (g *strataGroup) merge(inputs []*strataPart, keep lsm.SCN) *strataPart {
	var s timeline.Size
	var layers []strataLayer
	sum := make(events, len(g.mixes))
	before := int64(0)
	for _, in := range inputs {
		before += in.size.Versions
		s.Deleted += in.size.Deleted
		s.Changed += in.size.Changed
		sum.add(in.events)
		layers = append(layers, foldStrata(in.layers, keep)...)
	}
	out := g.newPart(sum, layers, s)
	out.size.Folded = before - out.size.Versions
	return out
}

// foldStrata folds what is at or below the multi-version start, of the layers of one input, into
// one layer. A memtable that was written before and after it is cut there, its events being spread
// evenly over its time.
func foldStrata(layers []strataLayer, keep lsm.SCN) (out []strataLayer) {
	old := strataLayer{folded: true}
	fold := func(l strataLayer) {
		if old.events == nil {
			old.start, old.events = l.start, make(events, len(l.events))
		}
		old.end = l.end
		old.events.add(l.events)
	}
	for _, l := range layers {
		switch {
		case l.end <= keep:
			fold(l)
		case l.start < keep && !l.folded:
			share := float64(keep-l.start) / float64(l.end-l.start)
			fold(strataLayer{start: l.start, end: keep, events: l.events.times(share)})
			out = append(out, strataLayer{start: keep, end: l.end,
				events: l.events.times(1 - share)})
		default:
			out = append(out, l)
		}
	}
	if old.events != nil {
		out = append([]strataLayer{old}, out...)
	}
	return out
}
