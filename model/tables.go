package model

import (
	"fmt"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/workload"
)

// Tables are tables alike, and what is done to them: which ids writes and reads draw, what an event
// writes, how wide ranges are. What tables and reads hold after so many events is worked out once,
// by [NewTables]; then every question takes nanoseconds and allocates nothing.
//
// Events are those on one table: of a load on 30 tables that has 3,000, each table has 100.
type Tables struct {
	Count     int
	Rows      int64 // of each
	Index     bool  // on k
	RangeSize int64

	fuseCache   bool
	sets        [writeSets]writeSet
	cachedCurve curves  // share of gets that find their row cached, by gets of a table
	returned    float64 // rows of a range
	touched     float64 // blocks of the base that a range touches
	second      bool    // there is more than one set
	blended     bool
	ranges      rangeClasses
}

// writeSets is how many ways of drawing ids are kept apart.
const writeSets = 2

// writeSet are the writes that draw their ids in one way.
type writeSet struct {
	kind        string // of distribution, with its options
	options     keydist.Options
	mix         mix // of an event on one table
	weight      func(id int64) float64
	curves      curves  // by events of this set alone
	rangeWrites float64 // versions that a range meets, for each event
	getWrites   float64 // versions of the row of a get, for each event
}

// Blended says that more than two distributions write these tables: all but the one that most
// events have are taken as one, mixed in proportion to their events.
func (t *Tables) Blended() bool { return t.blended }

// TablesConfig says what tables are. Loads are those of the tables' group. Their writes are told
// apart by the distribution of their ids: the one that most events have, and the others; those of
// each are mixed in proportion to their events. Reads are those of the first load that has ranges,
// or else gets. Where nothing reads, ids and range size of the first load are taken.
type TablesConfig struct {
	Group              workload.TableGroup
	Loads              []workload.Load
	Rules              lsm.Rules
	RowCompactionLimit int64   // row_compaction_update_limit
	BlockRows          float64 // of a micro block of the base
}

// NewTables works tables out. Like [NewStrata] it knows updates and pairs of a delete and an
// insert; loads that make tables grow or shrink are errors.
func NewTables(c TablesConfig) (*Tables, error) {
	t := &Tables{Count: c.Group.Tables, Rows: c.Group.Rows, Index: c.Group.Index,
		fuseCache: c.Rules.FuseRowCache}
	if t.Count < 1 || t.Rows < 1 || c.BlockRows < 1 || c.RowCompactionLimit < 1 {
		return nil, fmt.Errorf("model: %d tables of %d rows in blocks of %g, row compaction after "+
			"%d versions: want 1 or more of each", t.Count, t.Rows, c.BlockRows,
			c.RowCompactionLimit)
	}
	writes, err := t.readSets(c.Loads)
	if err != nil {
		return nil, err
	}
	reads, err := t.readIDs(c.Loads, writes[0])
	if err != nil {
		return nil, err
	}
	strata := Strata(t.Rows, []func(int64) float64{writes[0], writes[1], reads})
	first := newLayout(strata[0], strata[writeSets])
	t.workReads(first, c.BlockRows)
	t.work(0, first, c)
	layouts := []*layout{first}
	if t.second {
		layouts = append(layouts, newLayout(strata[1], strata[writeSets]))
		t.work(1, layouts[1], c)
	}
	t.ranges = t.newRangeClasses(layouts)
	return t, nil
}

// defaultRangeSize is sysbench's.
const defaultRangeSize = 100

// readSets sorts the loads into sets and gives the probability of an id in a draw of each.
func (t *Tables) readSets(loads []workload.Load) (
	writes [writeSets]func(int64) float64, err error) {

	list, err := t.writingLoads(loads)
	if err != nil {
		return writes, err
	}
	byKind := map[string]float64{}
	for _, l := range list {
		byKind[l.name()] += l.events
	}
	for _, l := range list { // of those that have as many events, the first in the plan
		if most := byKind[t.sets[0].name()]; byKind[l.name()] > most {
			t.sets[0].kind, t.sets[0].options = l.Options.RandType, l.Options.Rand
		}
	}
	t.second, t.blended = len(byKind) > 1, len(byKind) > writeSets
	for set := range t.sets {
		writes[set] = func(int64) float64 { return 1 / float64(t.Rows) }
		t.sets[set].mix.versions = 1
		var members []writingLoad
		for _, l := range list {
			if t.setOf(l.Load) == set {
				members = append(members, l)
			}
		}
		if len(members) > 0 {
			t.sets[set].mix, writes[set] = mixWrites(members)
		}
		t.sets[set].weight = writes[set]
	}
	return writes, nil
}

