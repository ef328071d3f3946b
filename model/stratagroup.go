package model

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/timeline"
)

// strataGroup are tables alike.
type strataGroup struct {
	rows  float64
	rules lsm.Rules
	limit int     // row_compaction_update_limit
	block float64 // rows of a block of the base

	mixes   []mix
	ids     []Stratum   // where the places are
	places  *cells      // the strata, in the order of ids
	classes *cells      // strata of the same weights put together
	hottest [][]float64 // the weights of the keys that each column hits most

	written events // since the start
	now     int    // counts the writes

	last atomic.Pointer[active] // the active memtable that was asked for last

	// What is remembered, for tablets that are asked at once: single memtables by column, sizes
	// of parts.
	mutex  sync.Mutex
	curves []curve
	sizes  map[string][3]float64
}

// events are numbers of events, by column.
type events []float64

// since is what was written after a moment.
func (e events) since(then events) events {
	out := slices.Clone(e)
	for j := range out {
		out[j] -= then[j]
	}
	return out
}

// add adds other events.
func (e events) add(more events) {
	for j, n := range more {
		e[j] += n
	}
}

// times are the events of a share of the time.
func (e events) times(share float64) events {
	out := slices.Clone(e)
	for j := range out {
		out[j] *= share
	}
	return out
}

func newStrataGroup(c timeline.Config, g int, rows lsm.BlockRows) *strataGroup {
	return &strataGroup{rows: float64(c.Plan.Groups[g].Rows), rules: c.Rules,
		limit: int(c.Options.RowCompactionUpdateLimit), block: float64(rows.Major[0]),
		sizes: map[string][3]float64{}}
}

// cut makes the strata, once the columns are known.
func (g *strataGroup) cut(rows int64) error {
	if len(g.mixes) == 0 {
		g.mixes = []mix{{kind: "uniform"}}
	}
	var weights []func(int64) float64
	for _, m := range g.mixes {
		d, err := keydist.New(m.kind, rows, m.options)
		if err != nil {
			return err
		}
		weights = append(weights, d.Weight)
	}
	strata := Strata(rows, weights)
	g.ids, g.places = strata[0], &cells{}
	for i, s := range g.ids {
		var w []float64
		for _, column := range strata {
			w = append(w, column[i].Weight)
		}
		g.places.add(s.N(), w)
	}
	g.classes = classes(strata)
	for j := range weights {
		g.hottest = append(g.hottest, slices.MaxFunc(g.places.weights,
			func(v, w []float64) int { return cmp.Compare(v[j], w[j]) }))
	}
	g.written, g.curves = make(events, len(g.mixes)), make([]curve, len(g.mixes))
	return nil
}

// expected are hits of one kind by column, for a key of weight 1.
type expected []float64

// hits are the hits of a kind that events come with.
func (g *strataGroup) hits(e events, k hits) expected {
	out := make(expected, len(e))
	for j, n := range e {
		out[j] = n * g.mixes[j].of(k)
	}
	return out
}

// at is the expected number for a key of these weights.
func (x expected) at(weights []float64) (sum float64) {
	for j, n := range x {
		sum += n * weights[j]
	}
	return sum
}

// total is the expected number of all keys together, whose weights add up to 1.
func (x expected) total() (sum float64) {
	for _, n := range x {
		sum += n
	}
	return sum
}
