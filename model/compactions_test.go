package model_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/readamp/readamp/model"
)

// rowOfMemtable is what row compaction sees of a row.
type rowOfMemtable struct {
	nodes   int // since the last compaction
	c, full bool
}

// TestCompactionsFollowEvents adds up what every sequence of events gives, event by event.
func TestCompactionsFollowEvents(t *testing.T) {
	for _, limit := range []int{1, 2, 3, 6, 7} {
		for _, means := range [][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1},
			{0.02, 0.01, 0}, {0.3, 0, 0.1}, {0, 0.2, 0.7}, {9, 2, 5}, {0.01, 0, 30},
			{0, 0, 12.5}, {40, 0, 0}, {25, 25, 25}} {

			got := model.Compactions(means[0], means[1], means[2], limit)
			want := compactionsByEvent(means, limit)
			for i, pair := range [][2]float64{{got.Full, want.Full}, {got.C, want.C},
				{got.K, want.K}} {

				if math.Abs(pair[0]-pair[1]) > 1e-10*(1+pair[1]) {
					t.Errorf("%v, limit %d: kind %d: %v, want %v", means, limit, i, pair[0],
						pair[1])
				}
			}
		}
	}
}

// compactionsByEvent follows the states that a row can be in after 1, 2, 3 and more events.
func compactionsByEvent(means [3]float64, limit int) (sum model.Compacted) {
	mean := means[0] + means[1] + means[2]
	law := distuv.Poisson{Lambda: mean}
	states := map[rowOfMemtable]float64{{}: 1}
	for event := 1; float64(event) < mean+12*math.Sqrt(mean)+30; event++ {
		happens := law.Survival(float64(event - 1))
		next := map[rowOfMemtable]float64{}
		for s, p := range states {
			for kind, m := range means {
				if m == 0 {
					continue
				}
				after := s
				share := p * m / mean
				if kind == 2 {
					after.c, after.full = false, false
					after.node(limit, happens*share, &sum) // the delete
					after.full = true
				}
				after.c = after.c || kind == 1
				after.node(limit, happens*share, &sum)
				next[after] += share
			}
		}
		states = next
	}
	return sum
}

// node adds a node, and a compact one where it is due.
func (r *rowOfMemtable) node(limit int, share float64, sum *model.Compacted) {
	if r.nodes++; r.nodes < limit {
		return
	}
	r.nodes = 0
	switch {
	case r.full:
		sum.Full += share
	case r.c:
		sum.C += share
	default:
		sum.K += share
	}
}

// TestCompactionsOfMany has so many nodes that all but half a limit of them are compacted.
func TestCompactionsOfMany(t *testing.T) {
	got := model.Compactions(1e6, 1e6, 1e6, 6)
	if want := (4e6 - 2.5) / 6; math.Abs(got.Sum()-want) > 1e-6 {
		t.Errorf("%v, want %v", got.Sum(), want)
	}
	// One node of four is a delete.
	if share := got.K / got.Sum(); math.Abs(share-0.25) > 1e-6 {
		t.Errorf("%v of them after a delete", share)
	}
	if got.C > 10 {
		t.Errorf("%v without an insert", got.C)
	}
	if none := model.Compactions(0, 0, 0, 6); none != (model.Compacted{}) {
		t.Errorf("without nodes %v", none)
	}
}
