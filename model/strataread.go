package model

import (
	"math"
	"math/rand/v2"
	"sort"

	"github.com/readamp/readamp/lsm"
)

// stratumOf is the stratum of an id.
func (g *strataGroup) stratumOf(id int64) int {
	i := sort.Search(len(g.ids), func(i int) bool { return g.ids[i].Last >= id })
	return min(i, len(g.ids)-1)
}

// within calls visit for the part of a range in each stratum.
func (g *strataGroup) within(first, last int64, visit func(stratum int, n int64)) {
	for i := g.stratumOf(first); i < len(g.ids) && g.ids[i].First <= last; i++ {
		n := min(last, g.ids[i].Last) - max(first, g.ids[i].First) + 1
		if n > 0 {
			visit(i, n)
		}
	}
}

// fastBlocks is, by stratum, the logarithm of the probability that a key is in none of the tables
// above the base.
func (g *strataGroup) fastBlocks(above []*strataPart) []float64 {
	free := make([]float64, len(g.ids))
	for i := range free {
		for _, p := range above {
			free[i] += math.Log1p(-min(p.has[i], 1-1e-300))
		}
	}
	return free
}

// fastRows draws how many base rows of a range block scan hands on: those of blocks in which, and
// on whose border before, no other table has a key.
func (g *strataGroup) fastRows(first, last int64, free []float64, r *rand.Rand) (rows int64) {
	block := int64(g.block)
	for from := first; from <= last; {
		end := min((from-1)/block*block+block, last)
		before := from
		if from > first {
			before-- // the border is stale when the block is opened
		}
		var log float64
		g.within(before, end, func(i int, n int64) { log += float64(n) * free[i] })
		if r.Float64() < math.Exp(log) {
			rows += end - from + 1
		}
		from = end + 1
	}
	return rows
}

// depths are the tables that a point get probes, by stratum.
type depths struct {
	mems int64
	// stop[i][j] is the probability that the walk ends at the j-th table, newest first, the base
	// last; of a row that the memtables leave incomplete and of one they make whole.
	stop, whole [][]float64
	wholeMem    []float64
}

// getDepths works out where gets end. With a fuse row cache a row is whole only by an insert, and
// only an SSTable row can end the walk; without one the wanted column is enough.
func (g *strataGroup) getDepths(runs, mems []*strataPart) depths {
	d := depths{mems: int64(len(mems)), wholeMem: make([]float64, len(g.ids))}
	of := func(p *strataPart, i int) float64 {
		if g.rules.FuseRowCache {
			return p.whole[i]
		}
		return p.setC[i]
	}
	for i := range g.ids {
		for _, m := range mems {
			d.wholeMem[i] = Union(d.wholeMem[i], of(m, i))
		}
		var stop, whole []float64
		for j := len(runs) - 1; j >= 0; j-- {
			stop = append(stop, of(runs[j], i))
			w := runs[j].has[i]
			if !g.rules.FuseRowCache {
				w = 1
			}
			whole = append(whole, w)
		}
		d.stop, d.whole = append(d.stop, stop), append(d.whole, whole)
	}
	return d
}

// draw is one get: the tables it probes.
func (d depths) draw(stratum int, r *rand.Rand, sum *lsm.Counters) float64 {
	stop := d.stop[stratum]
	if r.Float64() < d.wholeMem[stratum] {
		stop = d.whole[stratum]
	}
	n := int64(0)
	for n < int64(len(stop)) && r.Float64() >= stop[n] {
		n++
	}
	c := lsm.Counters{Returned: 1, Memstore: d.mems, Ssstore: n + 1, Tables: n + 1}
	c.MinorRows = n + 1
	if n == int64(len(stop)) {
		c.MinorRows, c.MajorRows = n, 1
	}
	sum.Add(c)
	return float64(c.RowsRead())
}

// binomial draws how many of n keys are there, each with probability p.
func binomial(r *rand.Rand, n int64, p float64) (k int64) {
	if p <= 0 {
		return 0
	}
	if p >= 1 {
		return n
	}
	// Gaps between successes are geometric: one draw for each success (Devroye 1986, X.4.3).
	if p > 0.5 {
		return n - binomial(r, n, 1-p)
	}
	scale := 1 / math.Log1p(-p)
	for at := int64(-1); ; k++ {
		at += 1 + int64(math.Log(1-r.Float64())*scale)
		if at >= n || at < 0 {
			return k
		}
	}
}
