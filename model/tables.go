package model

import (
	"fmt"
	"math"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/timeline"
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

	mix         mix // of an event on one table
	fuseCache   bool
	curves      curves
	cached      saturation // share of gets that find their row cached, by gets of a table
	cachedCurve curves     // the same, as rangeCurve
	returned    float64    // rows of a range
	rangeWrites float64    // versions that a range meets, for each event
	getWrites   float64    // versions of the row of a get, for each event
	touched     float64    // blocks of the base that a range touches
	ranges      rangeClasses
}

// TablesConfig says what tables are. Loads are those of the tables' group: their writes are mixed
// in proportion to their rates, reads are those of the first load that has ranges, or else gets.
// Where nothing reads, ids and range size of the first load are taken.
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
	writes, err := t.mixWrites(c.Loads)
	if err != nil {
		return nil, err
	}
	reads, err := t.readIDs(c.Loads, writes)
	if err != nil {
		return nil, err
	}
	strata := Strata(t.Rows, []func(int64) float64{writes, reads})
	t.work(newLayout(strata[0], strata[1]), c)
	return t, nil
}

// defaultRangeSize is sysbench's.
const defaultRangeSize = 100

// mixWrites is the probability of an id in a draw of the writes of all loads together. The mix is
// that of the mean event.
func (t *Tables) mixWrites(loads []workload.Load) (func(int64) float64, error) {
	type part struct {
		share  float64
		weight func(int64) float64
	}
	var parts []part
	var draws, events float64
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
		rate := l.Rate.EventsPerSecond() * (l.To - l.From).Seconds()
		pairs := float64(per[workload.Delete])
		versions := 1.0
		if l.Options.SkipTrx {
			versions = 2
		}
		t.mix.updates += rate * float64(per[workload.IndexUpdate])
		t.mix.rewrites += rate * float64(per[workload.NonIndexUpdate])
		t.mix.pairs += rate * pairs
		t.mix.versions += rate * pairs * versions
		n := rate * float64(per[workload.IndexUpdate]+per[workload.NonIndexUpdate]+
			per[workload.Delete])
		parts = append(parts, part{n, ids.Weight})
		draws, events = draws+n, events+rate
	}
	if draws == 0 {
		t.mix = mix{versions: 1}
		return func(int64) float64 { return 1 / float64(t.Rows) }, nil
	}
	t.mix.versions = ratio(t.mix.versions, t.mix.pairs, 1)
	t.mix.updates, t.mix.rewrites = t.mix.updates/events, t.mix.rewrites/events
	t.mix.pairs /= events
	if len(parts) == 1 {
		return parts[0].weight, nil
	}
	return func(id int64) (w float64) {
		for _, p := range parts {
			w += p.share / draws * p.weight(id)
		}
		return w
	}, nil
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

// layout are neighbouring strata with what their ids are drawn with.
type layout struct {
	ends         []int64   // last ids
	n            []float64 // ids
	write, read  []float64 // probability of an id in a draw
	toWrite, toV []float64 // sums of the probabilities of all ids up to the end
	sumOfV       []float64 // sum over those ids of toV
}

func newLayout(writes, reads []Stratum) *layout {
	l := &layout{}
	var w, v, g float64
	for i, s := range writes {
		n, read := s.N(), reads[i].Weight
		g += n*v + read*n*(n+1)/2
		w, v = w+n*s.Weight, v+n*read
		l.ends, l.n = append(l.ends, s.Last), append(l.n, n)
		l.write, l.read = append(l.write, s.Weight), append(l.read, read)
		l.toWrite, l.toV, l.sumOfV = append(l.toWrite, w), append(l.toV, v), append(l.sumOfV, g)
	}
	return l
}

