package plots

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// Where each bar of a StackTimeline lies, as plain arithmetic. A lane holds one bar at a time; a
// bar keeps its lane from birth to death.

// spell is the life of a bar, in seconds, and its place in a stack: what has a lower rank lies
// below.
type spell struct {
	born, died float64
	rank       int
}

// baseRank is the rank of a base, which has lanes of its own below all others.
const baseRank = 0

// packLanes gives every spell a lane, counted from the bottom, and says how many lanes there are:
// the largest number of bars at one time, bases and others counted apart. sorted puts newer bars
// above older ones where it can; else lanes are filled from below, so that the outline of a large
// figure is the height of the stack.
func packLanes(spells []spell, sorted bool) (lanes []int, count int) {
	order := make([]int, len(spells))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(spells[a].born, spells[b].born),
			cmp.Compare(spells[a].rank, spells[b].rank))
	})
	lanes = make([]int, len(spells))
	for _, bases := range []bool{true, false} {
		group := slices.DeleteFunc(slices.Clone(order), func(i int) bool {
			return (spells[i].rank == baseRank) != bases
		})
		var filled stack
		for _, i := range group {
			lanes[i] = count + filled.put(spells[i], filled.lowest(spells[i]))
		}
		if sorted {
			neat := make(stack, len(filled))
			for i := range neat {
				neat[i].died = math.Inf(-1)
			}
			for _, i := range group {
				lanes[i] = count + neat.put(spells[i], neat.sorted(spells[i]))
			}
		}
		count += len(filled)
	}
	return lanes, count
}

// stack is the last spell of each lane.
type stack []spell

// put lets a spell begin in a lane, which may be the first above all others, and returns it.
func (s *stack) put(next spell, lane int) int {
	if lane == len(*s) {
		*s = append(*s, next)
	}
	(*s)[lane] = next
	return lane
}

// lowest is the lowest lane that is free when a spell begins.
func (s stack) lowest(next spell) int {
	for lane, last := range s {
		if last.died <= next.born {
			return lane
		}
	}
	return len(s)
}

// sorted is the lowest free lane above all live spells that belong below the next one and below all
// that belong above it. When there is none, because a merge has left some table high up, it is
// the lowest free lane.
func (s stack) sorted(next spell) int {
	from, to := 0, len(s)
	for lane, last := range s {
		switch {
		case last.died <= next.born: // free
		case last.rank <= next.rank:
			from = lane + 1
		default:
			to = min(to, lane)
		}
	}
	for lane := from; lane < to; lane++ {
		if s[lane].died <= next.born {
			return lane
		}
	}
	return s.lowest(next)
}

// tableCount is a number of tables from a time on.
type tableCount struct {
	atS    float64
	tables int
}

// countTables gives the number of spells after each time at which it changes.
func countTables(spells []spell) []tableCount {
	change := map[float64]int{}
	for _, s := range spells {
		change[s.born]++
		change[s.died]--
	}
	var counts []tableCount
	tables := 0
	for _, atS := range slices.Sorted(maps.Keys(change)) {
		if change[atS] != 0 && !math.IsInf(atS, 1) {
			tables += change[atS]
			counts = append(counts, tableCount{atS, tables})
		}
	}
	return counts
}
