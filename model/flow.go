package model

import (
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/workload"
)

// flow is a scenario on its way.
type flow struct {
	*Scenario
	tables  []*Tables
	tablets []flowTablet
	groups  []flowGroup
	now     time.Duration
	pending []flowEvent
	totals  Totals
	moment  Moment

	fromEmpty struct { // time to the next freeze from empty memtables on, at these rates
		known   bool
		seconds float64
	}
	freezeAt    time.Duration // when the memstore reaches its trigger, never if negative
	lastFreeze  time.Duration
	freezeCount int64         // since the last major freeze
	loopAt      time.Duration // the next round of the loops
	momentAt    time.Duration
	dutyAt      time.Duration // never if negative
	majorAt     time.Duration // snapshot of the last major freeze
	busy        float64       // threads that merge
	openBytes   float64       // of the pages that are open
	hold        float64       // bytes of memtables frozen and not dumped
}

// flowGroup is the memtables of a group's tables; index and main tablet are frozen together.
type flowGroup struct {
	tables *Tables
	rate   drawn // events a second on each table
	since  time.Duration
	active drawn    // events
	known  struct { // what so many active events take
		events drawn
		bytes  float64
	}
	frozen   []flowMemtable
	dumping  bool
	main     int // position of the main tablet; that of the index is one more
	indexed  bool
	tombs    int64 // threshold of the next fast freeze
	lastMini time.Duration
	minis    [recentMiniCount]time.Duration // when the last ones ended, newest first
}

// flowMemtable is a frozen memtable of a group.
type flowMemtable struct {
	events     drawn
	start, end time.Duration
	bytes      float64 // of all tables
	rows       float64 // physical ones of a mini of it, with those of the index; of one table
}

// flowRun is a mini or minor.
type flowRun struct {
	lsm.RunInfo
	events drawn
	old    drawn // of them those whose versions are folded
	start  time.Duration
	bytes  float64 // of one table
}

// flowEvent is something that ends later.
type flowEvent struct {
	at      time.Duration
	do      flowEnd
	tablet  int // or group, of minis
	span    lsm.Span
	threads float64
	taken   int // memtables in a mini
}

// flowEnd says what ends.
type flowEnd uint8

const (
	miniEnd flowEnd = iota
	minorEnd
	majorEnd
)

const never = time.Duration(-1)

// begin sets everything back.
func (f *flow) begin(s *Scenario, tables []*Tables) {
	f.Scenario, f.tables = s, tables
	f.now, f.pending, f.totals = 0, f.pending[:0], Totals{Length: s.Plan.Length()}
	f.lastFreeze, f.freezeCount, f.majorAt, f.busy, f.hold = 0, 0, 0, 0, 0
	f.momentAt, f.loopAt = 0, s.Options.CompactionScheduleInterval
	f.openBytes = float64(s.Limits.OpenPages * freeze.PageBytes)
	f.dutyAt = never
	if s.Options.EnableMajorFreeze && s.Options.MajorFreezeDutyTime >= 0 {
		f.dutyAt = (s.Options.MajorFreezeDutyTime - s.TimeOfDay%day + day) % day
	}
	f.groups, f.tablets = f.groups[:0], f.tablets[:0]
	for g, t := range tables {
		mode := s.Plan.Groups[g].Mode
		f.groups = append(f.groups, flowGroup{tables: t, main: len(f.tablets), indexed: t.Index})
		f.addTablet(newFlowTablet(t, g, false, mode))
		if t.Index {
			f.addTablet(newFlowTablet(t, g, true, mode))
		}
	}
	f.totals.BaseBytes = f.diskBytes()
	if n := len(tables); len(f.moment.Reads) != n {
		f.moment.Reads, f.moment.Stacks = make([]Reads, n), make([][]Above, n)
	}
	f.setRates()
}

// addTablet adds a tablet, in the memory of one that was there before.
func (f *flow) addTablet(b flowTablet) {
	n := len(f.tablets)
	if n < cap(f.tablets) {
		old := f.tablets[:n+1][n]
		b.inc, b.covered, b.stale = old.inc[:0], old.covered[:0], old.stale[:0]
	}
	f.tablets = append(f.tablets, b)
}

const day = 24 * time.Hour

// run goes from one event to the next.
func (f *flow) run(look func(*Moment)) {
	end := f.totals.Length
	for {
		at, kind := f.next()
		if at >= end {
			f.advance(end)
			break
		}
		f.advance(at)
		f.handle(kind, look)
	}
	f.look(look)
}

// flowKind says what comes next.
type flowKind uint8

const (
	endOfMerge flowKind = iota
	boundary
	memstoreFull
	loopRound
	dutyTime
	checkpoint
	lookNow
)

