package model

import (
	"math"

	"github.com/readamp/readamp/lsm/timeline"
)

// work fills the curves of a set.
func (t *Tables) work(set int, l *layout, c TablesConfig) {
	w := &t.sets[set]
	hit, changed, whole := w.mix.of(anyHit), w.mix.of(entryHit), w.mix.of(columnC)
	if t.fuseCache { // the whole row is read
		whole = w.mix.of(pairHit)
	}
	var keys, rangeKeys, wholes, anyHits, entries saturation
	for i, n := range l.n {
		weight, reached := l.write[i], l.reached(i, t.RangeSize)
		keys.add(n, hit*weight)
		entries.add(n, changed*weight)
		rangeKeys.add(reached, hit*weight)
		wholes.add(n*l.read[i], whole*weight)
		anyHits.add(n*l.read[i], hit*weight)
		w.rangeWrites += reached * weight * w.mix.of(allVersions)
		w.getWrites += n * l.read[i] * weight * w.mix.of(allVersions)
	}
	slow := t.slowRows(l, c.BlockRows, hit)
	classes := l.classes()
	w.curves = newCurves(func(x float64, p *[curveCount]float64) {
		p[keyCurve], p[rangeCurve] = keys.at(x), rangeKeys.at(x)
		p[wholeCurve], p[anyCurve], p[slowCurve] = wholes.at(x), anyHits.at(x), slow.at(x)
		if t.Index {
			p[entryCurve] = entries.at(x)
		}
		t.fillMemtable(w.mix, classes, int(c.RowCompactionLimit), x, p)
	})
}

// workReads works out what only depends on how ids are read.
func (t *Tables) workReads(l *layout, blockRows float64) {
	var cached saturation // share of gets that find their row cached, by gets of a table
	for i, n := range l.n {
		cached.add(n*l.read[i], l.read[i])
		t.returned += l.reached(i, t.RangeSize)
	}
	t.touched = t.touchedBlocks(l, blockRows)
	t.cachedCurve = newCurves(func(gets float64, p *[curveCount]float64) {
		p[rangeCurve] = cached.at(gets)
	})
}

// classes are the strata by the weight of their ids in writes.
func (l *layout) classes() *cells {
	strata := make([]Stratum, len(l.n))
	first := int64(1)
	for i, last := range l.ends {
		strata[i] = Stratum{first, last, l.write[i]}
		first = last + 1
	}
	return classes([][]Stratum{strata})
}

// fillMemtable works out what the nodes of a memtable are and take (see [strataGroup.newPart] and
// [strataGroup.nodes]).
func (t *Tables) fillMemtable(m mix, c *cells, limit int, x float64, p *[curveCount]float64) {
	var compact Compacted
	least := leastHits(limit)
	for i, n := range c.n {
		h := x * c.weights[i][0]
		all := h * m.of(anyHit)
		none := math.Exp(-all)
		if m.of(oneVersion) < m.of(anyHit) {
			p[multiCurve] += n * (1 - none - h*m.of(oneVersion)*none)
		} else { // 1 - (1+all) exp(-all), where that is next to nothing
			p[multiCurve] += n * (Coverage(all) - all*none)
		}
		if all > least {
			compact.add(n, Compactions(h*m.updates, h*m.rewrites, h*m.pairs, limit))
		}
	}
	nodes := t.nodes(m, x)
	nodes.Keys, nodes.CompactFull = p[keyCurve], compact.Full
	nodes.CompactC, nodes.CompactK = compact.C, compact.K
	if t.Index {
		nodes.EntryKeys = nodes.EntryChanges + p[entryCurve]
	}
	p[bytesCurve] = timeline.MemstoreBytes(nodes)
}

// nodes are those that so many events make, but for what depends on which keys they meet.
func (t *Tables) nodes(m mix, events float64) timeline.NodeMeans {
	n := timeline.NodeMeans{Updates: events * m.updates, Rewrites: events * m.rewrites,
		Pairs: events * m.pairs}
	if t.Index {
		n.EntryChanges = events * m.of(entryHit)
	}
	return n
}

// redoBytes is what events take in the log.
func (t *Tables) redoBytes(d drawn) float64 {
	return timeline.RedoBytes(t.nodes(t.sets[0].mix, d[0])) +
		timeline.RedoBytes(t.nodes(t.sets[1].mix, d[1]))
}

// newKeyBytes is what a key of a memtable takes beside its versions: it is there once even if
// events of both sets meet it.
var newKeyBytes = timeline.MemstoreBytes(timeline.NodeMeans{Keys: 1})

// entryKeys are the index entries in a memtable: of a row that changed m times m + 1.
func (t *Tables) entryKeys(d drawn) float64 { return t.sum(d, entryHit) + t.at(d, entryCurve) }

// Positions at which ranges of a stratum begin, and places of the borders of blocks, over which the
// rows of slow blocks are averaged.
const (
	rangeStarts  = 4
	blockBorders = 8
)

// slowRows are the base rows of a range that lie in a block with a key of some other table, clipped
// to the range, or behind a block that ends in one (see [lsm.Tablet.Scan]).
func (t *Tables) slowRows(l *layout, blockRows, hit float64) (s saturation) {
	t.eachPiece(l, blockRows, func(share float64, before, from, to int64) {
		s.add(share*float64(to-from+1), hit*l.written(before, to))
	})
	return s
}

// touchedBlocks are the blocks of the base that a range touches.
func (t *Tables) touchedBlocks(l *layout, blockRows float64) (blocks float64) {
	t.eachPiece(l, blockRows, func(share float64, _, _, _ int64) { blocks += share })
	return blocks
}

// eachPiece visits the pieces that the borders of blocks cut ranges into, with their share of all
// ranges. A piece goes from one id to another; before is the id from which on a key makes it slow:
// the border is stale when the next block is opened.
func (t *Tables) eachPiece(l *layout, blockRows float64,
	visit func(share float64, before, from, to int64)) {

	block := int64(math.Round(blockRows))
	for i, n := range l.n {
		starts := min(int64(n), rangeStarts)
		share := n * l.read[i] / float64(starts*blockBorders)
		for k := range starts {
			first := l.ends[i] - int64(n) + 1 + int64((float64(k)+0.5)*n/float64(starts))
			last := min(first+t.RangeSize-1, t.Rows)
			for b := range int64(blockBorders) {
				end := first + (2*b+1)*block/(2*blockBorders) // of the first block
				before := first
				for from := first; from <= last; from, end = end+1, end+block {
					to := min(end, last)
					visit(share, before, from, to)
					before = to
				}
			}
		}
	}
}
