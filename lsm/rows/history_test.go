package rows_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
)

var (
	historySeed  = flag.Uint64("history.seed", 0, "run the one random history of this `seed`")
	historySeeds = flag.Uint64("history.seeds", 60, "run so many random histories")
)

// TestHistories runs random histories in three engines at once: rows as stored, the key sets of
// package lsm, and a plain map of every version. After each step all answers and all counters are
// compared. A failing history names the command that repeats it.
func TestHistories(t *testing.T) {
	if *historySeed != 0 {
		runHistory(t, *historySeed, newTally())
		return
	}
	tally := newTally()
	for seed := uint64(1); seed <= *historySeeds; seed++ {
		if runHistory(t, seed, tally); t.Failed() {
			return
		}
	}
	t.Log(tally)
	for _, rule := range rules {
		if tally[rule] == 0 {
			t.Errorf("no history exercised: %s", rule)
		}
	}
}

// rules are what the histories must have exercised; the table of the counts is printed.
var rules = []string{
	"statement", "row read", "minor freeze", "major freeze", "minor merge", "fuse row cache hit",
	"transaction", "rollback", "delete", "re-insert", "duplicate insert", "index entry",
	"several versions of a key", "run without rows", "block scan", "scan up to a limit",
	"descending scan", "get", "multi-get", "count", "sum", "old snapshot", "cache flush",
	"trigger changed", "row deleted inside a range",
}

type tally map[string]int

func newTally() tally { return tally{} }

func (t tally) String() string {
	var b strings.Builder
	b.WriteString("rules exercised:\n")
	for _, rule := range rules {
		fmt.Fprintf(&b, "%10d  %s\n", t[rule], rule)
	}
	return b.String()
}

// history is one random history.
type history struct {
	t     *testing.T
	seed  uint64
	step  int
	rng   *rand.Rand
	tally tally

	keys    uint64 // ids are 1 to keys
	columns int
	indexed bool
	// incRows: minis have known blocks. package lsm lays them out by the mean number of versions
	// of a key, so that only minis with one version a key are alike: each key is written once
	// between two freezes, and a major comes before a minor could.
	incRows bool
	written map[lsm.Key]bool // since the last freeze

	config  rows.Config
	spec    rows.TableSpec
	stored  *rows.Tenant
	session *rows.Session
	table   *rows.Table
	sets    *lsm.Tenant
	setsOf  *lsm.Table
	plain   *plain
	inTrx   bool
}

func runHistory(t *testing.T, seed uint64, tally tally) {
	t.Helper()
	h := newHistory(t, seed, tally)
	defer h.stored.Close()
	for h.step = range 120 + h.rng.IntN(200) {
		h.do()
		if t.Failed() {
			t.Fatalf("repeat with: go test ./lsm/rows -run TestHistories -history.seed=%d", seed)
		}
	}
}

func newHistory(t *testing.T, seed uint64, tally tally) *history {
	h := &history{t: t, seed: seed, rng: rand.New(rand.NewPCG(seed, 0)), tally: tally,
		written: map[lsm.Key]bool{}}
	h.keys = uint64(20 + h.rng.IntN(1500))
	h.columns = 1 + h.rng.IntN(4)
	h.indexed = h.rng.IntN(3) == 0
	h.incRows = h.rng.IntN(2) == 0
	o := lsm.DefaultOptions()
	o.MinorCompactTrigger = []int{0, 1, 2, 16}[h.rng.IntN(4)]
	if h.incRows {
		o.MinorCompactTrigger = 16
	}
	o.RowCompactionUpdateLimit = int64(1 + h.rng.IntN(6))
	o.PushdownStorageLevel = []int{4, 4, 4, 1, 0}[h.rng.IntN(5)]
	version := []string{"seekdb", "4.2.1", "4.1"}[h.rng.IntN(3)]
	arch := []string{"amd64", "amd64", "arm64"}[h.rng.IntN(3)]
	rules, err := lsm.RulesFor(version, arch)
	if err != nil {
		t.Fatal(err)
	}
	h.config = rows.Config{Options: o, Rules: rules, FuseCacheRows: 1 << 20,
		BlockCacheBytes: []int64{0, 1 << 16, 1 << 24}[h.rng.IntN(3)]}
	h.stored, h.sets = rows.NewTenant(h.config), lsm.NewTenant(o, rules)
	blocks := lsm.BlockRows{Major: []int64{1 + h.rng.Int64N(9), 1 + h.rng.Int64N(99)}}
	if h.incRows {
		blocks.Inc = []int64{1 + h.rng.Int64N(9), 1 + h.rng.Int64N(50)}
	}
	h.spec = rows.TableSpec{Name: "t", Columns: h.columns, Rows: blocks, IndexRows: blocks}
	if h.indexed {
		h.spec.Indexed = []int{0}
	}
	h.table, err = h.stored.CreateTable(h.spec)
	h.check(err)
	h.setsOf, err = h.sets.CreateTable("t", h.columns, h.spec.Indexed, blocks, blocks)
	h.check(err)
	h.session, h.plain = h.stored.Session(), newPlain(h.columns)
	return h
}

