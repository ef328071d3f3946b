package model

import (
	"cmp"
	"math"
	"slices"
)

// rangeClasses are the ranges of a load by how often writes meet them: classes of about the same
// share of the ranges, those that are met least first.
type rangeClasses []rangeClass

// rangeClass are ranges alike.
type rangeClass struct {
	share float64               // of all ranges
	rows  float64               // of the base that one returns
	keys  [writeSets]saturation // those of them that writes meet, by events
}

const (
	// rangeClassCount cuts the ranges finely enough for a quantile: a class is 1.6 % of them.
	rangeClassCount = 64
	// rangePieces is into how many pieces of about the same weight a range is cut at most.
	rangePieces = 32
)

// newRangeClasses looks at ranges that begin at some places of every stratum. There is a layout for
// each set of writes; strata and reads are the same in all.
func (t *Tables) newRangeClasses(layouts []*layout) rangeClasses {
	type start struct {
		first, last int64
		share, mass float64
	}
	var starts []start
	total := 0.0
	l := layouts[0]
	for i, n := range l.n {
		count := min(int64(n), rangeStarts)
		share := n * l.read[i] / float64(count)
		for k := range count {
			first := l.ends[i] - int64(n) + 1 + int64((float64(k)+0.5)*n/float64(count))
			last := min(first+t.RangeSize-1, t.Rows)
			mass := l.written(first, last) / float64(last-first+1)
			if share > 0 {
				starts = append(starts, start{first, last, share, mass})
				total += share
			}
		}
	}
	slices.SortStableFunc(starts, func(a, b start) int { return cmp.Compare(a.mass, b.mass) })
	var list rangeClasses
	before := 0.0
	for _, s := range starts {
		if at := int(rangeClassCount * before / total); at >= len(list) {
			list = append(list, rangeClass{})
		}
		c := &list[len(list)-1]
		c.share += s.share / total
		c.rows += s.share / total * float64(s.last-s.first+1)
		for set, l := range layouts {
			hit := t.sets[set].mix.of(anyHit)
			c.add(set, l, s.first, s.last, s.share/total, hit)
		}
		before += s.share
	}
	return list
}

// add adds the keys that a set of writes meets in ranges of a share of them all, from one id to
// another.
func (c *rangeClass) add(set int, l *layout, first, last int64, share, hit float64) {
	from, _ := l.place(first)
	to, _ := l.place(last)
	step := (to - from + rangePieces) / rangePieces
	for i := from; i <= to; i += step {
		end := min(l.ends[min(i+step-1, to)], last)
		n := float64(end - first + 1)
		c.keys[set].add(share*n, hit*l.written(first, end)/n)
		first = end + 1
	}
}

// met is how many keys of the class events meet, in its share of the ranges.
func (c *rangeClass) met(d drawn) float64 {
	if d[1] <= 0 {
		return c.keys[0].at(d[0])
	}
	return either(c.keys[0].at(d[0]), c.keys[1].at(d[1]), c.rows)
}

// RowsPerRowQuantile is the quantile, 0 < q < 1, of what ranges read for each row they return,
// where a base and these tables hold what there is ([Tables.Read] has the mean).
//
// A range of class c that returns r rows reads r rows of the base and a binomial number of keys in
// each table above it. With k(e) the keys of the class that e events write, that number has the
// mean k(e) and the variance k(2e) - k(e), since p (1-p) = exp(-x) - exp(-2x) for p = 1 - exp(-x).
// The quantile is that of the mixture of the classes, each taken to be normal.
func (t *Tables) RowsPerRowQuantile(q float64, above []Above) float64 {
	var parts [rangeClassCount]struct{ share, mean, deviation float64 }
	for i := range t.ranges {
		c := &t.ranges[i]
		mean, variance := 0.0, 0.0
		for _, a := range above {
			if events := a.drawn(); events.total() > 0 {
				keys := c.met(events)
				mean += keys
				variance += max(c.met(events.times(2))-keys, 0)
			}
		}
		p := &parts[i]
		p.share, p.mean = c.share, 1+mean/c.rows
		p.deviation = math.Sqrt(variance*c.share) / c.rows
	}
	below := func(x float64) (share float64) {
		for i := range t.ranges {
			p := &parts[i]
			z := (x - p.mean) / max(p.deviation, leastDeviation)
			share += p.share * math.Erfc(-z/math.Sqrt2) / 2
		}
		return share
	}
	low, high := 1.0, 2+float64(len(above))
	for high-low > leastDeviation {
		if middle := (low + high) / 2; below(middle) < q {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// leastDeviation of rows per row is taken for none, and is how exact a quantile is.
const leastDeviation = 1e-4
