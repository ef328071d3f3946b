package model

import (
	"math"

	"github.com/readamp/readamp/lsm/timeline"
)

// active is the active memtable of a table and that of its index.
type active struct {
	begun, now  int // moments of the group
	main, index timeline.Nodes
	both        float64 // index entries inserted and deleted
}

// active is what was written since a moment. Tables whose memtables began together, as nearly all
// do, share it.
func (g *strataGroup) active(begun int, start events) *active {
	if a := g.last.Load(); a != nil && a.begun == begun && a.now == g.now {
		return a
	}
	a := g.nodes(g.written.since(start))
	a.begun, a.now = begun, g.now
	g.last.Store(a)
	return a
}

// nodes are the nodes that events make.
func (g *strataGroup) nodes(e events) *active {
	g.mutex.Lock()
	p := g.point(e)
	g.mutex.Unlock()
	a := &active{}
	pairs := round(g.hits(e, pairHit).total())
	a.main = timeline.Nodes{Keys: round(p.keys), Inserts: pairs, Deletes: pairs, Reinserts: pairs,
		Updates:     round(g.hits(e, updateHit).total()),
		Rewrites:    round(g.hits(e, rewriteHit).total()),
		CompactFull: round(p.compact.Full), CompactC: round(p.compact.C),
		CompactK: round(p.compact.K), LongestChain: g.longest(e)}
	changes := g.hits(e, entryHit).total()
	a.both = max(changes-p.rows, 0)
	a.index = timeline.Nodes{Keys: round(changes + p.rows), Inserts: round(changes),
		Deletes: round(changes)}
	return a
}

// longest is the most versions of a key, where package timeline would tell.
func (g *strataGroup) longest(e events) int64 {
	most := 0.0
	for i := range g.hottest {
		most = max(most, g.hits(e, allVersions).at(g.hottest[i]))
	}
	if most < math.MaxUint16 {
		return 0
	}
	return round(most)
}

// curvePoint is what of a memtable is not in proportion to its events.
type curvePoint struct {
	keys, rows float64 // keys, and rows whose index entry changed
	compact    Compacted
}

// point works a memtable out: from the curve of a column if all events are of one.
func (g *strataGroup) point(e events) (p curvePoint) {
	only := -1
	for j, n := range e {
		if n > 0 && only >= 0 {
			return g.count(e)
		}
		if n > 0 {
			only = j
		}
	}
	if only < 0 {
		return p
	}
	at := math.Log(e[only]) * curveSteps
	low := math.Floor(at)
	p.add(1-(at-low), g.onCurve(only, int(low)))
	p.add(at-low, g.onCurve(only, int(low)+1))
	return p
}

// curve are memtables of one column, those that were asked for, by the logarithm of their events.
// Between two points it is linear.
type curve map[int]curvePoint

// curveSteps is how many points lie between 1 and e times as many events. Between two of them a
// power n of the events, and at a limit of 6 compactions begin with the third, is off by
// n^2 / (8 curveSteps^2) of itself at most: 1e-4.
const curveSteps = 100

func (g *strataGroup) onCurve(column, at int) curvePoint {
	p, ok := g.curves[column][at]
	if !ok {
		e := make(events, len(g.mixes))
		e[column] = math.Exp(float64(at) / curveSteps)
		p = g.count(e)
		if g.curves[column] == nil {
			g.curves[column] = curve{}
		}
		g.curves[column][at] = p
	}
	return p
}

// count sums all classes up.
func (g *strataGroup) count(e events) (p curvePoint) {
	u, c, d := g.hits(e, updateHit), g.hits(e, rewriteHit), g.hits(e, pairHit)
	least := leastHits(g.limit)
	for i, n := range g.classes.n {
		w := g.classes.weights[i]
		updates, rewrites, pairs := u.at(w), c.at(w), d.at(w)
		all := updates + rewrites + pairs
		p.keys += n * Coverage(all)
		p.rows += n * Coverage(updates+pairs)
		if all > least {
			p.compact.add(n, Compactions(updates, rewrites, pairs, g.limit))
		}
	}
	return p
}

func (p *curvePoint) add(n float64, o curvePoint) {
	p.keys += n * o.keys
	p.rows += n * o.rows
	p.compact.add(n, o.compact)
}

func (c *Compacted) add(n float64, o Compacted) {
	c.Full += n * o.Full
	c.C += n * o.C
	c.K += n * o.K
}

// leastHits is the mean number of hits below which next to no row is compacted. Even if all are
// pairs a row needs m = limit / 2 of them, and x^m / m! bounds the probability of m.
func leastHits(limit int) float64 {
	m := float64((limit + 1) / 2)
	lgamma, _ := math.Lgamma(m + 1)
	return math.Exp((math.Log(rareShare) + lgamma) / m)
}

// rareShare of the rows are not worth counting.
const rareShare = 1e-7
