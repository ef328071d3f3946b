package timeline

import (
	"context"
	"fmt"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/workload"
)

// Config is what a simulation is made of.
type Config struct {
	Options lsm.Options
	Rules   lsm.Rules
	Limits  freeze.Limits
	// Relimit gives the limits after a parameter was changed.
	Relimit func(lsm.Options) freeze.Limits
	Plan    *workload.Plan
	Timing  Timing
	// SmallTenant doubles the thresholds of adaptive compaction ([adaptive.SmallTenant]).
	SmallTenant bool
	// TimeOfDay is the server's local time when the plan begins.
	TimeOfDay time.Duration
	// Actions are statements of an administrator, in order of time.
	Actions []Action
	// Pins are snapshots held by long transactions or backups.
	Pins []Pin
	// OpenPages are the pages of the memstore that are open at the start; those of a tenant that
	// was written to before are Limits.OpenPages.
	OpenPages int64
	// ManualFreezes leaves freezes to Actions: the memstore is not looked at.
	ManualFreezes bool
	// SampleEvery is the pause between two samples; SampleTablets bounds the tables that a sample
	// reads, which take turns, and SampleStatements the statements of a kind in each.
	SampleEvery                     time.Duration
	SampleTablets, SampleStatements int
	// Probe says how each group is read.
	Probes []Probe
	Seed   uint64
}

// Action is a statement of an administrator.
type Action struct {
	At          time.Duration
	Freeze      string // "minor", "major" or ""
	Name, Value string // of a parameter that is set
}

// Pin holds versions back: nothing younger than From is folded while it lasts.
type Pin struct{ From, To time.Duration }

// Tenant is a tenant under simulated time.
type Tenant struct {
	Freezes []FreezeRecord
	Merges  []MergeRecord
	Lives   []*Life // in order of birth
	Samples []Sample
	// Memory is the memstore at every sample, and before and after every freeze and release.
	Memory []MemoryPoint
	// Refused counts minis that were refused for too many SSTables.
	Refused int

	config  Config
	options lsm.Options
	content Content
	tablets []*tablet
	now     time.Duration
	queue   eventQueue
	memory  *memory
	writer  writer

	high, mid, low *pool
	majors         majors
	// checkpointPlan and dutyPlan count how often those were planned: only the last plan holds.
	checkpointPlan, dutyPlan int
	sampled                  sampler
	progress                 Progress
	firstOf                  []int    // the first tablet of each table
	accounted                struct { // up to when the memstore has what was written
		at     time.Duration
		events int64
	}
	lastFreeze struct{ rowBytes, events int64 }
	err        error
}

// Progress says how far a run has come.
type Progress struct {
	At, Length time.Duration
	Events     int64
	Merges     int
}

// New makes a tenant whose tables are loaded and merged into a base.
func New(c Config, content Content) (*Tenant, error) {
	t := &Tenant{config: c, options: c.Options, content: content,
		memory: newMemory(c.Options, c.Limits, c.OpenPages),
		high:   newPool(c.Options.CompactionHighThreads),
		mid:    newPool(c.Options.CompactionMidThreads),
		low:    newPool(c.Options.CompactionLowThreads)}
	t.progress.Length = c.Plan.Length()
	i := 0
	for g, group := range c.Plan.Groups {
		for range group.Tables {
			t.addTable(content.Tables()[i], tablet{table: i, group: g,
				activity: activity{mode: group.Mode}})
			i++
		}
	}
	t.writer = newWriter(c.Plan)
	t.sampled = newSampler(c)
	t.schedule()
	return t, nil
}

// addTable adds the tablets of a table; like says what they have in common.
func (t *Tenant) addTable(c TableContent, like tablet) {
	t.firstOf = append(t.firstOf, len(t.tablets))
	main := like
	main.name, main.content, main.widths = c.Name, c.Main, mainWidths
	t.addTablet(&main)
	if c.Index != nil {
		index := like
		index.name, index.content, index.widths = c.Name+".k", c.Index, indexWidths
		index.isIndex = true
		t.addTablet(&index)
	}
}

func (t *Tenant) addTablet(b *tablet) {
	b.position = len(t.tablets)
	b.active = t.openMemtable()
	part := b.content.Base()
	b.base = &table{part: part, kind: lsm.Major,
		bytes: b.widths.of(lsm.Major, part.Size().PhysicalRows)}
	b.activity.merged(b.base, nil)
	t.born(b, b.base)
	t.tablets = append(t.tablets, b)
}

// Run advances the clock to the end of the plan. It stops early when the context ends: what was
// reached can be looked at. From time to time it calls report, which may be nil.
func (t *Tenant) Run(ctx context.Context, report func(Progress)) error {
	end := t.config.Plan.Length()
	for t.now < end && t.err == nil {
		if err := ctx.Err(); err != nil {
			return err
		}
		to, more := t.queue.next()
		if !more || to > end {
			to = end
		}
		t.writeUntil(to)
		for {
			at, more := t.queue.next()
			if !more || at > t.now {
				break
			}
			t.queue.pop().do()
		}
		t.progress.At = t.now
		if report != nil {
			report(t.progress)
		}
	}
	t.sample()
	return t.err
}

// At is how far the clock has come.
func (t *Tenant) At() time.Duration { return t.now }

// Schedule has something done at a moment; it is called before Run.
func (t *Tenant) Schedule(at time.Duration, do func()) { t.queue.at(at, do) }

// ReadAll reads from every table, with so many statements of each kind in each.
func (t *Tenant) ReadAll(statements int) Readings {
	p := t.readTables(t.tablets, statements)
	var all Readings
	for _, r := range p {
		all.add(r)
	}
	return all
}

// Stacks are the stacks of all tablets now.
func (t *Tenant) Stacks() []Stack {
	stacks := make([]Stack, len(t.tablets))
	for i, b := range t.tablets {
		stacks[i] = b.stack()
	}
	return stacks
}

// scn is the version of what commits now. The first commit is above 0.
func (t *Tenant) scn() lsm.SCN { return lsm.SCN(t.now) + 1 }

// every does something again and again, as long as it is true.
func (t *Tenant) every(first, pause time.Duration, do func() bool) {
	var again func()
	next := first
	again = func() {
		if do() {
			next += pause
			t.queue.at(next, again)
		}
	}
	t.queue.at(first, again)
}

// always is true after something was done.
func always(do func()) func() bool {
	return func() bool {
		do()
		return true
	}
}

// fail ends the run with an error: a rule that must always hold was broken.
func (t *Tenant) fail(format string, args ...any) {
	if t.err == nil {
		t.err = fmt.Errorf("timeline: at %v: "+format, append([]any{t.now}, args...)...)
	}
}
