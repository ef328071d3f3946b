package timeline_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
)

// Properties that hold whatever the workload.

// quietConfig is a random workload without anything but the freezes that a test asks for; the last
// two minutes are without writes.
func quietConfig(t *testing.T, seed uint64) timeline.Config {
	g := rand.New(rand.NewPCG(seed, 5))
	length := 10 * time.Minute
	c := newConfig(t, length, randomLoads(g)...)
	c.Seed, c.ManualFreezes = seed, true
	c.Options.EnableFastFreeze, c.Options.MinorCompactTrigger = false, 16
	c.Options.CompactionScheduleInterval = 3 * time.Second
	c.SampleTablets = 100
	for i := range c.Plan.Loads {
		c.Plan.Loads[i].To = length - 2*time.Minute
		c.Plan.Groups[i].Mode = adaptive.Normal // others are merged at times without being asked
	}
	c.Plan.Loads = append(c.Plan.Loads, loadOf(t, c, "oltp_read_only", 1, 0, length))
	return c
}

// forSeeds runs a check on random workloads and says which one failed.
func forSeeds(t *testing.T, n uint64, check func(t *testing.T, seed uint64, g *rand.Rand)) {
	if testing.Short() {
		n = min(n, 2)
	}
	for seed := range n {
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
			check(t, seed, rand.New(rand.NewPCG(seed, 6)))
		})
	}
}

// randomFreezes are minor freezes at some moments of the first eight minutes, in order.
func randomFreezes(g *rand.Rand, n int) []timeline.Action {
	var seconds []float64
	for range n {
		seconds = append(seconds, float64(1+g.IntN(480)))
	}
	slices.Sort(seconds)
	return minorFreezes(seconds...)
}

// scans reads ranges of all tables at the end of a run.
func scans(tenant *timeline.Tenant, c timeline.Config) (list []lsm.Counters) {
	g := rand.New(rand.NewPCG(c.Seed, 8))
	table := 0
	for _, group := range c.Plan.Groups {
		for range group.Tables {
			view := tenant.View(table)
			for range 20 {
				first := lsm.Key(1 + g.Int64N(group.Rows))
				list = append(list, view.Scan(lsm.Range{First: first,
					Last: first + 1 + lsm.Key(g.Int64N(300))}))
			}
			list = append(list, view.Scan(lsm.AllKeys))
			table++
		}
	}
	return list
}

// wantNoMore wants every read of some scans to read no more rows than the same one of others, and
// to return as many.
func wantNoMore(t *testing.T, what string, fewer, more []lsm.Counters) {
	t.Helper()
	for i, f := range fewer {
		if m := more[i]; f.Returned != m.Returned || f.RowsRead() > m.RowsRead() {
			t.Errorf("scan %d: %d rows read for %d, %s %d for %d", i, f.RowsRead(), f.Returned,
				what, m.RowsRead(), m.Returned)
		}
	}
}

func TestMoreMinisNeverLowerRowsRead(t *testing.T) {
	forSeeds(t, 5, func(t *testing.T, seed uint64, g *rand.Rand) {
		c := quietConfig(t, seed)
		c.Actions = randomFreezes(g, 1+g.IntN(14))
		many := scans(run(t, c), c)
		c.Actions = slices.DeleteFunc(c.Actions, func(timeline.Action) bool {
			return g.IntN(2) == 0
		})
		wantNoMore(t, "with more minis", scans(run(t, c), c), many)
	})
}

func TestMinorsNeverRaiseRowsRead(t *testing.T) {
	forSeeds(t, 3, func(t *testing.T, seed uint64, g *rand.Rand) {
		c := quietConfig(t, seed)
		c.Actions = randomFreezes(g, 2+g.IntN(14))
		unmerged := scans(run(t, c), c)
		for _, trigger := range []int{0, 1, 2} {
			c.Options.MinorCompactTrigger = trigger
			wantNoMore(t, fmt.Sprintf("unmerged, trigger %d:", trigger), scans(run(t, c), c),
				unmerged)
		}
	})
}