// place is the stratum of an id and the ids of it up to there; 0 and less is before all.
func (l *layout) place(id int64) (i int, n float64) {
	low, high := 0, len(l.ends)-1
	for low < high {
		if middle := (low + high) / 2; l.ends[middle] < id {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low, l.n[low] - float64(l.ends[low]-id)
}

// written is the probability that a write draws one of the ids from first to last.
func (l *layout) written(first, last int64) float64 {
	return l.writtenTo(last) - l.writtenTo(first-1)
}

func (l *layout) writtenTo(id int64) float64 {
	if id < 1 {
		return 0
	}
	i, n := l.place(id)
	return l.toWrite[i] - (l.n[i]-n)*l.write[i]
}

// readsTo is the sum over the ids up to one of the probability that a read draws it or one before.
func (l *layout) readsTo(id int64) float64 {
	if id < 1 {
		return 0
	}
	i, n := l.place(id)
	var v, g float64
	if i > 0 {
		v, g = l.toV[i-1], l.sumOfV[i-1]
	}
	return g + n*v + l.read[i]*n*(n+1)/2
}

// reached is how many ids of a stratum a range of so many meets, in expectation.
func (l *layout) reached(i int, size int64) float64 {
	last, first := l.ends[i], l.ends[i]-int64(l.n[i])+1
	return l.readsTo(last) - l.readsTo(first-1) - l.readsTo(last-size) + l.readsTo(first-1-size)
}

// work fills the curves.
func (t *Tables) work(l *layout, c TablesConfig) {
	hit, changed, whole := t.mix.of(anyHit), t.mix.of(entryHit), t.mix.of(columnC)
	if t.fuseCache { // the whole row is read
		whole = t.mix.of(pairHit)
	}
	var keys, rangeKeys, wholes, anyHits, entries saturation
	for i, n := range l.n {
		w, reached := l.write[i], l.reached(i, t.RangeSize)
		keys.add(n, hit*w)
		entries.add(n, changed*w)
		rangeKeys.add(reached, hit*w)
		wholes.add(n*l.read[i], whole*w)
		anyHits.add(n*l.read[i], hit*w)
		t.cached.add(n*l.read[i], l.read[i])
		t.returned += reached
		t.rangeWrites += reached * w * t.mix.of(allVersions)
		t.getWrites += n * l.read[i] * w * t.mix.of(allVersions)
	}
	t.ranges = newRangeClasses(l, t.RangeSize, t.Rows, hit)
	slow := t.slowRows(l, c.BlockRows)
	classes := l.classes()
	t.curves = newCurves(func(x float64, p *[curveCount]float64) {
		p[keyCurve], p[rangeCurve] = keys.at(x), rangeKeys.at(x)
		p[wholeCurve], p[anyCurve], p[slowCurve] = wholes.at(x), anyHits.at(x), slow.at(x)
		if t.Index {
			p[entryCurve] = entries.at(x)
		}
		t.fillMemtable(classes, int(c.RowCompactionLimit), x, p)
	})
	t.cachedCurve = newCurves(func(gets float64, p *[curveCount]float64) {
		p[rangeCurve] = t.cached.at(gets)
	})
}

// classes are the strata by the weight of their ids in writes.
func (l *layout) classes() *cells {
	strata := make([]Stratum, len(l.n))
	first := int64(1)
	for i, last := range l.ends {
		strata[i] = Stratum{first, last, l.write[i]}
		first = last + 1
	}
	return classes([][]Stratum{strata})
}

// fillMemtable works out what the nodes of a memtable are and take (see [strataGroup.newPart] and
// [strataGroup.nodes]).
func (t *Tables) fillMemtable(c *cells, limit int, x float64, p *[curveCount]float64) {
	var compact Compacted
	least := leastHits(limit)
	for i, n := range c.n {
		h := x * c.weights[i][0]
		all := h * t.mix.of(anyHit)
		none := math.Exp(-all)
		if t.mix.of(oneVersion) < t.mix.of(anyHit) {
			p[multiCurve] += n * (1 - none - h*t.mix.of(oneVersion)*none)
		} else { // 1 - (1+all) exp(-all), where that is next to nothing
			p[multiCurve] += n * (Coverage(all) - all*none)
		}
		if all > least {
			compact.add(n, Compactions(h*t.mix.updates, h*t.mix.rewrites, h*t.mix.pairs, limit))
		}
	}
	nodes := t.eventNodes(x)
	nodes.Keys, nodes.CompactFull = p[keyCurve], compact.Full
	nodes.CompactC, nodes.CompactK = compact.C, compact.K
	if t.Index {
		nodes.EntryKeys = t.entryKeys(x, p[entryCurve])
	}
	p[bytesCurve] = timeline.MemstoreBytes(nodes)
}

// eventNodes are the nodes that so many events make, but for what depends on which keys they meet.
func (t *Tables) eventNodes(events float64) timeline.NodeMeans {
	n := timeline.NodeMeans{Updates: events * t.mix.updates, Rewrites: events * t.mix.rewrites,
		Pairs: events * t.mix.pairs}
	if t.Index {
		n.EntryChanges = events * t.mix.of(entryHit)
	}
	return n
}

// entryKeys are the index entries in a memtable of so many events that changed so many rows: of a
// row that changed m times m + 1.
func (t *Tables) entryKeys(events, rows float64) float64 {
	return events*t.mix.of(entryHit) + rows
}

// Positions at which ranges of a stratum begin, and places of the borders of blocks, over which the
// rows of slow blocks are averaged.
const (
	rangeStarts  = 4
	blockBorders = 8
)

// slowRows are the base rows of a range that lie in a block with a key of some other table, clipped
// to the range, or behind a block that ends in one (see [lsm.Tablet.Scan]).
func (t *Tables) slowRows(l *layout, blockRows float64) (s saturation) {
	hit := t.mix.of(anyHit)
	block := int64(math.Round(blockRows))
	for i, n := range l.n {
		starts := min(int64(n), rangeStarts)
		share := n * l.read[i] / float64(starts*blockBorders)
		for k := range starts {
			first := l.ends[i] - int64(n) + 1 + int64((float64(k)+0.5)*n/float64(starts))
			last := min(first+t.RangeSize-1, t.Rows)
			for b := range int64(blockBorders) {
				end := first + (2*b+1)*block/(2*blockBorders) // of the first block
				before := first
				for from := first; from <= last; from, end = end+1, end+block {
					to := min(end, last)
					s.add(share*float64(to-from+1), hit*l.written(before, to))
					t.touched += share
					before = to // the border is stale when the next block is opened
				}
			}
		}
	}
	return s
}
