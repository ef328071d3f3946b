package model

import (
	"fmt"
	"math"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
)

// strata is the content of a tenant in expectation: for each group of tables, which are all alike,
// and each stratum of ids the probability that a table or run has a key.
type strata struct {
	groups []*strataGroup
	tables []timeline.TableContent
	loads  []strataLoad
}

// strataLoad is what an event of a load does to a table of its group.
type strataLoad struct {
	group   *strataGroup
	column  int        // its weights in the group's strata
	touches [3]float64 // hits of each kind on one table
}

// The kinds of hits.
const (
	hitUpdate  = iota // of the indexed column
	hitRewrite        // of c
	hitPair           // a delete and an insert of the same row
)

// strataGroup are tables alike.
type strataGroup struct {
	rows     float64
	weights  [][]Stratum // by load
	ids      []Stratum
	index    bool
	together bool // a pair is one transaction
	limit    int  // row_compaction_update_limit
	rules    lsm.Rules
	block    float64 // rows of a block of the base

	// hits are the expected hits of a key since the start, by kind and stratum.
	hits [3][]float64
	now  int // counts the writes; parts of the same moment are the same

	frozen map[frozenKey]*strataPart
	merged map[string]*strataPart
}

// NewStrata is the content of a plan's tables in expectation. It knows updates and pairs of a
// delete and an insert; scripts that only insert or delete, and queues, are errors.
func NewStrata(c timeline.Config, rows lsm.BlockRows) (timeline.Content, error) {
	s := &strata{}
	for g, group := range c.Plan.Groups {
		sg, err := newStrataGroup(c, g, rows)
		if err != nil {
			return nil, err
		}
		s.groups = append(s.groups, sg)
		for i := range group.Tables {
			t := &strataTable{group: sg}
			t.reset()
			content := timeline.TableContent{Name: fmt.Sprintf("%s%d", group.Name, i+1), Main: t}
			if group.Index {
				x := &strataIndex{group: sg}
				x.reset()
				content.Index = x
			}
			s.tables = append(s.tables, content)
		}
	}
	columns := make([]int, len(s.groups))
	for _, load := range c.Plan.Loads {
		group := s.groups[load.Group]
		l := strataLoad{group: group, column: columns[load.Group]}
		columns[load.Group]++
		per := load.Options.PerEvent()
		pairs := min(per[workload.Delete], per[workload.Insert])
		if per[workload.Delete] != per[workload.Insert] || load.Script == workload.Queue {
			return nil, fmt.Errorf("model: expected numbers are not known for script %s",
				load.Script)
		}
		for k, n := range []int{per[workload.IndexUpdate], per[workload.NonIndexUpdate], pairs} {
			l.touches[k] = float64(n) / float64(load.Options.Tables)
		}
		group.together = group.together || !load.Options.SkipTrx && pairs > 0
		s.loads = append(s.loads, l)
	}
	return s, nil
}

func newStrataGroup(c timeline.Config, g int, rows lsm.BlockRows) (*strataGroup, error) {
	group := c.Plan.Groups[g]
	sg := &strataGroup{rows: float64(group.Rows), index: group.Index, rules: c.Rules,
		limit: int(c.Options.RowCompactionUpdateLimit), block: float64(rows.Major[0]),
		frozen: map[frozenKey]*strataPart{}, merged: map[string]*strataPart{}}
	var weights []func(int64) float64
	for _, load := range c.Plan.Loads {
		if load.Group != g {
			continue
		}
		d, err := keydist.New(load.Options.RandType, group.Rows, load.Options.Rand)
		if err != nil {
			return nil, err
		}
		weights = append(weights, d.Weight)
	}
	if len(weights) == 0 {
		uniform, err := keydist.New("uniform", group.Rows, keydist.Options{})
		if err != nil {
			return nil, err
		}
		weights = append(weights, uniform.Weight)
	}
	sg.weights = Strata(group.Rows, weights)
	sg.ids = sg.weights[0]
	for k := range sg.hits {
		sg.hits[k] = make([]float64, len(sg.ids))
	}
	return sg, nil
}

// Write implements [timeline.Content].
func (s *strata) Write(load int, events int64) {
	l := s.loads[load]
	for k, touches := range l.touches {
		if touches == 0 {
			continue
		}
		hits := l.group.hits[k]
		for i, stratum := range l.group.weights[l.column] {
			hits[i] += float64(events) * touches * stratum.Weight
		}
	}
	l.group.now++
}

// Tables implements [timeline.Content].
func (s *strata) Tables() []timeline.TableContent { return s.tables }

// since are the hits since an earlier moment.
func (g *strataGroup) since(then [3][]float64) (x [3][]float64) {
	for k := range x {
		x[k] = make([]float64, len(g.ids))
		for i := range x[k] {
			x[k][i] = g.hits[k][i] - then[k][i]
		}
	}
	return x
}

// copyHits is the state of the hits now.
func (g *strataGroup) copyHits() (x [3][]float64) {
	for k := range x {
		x[k] = append([]float64(nil), g.hits[k]...)
	}
	return x
}

// round is the nearest whole number.
func round(x float64) int64 { return int64(math.Round(x)) }