// next finds what comes next. At the same time merges end first and moments are looked at last.
func (f *flow) next() (time.Duration, flowKind) {
	at, kind := f.momentAt, lookNow
	earlier := func(t time.Duration, k flowKind) {
		if t >= f.now && (t < at || t == at && k < kind) {
			at, kind = t, k
		}
	}
	for i := range f.pending {
		earlier(f.pending[i].at, endOfMerge)
	}
	for _, l := range f.Plan.Loads {
		if l.From > f.now {
			earlier(l.From, boundary)
		}
		if l.To > f.now {
			earlier(l.To, boundary)
		}
	}
	earlier(f.loopAt, loopRound)
	if f.freezeAt != never {
		earlier(f.freezeAt, memstoreFull)
	}
	if f.dutyAt != never {
		earlier(f.dutyAt, dutyTime)
	}
	if f.Rules.AdvanceCheckpoint && f.Options.AdvanceCheckpointInterval > 0 {
		if t := f.checkpointAt(); t > f.now {
			earlier(t, checkpoint)
		}
	}
	return at, kind
}

// checkpointAt is when everything is frozen next because of the time alone.
func (f *flow) checkpointAt() time.Duration {
	every := f.Options.AdvanceCheckpointInterval
	return f.now.Truncate(every) + every
}

// handle does what an event asks for.
func (f *flow) handle(kind flowKind, look func(*Moment)) {
	switch kind {
	case endOfMerge:
		f.endMerges()
	case boundary:
		f.setRates()
	case memstoreFull:
		f.freezeByMemory()
	case loopRound:
		f.round()
	case dutyTime:
		f.majorFreeze()
		f.dutyAt += day
	case checkpoint:
		f.freeze()
	case lookNow:
		f.look(look)
		f.momentAt += f.MomentEvery
	}
}

// advance lets writes go on until a time.
func (f *flow) advance(to time.Duration) {
	seconds := (to - f.now).Seconds()
	if seconds <= 0 {
		return
	}
	before := f.holdBytes()
	for g := range f.groups {
		b := &f.groups[g]
		if b.rate.total() > 0 && b.active.total() == 0 {
			b.since = f.now
		}
		b.active = b.active.plus(b.rate.times(seconds))
		f.totals.Events += b.rate.total() * seconds * float64(b.tables.Count)
	}
	f.now = to
	after := f.holdBytes()
	f.totals.PeakHoldBytes = max(f.totals.PeakHoldBytes, after)
	f.totals.ThrottledSeconds += seconds * above(before, after, float64(f.Limits.ThrottleBytes))
	f.totals.FullSeconds += seconds * above(before, after, float64(f.Limits.HardLimitBytes))
}

// above is the share of a straight way from a to b, b not less, that lies above a limit.
func above(a, b, limit float64) float64 {
	switch {
	case b <= limit:
		return 0
	case a >= limit:
		return 1
	}
	return (b - limit) / (b - a)
}

// setRates finds the rates of writes from now on.
func (f *flow) setRates() {
	f.fromEmpty.known = false
	for g := range f.groups {
		f.groups[g].rate = drawn{}
	}
	for _, l := range f.Plan.Loads {
		if l.From <= f.now && f.now < l.To && writes(l) {
			g := &f.groups[l.Group]
			g.rate[g.tables.setOf(l)] += l.Rate.EventsPerSecond() / float64(g.tables.Count)
		}
	}
	f.planFreeze()
}

func writes(l workload.Load) bool { return l.Options.PerEvent().Writes() > 0 }

// look shows the moment.
func (f *flow) look(look func(*Moment)) {
	m := &f.moment
	m.At, m.MergeThreads = f.now, f.busy
	m.HoldBytes, m.ActiveBytes = f.holdBytes(), f.activeBytes()
	m.DiskBytes = f.diskBytes()
	for g := range f.groups {
		m.Stacks[g] = f.stack(g, m.Stacks[g][:0])
		gets := 0.0
		if len(f.GetsPerSecond) > g {
			b := &f.groups[g]
			gets = f.GetsPerSecond[g] / float64(b.tables.Count) * (f.now - b.lastMini).Seconds()
		}
		m.Reads[g] = f.groups[g].tables.Read(m.Stacks[g], gets)
	}
	look(m)
}

// stack lists what stands above the base of a group's main tablets.
func (f *flow) stack(g int, list []Above) []Above {
	b := &f.groups[g]
	for _, r := range f.tablets[b.main].inc {
		kind := AboveMini
		if r.Kind == lsm.Minor {
			kind = AboveMinor
		}
		list = append(list, Above{kind, r.events[0], r.events[1]})
	}
	for _, m := range b.frozen {
		list = append(list, Above{AboveMemtable, m.events[0], m.events[1]})
	}
	if b.active.total() > 0 {
		list = append(list, Above{AboveMemtable, b.active[0], b.active[1]})
	}
	return list
}

// activeBytes is what the active memtable of all of the group's tables takes. It is asked for
// again and again at the same events.
func (b *flowGroup) activeBytes() float64 {
	if b.known.events != b.active {
		b.known.events, b.known.bytes = b.active, b.memtableBytes(b.active)
	}
	return b.known.bytes
}

// memtableBytes is what an active memtable of all of a group's tables takes.
func (b *flowGroup) memtableBytes(events drawn) float64 {
	if events.total() <= 0 {
		return 0
	}
	memtables := 1.0
	if b.indexed {
		memtables = 2
	}
	return float64(b.tables.Count) * (b.tables.at(events, bytesCurve) +
		memtables*freeze.MemtableBytes)
}