func TestAfterMajorOneRowIsReadForOneReturned(t *testing.T) {
	forSeeds(t, 5, func(t *testing.T, seed uint64, g *rand.Rand) {
		c := quietConfig(t, seed)
		c.Options.MinorCompactTrigger = randomTriggers[seed%4]
		c.Actions = append(randomFreezes(g, g.IntN(10)),
			timeline.Action{At: 8*time.Minute + time.Second, Freeze: "major"})
		tenant := run(t, c)
		for i, s := range scans(tenant, c) {
			if s.RowsRead() != s.Returned || s.FastRows != s.Returned {
				t.Errorf("scan %d: %d rows read and %d fast, for %d", i, s.RowsRead(),
					s.FastRows, s.Returned)
			}
		}
		last := totals(tenant)
		if last.Range.N > 0 && (last.Range.Mean != 1 || last.Range.Max != 1) ||
			last.Index.N > 0 && (last.Index.Mean != 1 || last.Index.Max != 1) {
			t.Errorf("rows for one returned: ranges %+v, index %+v; want 1", last.Range,
				last.Index)
		}
	})
}

// updates are changes of rows that exist, and inserts and deletes of others.
func updates(g *rand.Rand, n int, rows int64) (list []timeline.Change) {
	kinds := []workload.Kind{workload.IndexUpdate, workload.NonIndexUpdate, workload.IndexUpdate,
		workload.NonIndexUpdate, workload.Delete, workload.Insert}
	for range n {
		list = append(list, timeline.Change{Kind: kinds[g.IntN(len(kinds))],
			ID: 1 + int64(float64(rows)*g.Float64()*g.Float64())})
	}
	return list
}

// permuted is another order of changes, in which those of each row keep theirs.
func permuted(g *rand.Rand, list []timeline.Change) []timeline.Change {
	byID := map[int64][]timeline.Change{}
	for _, c := range list {
		byID[c.ID] = append(byID[c.ID], c)
	}
	out := slices.Clone(list)
	g.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	for i, c := range out {
		out[i], byID[c.ID] = byID[c.ID][0], byID[c.ID][1:]
	}
	return out
}

