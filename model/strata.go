package model

import (
	"fmt"
	"math"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
)

// strata is the content of a tenant in expectation. The tables of a group are alike; a part of one
// is the events that wrote it, and what a key has of it follows from the key's weight.
type strata struct {
	tables []timeline.TableContent
	loads  []strataLoad
}

// strataLoad is a load as one of the columns of its group; readsOnly is that of one that writes
// nothing.
type strataLoad struct {
	group  *strataGroup
	column int
}

const readsOnly = -1

// NewStrata is the content of a plan's tables in expectation. It knows updates and pairs of a
// delete and an insert. Tables that grow or shrink, as those of a queue do, are errors.
func NewStrata(c timeline.Config, rows lsm.BlockRows) (timeline.Content, error) {
	s := &strata{}
	var groups []*strataGroup
	for g := range c.Plan.Groups {
		groups = append(groups, newStrataGroup(c, g, rows))
	}
	for _, load := range c.Plan.Loads {
		group := groups[load.Group]
		column, err := group.column(load)
		if err != nil {
			return nil, err
		}
		s.loads = append(s.loads, strataLoad{group, column})
	}
	for g, group := range c.Plan.Groups {
		if err := groups[g].cut(group.Rows); err != nil {
			return nil, err
		}
		for i := range group.Tables {
			content := timeline.TableContent{Name: fmt.Sprintf("%s%d", group.Name, i+1),
				Main: newStrataTable(groups[g])}
			if group.Index {
				content.Index = newStrataIndex(groups[g])
			}
			s.tables = append(s.tables, content)
		}
	}
	return s, nil
}

// Write implements [timeline.Content].
func (s *strata) Write(load int, events int64) {
	l := s.loads[load]
	if events == 0 || l.column == readsOnly {
		return
	}
	l.group.written[l.column] += float64(events)
	l.group.now++
}

// Tables implements [timeline.Content].
func (s *strata) Tables() []timeline.TableContent { return s.tables }

// mix is what an event of a load does to one table, in expectation. Loads of a group with the same
// mix and distribution are one column.
type mix struct {
	kind    string // of the distribution
	options keydist.Options
	updates, rewrites, pairs,
	versions float64 // that a pair is: one if it is one transaction
}

// of is the expected hits of a kind, or their versions.
func (m mix) of(k hits) float64 {
	switch k {
	case anyHit:
		return m.updates + m.rewrites + m.pairs
	case oneVersion:
		if m.versions == 1 {
			return m.updates + m.rewrites + m.pairs
		}
		return m.updates + m.rewrites
	case allVersions:
		return m.updates + m.rewrites + m.versions*m.pairs
	case entryHit:
		return m.updates + m.pairs
	case columnC:
		return m.rewrites + m.pairs
	case updateHit:
		return m.updates
	case rewriteHit:
		return m.rewrites
	}
	return m.pairs
}

// hits are kinds of hits of a row.
type hits int

const (
	updateHit   hits = iota // update of the indexed column
	rewriteHit              // of c
	pairHit                 // a delete and an insert of the same row: makes it whole
	anyHit                  // any of them
	oneVersion              // those that leave one version
	allVersions             // the versions of all hits
	entryHit                // those that change the row's index entry
	columnC                 // those that give c
	hitKinds
)

// column is the column of a load in its group, a new one if there is none like it.
func (g *strataGroup) column(load workload.Load) (int, error) {
	per := load.Options.PerEvent()
	if per.Writes() == 0 {
		return readsOnly, nil
	}
	if per[workload.Insert] != per[workload.Delete] || load.Script == workload.Queue {
		return 0, fmt.Errorf("model: script %s makes tables grow or shrink: expected numbers "+
			"(--fast) are known only where rows are updated or replaced", load.Script)
	}
	tables := float64(load.Options.Tables)
	m := mix{kind: load.Options.RandType, options: load.Options.Rand,
		updates:  float64(per[workload.IndexUpdate]) / tables,
		rewrites: float64(per[workload.NonIndexUpdate]) / tables,
		pairs:    float64(per[workload.Delete]) / tables, versions: 1}
	if load.Options.SkipTrx {
		m.versions = 2
	}
	for i, other := range g.mixes {
		if m == other {
			return i, nil
		}
	}
	g.mixes = append(g.mixes, m)
	return len(g.mixes) - 1, nil
}

// round is the nearest whole number.
func round(x float64) int64 { return int64(math.Round(x)) }
