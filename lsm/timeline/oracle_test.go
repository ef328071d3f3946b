package timeline_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
)

// The oracle keeps the time of every version of every key of every run, and folds them as the
// engine does: in a merge each input for itself, what lies at or below the multi-version start
// becomes one version.

// oracleRun is a memtable or run: the times of each key's versions, oldest first.
type oracleRun map[uint64][]lsm.SCN

// size is what a part should say of itself.
func (r oracleRun) size() (s timeline.Size) {
	for _, times := range r {
		n := int64(len(times))
		s.Keys++
		s.Versions += n
		if s.PhysicalRows += n; n > 1 {
			s.PhysicalRows++
		}
	}
	return s
}

// mergeOracle merges runs, oldest first.
func mergeOracle(inputs []oracleRun, keep lsm.SCN) oracleRun {
	out := oracleRun{}
	for _, in := range inputs {
		for key, times := range in {
			old, _ := slices.BinarySearch(times, keep+1)
			out[key] = append(out[key], times[max(old-1, 0):]...)
		}
	}
	return out
}

// oracleTablet is a tablet of the oracle and the one under test.
type oracleTablet struct {
	name    string
	content timeline.TabletContent
	memory  oracleRun
	frozen  []timeline.Part
	inc     []timeline.Part
	// The same in the oracle.
	frozenRuns, incRuns []oracleRun
}

// oracle is a table with its index, and the statements that both get.
type oracle struct {
	t       *testing.T
	content timeline.Content
	streams []*workload.Stream
	main    *oracleTablet
	index   *oracleTablet
	k       map[int64]uint64 // of the rows that exist
	nextK   uint64
	now     lsm.SCN
	since   lsm.SCN // when the memtable began
}

func newOracle(t *testing.T, seed uint64, rows int64) *oracle {
	t.Helper()
	c := newConfig(t, time.Hour, load{script: "oltp_update_index", tables: 1, rows: rows})
	c.Seed = seed
	for _, script := range []string{"oltp_update_non_index", "oltp_write_only", "oltp_insert",
		"oltp_delete"} {
		c.Plan.Loads = append(c.Plan.Loads, loadOf(t, c, script, 1, 0, time.Hour,
			"--skip-trx=on"))
	}
	content, err := timeline.NewKeys(c, blockRows)
	if err != nil {
		t.Fatal(err)
	}
	streams, err := c.Plan.Streams(seed)
	if err != nil {
		t.Fatal(err)
	}
	o := &oracle{t: t, content: content, streams: streams, k: map[int64]uint64{}}
	table := content.Tables()[0]
	o.main = &oracleTablet{name: "main", content: table.Main, memory: oracleRun{}}
	o.index = &oracleTablet{name: "index", content: table.Index, memory: oracleRun{}}
	for id := range rows {
		o.newK(id + 1)
	}
	return o
}

// newK gives a row a k that none had before.
func (o *oracle) newK(id int64) {
	o.nextK += 1 << 12
	o.k[id] = o.nextK
}

// write gives both some events, each at a time of its own.
func (o *oracle) write(load int, events int64) {
	for range events {
		o.now++
		o.content.Write(load, 1)
		for _, s := range o.streams[load].Event(nil) {
			o.statement(s)
		}
	}
}

func (o *oracle) statement(s workload.Statement) {
	k, exists := o.k[s.ID]
	if exists == (s.Kind == workload.Insert) {
		return
	}
	o.main.memory.write(uint64(s.ID), o.now)
	entry := func(k uint64) uint64 { return k<<20 | uint64(s.ID) }
	switch s.Kind {
	case workload.IndexUpdate:
		o.index.memory.write(entry(k), o.now)
		o.k[s.ID]++
		o.index.memory.write(entry(k+1), o.now)
	case workload.Delete:
		o.index.memory.write(entry(k), o.now)
		delete(o.k, s.ID)
	case workload.Insert:
		o.newK(s.ID)
		o.index.memory.write(entry(o.k[s.ID]), o.now)
	}
}

func (r oracleRun) write(key uint64, at lsm.SCN) { r[key] = append(r[key], at) }

// tablets are both.
func (o *oracle) tablets() []*oracleTablet { return []*oracleTablet{o.main, o.index} }

// freeze ends the memtables.
func (o *oracle) freeze() {
	for _, b := range o.tablets() {
		if b.content.Active().Keys != int64(len(b.memory)) {
			o.t.Errorf("%s: %d keys in memory, want %d", b.name, b.content.Active().Keys,
				len(b.memory))
		}
		if len(b.memory) > 0 {
			b.frozen = append(b.frozen, b.content.Freeze(o.since, o.now))
			b.frozenRuns = append(b.frozenRuns, b.memory)
			b.memory = oracleRun{}
		}
	}
	o.since = o.now
}

