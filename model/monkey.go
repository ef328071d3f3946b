package model

import "math"

// FilterLevel is one level's share of the memory for Bloom filters.
type FilterLevel struct {
	RunEntries float64 // entries of one run of the level
	RunBits    float64 // of its filter
}

// Rate is the false positive rate of the level's filters.
func (l FilterLevel) Rate() float64 { return BloomRate(l.RunBits / l.RunEntries) }

// FilterRates are the rates of all levels.
func FilterRates(levels []FilterLevel) []float64 {
	rates := make([]float64, len(levels))
	for i, level := range levels {
		rates[i] = level.Rate()
	}
	return rates
}

// EqualFilters gives every entry of a full tree the same number of bits, as most engines do.
// Entries must be above 0.
func EqualFilters(t LSMTree, entries, bits float64) []FilterLevel {
	levels := make([]FilterLevel, 0, t.Levels)
	for _, run := range t.RunEntries(entries) {
		levels = append(levels, FilterLevel{RunEntries: run, RunBits: bits * run / entries})
	}
	return levels
}

// MonkeyFilters divides the bits so that [LSMTree.MissIO] is least (Monkey, section 4; see
// [LSMTree]).
//
// With n entries a run, rate p takes -n ln p / ln^2 2 bits. The sum of p over all runs is least for
// a sum of these where the derivative n / p is the same for all: p = c n, rates proportional to the
// sizes of runs. A rate above 1 would take less than no bits: where c n reaches 1, from the last
// level upwards, runs get no filter, and the others share the bits. Entries above 0, bits 0 or
// more.
func MonkeyFilters(t LSMTree, entries, bits float64) []FilterLevel {
	runs := t.RunEntries(entries)
	levels := make([]FilterLevel, len(runs))
	for i, run := range runs {
		levels[i].RunEntries = run
	}
	filtered := runs
	logC := 0.0
	for ; len(filtered) > 0; filtered = filtered[:len(filtered)-1] {
		logC = logRatePerEntry(filtered, bits/float64(t.RunsPerLevel()))
		if logC+math.Log(filtered[len(filtered)-1]) < 0 {
			break
		}
	}
	for i, run := range filtered {
		levels[i].RunBits = -run * (logC + math.Log(run)) / (math.Ln2 * math.Ln2)
	}
	return levels
}

// logRatePerEntry is ln c where one run of each level shares the bits: sum of -n (ln c + ln n) is
// bits ln^2 2.
func logRatePerEntry(runs []float64, bits float64) float64 {
	entries, weighted := 0.0, 0.0
	for _, run := range runs {
		entries += run
		weighted += run * math.Log(run)
	}
	return -(bits*math.Ln2*math.Ln2 + weighted) / entries
}
