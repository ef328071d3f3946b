package timeline

import (
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat"

	"github.com/readamp/readamp/lsm"
)

// Sample is what the tenant looks like at one moment.
type Sample struct {
	At time.Duration
	// UsedBytes and ActiveBytes are the pages of the memstore, all of them and those of active
	// memtables.
	UsedBytes, ActiveBytes int64
	Freezes, Merges        int
	Queued                 int // merges waiting for a thread
	EventsPerSecond        float64
	// Slowed is how long writes have been throttled, Refused how long there was no memory, Lost
	// the events that did not happen for it; all since the start.
	Slowed, Refused time.Duration
	Lost            float64
	// SpaceBytes are the SSTables, those that are no longer read but not gone yet among them.
	SpaceBytes int64
	// IncTables is the mean number of minis and minors a read opens in a main tablet.
	IncTables float64
	// SinceMini is the time since the last mini of the tables, on average; since the start where
	// there was none.
	SinceMini time.Duration
	// Range and Index are rows read per row returned, Get tables probed, over the tablets and
	// statements of the sample.
	Range, Index, Get Spread
	// Ranges and Gets are the summed counters of the statements read.
	Ranges, Gets lsm.Counters
	RangeN, GetN int64
	// Groups are the same by group of the plan.
	Groups             []GroupSample
	Stack              Stack // of the first tablet
	PhysicalRows, Rows int64 // of all tablets
}

// GroupSample is what reads of one group's tables find.
type GroupSample struct {
	Range, Index, Get Spread
	Ranges            lsm.Counters
}

// Spread describes a distribution.
type Spread struct {
	N                       int
	Mean, P5, P50, P95, P99 float64
	Max                     float64
}

// spread sums values up; they are sorted in place.
func spread(values []float64) Spread {
	if len(values) == 0 {
		return Spread{}
	}
	slices.Sort(values)
	q := func(p float64) float64 { return stat.Quantile(p, stat.LinInterp, values, nil) }
	return Spread{N: len(values), Mean: stat.Mean(values, nil), P5: q(0.05), P50: q(0.5),
		P95: q(0.95), P99: q(0.99), Max: values[len(values)-1]}
}

// sampler takes samples.
type sampler struct {
	random *rand.Rand
	next   int       // the table that the next sample begins with
	ratio  []float64 // rows read per row returned by ranges of each group, as last seen
	events int64
	at     time.Duration
}

func newSampler(c Config) sampler {
	return sampler{random: rand.New(rand.NewPCG(c.Seed, sampleStream)),
		ratio: make([]float64, len(c.Plan.Groups))}
}

// sampleStream keeps the draws of samples apart from those of the workload.
const sampleStream = 0x73616d706c65

// sample looks at the tenant now.
func (t *Tenant) sample() {
	if n := len(t.Samples); n > 0 && t.Samples[n-1].At == t.now {
		return
	}
	t.account()
	t.note()
	f := t.memory.arena.Figures()
	s := Sample{At: t.now, UsedBytes: f.UsedBytes, ActiveBytes: f.ActiveBytes,
		Freezes: len(t.Freezes), Merges: len(t.Merges), Slowed: t.writer.slowed,
		Refused: t.writer.refused, Lost: t.writer.lost,
		Queued: len(t.high.waiting) + len(t.mid.waiting) + len(t.low.waiting),
		Stack:  t.tablets[0].stack()}
	if past := t.now - t.sampled.at; past > 0 {
		s.EventsPerSecond = float64(t.progress.Events-t.sampled.events) / past.Seconds()
	}
	t.sampled.at, t.sampled.events = t.now, t.progress.Events
	mains := 0
	for _, b := range t.tablets {
		s.SpaceBytes += b.base.bytes
		for _, r := range b.read() {
			s.SpaceBytes += r.bytes
			s.PhysicalRows += r.part.Size().PhysicalRows
		}
		s.PhysicalRows += b.base.part.Size().PhysicalRows
		s.Rows += b.content.Rows()
		if !b.isIndex {
			s.IncTables += float64(len(b.read()))
			s.SinceMini += t.now - b.lastMini
			mains++
		}
	}
	s.IncTables /= float64(mains)
	s.SinceMini /= time.Duration(mains)
	t.readSample(&s)
	t.Samples = append(t.Samples, s)
}

// readSample reads from some of the tables, which take turns.
func (t *Tenant) readSample(s *Sample) {
	var picked []*tablet
	tables := len(t.content.Tables())
	for i := range min(t.config.SampleTablets, tables) {
		picked = append(picked, t.ofTable((t.sampled.next+i)%tables)...)
	}
	t.sampled.next = (t.sampled.next + t.config.SampleTablets) % tables
	slices.SortFunc(picked, func(a, b *tablet) int { return a.position - b.position })
	var all Readings
	groups := make([]Readings, len(t.config.Plan.Groups))
	for i, r := range t.readTables(picked, t.config.SampleStatements) {
		all.add(r)
		groups[t.tablets[i].group].add(r)
	}
	s.Groups = make([]GroupSample, len(groups))
	for g, r := range groups {
		s.Groups[g] = GroupSample{spread(r.Range), spread(r.Index), spread(r.Get), r.Ranges}
		if n := r.Ranges.Returned; n > 0 {
			t.sampled.ratio[g] = float64(r.Ranges.RowsRead()) / float64(n)
		}
	}
	s.Range, s.Index, s.Get = spread(all.Range), spread(all.Index), spread(all.Get)
	s.Ranges, s.Gets = all.Ranges, all.Gets
	s.RangeN, s.GetN = all.RangeN, int64(len(all.Get))
}

// readTables reads from some tablets, which are in order. What each reads is drawn from its own
// random numbers, so that it does not matter which one is done first.
func (t *Tenant) readTables(picked []*tablet, statements int) []Readings {
	readings := make([]Readings, len(t.tablets))
	seeds := make([]uint64, len(t.tablets))
	for i := range seeds {
		seeds[i] = t.sampled.random.Uint64()
	}
	eachTable(picked, func(b *tablet) {
		p := t.config.Probes[b.group]
		p.Statements = statements
		b.content.Read(p, b.base.part, parts(b.read()), b.memory(),
			rand.New(rand.NewPCG(seeds[b.position], 0)), &readings[b.position])
	})
	return readings
}

// add puts the readings of a tablet behind those of others.
func (r *Readings) add(o Readings) {
	r.Range = append(r.Range, o.Range...)
	r.Index = append(r.Index, o.Index...)
	r.Get = append(r.Get, o.Get...)
	r.Ranges.Add(o.Ranges)
	r.Gets.Add(o.Gets)
	r.RangeN += o.RangeN
}

// ofTable are the tablets of a table.
func (t *Tenant) ofTable(table int) []*tablet {
	first := t.firstOf[table]
	end := len(t.tablets)
	if table+1 < len(t.firstOf) {
		end = t.firstOf[table+1]
	}
	return t.tablets[first:end]
}
