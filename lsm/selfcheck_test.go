package lsm_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
)

// Self checks: what must hold whatever the history. Each runs on the histories of TestHistories,
// changed as it needs them.

// selfCheckSeeds is how many histories each check takes.
const selfCheckSeeds = 40

// forSeeds runs a check on histories and says which one failed.
func forSeeds(t *testing.T, check func(t *testing.T, seed uint64, history []string)) {
	for seed := range uint64(selfCheckSeeds) {
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
			check(t, seed, randomHistory(seed, 80))
		})
	}
}

// play executes a history; statements that the tenant refuses change nothing.
func play(t *testing.T, lines []string) *script {
	t.Helper()
	s := new(script)
	for _, line := range lines {
		if _, err := s.answer([]string{line}); err != nil && s.tenant == nil {
			t.Fatal(err)
		}
	}
	return s
}

// without leaves out the lines that begin with one of the words.
func without(lines []string, words ...string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(line, w) })
	})
}

// unmerged is a history of seekdb with the tables as they are after writes and minor freezes, more
// runs than usual and no block known.
func unmerged(history []string) []string {
	lines := without(history, "tenant", "create", "param", "freeze major", "scan", "rscan", "count",
		"sum", "get", "mget", "lscan", "tables")
	return append([]string{"tenant minor_compact_trigger=16", "create a index=k", "create b"},
		lines...)
}

// someRanges are ranges of more than one key.
func someRanges(seed uint64) []lsm.Range {
	g := rand.New(rand.NewPCG(seed, 1))
	ranges := []lsm.Range{lsm.AllKeys}
	for range 20 {
		first := g.Uint64N(ids)
		ranges = append(ranges, lsm.Range{First: first, Last: first + 1 + g.Uint64N(15)})
	}
	return ranges
}

// tablets are the three of a history.
func (s *script) tablets() map[string]*lsm.Tablet {
	a := s.tables["a"]
	return map[string]*lsm.Tablet{"a": a.Main, "a.k": a.Indexes[0].Tablet, "b": s.tables["b"].Main}
}

// rangeOf turns ids into values for the index.
func rangeOf(name string, r lsm.Range) lsm.Range {
	if name == "a.k" {
		return lsm.IndexRange(r)
	}
	return r
}

func TestAfterMajorOneRowIsReadForOneReturned(t *testing.T) {
	forSeeds(t, func(t *testing.T, seed uint64, history []string) {
		s := play(t, append(history, "param _pushdown_storage_level 4", "freeze major"))
		for name, tablet := range s.tablets() {
			for _, r := range someRanges(seed) {
				r = rangeOf(name, r)
				c := tablet.Scan(r)
				if c.RowsRead() != c.Returned {
					t.Errorf("%s %v: %d rows read for %d", name, r, c.RowsRead(), c.Returned)
				}
				if l := tablet.LimitScan(r, 3); l.RowsRead() != l.Returned {
					t.Errorf("%s %v limit 3: %d rows read for %d", name, r, l.RowsRead(),
						l.Returned)
				}
			}
		}
	})
}

func TestAfterMajorEveryRowIsFast(t *testing.T) {
	forSeeds(t, func(t *testing.T, seed uint64, history []string) {
		history[1] = "create a index=k major=3,5 indexmajor=4"
		history[2] = "create b major=2"
		s := play(t, append(history, "param _pushdown_storage_level 4", "freeze major"))
		for name, tablet := range s.tablets() {
			for _, r := range someRanges(seed) {
				r = rangeOf(name, r)
				c, back, count := tablet.Scan(r), tablet.ScanBack(r), tablet.Count(r)
				if c.FastRows != c.Returned || back.FastRows != c.Returned || count.Ssstore != 0 {
					t.Errorf("%s %v: %d rows, fast %d upwards, %d downwards; count reads %d", name,
						r, c.Returned, c.FastRows, back.FastRows, count.Ssstore)
				}
			}
		}
	})
}