// plainContent is a content of tables with that many rows each.
func plainContent(t *testing.T, rows ...int64) timeline.Content {
	t.Helper()
	var loads []load
	for _, n := range rows {
		loads = append(loads, load{script: "oltp_write_only", tables: 1, rows: n, rate: 1})
	}
	content, err := timeline.NewKeys(newConfig(t, time.Hour, loads...), blockRows)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// stacked is the sizes of all parts that come of some batches of changes: minis, a minor of all,
// a base; of a main tablet or of an index.
func stacked(b timeline.TabletContent, apply []func()) (sizes []timeline.Size,
	parts []timeline.Part) {

	var minis []timeline.Part
	for i, write := range apply {
		write()
		frozen := b.Freeze(lsm.SCN(i), lsm.SCN(i+1))
		minis = append(minis, b.Mini([]timeline.Part{frozen}, 0))
	}
	major := b.Major(b.Base(), minis, lsm.SCN(len(apply)))
	parts = append(slices.Clone(minis), b.Minor(minis, 0), major)
	for _, p := range parts {
		sizes = append(sizes, p.Size())
	}
	return sizes, parts
}

func TestOrderOfOtherKeysChangesNothing(t *testing.T) {
	forSeeds(t, 20, func(t *testing.T, _ uint64, g *rand.Rand) {
		rows := 100 + g.Int64N(4900)
		one, other := plainContent(t, rows), plainContent(t, rows)
		var first, second []func()
		for range 3 {
			list := updates(g, g.IntN(3000)+1, rows)
			first = append(first, func() { timeline.Apply(one, 0, list) })
			second = append(second, func() { timeline.Apply(other, 0, permuted(g, list)) })
		}
		want, _ := stacked(one.Tables()[0].Main, first)
		got, _ := stacked(other.Tables()[0].Main, second)
		if !slices.Equal(got, want) {
			t.Errorf("%+v, in another order %+v", want, got)
		}
		if got, want := other.Tables()[0].Index.Active(), one.Tables()[0].Index.Active(); got !=
			want {
			t.Errorf("index memtable %+v, in another order %+v", want, got)
		}
	})
}

// TestTwoHalvesSumUp splits a table in two: everything that is counted adds up.
func TestTwoHalvesSumUp(t *testing.T) {
	forSeeds(t, 20, func(t *testing.T, _ uint64, g *rand.Rand) {
		rows := 2 * (50 + g.Int64N(2450))
		whole, halves := plainContent(t, rows), plainContent(t, rows/2, rows/2)
		var all []func()
		var split [2][]func()
		for range 3 {
			list := updates(g, g.IntN(3000)+1, rows)
			parts := [2][]timeline.Change{}
			for _, c := range list {
				half := (c.ID - 1) / (rows / 2)
				c.ID -= half * (rows / 2)
				parts[half] = append(parts[half], c)
			}
			all = append(all, func() { timeline.Apply(whole, 0, list) })
			for i := range split {
				split[i] = append(split[i], func() { timeline.Apply(halves, i, parts[i]) })
			}
		}
		want, parts := stacked(whole.Tables()[0].Main, all)
		low, lowParts := stacked(halves.Tables()[0].Main, split[0])
		high, highParts := stacked(halves.Tables()[1].Main, split[1])
		for i := range want {
			if got := sum(low[i], high[i]); got != want[i] {
				t.Errorf("part %d: %+v, its halves %+v", i, want[i], got)
			}
			deleted := timeline.RunOf(lowParts[i]).Deleted.Len() +
				timeline.RunOf(highParts[i]).Deleted.Len()
			if n := timeline.RunOf(parts[i]).Deleted.Len(); n != deleted {
				t.Errorf("part %d: %d deleted, its halves %d", i, n, deleted)
			}
		}
	})
}

func sum(a, b timeline.Size) timeline.Size {
	return timeline.Size{Keys: a.Keys + b.Keys, Versions: a.Versions + b.Versions,
		PhysicalRows: a.PhysicalRows + b.PhysicalRows, Changed: a.Changed + b.Changed,
		Deleted: a.Deleted + b.Deleted, Folded: a.Folded + b.Folded,
		Dropped: a.Dropped + b.Dropped}
}

// TestSameSeedSameBytes runs workloads that are fast enough to be drawn and applied by several
// goroutines: on one core and on many the report is the same, byte by byte.
func TestSameSeedSameBytes(t *testing.T) {
	forSeeds(t, 2, func(t *testing.T, seed uint64, _ *rand.Rand) {
		c := newConfig(t, time.Minute, load{script: "oltp_write_only", tables: 5, rows: 3000,
			rate: 5000}, load{script: workload.Queue, tables: 3, rows: 500, rate: 3000})
		c.Seed = seed
		c.Limits = limits(100*mebi, 2000*mebi)
		c.Options.MinorCompactTrigger = int(seed)
		c.SampleEvery = 10 * time.Second
		var reports [][]byte
		for _, cores := range []int{1, 4, 4} {
			before := runtime.GOMAXPROCS(cores)
			reports = append(reports, reportJSON(t, run(t, c)))
			runtime.GOMAXPROCS(before)
		}
		if !bytes.Equal(reports[0], reports[1]) || !bytes.Equal(reports[1], reports[2]) {
			t.Error("three runs of one seed differ")
		}
		c.Seed += 100
		if bytes.Equal(reports[0], reportJSON(t, run(t, c))) {
			t.Error("another seed gives the same report")
		}
	})
}
