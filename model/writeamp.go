package model

import "math"

// MergedFlushes is what the minor merges of so many flushes since the major write, in flushes.
//
// Each rewrites everything above the base. By [SettledShape] merge i of j writes 1 + it flushes,
// t = max(trigger, 1), which makes
//
//	sum of 1 + it, i = 1 to j  =  j + t j (j+1) / 2,  j = (n-1) / t rounded down
//
// or, right after a merge, (n-1)(n+1+t) / 2t: it grows with the square of the flushes between
// majors and falls with the trigger. Valid as [SettledShape], where no rows fall together;
// [MergeCycle] takes those that do.
func MergedFlushes(trigger, flushes int) float64 {
	t := max(trigger, 1)
	merges := float64(max(flushes-1, 0) / t)
	return merges + float64(t)*merges*(merges+1)/2
}

// MergeCycle is what lies between two majors of a tablet. Rows may stand for bytes as well.
type MergeCycle struct {
	Trigger int       // minor_compact_trigger
	Flushes int       // between the majors, 1 or more
	Rows    FlushRows // of a run above the base

	BaseRows float64 // of the base in this time
	// NextBaseRows is what the major at its end writes: the keys of base and flushes together.
	NextBaseRows float64
}

// CycleWork is what a cycle writes, rows.
type CycleWork struct{ Minis, Minors, Major float64 }

// Sum is all of it.
func (w CycleWork) Sum() float64 { return w.Minis + w.Minors + w.Major }

// Amplification is rows written for each row flushed; the flush itself is 1 of it. Without a
// flush it is 0.
func (w CycleWork) Amplification() float64 {
	if w.Minis == 0 {
		return 0
	}
	return w.Sum() / w.Minis
}

// Written is the work of the cycle: n minis; the merges of [MergedFlushes], each as large as the
// run that it leaves; one base. Valid as [SettledShape]. Time is one call of Rows for each merge.
func (c MergeCycle) Written() CycleWork {
	t := max(c.Trigger, 1)
	work := CycleWork{Minis: float64(c.Flushes) * c.Rows(1), Major: c.NextBaseRows}
	for flushes := 1 + t; flushes <= c.Flushes; flushes += t {
		work.Minors += c.Rows(flushes)
	}
	return work
}

// SettledRows is what the tablet keeps after so many flushes of the cycle, merges done: the base,
// the minor and the minis beside it.
func (c MergeCycle) SettledRows(flushes int) float64 {
	shape := SettledShape(c.Trigger, flushes)
	rows := c.BaseRows
	if shape.MinorFlushes > 0 {
		rows += c.Rows(shape.MinorFlushes)
	}
	if shape.Minis > 0 {
		rows += float64(shape.Minis) * c.Rows(1)
	}
	return rows
}

// MergingRows is the most the tablet keeps on the way to that: if the last flush starts a merge,
// its inputs stay until the output is complete, so that both are there. Readers and the server's
// collector, which comes every 30 s, keep them a little longer.
func (c MergeCycle) MergingRows(flushes int) float64 {
	settled := c.SettledRows(flushes)
	shape := SettledShape(c.Trigger, flushes)
	if shape.MinorFlushes == 0 || shape.Minis > 0 {
		return settled
	}
	return c.SettledRows(flushes-1) + c.Rows(1) + c.Rows(shape.MinorFlushes)
}

// PeakRows is the most the tablet keeps in the whole cycle: during the last minor merge, or during
// the major, when the base and everything above it lie beside the next base.
func (c MergeCycle) PeakRows() float64 {
	peak := c.SettledRows(c.Flushes) + c.NextBaseRows
	if last := SettledShape(c.Trigger, c.Flushes).MinorFlushes; last > 0 {
		peak = max(peak, c.MergingRows(last))
	}
	return peak
}

// LeastWritingFlushes is the number of flushes between majors that writes least for each flush,
// where no rows fall together and the base keeps its size; base and flush in the same unit, the
// flush above 0.
//
// Between two merges only the major's share falls with every flush, so that the best major comes
// just before a merge, after n = jt flushes with t = max(trigger, 1). Then by [MergedFlushes]
// minis, minors and a major of b flushes write, for each flush,
//
//	1/2 + 1/t + n / 2t + (b-1) / n
//
// which is least at n = sqrt(2t(b-1)), so that one of the multiples of t beside it is the best.
func LeastWritingFlushes(trigger int, baseRows, flushRows float64) int {
	t := max(trigger, 1)
	base := baseRows / flushRows
	written := func(flushes int) float64 {
		return (MergedFlushes(trigger, flushes) + base) / float64(flushes)
	}
	below := max(int(math.Sqrt(max(2*(base-1)/float64(t), 0))), 1) * t
	if above := below + t; written(above) < written(below) {
		return above
	}
	return below
}