// TestRuns looks at every run after every freeze and merge: a key is deleted, full, or has some
// columns, and never two of these; no set has a key that the run doesn't have.
func TestRuns(t *testing.T) {
	forSeeds(t, func(t *testing.T, seed uint64, history []string) {
		s := new(script)
		for i, line := range history {
			_, err := s.answer([]string{line})
			merges := strings.HasPrefix(line, "freeze") || strings.HasPrefix(line, "param")
			if err != nil || !merges {
				continue
			}
			for name, tablet := range s.tablets() {
				for _, run := range tablet.Runs() {
					if problem := runProblem(run); problem != "" {
						t.Fatalf("line %d, %s: %s %s: %s", i+1, line, name, run.Kind, problem)
					}
				}
			}
		}
	})
}

// runProblem says what is wrong with a run.
func runProblem(run *lsm.Run) (problem string) {
	states := map[lsm.Key]string{}
	add := func(set lsm.KeySet, state string) {
		set.All(func(key lsm.Key) {
			if before := states[key]; before != "" && before != state || !run.Keys.Has(key) {
				problem = fmt.Sprintf("key %d: %s, %s", key, before, state)
			}
			states[key] = state
		})
	}
	add(run.Deleted, "deleted")
	add(run.Full, "full")
	for _, column := range run.Columns {
		add(column, "some columns")
	}
	keys, multi := run.Keys.Len(), run.Multi.Len()
	stated := keys
	if run.Kind == lsm.Major {
		stated = 0 // its rows are full without being said so
	}
	switch {
	case problem != "":
	case int64(len(states)) != stated, run.Versions < keys+multi,
		multi == 0 && run.Versions != keys, run.PhysicalRows != run.Versions+multi,
		run.Empty() != (keys == 0), run.Start > run.End:
		problem = fmt.Sprintf("%d keys, %d with a state, %d of several versions, %d versions, "+
			"%d rows, versions %d to %d", keys, len(states), multi, run.Versions,
			run.PhysicalRows, run.Start, run.End)
	}
	return problem
}

// Scans only: a get may read less after a freeze, since a whole row ends it in a mini but not in
// the memtable, and a memtable without the key costs a get one.
func TestMoreMinisNeverLowerRowsRead(t *testing.T) {
	forSeeds(t, func(t *testing.T, seed uint64, history []string) {
		g := rand.New(rand.NewPCG(seed, 2))
		var fewer, more []string
		open, freezes := false, 0
		for _, line := range without(unmerged(history), "freeze") {
			open = line == "begin" || open && line != "commit" && line != "rollback"
			fewer, more = append(fewer, line), append(more, line)
			if !open && g.IntN(10) == 0 && freezes < 15 {
				freezes++
				if more = append(more, "freeze minor"); g.IntN(2) == 0 {
					fewer = append(fewer, "freeze minor")
				}
			}
		}
		few, many := play(t, fewer).tablets(), play(t, more).tablets()
		for name := range few {
			for _, r := range someRanges(seed) {
				r = rangeOf(name, r)
				if f, m := few[name].Scan(r), many[name].Scan(r); f.Returned != m.Returned ||
					f.RowsRead() > m.RowsRead() {
					t.Errorf("%s %v: %+v, with more minis %+v", name, r, f, m)
				}
			}
		}
	})
}

func TestMergingMinorsNeverRaisesRowsRead(t *testing.T) {
	forSeeds(t, func(t *testing.T, seed uint64, history []string) {
		s := play(t, unmerged(history))
		before := s.everyRead(seed)
		if err := s.tenant.SetParameter("minor_compact_trigger", "0"); err != nil {
			t.Fatal(err)
		}
		after := s.everyRead(seed)
		for read, b := range before {
			if a := after[read]; a.RowsRead() > b.RowsRead() || a.Returned != b.Returned {
				t.Errorf("%s: %+v, merged %+v", read, b, a)
			}
		}
	})
}

// everyRead reads keys and ranges of every tablet, nothing being cached.
func (s *script) everyRead(seed uint64) map[string]lsm.Counters {
	s.tenant.FlushCache()
	seen := map[string]lsm.Counters{}
	for name, tablet := range s.tablets() {
		for id := range lsm.Key(ids) {
			key := rangeOf(name, lsm.Range{First: id, Last: id}).First + id
			if name != "a.k" {
				key = id
			}
			seen[fmt.Sprintf("get %s %d", name, key)] = tablet.Get(key, 0)
			seen[fmt.Sprintf("mget %s %d", name, key)] = tablet.MultiGet([]lsm.Key{key, 3}, 0)
		}
		for _, r := range someRanges(seed) {
			r = rangeOf(name, r)
			seen[fmt.Sprintf("scan %s %v", name, r)] = tablet.Scan(r)
			seen[fmt.Sprintf("lscan %s %v", name, r)] = tablet.LimitScan(r, 4)
		}
	}
	return seen
}

