package timeline_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
)

// A history is run twice: by a timeline, whose freezes and merges are long done when the next
// writes come, and on a lsm.Tenant driven by hand, which gets the same statements and freezes.
// Nothing is folded. Every run must hold the same, and every read count the same.

// history is such a history.
type history struct {
	config timeline.Config
	byHand *lsm.Tenant
	tables []*lsm.Table
	k      map[[2]int64]uint64 // value of k by table and id
	nextK  uint64

	streams []*workload.Stream
	events  int64 // that were given to byHand
}

const (
	phaseLength = 10 * time.Second
	phasePause  = 90 * time.Second // until the next phase, for merges and the end of transactions
)

// scriptsOfHistories write, each in its own way. Statements of one transaction on one row would be
// one version to the server, so each is a transaction; only pairs are tried as both.
var scriptsOfHistories = []load{
	{script: "oltp_update_index", rate: 20},
	{script: "oltp_update_non_index", rate: 20},
	{script: "oltp_insert", rate: 5},
	{script: "oltp_delete", rate: 5},
	{script: "oltp_write_only", rate: 10, args: []string{"--skip-trx=on"}},
	{script: "oltp_write_only", rate: 20,
		args: []string{"--index-updates=0", "--non-index-updates=0"}},
}

// newHistory draws a history of tables of that many rows.
func newHistory(t *testing.T, seed uint64, phases int) *history {
	g := rand.New(rand.NewPCG(seed, 7))
	rows := 20 + g.Int64N(300)
	tables := 1 + g.IntN(2)
	length := time.Duration(phases) * (phaseLength + phasePause)
	c := newConfig(t, length, load{script: "oltp_read_only", tables: tables, rows: rows,
		rate: 1})
	c.Seed, c.Timing.SnapshotDelay, c.ManualFreezes = seed, 0, true
	if seed%3 == 0 { // without a fuse row cache gets look at columns
		rules, err := lsm.RulesFor("4.3.3", "arm64")
		if err != nil {
			t.Fatal(err)
		}
		c.Rules = rules
	}
	c.Options.UndoRetention = 1000 * time.Hour
	c.Options.CompactionScheduleInterval = 3 * time.Second
	c.Options.MinorCompactTrigger = g.IntN(4)
	c.Options.EnableFastFreeze = false
	for i := range phases {
		l := scriptsOfHistories[g.IntN(len(scriptsOfHistories))]
		from := time.Duration(i) * (phaseLength + phasePause)
		load := loadOf(t, c, l.script, l.rate*float64(tables), from, from+phaseLength, l.args...)
		c.Plan.Loads = append(c.Plan.Loads, load)
		freeze := [...]string{"", "minor", "minor", "minor", "major"}[g.IntN(5)]
		if freeze != "" {
			c.Actions = append(c.Actions, timeline.Action{At: from + phaseLength + time.Second,
				Freeze: freeze})
		}
	}
	h := &history{config: c, k: map[[2]int64]uint64{}}
	h.load(t, tables, rows)
	return h
}

// load makes the tables by hand.
func (h *history) load(t *testing.T, tables int, rows int64) {
	h.byHand = lsm.NewTenant(h.config.Options, h.config.Rules)
	for i := range tables {
		table, err := h.byHand.CreateTable(fmt.Sprint(i), 3, []int{0}, blockRows, lsm.BlockRows{})
		if err != nil {
			t.Fatal(err)
		}
		h.tables = append(h.tables, table)
		for id := range rows {
			h.insert(i, id+1)
		}
	}
	if err := h.byHand.MajorFreeze(); err != nil {
		t.Fatal(err)
	}
	streams, err := h.config.Plan.Streams(h.config.Seed)
	if err != nil {
		t.Fatal(err)
	}
	h.streams = streams
}

// insert adds a row with a k that no row had before; a row that exists stays.
func (h *history) insert(table int, id int64) {
	h.nextK += 1000
	if h.tables[table].Insert(lsm.Key(id), h.nextK) == nil {
		h.k[[2]int64{int64(table), id}] = h.nextK
	}
}

