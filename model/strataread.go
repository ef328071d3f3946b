package model

import (
	"math"
	"math/rand/v2"
	"sort"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/timeline"
)

// reader reads from one stack. Keys of a stratum are in a table or not at random, so the rows that
// a statement reads there are binomial.
type reader struct {
	group      *strataGroup
	mems, runs []expected // hits of a key in each, oldest first
	above      expected   // in all of them together

	// by place, the probabilities of a key to be in each of mems and runs; nil until asked for
	chances [][]float64

	// Of gets: the hits that make a row whole, or give it the wanted column, in each run and in all
	// memtables.
	gives    []expected
	memGives expected
}

func (g *strataGroup) newReader(runs, mems []*strataPart) *reader {
	r := &reader{group: g, chances: make([][]float64, len(g.ids))}
	above, memory := make(events, len(g.mixes)), make(events, len(g.mixes))
	wanted := columnC
	if g.rules.FuseRowCache { // the whole row is read
		wanted = pairHit
	}
	for _, m := range mems {
		r.mems = append(r.mems, g.hits(m.events, anyHit))
		memory.add(m.events)
	}
	for _, run := range runs {
		r.runs = append(r.runs, g.hits(run.events, anyHit))
		r.gives = append(r.gives, g.hits(run.events, wanted))
		above.add(run.events)
	}
	above.add(memory)
	r.above, r.memGives = g.hits(above, anyHit), g.hits(memory, wanted)
	return r
}

// Read implements [timeline.TabletContent]. It draws the same ids as the exact content does.
func (t *strataTable) Read(p timeline.Probe, _ timeline.Part, inc, memtables []timeline.Part,
	r *rand.Rand, into *timeline.Readings) {

	firsts, ids := make([]int64, p.Statements), make([]int64, p.Statements)
	for i := range firsts {
		firsts[i], ids[i] = p.IDs.Draw(r), p.IDs.Draw(r)
	}
	reader := t.group.newReader(asParts(inc), asParts(memtables))
	cached := map[int64]bool{}
	for i, first := range firsts {
		c := reader.scan(first, p.RangeSize, r)
		into.Ranges.Add(c)
		into.RangeN++
		into.Range = append(into.Range, float64(c.RowsRead())/float64(c.Returned))
		if cached[ids[i]] {
			continue // the fuse row cache has the row
		}
		cached[ids[i]] = t.group.rules.FuseRowCache
		c = reader.get(ids[i], r)
		into.Gets.Add(c)
		into.Get = append(into.Get, float64(c.RowsRead()))
	}
}

// scan reads a range.
func (r *reader) scan(first, size int64, random *rand.Rand) (c lsm.Counters) {
	last := min(first+size-1, int64(r.group.rows))
	c.Returned = last - first + 1
	c.MajorRows = c.Returned
	r.group.within(first, last, func(place int, n int64) {
		for i, chance := range r.chancesAt(place) {
			if k := binomial(random, n, chance); i < len(r.mems) {
				c.Memstore += k
			} else {
				c.MinorRows += k
			}
		}
	})
	c.Ssstore = c.MajorRows + c.MinorRows
	c.Tables = int64(len(r.runs)) + 1
	if size == 1 && len(r.mems) > 0 { // turned into gets, as in lsm's scans
		c.Memstore = int64(len(r.mems))
		return c
	}
	c.FastRows = r.fastRows(first, last, random)
	return c
}

// chancesAt are the probabilities of a key of a place to be in each of mems and runs.
func (r *reader) chancesAt(place int) []float64 {
	list := r.chances[place]
	if list == nil {
		weights := r.group.places.weights[place]
		list = make([]float64, 0, len(r.mems)+len(r.runs))
		for _, hits := range [][]expected{r.mems, r.runs} {
			for _, x := range hits {
				list = append(list, Coverage(x.at(weights)))
			}
		}
		r.chances[place] = list
	}
	return list
}

// fastRows draws how many base rows of a range block scan hands on: those of blocks in which, and
// on whose border before, no other table has a key.
func (r *reader) fastRows(first, last int64, random *rand.Rand) (rows int64) {
	block := int64(r.group.block)
	for from := first; from <= last; {
		end := min((from-1)/block*block+block, last)
		before := from
		if from > first {
			before-- // the border is stale when the block is opened
		}
		hits := 0.0
		r.group.within(before, end, func(place int, n int64) {
			hits += float64(n) * r.above.at(r.group.places.weights[place])
		})
		if random.Float64() < math.Exp(-hits) {
			rows += end - from + 1
		}
		from = end + 1
	}
	return rows
}

// get reads one row. With a fuse row cache a row is whole only by an insert, and only an SSTable
// row can end the walk; without one the wanted column is enough, even in the memtable.
func (r *reader) get(id int64, random *rand.Rand) lsm.Counters {
	g := r.group
	weights := g.places.weights[g.placeOf(id)]
	c := lsm.Counters{Returned: 1, Memstore: int64(len(r.mems))}
	ending := r.gives
	if random.Float64() < Coverage(r.memGives.at(weights)) {
		if !g.rules.FuseRowCache {
			return c
		}
		ending = r.runs
	}
	for j := len(ending) - 1; j >= 0; j-- {
		c.MinorRows++
		if random.Float64() < Coverage(ending[j].at(weights)) {
			c.Ssstore, c.Tables = c.MinorRows, c.MinorRows
			return c
		}
	}
	c.MajorRows = 1
	c.Ssstore = c.MinorRows + c.MajorRows
	c.Tables = c.Ssstore
	return c
}

// placeOf is the stratum of an id.
func (g *strataGroup) placeOf(id int64) int {
	i := sort.Search(len(g.ids), func(i int) bool { return g.ids[i].Last >= id })
	return min(i, len(g.ids)-1)
}

// within calls visit for the part of a range in each stratum.
func (g *strataGroup) within(first, last int64, visit func(place int, n int64)) {
	for i := g.placeOf(first); i < len(g.ids) && g.ids[i].First <= last; i++ {
		n := min(last, g.ids[i].Last) - max(first, g.ids[i].First) + 1
		if n > 0 {
			visit(i, n)
		}
	}
}
