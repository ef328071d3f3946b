package model

import (
	"math/rand/v2"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/timeline"
)

// strataTable is a main tablet in expectation.
type strataTable struct {
	group *strataGroup
	start [3][]float64 // hits when the active memtable began
	begun int          // the group's moment then

	known    int // the moment of nodes
	nodes    timeline.Nodes
	peeked   *strataPart
	peekedAt int
}

// frozenKey is when a memtable began and ended.
type frozenKey struct {
	begun, ended int
	index        bool
}

// strataPart is the content of a memtable or run in expectation, by stratum.
type strataPart struct {
	size timeline.Size
	end  lsm.SCN
	// has is the probability that a key is in it, whole that its row is whole, setC that it gives
	// the column c.
	has, whole, setC []float64
	layers           []strataLayer // oldest first
}

// strataLayer is a memtable in a run: what a key has of it.
type strataLayer struct {
	end       lsm.SCN
	none, one []float64 // probability of no row and of one
	rows      []float64 // expected rows
}

// Size implements [timeline.Part].
func (p *strataPart) Size() timeline.Size { return p.size }

func (t *strataTable) reset() {
	t.start, t.begun, t.known = t.group.copyHits(), t.group.now, -1
	t.nodes = timeline.Nodes{}
}

// Rows implements [timeline.TabletContent].
func (t *strataTable) Rows() int64 { return int64(t.group.rows) }

// Active implements [timeline.TabletContent].
func (t *strataTable) Active() timeline.Nodes {
	g := t.group
	if t.known == g.now {
		return t.nodes
	}
	var keys, compact float64
	var sum [3]float64
	for i, s := range g.ids {
		u, c, p := g.hits[hitUpdate][i]-t.start[hitUpdate][i],
			g.hits[hitRewrite][i]-t.start[hitRewrite][i], g.hits[hitPair][i]-t.start[hitPair][i]
		n := s.N()
		keys += n * Coverage(u+c+p)
		sum[hitUpdate] += n * u
		sum[hitRewrite] += n * c
		sum[hitPair] += n * p
		if u+c+2*p > compactionsFrom {
			compact += n * Compactions(u+c, p, g.limit)
		}
	}
	t.known = g.now
	t.nodes = timeline.Nodes{Keys: round(keys), Inserts: round(sum[hitPair]),
		Deletes: round(sum[hitPair]), Updates: round(sum[hitUpdate]),
		Rewrites: round(sum[hitRewrite]), Reinserts: round(sum[hitPair]),
		CompactFull: round(compact)}
	return t.nodes
}

// compactionsFrom is the mean number of versions below which no row is compacted to speak of.
const compactionsFrom = 0.05

// Freeze implements [timeline.TabletContent].
func (t *strataTable) Freeze(_, end lsm.SCN) timeline.Part {
	key := frozenKey{t.begun, t.group.now, false}
	part := t.group.frozen[key]
	if part == nil {
		part = t.content(end)
		t.group.frozen[key] = part
	}
	t.reset()
	return part
}

// Peek implements [timeline.TabletContent].
func (t *strataTable) Peek() timeline.Part { return t.content(0) }

// content is the active memtable.
func (t *strataTable) content(end lsm.SCN) *strataPart {
	g := t.group
	x := g.since(t.start)
	n := len(g.ids)
	p := &strataPart{end: end, has: make([]float64, n), whole: make([]float64, n),
		setC: make([]float64, n)}
	l := strataLayer{end: end, none: make([]float64, n), one: make([]float64, n),
		rows: make([]float64, n)}
	ofPair := 2.0
	if g.together {
		ofPair = 1
	}
	for i := range g.ids {
		u, c, pairs := x[hitUpdate][i], x[hitRewrite][i], x[hitPair][i]
		all := u + c + pairs
		p.has[i], p.whole[i], p.setC[i] = Coverage(all), Coverage(pairs), Coverage(c+pairs)
		single := u + c
		if g.together {
			single = all
		}
		l.none[i] = 1 - p.has[i]
		l.one[i] = single * l.none[i]
		l.rows[i] = u + c + ofPair*pairs
	}
	p.layers = []strataLayer{l}
	nodes := t.Active()
	p.count(g)
	p.size.Deleted, p.size.Changed = nodes.Deletes, nodes.Updates+nodes.Rewrites+nodes.Deletes
	return p
}

// Base implements [timeline.TabletContent].
func (t *strataTable) Base() timeline.Part { return t.group.base() }

func (g *strataGroup) base() *strataPart {
	n := int64(g.rows)
	return &strataPart{size: timeline.Size{Keys: n, Versions: n, PhysicalRows: n}}
}

// Read implements [timeline.TabletContent]. Keys of a stratum are in a table or not at random, so
// the rows that a statement reads there are binomial.
func (t *strataTable) Read(p timeline.Probe, base timeline.Part, inc, memtables []timeline.Part,
	r *rand.Rand, into *timeline.Readings) {

	g := t.group
	runs, mems := asParts(inc), asParts(memtables)
	fast := g.fastBlocks(append(append([]*strataPart(nil), runs...), mems...))
	gets := g.getDepths(runs, mems)
	for range p.Statements {
		first := p.IDs.Draw(r)
		last := min(first+p.RangeSize-1, int64(g.rows))
		var c lsm.Counters
		c.Returned = last - first + 1
		c.MajorRows = c.Returned
		g.within(first, last, func(stratum int, n int64) {
			for _, m := range mems {
				c.Memstore += binomial(r, n, m.has[stratum])
			}
			for _, run := range runs {
				c.MinorRows += binomial(r, n, run.has[stratum])
			}
		})
		c.Ssstore = c.MajorRows + c.MinorRows
		c.Tables = int64(len(runs)) + 1
		c.FastRows = g.fastRows(first, last, fast, r)
		into.Ranges.Add(c)
		into.RangeN++
		into.Range = append(into.Range, float64(c.RowsRead())/float64(c.Returned))
		into.Get = append(into.Get, gets.draw(g.stratumOf(p.IDs.Draw(r)), r, &into.Gets))
	}
}