func (h *history) check(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatalf("seed %d, step %d: %v", h.seed, h.step, err)
	}
}

func (h *history) errorf(format string, args ...any) {
	h.t.Helper()
	h.t.Errorf("seed %d, step %d: %s", h.seed, h.step, fmt.Sprintf(format, args...))
}

// key draws an id; half of the time one of a few, so that rows gather versions.
func (h *history) key() lsm.Key {
	if h.rng.IntN(2) == 0 {
		return 1 + h.rng.Uint64N(1+h.keys/16)
	}
	return 1 + h.rng.Uint64N(h.keys)
}

// do takes one random step.
func (h *history) do() {
	switch n := h.rng.IntN(100); {
	case n < 12:
		h.many(h.insert)
	case n < 30:
		h.many(h.update)
	case n < 37:
		h.many(h.delete)
	case n < 42:
		h.transaction()
	case n < 52 && !h.inTrx:
		h.freeze()
	case n < 55:
		h.sets.FlushCache()
		h.stored.FlushCache()
		h.tally["cache flush"]++
	case n < 56 && !h.inTrx && !h.incRows:
		trigger := []string{"0", "1", "2", "16"}[h.rng.IntN(4)]
		h.check(h.sets.SetParameter("minor_compact_trigger", trigger))
		h.check(h.stored.SetParameter("minor_compact_trigger", trigger))
		h.tally["trigger changed"]++
	case n < 62:
		h.oldSnapshot()
	default:
		h.read()
	}
	h.compareStacks()
}

func (h *history) many(do func(lsm.Key)) {
	n := 1 + h.rng.IntN(4)
	if h.rng.IntN(4) == 0 {
		n = h.rng.IntN(int(h.keys))
	}
	for range n {
		key := h.key()
		if h.incRows && h.written[key] {
			continue
		}
		h.written[key] = true
		do(key)
		h.tally["statement"]++
	}
}

// values are a new row's columns; the first is an integer.
func (h *history) values() [][]byte {
	values := make([][]byte, h.columns)
	values[0] = rows.IntColumn(h.rng.Uint64N(1000))
	for i := 1; i < h.columns; i++ {
		values[i] = make([]byte, h.rng.IntN(40))
		for j := range values[i] {
			values[i][j] = byte(h.rng.Uint32())
		}
	}
	return values
}

func (h *history) insert(key lsm.Key) {
	values := h.values()
	var indexed []uint64
	if h.indexed {
		indexed = []uint64{rows.Int(values[0])}
	}
	a, b := h.session.Insert(h.table, key, values), h.setsOf.Insert(key, indexed...)
	if exists := h.plain.exists(key); (a != nil) != exists || (b != nil) != exists {
		h.errorf("insert %d: %v, key sets %v, exists %v", key, a, b, exists)
	}
	if a != nil {
		h.tally["duplicate insert"]++
		return
	}
	if h.plain.known(key) {
		h.tally["re-insert"]++
	}
	if h.indexed {
		h.tally["index entry"]++
	}
	h.plain.put(key, version{whole: true, values: slices.Clone(values)})
	h.committed()
}

