package model

import "math"

// PhysicalRowsOf is the number of rows that a key takes in a mini or minor: each version, and a
// shadow row that fuses them where there are two or more (ObMultiVersionValueIterator; measured:
// 500 keys of 3 versions are 2000 rows). They count for the policy of minor merges and for bytes;
// rows read count a key once.
func PhysicalRowsOf(versions int) int {
	if versions < 2 {
		return max(versions, 0)
	}
	return versions + 1
}

// PhysicalRowsPerKey is the expected number of physical rows per key of the tablet in a run that u
// versions per key wrote, u >= 0, none of them folded:
//
//	u + 1 - exp(-u) (1 + u)
//
// The versions of a key are Poisson with mean u; u of them are stored, and a shadow row unless
// there are none or one.
func PhysicalRowsPerKey(u float64) float64 {
	return u + Coverage(u) - u*math.Exp(-u)
}

// PhysicalRows is the expected number of physical rows of a run that so many draws wrote, draws >=
// 0, from the ids 1 to n with the given weights. Nothing is folded. A merged run has the draws of
// all that went into it.
func PhysicalRows(n int64, weight func(id int64) float64, draws float64) (rows float64) {
	for id := int64(1); id <= n; id++ {
		rows += PhysicalRowsPerKey(draws * weight(id))
	}
	return rows
}

// PhysicalRowsClasses is [PhysicalRows] of keys that are given as a histogram.
func PhysicalRowsClasses(classes []WeightClass, draws float64) (rows float64) {
	for _, c := range classes {
		rows += c.Keys * PhysicalRowsPerKey(draws*c.Weight)
	}
	return rows
}

// PhysicalRowsFolded is [PhysicalRowsPerKey] of a mini with a multi-version start inside: of the
// versions per key, old lie at or below it and are folded into one, young lie above and all stay.
// Both are 0 or more.
//
//	young + (1 - exp(-old)) + 1 - exp(-young) (1 + young exp(-old))
//
// The first two terms are rows that are versions. The rest is the chance of a shadow row, that
// there are two of them at least: not none, exp(-young - old), not one young one alone, young
// exp(-young - old), and not the folded one alone, exp(-young) (1 - exp(-old)). Without young
// versions one row a key is left; without old ones nothing is folded.
func PhysicalRowsFolded(young, old float64) float64 {
	shadow := Coverage(young) - young*math.Exp(-young-old)
	return young + Coverage(old) + shadow
}

// PhysicalRowsMerged is the expected number of physical rows per key of a minor whose inputs hold
// one version a key each, since they were folded: of each input the share of keys that it holds, 0
// to 1, one independent of the other. A merge folds each input for itself, so that versions of
// different inputs all stay (ObPartitionMinorRowMergeIter), until the next merge.
//
//	sum of s + 1 - product of (1 - s) - sum over i of s(i) product over others of (1 - s)
func PhysicalRowsMerged(shares ...float64) (rows float64) {
	none, one := 1.0, 0.0 // chances of no version and of one
	for _, s := range shares {
		rows += s
		one = one*(1-s) + none*s
		none *= 1 - s
	}
	return rows + 1 - none - one
}