// merge replaces a list by one part: dumps all frozen memtables, or merges all runs.
func (o *oracle) mini(b *oracleTablet, keep lsm.SCN, slack float64) {
	if len(b.frozen) == 0 {
		return
	}
	before := versionsOf(b.frozen)
	part := b.content.Mini(b.frozen, keep)
	run := mergeOracle(b.frozenRuns, keep)
	o.check(b.name+" mini", part, run, before, slack)
	b.inc, b.incRuns = append(b.inc, part), append(b.incRuns, run)
	b.frozen, b.frozenRuns = nil, nil
}

// minor merges some of the runs.
func (o *oracle) minor(b *oracleTablet, first, end int, keep lsm.SCN, slack float64) {
	if end-first < 2 {
		return
	}
	before := versionsOf(b.inc[first:end])
	part := b.content.Minor(b.inc[first:end], keep)
	run := mergeOracle(b.incRuns[first:end], keep)
	o.check(b.name+" minor", part, run, before, slack)
	b.inc = slices.Replace(b.inc, first, end, part)
	b.incRuns = slices.Replace(b.incRuns, first, end, run)
}

func versionsOf(parts []timeline.Part) (n int64) {
	for _, p := range parts {
		n += p.Size().Versions
	}
	return n
}

// check compares a part with the oracle's. Slack is what physical rows may be off by, as a share.
func (o *oracle) check(what string, part timeline.Part, run oracleRun, in int64, slack float64) {
	o.t.Helper()
	got, want := part.Size(), run.size()
	rowsOff := math.Abs(float64(got.PhysicalRows-want.PhysicalRows)) / float64(want.PhysicalRows)
	versionsOff := math.Abs(float64(got.Versions-want.Versions)) / float64(want.Versions)
	if got.Keys != want.Keys || rowsOff > slack || versionsOff > slack {
		o.t.Errorf("%s: %d keys, %d versions, %d rows; want %d, %d and %d", what, got.Keys,
			got.Versions, got.PhysicalRows, want.Keys, want.Versions, want.PhysicalRows)
	}
	if got.Folded != in-got.Versions {
		o.t.Errorf("%s: %d of %d versions left, but %d folded", what, got.Versions, in,
			got.Folded)
	}
}

// TestVersions moves the multi-version start from the end of one memtable to that of another.
func TestVersions(t *testing.T) {
	for seed := range uint64(30) {
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
			g := rand.New(rand.NewPCG(seed, 11))
			o := newOracle(t, seed, 20+g.Int64N(400))
			keep, ends := lsm.SCN(0), []lsm.SCN{0}
			for range 40 {
				o.write(g.IntN(5), g.Int64N(150))
				if g.IntN(2) == 0 {
					o.freeze()
					ends = append(ends, o.now)
				}
				if g.IntN(4) == 0 {
					keep = max(keep, ends[g.IntN(len(ends))])
				}
				for _, b := range o.tablets() {
					o.mergeSome(b, g, keep, 0)
				}
			}
		})
	}
}

// mergeSome dumps and merges, or not.
func (o *oracle) mergeSome(b *oracleTablet, g *rand.Rand, keep lsm.SCN, slack float64) {
	if b == o.index || g.IntN(3) > 0 {
		o.mini(b, keep, slack)
	}
	if n := len(b.inc); n > 2 && g.IntN(2) == 0 {
		first := g.IntN(n - 1)
		if b == o.index {
			first = 0 // see indexContent: a minor has to be the oldest input
		}
		o.minor(b, first, first+2+g.IntN(n-first-1), keep, slack)
	}
}

// TestVersionsInsideAMemtable has the multi-version start fall anywhere: which versions of a
// memtable are older is known in expectation only.
func TestVersionsInsideAMemtable(t *testing.T) {
	for seed := range uint64(8) {
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
			g := rand.New(rand.NewPCG(seed, 12))
			o := newOracle(t, seed, 3000)
			keep := lsm.SCN(0)
			for range 12 {
				o.write(g.IntN(2), 3000+g.Int64N(3000)) // updates alone
				o.freeze()
				keep = max(keep, lsm.SCN(g.Uint64N(uint64(o.now))))
				o.mergeSome(o.main, g, keep, 0.03)
			}
		})
	}
}

// TestVersionsOfPairs is the same with deletes and inserts of one row, two versions each.
func TestVersionsOfPairs(t *testing.T) {
	o := newOracle(t, 1, 3000)
	for i := range 6 {
		o.write(2, 4000)
		o.freeze()
		o.mini(o.main, o.since-1000, 0.03)
		if i%2 == 1 {
			o.minor(o.main, 0, len(o.main.inc), o.now-2500, 0.03)
		}
	}
}