func (h *history) update(key lsm.Key) {
	values, mask := h.values(), 1+h.rng.Uint64N(1<<h.columns-1)
	var sets []rows.Set
	for i := range h.columns {
		if mask>>i&1 == 1 {
			sets = append(sets, rows.Set{Column: i, Value: values[i]})
		} else {
			values[i] = nil
		}
	}
	old, exists := h.plain.row(key)
	if mask&1 == 1 && exists && h.rng.IntN(2) == 0 {
		values[0] = rows.IntColumn(rows.Int(old[0]) + 1)
		sets[0] = rows.Set{Column: 0, Increment: true}
	}
	var indexed []uint64
	if h.indexed {
		indexed = []uint64{rows.Int(values[0])}
		if mask&1 == 0 && exists {
			indexed[0] = rows.Int(old[0])
		}
	}
	a, err := h.session.Update(h.table, key, sets...)
	h.check(err)
	b, err := h.setsOf.Update(key, mask, indexed...)
	h.check(err)
	if a != exists || b != exists {
		h.errorf("update %d: %v, key sets %v, exists %v", key, a, b, exists)
	}
	if a {
		h.plain.put(key, version{values: values})
		h.committed()
	}
}

func (h *history) delete(key lsm.Key) {
	exists := h.plain.exists(key)
	a, err := h.session.Delete(h.table, key)
	h.check(err)
	if b := h.setsOf.Delete(key); a != exists || b != exists {
		h.errorf("delete %d: %v, key sets %v, exists %v", key, a, b, exists)
	}
	if a {
		h.tally["delete"]++
		h.plain.put(key, version{deleted: true})
		h.committed()
	}
}

// committed numbers the versions of a statement that is no part of a transaction.
func (h *history) committed() {
	if !h.inTrx {
		h.plain.commit(h.stored.Now())
	}
}

// transaction begins, commits or rolls back.
func (h *history) transaction() {
	switch {
	case !h.inTrx:
		h.check(h.session.Begin())
		h.check(h.sets.Begin())
		h.tally["transaction"]++
	case h.rng.IntN(2) == 0:
		h.check(h.session.Commit())
		h.check(h.sets.Commit())
		h.plain.commit(h.stored.Now())
	default:
		h.check(h.session.Rollback())
		h.check(h.sets.Rollback())
		h.plain.rollback()
		h.tally["rollback"]++
	}
	h.inTrx = !h.inTrx
}

func (h *history) freeze() {
	clear(h.written)
	if h.rng.IntN(5) == 0 || h.incRows && len(h.table.Main.Shape()) > 10 {
		h.check(h.stored.MajorFreeze())
		h.check(h.sets.MajorFreeze())
		h.tally["major freeze"]++
		return
	}
	before := len(h.table.Main.Shape())
	h.check(h.stored.MinorFreeze())
	h.check(h.sets.MinorFreeze())
	h.tally["minor freeze"]++
	if len(h.table.Main.Shape()) < before {
		h.tally["minor merge"]++
	}
}

// compareStacks compares what is known of every run.
func (h *history) compareStacks() {
	h.compareStack("main", h.table.Main, h.setsOf.Main)
	if h.indexed {
		h.compareStack("index", h.table.Indexes[0].Tablet, h.setsOf.Indexes[0].Tablet)
	}
}

func (h *history) compareStack(what string, stored *rows.Tablet, sets *lsm.Tablet) {
	shape, runs := stored.Shape(), sets.Stack()
	if len(shape) != len(runs) {
		h.errorf("%s: %d runs, key sets have %d", what, len(shape), len(runs))
		return
	}
	for i, run := range runs {
		got, want := shape[i], rows.RunShape{Kind: run.Kind, Keys: run.Keys.Len(),
			PhysicalRows: run.PhysicalRows, Versions: run.Versions}
		if got.SizeBytes = 0; got.Kind != want.Kind || got.Keys != want.Keys ||
			got.PhysicalRows != want.PhysicalRows || got.Versions != want.Versions {
			h.errorf("%s: run %d is %+v, key sets have %+v", what, i, got, want)
		}
		if got.Kind == lsm.Mini && got.Keys == 0 {
			h.tally["run without rows"]++
		}
		if got.PhysicalRows > got.Keys {
			h.tally["several versions of a key"]++
		}
	}
	if a, b := stored.MemtableKeys(), sets.Memtable().Keys(); a != b {
		h.errorf("%s: %d keys in the memtable, key sets have %d", what, a, b)
	}
}
