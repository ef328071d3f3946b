package model

import (
	"math"

	"github.com/readamp/readamp/lsm"
)

// FlushRows gives the rows of one run that holds so many flushes in a row, 1 or more: physical
// rows where merges decide by them, or distinct keys, or bytes. It must not fall. Where keys repeat
// and old versions are folded it bends down, as keys x [Coverage] does; where nothing is folded a
// merge can even add shadow rows (a key with d >= 2 versions in a run takes d + 1 rows).
type FlushRows func(flushes int) float64

// SteadyFlush are flushes of so many rows, none of which ever falls together with another.
func SteadyFlush(rows float64) FlushRows {
	return func(flushes int) float64 { return rows * float64(flushes) }
}

// StackShape is what lies above the base of a tablet, in flushes since its last major.
type StackShape struct {
	MinorFlushes int // flushes in the minor, 0 while there is none
	Minis        int // minis beside it, one flush each
}

// Runs is the number of minis and minors.
func (s StackShape) Runs() int { return min(s.MinorFlushes, 1) + s.Minis }

// SettledShape is the stack after so many flushes since the major, 0 or more, when the merges that
// they started are done.
//
// With t = max(minor_compact_trigger, 1) a merge of everything comes as soon as there are t + 1
// runs ([lsm.PickMinor]). It leaves one, so the next comes t flushes later: merges follow flushes
// 1 + t, 1 + 2t, ..., and after n flushes there were j = (n-1) / t of them, rounded down. The last
// one took 1 + jt flushes in; n - 1 - jt came since.
//
// Valid for triggers of the server, 0 to 16, and as long as [SettledShapeHolds]; in any case below
// 2,000,000 physical rows in all flushes.
func SettledShape(trigger, flushes int) StackShape {
	t := max(trigger, 1)
	if flushes <= t {
		return StackShape{Minis: max(flushes, 0)}
	}
	merged := (flushes - 1) / t * t
	return StackShape{MinorFlushes: 1 + merged, Minis: flushes - 1 - merged}
}

// RunCycle is the number of minis and minors from merge to merge.
type RunCycle struct {
	Least, Most int     // after a flush has settled
	Peak        int     // while a merge runs: its inputs are still read
	Mean        float64 // of the settled numbers, each flush counting alike
}

// SettledCycle is the cycle of the settled number of runs under minor_compact_trigger: 1, 2, ..., t
// and again 1, with t = max(trigger, 1); the merge starts at t + 1. Range of validity as in
// [SettledShape].
func SettledCycle(trigger int) RunCycle {
	t := max(trigger, 1)
	return RunCycle{Least: 1, Most: t, Peak: t + 1, Mean: float64(1+t) / 2}
}

// SettledShapeHolds says whether [SettledShape] holds for so many flushes of these physical rows:
// whether the last merge still takes everything. If it does, so did the ones before: their minor
// was smaller, and so less in the way of a merge.
func SettledShapeHolds(o lsm.Options, r lsm.Rules, flushes int, rows FlushRows) bool {
	t := max(o.MinorCompactTrigger, 1)
	minor := SettledShape(o.MinorCompactTrigger, flushes).MinorFlushes
	if minor == 0 {
		return true
	}
	before := SettledShape(o.MinorCompactTrigger, minor-1)
	var stack []StackRun
	if before.MinorFlushes > 0 {
		stack = append(stack, flushedRun(before.MinorFlushes, rows))
	}
	for len(stack) <= t {
		stack = append(stack, flushedRun(1, rows))
	}
	return lsm.PickMinor(o, r, runInfos(stack)).Len() == len(stack)
}

// StackRun is a mini or a minor, of flushes that follow each other.
type StackRun struct {
	Flushes int
	Rows    float64
}

func flushedRun(flushes int, rows FlushRows) StackRun { return StackRun{flushes, rows(flushes)} }

// StackMerge is a minor merge.
type StackMerge struct {
	Inputs   int     // runs read
	ReadRows float64 // rows in all of them
	Output   StackRun
}

// DroppedRows are rows read and not written; negative where shadow rows were added.
func (m StackMerge) DroppedRows() float64 { return m.ReadRows - m.Output.Rows }

// SettleStack applies [lsm.PickMinor] to a stack, oldest run first, until it finds nothing to
// merge. Rows gives the physical rows of a merged run by its flushes; without it they are the sum
// of the inputs'. The stack given is not changed. For any sizes and releases.
func SettleStack(o lsm.Options, r lsm.Rules, stack []StackRun, rows FlushRows) (
	settled []StackRun, merges []StackMerge) {
	settled = append([]StackRun(nil), stack...)
	for {
		span := lsm.PickMinor(o, r, runInfos(settled))
		if span.Len() == 0 {
			return settled, merges
		}
		merge := StackMerge{Inputs: span.Len()}
		for _, run := range settled[span.First:span.End] {
			merge.ReadRows += run.Rows
			merge.Output.Flushes += run.Flushes
		}
		merge.Output.Rows = merge.ReadRows
		if rows != nil {
			merge.Output.Rows = rows(merge.Output.Flushes)
		}
		merges = append(merges, merge)
		settled[span.First] = merge.Output
		settled = append(settled[:span.First+1], settled[span.End:]...)
	}
}

func runInfos(stack []StackRun) []lsm.RunInfo {
	infos := make([]lsm.RunInfo, len(stack))
	for i, run := range stack {
		infos[i].PhysicalRows = int64(math.Round(run.Rows))
	}
	return infos
}

// StackStep is a flush and what it led to.
type StackStep struct {
	Peak   int          // runs with the new mini, before any merge
	Runs   []StackRun   // settled, oldest first
	Merges []StackMerge // that the flush started
}

// WalkStack is the stack after each of so many flushes since the major, for any sizes and
// releases: the long way to [SettledShape], a call of [lsm.PickMinor] for each flush.
func WalkStack(o lsm.Options, r lsm.Rules, flushes int, rows FlushRows) []StackStep {
	var steps []StackStep
	var stack []StackRun
	for range flushes {
		stack = append(stack, flushedRun(1, rows))
		step := StackStep{Peak: len(stack)}
		stack, step.Merges = SettleStack(o, r, stack, rows)
		step.Runs = append([]StackRun(nil), stack...)
		steps = append(steps, step)
	}
	return steps
}

// SettledCounts are the settled numbers of minis and minors of [WalkStack], and the most there
// were at once.
func SettledCounts(o lsm.Options, r lsm.Rules, flushes int, rows FlushRows) (
	counts []int, peak int) {
	for _, step := range WalkStack(o, r, flushes, rows) {
		counts = append(counts, len(step.Runs))
		peak = max(peak, step.Peak)
	}
	return counts, peak
}
