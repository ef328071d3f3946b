package model

import "fmt"

// FuseHits is the probability that a get finds its row in the fuse row cache, so many reads after
// the cache was emptied, reads >= 0. A mini empties the cache of its tablet, a flush of caches all
// of them; whatever reads a row by its key fills it: gets, updates and deletes (measured). The
// classes say how often a row is read, and their Keys * Weight sum to 1.
//
//	hits = sum over rows of w (1 - (1 - w)^reads)
//
// A get is of a row with probability w, and the row is there if one of the earlier reads was of it.
// No row is evicted; for a cache that is too small see [LRUHits].
func FuseHits(classes []WeightClass, reads float64) (hits float64) {
	for _, c := range classes {
		hits += c.Keys * c.Weight * drawnOnce(c.Weight, reads)
	}
	return hits
}

// FuseHitsUniform is [FuseHits] of n rows that are read alike: 1 - (1 - 1/n)^reads.
func FuseHitsUniform(n int64, reads float64) float64 {
	if n < 1 {
		return 0
	}
	return drawnOnce(1/float64(n), reads)
}

// FuseHitsMean is the share of the first so many reads after the cache was emptied that were hits:
// all but the first read of each row. distinct is the number of rows in these reads, as
// [DistinctClasses] gives it. Without reads it is 0.
func FuseHitsMean(distinct, reads float64) float64 {
	if reads <= 0 {
		return 0
	}
	return 1 - distinct/reads
}

// LRUHits is the probability that a get finds its row in a cache of so many rows, capacity > 0,
// which drops the row read least recently, after many reads. The classes say how often rows are
// read.
//
// Che's approximation (Che, Tung and Wang, Hierarchical Web Caching Systems: Modeling, Design and
// Experimental Results, IEEE JSAC 20(7), 2002) takes the number of reads t that a row survives for
// the same of all rows:
//
//	capacity = sum over rows of 1 - (1 - w)^t
//	hits     = sum over rows of w (1 - (1 - w)^t)
//
// It returns t too, the characteristic time in reads. A cache that holds every row that is ever
// read is an error, as it has none: all gets but first ones are hits there, see [FuseHits].
func LRUHits(classes []WeightClass, capacity float64) (hits, reads float64, err error) {
	if !(capacity > 0) {
		return 0, 0, fmt.Errorf("model: a cache of %g rows, want more than 0", capacity)
	}
	reads, err = DrawsFor(capacity, func(t float64) float64 { return DistinctClasses(classes, t) })
	if err != nil {
		return 0, 0, fmt.Errorf("model: a cache of %g rows keeps all rows that are read", capacity)
	}
	return FuseHits(classes, reads), reads, nil
}