// write gives the events of a load to the tables by hand, up to so many in all.
func (h *history) write(t *testing.T, load int, until int64) {
	var statements []workload.Statement
	for ; h.events < until; h.events++ {
		statements = h.streams[load].Event(statements[:0])
		for _, s := range statements {
			if err := h.statement(s); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func (h *history) statement(s workload.Statement) (err error) {
	table := s.Table - 1
	row := [2]int64{int64(table), s.ID}
	switch s.Kind {
	case workload.Begin:
		return h.byHand.Begin()
	case workload.Commit:
		return h.byHand.Commit()
	case workload.IndexUpdate:
		var found bool
		if found, err = h.tables[table].Update(lsm.Key(s.ID), 1, h.k[row]+1); found {
			h.k[row]++
		}
	case workload.NonIndexUpdate:
		_, err = h.tables[table].Update(lsm.Key(s.ID), 2, h.k[row])
	case workload.Delete:
		h.tables[table].Delete(lsm.Key(s.ID))
	case workload.Insert:
		h.insert(table, s.ID)
	}
	return err
}

func TestViewsReadLikeATenantByHand(t *testing.T) {
	const phases, seeds = 14, 12
	for seed := range uint64(seeds) {
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
			h := newHistory(t, seed, phases)
			tenant := newTenant(t, h.config)
			action := 0
			for i := range phases {
				from := time.Duration(i) * (phaseLength + phasePause)
				tenant.Schedule(from+phaseLength, func() {
					h.write(t, i+1, tenant.Report().Summary.Events)
					h.compare(t, tenant, "after writes")
				})
				tenant.Schedule(from+phaseLength+phasePause-time.Second, func() {
					actions := h.config.Actions[action:]
					if len(actions) > 0 && actions[0].At < tenant.At() {
						h.freeze(t, actions[0].Freeze)
						action++
					}
					h.compare(t, tenant, "after merges")
				})
			}
			runTenant(t, tenant)
		})
	}
}

func (h *history) freeze(t *testing.T, kind string) {
	freeze := h.byHand.MinorFreeze
	if kind == "major" {
		freeze = h.byHand.MajorFreeze
	}
	if err := freeze(); err != nil {
		t.Fatal(err)
	}
}

// compare compares the runs of all tablets, and reads of main tablets.
func (h *history) compare(t *testing.T, tenant *timeline.Tenant, when string) {
	stacks := tenant.Stacks()
	for i, table := range h.tables {
		h.compareRuns(t, tenant, when, stacks[2*i], table.Main)
		h.compareRuns(t, tenant, when, stacks[2*i+1], table.Indexes[0].Tablet)
		h.compareReads(t, tenant, when, i)
	}
}

func (h *history) compareRuns(t *testing.T, tenant *timeline.Tenant, when string,
	stack timeline.Stack, tablet *lsm.Tablet) {

	t.Helper()
	var got, want []string
	for _, r := range stack.Tables {
		if !r.Active {
			got = append(got, fmt.Sprintf("%s %d keys %d rows", r.Kind, r.Keys, r.PhysicalRows))
		} else if m := tablet.Memtable(); m.Keys() != r.Keys {
			t.Errorf("%v %s: memtable of %s has %d keys, want %d", tenant.At(), when,
				stack.Tablet, r.Keys, m.Keys())
		}
	}
	for _, r := range tablet.Runs() {
		want = append(want, fmt.Sprintf("%s %d keys %d rows", r.Kind, r.Keys.Len(),
			r.PhysicalRows))
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v %s: %s has %q, want %q", tenant.At(), when, stack.Tablet, got, want)
	}
}

func (h *history) compareReads(t *testing.T, tenant *timeline.Tenant, when string, table int) {
	t.Helper()
	view, byHand := tenant.View(table), h.tables[table].Main
	g := rand.New(rand.NewPCG(h.config.Seed, uint64(tenant.At())))
	wanted := lsm.Image(2) // c
	if h.config.Rules.FuseRowCache {
		wanted = 1 // a view has one column then; whole rows are read
	}
	for range 30 {
		id := lsm.Key(1 + g.Int64N(400))
		r := lsm.Range{First: id, Last: id + 1 + lsm.Key(g.Int64N(60))}
		one := lsm.Range{First: id, Last: id}
		h.byHand.FlushCache()
		tenant.View(table)
		for read, c := range map[string][2]lsm.Counters{
			fmt.Sprintf("scan %v", r):   {view.Scan(r), byHand.Scan(r)},
			fmt.Sprintf("scan %v", one): {view.Scan(one), byHand.Scan(one)},
			fmt.Sprintf("limit %v", r):  {view.LimitScan(r, 7), byHand.LimitScan(r, 7)},
			fmt.Sprintf("get %d", id):   {view.Get(id, wanted), byHand.Get(id, 2)},
		} {
			for i := range c { // what depends on who read before is not of interest
				c[i].StatusRows, c[i].FirstTouch = 0, false
			}
			if c[0] != c[1] {
				t.Errorf("%v %s, %s: %+v, want %+v", tenant.At(), when, read, c[0], c[1])
			}
		}
	}
}
