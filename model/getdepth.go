package model

// GetDepth is the expected number of SSTables that a point get asks, newest first, until one makes
// the row whole. ends are the probabilities of the tables above the base to do so, newest first,
// one independent of the other; the base always does.
//
//	1 + m1 + m1 m2 + ...,  m = 1 - ends
//
// A table counts whether it has the row or not, so that the table after j others is asked with the
// probability that none of them ended the walk.
func GetDepth(ends ...float64) float64 {
	depth, going := 1.0, 1.0
	for _, end := range ends {
		going *= 1 - end
		depth += going
	}
	return depth
}

// GetDepthUniform is [GetDepth] where each of k tables above the base misses a row with the same
// probability q, 0 to 1, and ends the walk otherwise: full row images. It is the geometric sum
// (1 - q^(k+1)) / (1 - q), and k + 1 for q = 1. After u uniform updates per row in k tables q =
// exp(-u/k).
func GetDepthUniform(q float64, k int) float64 {
	depth := 1.0
	for range k {
		depth = 1 + q*depth
	}
	return depth
}

// TablesAsked is how many tables a point get asks.
type TablesAsked struct{ Memtables, SSTables float64 }

// RowsRead is the rows that the get counts: one a table, whether it has the row or not.
func (t TablesAsked) RowsRead() float64 { return t.Memtables + t.SSTables }

// GetPartial is what a get of the whole row asks where updates carry the changed columns only:
// every memtable that is not empty, each of k minis and minors, and the base. An update leaves
// columns open, so no table but the base ends the walk, whether it has the row or not (the rule of
// gets that use the fuse row cache and miss it; measured).
func GetPartial(memtables, k int) TablesAsked {
	return TablesAsked{float64(memtables), float64(k) + 1}
}

// GetMix is a row that is updated in part and written in full by turns, as a get of the whole row
// finds it.
type GetMix struct {
	// Memtables that are not empty. A get asks them all.
	Memtables int
	// MemtableHits is the expected number of versions of the row in all of them together.
	MemtableHits float64
	// Hits is that number in each mini and minor, newest first.
	Hits []float64
	// FullShare is the share of versions, 0 to 1, that give the whole row: inserts, and updates of
	// all columns but the key.
	FullShare float64
}

// Asked is the expected number of tables asked of a row that is there; hits are Poisson.
//
// Full versions of x hits are Poisson with mean FullShare x, and one of them is enough wherever it
// stands in its run, because a run gives its versions fused. So a run ends the walk with
// probability 1 - exp(-FullShare x). A memtable never ends it: whether the row is whole is asked
// after an SSTable row was fused (measured). If the memtables gave all of it, the next SSTable that
// has the row ends the walk, with probability 1 - exp(-x). That several updates together can give
// every column is left out.
func (g GetMix) Asked() TablesAsked {
	full, some := make([]float64, len(g.Hits)), make([]float64, len(g.Hits))
	for i, x := range g.Hits {
		full[i], some[i] = Coverage(g.FullShare*x), Coverage(x)
	}
	whole := Coverage(g.FullShare * g.MemtableHits)
	if g.Memtables == 0 {
		whole = 0
	}
	depth := (1-whole)*GetDepth(full...) + whole*GetDepth(some...)
	return TablesAsked{float64(g.Memtables), depth}
}

// WithFuseHits is what gets ask on average if that share of them, 0 to 1, is answered by the fuse
// row cache: a hit asks no SSTable, but the memtables are asked before the cache. See [FuseHits]
// and [LRUHits] for the share.
func (t TablesAsked) WithFuseHits(share float64) TablesAsked {
	return TablesAsked{t.Memtables, (1 - min(max(share, 0), 1)) * t.SSTables}
}
