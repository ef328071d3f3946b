package model

import "math"

// FastBlocks is the share of base blocks that hold no key of a table above the base and so are read
// the fast way, by block scan: (1 - p)^rows for that many rows a block and a uniform density p, 0
// to 1, the chance of a base row to be in any of these tables ([UnionShare]). One such key at or
// before a block's last one makes the whole block go row by row (ObMultipleScanMerge).
func FastBlocks(p float64, rows int64) float64 { return unhit(p, float64(rows)) }

// unhit is (1 - p)^rows, through a logarithm so that nothing is lost where it is next to none; 1
// for no rows.
func unhit(p, rows float64) float64 {
	if rows <= 0 {
		return 1
	}
	return math.Exp(rows * math.Log1p(-min(p, 1)))
}

// FastBlocksOf is [FastBlocks] where keys lie closer in some places: density gives the chance of
// each base row, counted from 1 to n, to be in a table above the base. It is the mean over the
// blocks of the product of 1 - p over their rows; the last block may have fewer. Keys that crowd in
// some blocks leave more of the others alone: it is FastBlocks of the mean density, or more, where
// p is the same throughout each block.
func FastBlocksOf(n, rows int64, density func(row int64) float64) float64 {
	if n < 1 || rows < 1 {
		return 0
	}
	fast, blocks := 0.0, 0.0
	for from := int64(1); from <= n; from += rows {
		logs := 0.0
		for row := from; row < from+rows && row <= n; row++ {
			logs += math.Log1p(-min(density(row), 1))
		}
		fast += math.Exp(logs)
		blocks++
	}
	return fast / blocks
}

// FastRangeRows is the expected number of base rows that a range of so many rows reads the fast
// way, out of blocks of so many rows, at a uniform density p. The range begins anywhere in a block
// with the same chance. It is fast in each block of which its own part holds no key of another
// table; and behind a block's last row that is one, the next block is slow too, because the merge
// stands there when it is opened (measured):
//
//	mean over the rows a of the first part, 1 to blockRows:
//	a (1-p)^a + full blockRows (1-p)^(blockRows+1) + rest (1-p)^(rest+1)
//
// where a is at most size, and full blocks and a rest follow. Minis and minors are not counted:
// their first blocks are always slow.
func FastRangeRows(p float64, size, blockRows int64) (rows float64) {
	if size < 1 || blockRows < 1 {
		return 0
	}
	whole := float64(blockRows) * unhit(p, float64(blockRows)+1)
	for phase := int64(1); phase <= blockRows; phase++ {
		a := min(phase, size)
		full, rest := float64((size-a)/blockRows), float64((size-a)%blockRows)
		rows += float64(a)*unhit(p, float64(a)) + full*whole + rest*unhit(p, rest+1)
	}
	return rows / float64(blockRows)
}
