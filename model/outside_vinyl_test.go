package model_test

import (
	"container/heap"
	"math"
	"slices"
	"testing"
)

// The policy of Tarantool's Vinyl as locker/vy-lsm-sim at 570956e has it, with that simulator's
// defaults: key ranges with a stack of runs each, all flushed at once every unit of time, and a few
// threads that merge the range with most runs to merge.
const (
	vinylKeys       = 10_000_000
	vinylFanout     = 100 // keys are this many flushes
	vinylRanges     = 100
	vinylSizeRatio  = 3.5
	vinylLevelRuns  = 2
	vinylThreads    = 4
	vinylMergeRate  = 2.0 // of a thread, in flushes per unit of time
	vinylFlushes    = 1000
	vinylReports    = 10 // per unit of time
	vinylPercentile = 0.9
)

// vinylRange is a range's runs in keys, oldest first.
type vinylRange struct {
	runs    []int
	due     int // newest runs that should be merged
	merging int // runs that are being merged, 0 for none
	from    int // position of the oldest of them
}

// plan counts levels from the newest run down. A run larger than its level's target opens the next
// level, whose target is vinylSizeRatio times as large. A level with too many runs is merged with
// all above it; the last level may have one run only.
func (r *vinylRange) plan() {
	r.due = 0
	target, inLevel, total, merged := 0.0, 0, 0, 0
	for i := len(r.runs) - 1; i >= 0; i-- {
		size := r.runs[i]
		if target == 0 {
			target = float64(size)
		}
		inLevel++
		total += size
		for float64(size) > target {
			inLevel = 1
			if float64(merged) > target { // what the level above becomes will be here too
				inLevel = 2
			}
			target *= vinylSizeRatio
		}
		if inLevel > vinylLevelRuns {
			merged, r.due = total, len(r.runs)-i
		}
	}
	if inLevel > 1 {
		r.due = len(r.runs)
	}
}

// vinylUnion is the expected number of keys of runs whose keys are independent of each other.
func vinylUnion(runs []int) int {
	const keys = vinylKeys / vinylRanges
	missed := 1.0
	for _, size := range runs {
		missed *= 1 - float64(size)/keys
	}
	return int(keys * (1 - missed))
}

// vinylEvent is an event; of those at one time the one added first comes first.
type vinylEvent struct {
	at    float64
	order int
	do    func()
}

type vinylQueue []vinylEvent

func (q vinylQueue) Len() int { return len(q) }
func (q vinylQueue) Less(i, j int) bool {
	if q[i].at != q[j].at {
		return q[i].at < q[j].at
	}
	return q[i].order < q[j].order
}
func (q vinylQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *vinylQueue) Push(x any)   { *q = append(*q, x.(vinylEvent)) }
func (q *vinylQueue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// vinylTree is the tree and what is counted of it.
type vinylTree struct {
	ranges  []vinylRange
	busy    int // threads
	now     float64
	queue   vinylQueue
	added   int
	flushes int

	flushed, mergedOut, total, lastLevel int // keys
	reports                              []vinylReport
}

// vinylReport is read, write and space amplification.
type vinylReport struct{ read, write, space float64 }

func (v *vinylTree) after(wait float64, do func()) {
	v.added++
	heap.Push(&v.queue, vinylEvent{v.now + wait, v.added, do})
}

func (v *vinylTree) flush() {
	const size = vinylKeys / vinylFanout / vinylRanges
	for i := range v.ranges {
		r := &v.ranges[i]
		v.flushed += size
		v.total += size
		if len(r.runs) == 0 {
			v.lastLevel += size
		}
		r.runs = append(r.runs, size)
		r.plan()
	}
	v.flushes++
	v.after(1, v.flush)
	v.startMerges()
}

// startMerges gives every free thread the range that has most runs to merge.
func (v *vinylTree) startMerges() {
	for v.busy < vinylThreads {
		var next *vinylRange
		for i := range v.ranges {
			r := &v.ranges[i]
			if r.due > 1 && r.merging == 0 && (next == nil || r.due > next.due) {
				next = r
			}
		}
		if next == nil {
			return
		}
		v.busy++
		next.merging, next.from = next.due, len(next.runs)-next.due
		keys := 0
		for _, size := range next.runs[next.from:] {
			keys += size
		}
		v.after(float64(keys)/(vinylKeys/vinylFanout*vinylMergeRate), func() { v.endMerge(next) })
	}
}

func (v *vinylTree) endMerge(r *vinylRange) {
	v.busy--
	inputs := r.runs[r.from : r.from+r.merging]
	size := vinylUnion(inputs)
	v.mergedOut += size
	v.total += size
	for _, input := range inputs {
		v.total -= input
	}
	if r.from == 0 {
		v.lastLevel += size - r.runs[0]
	}
	r.runs = slices.Replace(r.runs, r.from, r.from+r.merging, size)
	r.merging = 0
	r.plan()
	v.startMerges()
}

// amplification is the present state. Divisors are one too large, as in that simulator.
func (v *vinylTree) amplification() vinylReport {
	var counts []int
	for _, r := range v.ranges {
		counts = append(counts, len(r.runs))
	}
	slices.Sort(counts)
	rank := int(math.Ceil(vinylPercentile * vinylRanges))
	return vinylReport{
		read:  float64(counts[rank-1]),
		write: 1 + float64(v.mergedOut)/float64(v.flushed+1),
		space: float64(v.total) / float64(v.lastLevel+1),
	}
}

func (v *vinylTree) report() {
	v.reports = append(v.reports, v.amplification())
	v.after(1.0/vinylReports, v.report)
}

// run is the whole simulation; it gives the number of events.
func (v *vinylTree) run() int {
	v.after(1, v.flush)
	v.after(0, v.report)
	events := 0
	for v.flushes < vinylFlushes {
		event := heap.Pop(&v.queue).(vinylEvent)
		v.now = event.at
		event.do()
		events++
	}
	return events
}

// TestOutside9_3 keeps events of one time in the order they were added; so events are exact, and
// amplification is so to the digits that are printed.
func TestOutside9_3(t *testing.T) {
	v := &vinylTree{ranges: make([]vinylRange, vinylRanges)}
	if events := v.run(); events != 38_796 {
		t.Errorf("%d events, want 38,796", events)
	}
	rounded := func(x, digits float64) float64 { return math.Round(x*digits) / digits }
	end := v.amplification()
	if end.read != 13 || rounded(end.write, 1e4) != 3.9071 || rounded(end.space, 1e4) != 1.4287 {
		t.Errorf("at the end %+v, want 13, 3.9071 and 1.4287", end)
	}
	var mean vinylReport
	most := 0.0
	half := v.reports[len(v.reports)/2:]
	for _, r := range half {
		mean.read += r.read / float64(len(half))
		mean.write += r.write / float64(len(half))
		mean.space += r.space / float64(len(half))
		most = max(most, r.read)
	}
	if rounded(mean.read, 1e3) != 8.410 || most != 22 || rounded(mean.write, 1e3) != 3.893 ||
		rounded(mean.space, 1e3) != 1.339 {
		t.Errorf("second half %+v, at most %g, want 8.410, 3.893, 1.339 and 22", mean, most)
	}
}