func TestMergingAllMinorsLeavesBaseAndUnion(t *testing.T) {
	forSeeds(t, func(t *testing.T, seed uint64, history []string) {
		s := play(t, append(unmerged(history), "rollback", "freeze minor"))
		union := map[string]map[lsm.Key]bool{}
		for name, tablet := range s.tablets() {
			union[name] = map[lsm.Key]bool{}
			for _, run := range tablet.Runs()[1:] {
				run.Keys.All(func(key lsm.Key) { union[name][key] = true })
			}
		}
		if err := s.tenant.SetParameter("minor_compact_trigger", "0"); err != nil {
			t.Fatal(err)
		}
		for name, tablet := range s.tablets() {
			base, merged := tablet.Runs()[0].Keys.Len(), int64(len(union[name]))
			if c := tablet.Scan(lsm.AllKeys); c.Ssstore != base+merged || c.Memstore != 0 {
				t.Errorf("%s: %+v, want %d of the base and %d of the minor", name, c, base, merged)
			}
		}
	})
}

func TestRowsReadDontDependOnVersions(t *testing.T) {
	forSeeds(t, func(t *testing.T, seed uint64, history []string) {
		once := unmerged(history)
		often := slices.Clone(once)
		for i, line := range often {
			if strings.HasPrefix(line, "update") && !strings.Contains(line, "times=") {
				often[i] += " times=4"
			}
		}
		// Without an index: there every update of k makes further keys.
		once[1], often[1] = "create a", "create a"
		few, many := play(t, once), play(t, often)
		for _, name := range []string{"a", "b"} {
			f, m := few.tables[name].Main, many.tables[name].Main
			for _, r := range someRanges(seed) {
				if got, want := m.Scan(r), f.Scan(r); got != want {
					t.Errorf("%s %v: %+v, with one update each %+v", name, r, got, want)
				}
			}
			for i, run := range f.Runs() {
				if more := m.Runs()[i].PhysicalRows; more < run.PhysicalRows {
					t.Errorf("%s run %d: %d rows, with one update each %d", name, i, more,
						run.PhysicalRows)
				}
			}
		}
	})
}

// TestSettingsDontChangeRows runs one history under many settings and with fewer freezes: what
// exists, and what reads return, is the same.
func TestSettingsDontChangeRows(t *testing.T) {
	settings := []string{
		"tenant minor_compact_trigger=0", "tenant minor_compact_trigger=16",
		"tenant _pushdown_storage_level=0", "tenant _minor_merge_write_amplification_threshold=9",
		"tenant version=4.1 arch=arm64", "tenant version=4.2.1 minor_compact_trigger=1",
		"tenant version=4.3.2 _minor_compaction_amplification_factor=50",
	}
	forSeeds(t, func(t *testing.T, seed uint64, history []string) {
		want := returnedRows(t, without(history, "param", "tables"))
		for _, setting := range settings {
			lines := append([]string{setting}, without(history, "param", "tables")[1:]...)
			if got := returnedRows(t, lines); !slices.Equal(got, want) {
				t.Errorf("%s: reads return %v, want %v", setting, got, want)
			}
		}
		lines := without(history, "param", "tables", "freeze", "flush")
		if got := returnedRows(t, lines); !slices.Equal(got, want) {
			t.Errorf("without a freeze reads return %v, want %v", got, want)
		}
	})
}

// returnedRows is what the reads of a history say they return, in order.
func returnedRows(t *testing.T, lines []string) (returned []string) {
	t.Helper()
	s := new(script)
	for _, line := range lines {
		text, err := s.answer([]string{line})
		if errors.Is(err, lsm.ErrTransaction) {
			continue // a freeze inside a transaction
		}
		if _, after, isRead := strings.Cut(text, "returned "); isRead {
			rows, _, _ := strings.Cut(strings.TrimSpace(after), ",")
			returned = append(returned, rows)
		}
	}
	return returned
}
