package model

import "math"

// LSMPolicy says when runs of a level are merged in an LSM tree of general kind. OceanBase has
// neither policy; its own is [SettledShape].
type LSMPolicy uint8

// The policies of Monkey.
const (
	// Tiering keeps up to T-1 runs a level; the T-th run merges them all into the next level.
	Tiering LSMPolicy = iota
	// Leveling keeps one run a level and merges whatever comes into it; what would fill the level
	// a T-th time goes to the next one.
	Leveling
)

// LSMTree is a tree of levels that grow by a ratio, all full. Level 1 takes what is flushed: a
// buffer of entries.
//
// Source of what follows: Dayan, Athanassoulis and Idreos, Monkey: Optimal Navigable Key-Value
// Store, SIGMOD 2017.
type LSMTree struct {
	Policy LSMPolicy
	Ratio  int // T, 2 or more
	Levels int // L, 1 or more
}

// LSMLevels is the number of levels that entries need: the least L with
//
//	buffer x (1 + T + ... + T^L) >= entries
//
// where the buffer itself is the level of T^0. It is equation 1 of Monkey, log_T of (entries /
// buffer) (T-1)/T, rounded up, with the 1/T that the paper drops. A ratio below 2 is taken for 2, a
// buffer below 1 for 1; 0 levels if all fits in the buffer.
func LSMLevels(entries, bufferEntries float64, ratio int) int {
	level := max(bufferEntries, 1)
	levels, held := 0, level
	for held < entries {
		levels++
		level *= float64(max(ratio, 2))
		held += level
	}
	return levels
}

// RunBuffers is the size of a run of a level, 1 to L, in buffers: T^(i-1) under tiering. A level
// holds (T-1) T^(i-1) under both policies: under leveling in one run.
func (t LSMTree) RunBuffers(level int) float64 {
	buffers := math.Pow(float64(t.Ratio), float64(level-1))
	if t.Policy == Leveling {
		buffers *= float64(t.Ratio - 1)
	}
	return buffers
}

// RunsPerLevel is T-1 under tiering, 1 under leveling.
func (t LSMTree) RunsPerLevel() int {
	if t.Policy == Leveling {
		return 1
	}
	return t.Ratio - 1
}

// Runs is the number of runs of the full tree, which is also the I/O of a short range: one seek
// each, filters being of no use.
func (t LSMTree) Runs() int { return t.RunsPerLevel() * t.Levels }

// Buffers is the size of the full tree: the sum of (T-1) T^(i-1), which is T^L - 1.
func (t LSMTree) Buffers() float64 {
	return math.Pow(float64(t.Ratio), float64(t.Levels)) - 1
}

// RunEntries are the entries of a run of each level, first level first, when the full tree has so
// many.
func (t LSMTree) RunEntries(entries float64) []float64 {
	runs := make([]float64, t.Levels)
	for i := range runs {
		runs[i] = entries * t.RunBuffers(i+1) / t.Buffers()
	}
	return runs
}

// WriteAmplification is how often an entry is written until the full tree has it in its last
// level, the flush included: equation 10 of Monkey without the factor for blocks.
//
// Tiering: of T runs that reach a level the T-th goes on at once, so a level writes (T-1)/T of
// what reaches it. Leveling: T arrivals write 1 + 2 + ... + (T-1) of their size and then move on,
// which is (T-1)/2 each. With T = 2 the policies are one.
func (t LSMTree) WriteAmplification() float64 {
	ratio, levels := float64(t.Ratio), float64(t.Levels)
	if t.Policy == Leveling {
		return levels * (ratio - 1) / 2
	}
	return levels * (ratio - 1) / ratio
}

// SpaceAmplification is the worst case of entries kept for each live one: every entry that could
// be an old version is one. Under leveling the last level is live, (T^L - 1) / ((T-1) T^(L-1)),
// just below T / (T-1); under tiering one run of the last level is, which makes just below T.
func (t LSMTree) SpaceAmplification() float64 { return t.Buffers() / t.RunBuffers(t.Levels) }

// MissIO is the expected I/O of a point read of a key that is nowhere: every run whose filter is
// wrong (Monkey, equation 3). Rates are those of the runs of each level; without filters they are
// 1.
func (t LSMTree) MissIO(rates []float64) float64 {
	sum := 0.0
	for _, rate := range rates {
		sum += rate
	}
	return float64(t.RunsPerLevel()) * sum
}

// HitIO is the expected I/O of a point read whose key is in the oldest run, the worst case: one
// for the run, and for the others as in [LSMTree.MissIO] (Monkey, equation 9). At least one level.
func (t LSMTree) HitIO(rates []float64) float64 {
	return t.MissIO(rates) - rates[len(rates)-1] + 1
}

// PebbleReadAmp is read amplification as Pebble counts it: the sublevels of L0, which are files
// that overlap, and each level below that has a table (Metrics.ReadAmp). It is the number of runs
// a read may have to look into, whatever their filters say.
func PebbleReadAmp(l0Sublevels int, tablesBelow []int) int {
	runs := l0Sublevels
	for _, tables := range tablesBelow {
		runs += min(tables, 1)
	}
	return runs
}