// name is that of a distribution.
func (w writeSet) name() string { return fmt.Sprint(w.kind, w.options) }

// setOf is the set of a load that writes. Tables that know one set only take all loads for it.
func (t *Tables) setOf(l workload.Load) int {
	if !t.second || l.Options.RandType == t.sets[0].kind && l.Options.Rand == t.sets[0].options {
		return 0
	}
	return 1
}

// writingLoad is a load that writes, with its events and where it draws its ids.
type writingLoad struct {
	workload.Load
	events float64
	weight func(int64) float64
}

func (l writingLoad) name() string { return fmt.Sprint(l.Options.RandType, l.Options.Rand) }

// writingLoads are the loads that write; those that closed forms do not know are errors.
func (t *Tables) writingLoads(loads []workload.Load) (list []writingLoad, err error) {
	for _, l := range loads {
		per := l.Options.PerEvent()
		if per.Writes() == 0 {
			continue
		}
		if per[workload.Insert] != per[workload.Delete] || l.Script == workload.Queue {
			return nil, fmt.Errorf("model: script %s makes tables grow or shrink: closed forms "+
				"are for rows that are updated or replaced; simulate knows it", l.Script)
		}
		ids, err := keydist.New(l.Options.RandType, t.Rows, l.Options.Rand)
		if err != nil {
			return nil, err
		}
		list = append(list, writingLoad{l, l.Rate.EventsPerSecond() * (l.To - l.From).Seconds(),
			ids.Weight})
	}
	return list, nil
}

// mixWrites is what the mean event of some loads does, and the probability of an id in a draw of
// all of them together.
func mixWrites(loads []writingLoad) (m mix, weight func(int64) float64) {
	var draws, events float64
	shares := make([]float64, len(loads))
	for i, l := range loads {
		per := l.Options.PerEvent()
		pairs, versions := float64(per[workload.Delete]), 1.0
		if l.Options.SkipTrx {
			versions = 2
		}
		m.updates += l.events * float64(per[workload.IndexUpdate])
		m.rewrites += l.events * float64(per[workload.NonIndexUpdate])
		m.pairs += l.events * pairs
		m.versions += l.events * pairs * versions
		shares[i] = l.events * (float64(per[workload.IndexUpdate]+per[workload.NonIndexUpdate]) +
			pairs)
		draws, events = draws+shares[i], events+l.events
	}
	m.versions = ratio(m.versions, m.pairs, 1)
	m.updates, m.rewrites, m.pairs = m.updates/events, m.rewrites/events, m.pairs/events
	if len(loads) == 1 {
		return m, loads[0].weight
	}
	return m, func(id int64) (w float64) {
		for i, l := range loads {
			w += shares[i] / draws * l.weight(id)
		}
		return w
	}
}

// ratio is a / b, or something else where b is 0.
func ratio(a, b, other float64) float64 {
	if b == 0 {
		return other
	}
	return a / b
}

// readIDs is the probability of an id in a draw of the reads.
func (t *Tables) readIDs(loads []workload.Load, writes func(int64) float64) (
	func(int64) float64, error) {

	t.RangeSize = defaultRangeSize
	if len(loads) > 0 {
		t.RangeSize = loads[0].Options.RangeSize
	}
	for _, ranges := range []bool{true, false} {
		for _, l := range loads {
			per := l.Options.PerEvent()
			if per.Reads() == 0 || ranges && per.Reads() == per[workload.Get] {
				continue
			}
			ids, err := keydist.New(l.Options.RandType, t.Rows, l.Options.Rand)
			if err != nil {
				return nil, err
			}
			t.RangeSize = l.Options.RangeSize
			return ids.Weight, nil
		}
	}
	return writes, nil
}
