package lsm

import (
	"math/rand/v2"
	"testing"
)

const (
	// benchRows is the table of most published sysbench runs.
	benchRows = 1_000_000
	// benchFreezeVersions is how many versions a memtable takes before it is frozen: about what
	// a write_only load leaves in one table between two freezes of a 21 GB tenant.
	benchFreezeVersions = 200_000
	// benchMajorFreezes is how many freezes pass before a major, which bounds the minor.
	benchMajorFreezes = 9
)

// benchBlocks are the lab table's blocks, in round numbers.
var benchBlocks = BlockRows{Major: []int64{100, 1700}, Inc: []int64{75, 565}}

// benchTable is a loaded table of three columns.
func benchTable(b *testing.B, arch string, trigger int) (*Tenant, *Table) {
	b.Helper()
	rules, err := RulesFor("4.2.1", arch)
	if err != nil {
		b.Fatal(err)
	}
	o := DefaultOptions()
	o.MinorCompactTrigger = trigger
	n := NewTenant(o, rules)
	t, err := n.CreateTable("t", 3, nil, benchBlocks, benchBlocks)
	if err != nil {
		b.Fatal(err)
	}
	if err := t.Load(Range{1, benchRows}); err != nil {
		b.Fatal(err)
	}
	return n, t
}

// randomKeys are drawn beforehand, so that the draw is no part of what is measured.
func randomKeys() []Key {
	g := rand.New(rand.NewPCG(1, 0))
	keys := make([]Key, 1<<20)
	for i := range keys {
		keys[i] = 1 + g.Uint64N(benchRows)
	}
	return keys
}

// BenchmarkVersion is a write in counting mode, the memtable emptied when it is full. The aim is 5
// million versions a second and nothing allocated.
func BenchmarkVersion(b *testing.B) {
	_, t := benchTable(b, "amd64", 2)
	keys := randomKeys()
	for i := 0; b.Loop(); i++ {
		if i%benchFreezeVersions == 0 {
			t.Main.mem.reset(0)
		}
		if _, err := t.Update(keys[i%len(keys)], 1); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "versions/s")
}

// BenchmarkWrite is a write with all that follows from it: freezes, minor merges and now and then
// a major.
func BenchmarkWrite(b *testing.B) {
	b.Run("table", func(b *testing.B) {
		n, t := benchTable(b, "amd64", 2)
		benchWrite(b, n, func(key Key) {
			if _, err := t.Update(key, 1); err != nil {
				b.Fatal(err)
			}
		})
	})
	b.Run("tablet", func(b *testing.B) {
		n, t := benchTable(b, "amd64", 2)
		benchWrite(b, n, func(key Key) {
			n.statement(0)
			t.Main.write(t.Main.mem.row(key), 1, n.trx, n.scn)
		})
	})
}

func benchWrite(b *testing.B, n *Tenant, write func(Key)) {
	keys := randomKeys()
	writes, freezes := 0, 0
	step := func() {
		write(keys[writes%len(keys)])
		if writes++; writes%benchFreezeVersions == 0 {
			freeze := n.MinorFreeze
			if freezes++; freezes%benchMajorFreezes == 0 {
				freeze = n.MajorFreeze
			}
			if err := freeze(); err != nil {
				b.Fatal(err)
			}
		}
	}
	for writes < 2*benchFreezeVersions { // the memtable has grown to its size
		step()
	}
	b.ReportAllocs()
	for b.Loop() {
		step()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "versions/s")
}

// dirtyTable has three minis of 100,000 updates each above the base, and as many in the memtable.
func dirtyTable(b *testing.B, arch string) *Table {
	b.Helper()
	n, t := benchTable(b, arch, 16)
	keys := randomKeys()
	for round := range 4 {
		for _, key := range keys[round*100_000 : (round+1)*100_000] {
			if _, err := t.Update(key, 1); err != nil {
				b.Fatal(err)
			}
		}
		if round < 3 {
			if err := n.MinorFreeze(); err != nil {
				b.Fatal(err)
			}
		}
	}
	return t
}

// BenchmarkGet reads single rows from a memtable and four runs: without the fuse row cache, so that
// each get walks down to the base, and with it.
func BenchmarkGet(b *testing.B) {
	for _, arch := range Arches {
		b.Run(map[string]string{"arm64": "walk", "amd64": "fuse cache"}[arch], func(b *testing.B) {
			t, keys, i := dirtyTable(b, arch), randomKeys(), 0
			for _, key := range keys {
				t.Main.Get(key, t.Main.all)
			}
			b.ReportAllocs()
			for b.Loop() {
				t.Main.Get(keys[i%len(keys)], t.Main.all)
				i++
			}
		})
	}
}

// BenchmarkScan100 reads ranges of 100 keys, sysbench's own, from a memtable and four runs.
func BenchmarkScan100(b *testing.B) {
	t, keys := dirtyTable(b, "amd64"), randomKeys()
	reads := map[string]func(Range) Counters{"scan": t.Main.Scan, "count": t.Main.Count,
		"scan back": t.Main.ScanBack,
		"limit":     func(r Range) Counters { return t.Main.LimitScan(r, 50) }}
	for _, name := range []string{"scan", "count", "scan back", "limit"} {
		b.Run(name, func(b *testing.B) {
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				first := keys[i%len(keys)]
				reads[name](Range{first, first + 99})
				i++
			}
		})
	}
}

// BenchmarkDump writes a memtable of 100,000 keys as a mini.
func BenchmarkDump(b *testing.B) {
	t := dirtyTable(b, "amd64").Main
	b.ReportAllocs()
	for b.Loop() {
		mini := t.mergeMini(t.mem, 0)
		mini.Blocks = t.blockRows.layInc(mini)
	}
	b.ReportMetric(float64(t.mem.Keys())*float64(b.N)/b.Elapsed().Seconds(), "keys/s")
}

// BenchmarkMerge merges three minis of 100,000 keys, into a minor and into a base of a million.
func BenchmarkMerge(b *testing.B) {
	t := dirtyTable(b, "amd64").Main
	b.Run("minor", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			minor := t.mergeMinor(t.stack.Inc(), 0)
			minor.Blocks = t.blockRows.layInc(minor)
		}
	})
	b.Run("major", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			base := t.mergeMajor(t.stack.Base(), t.stack.Inc(), 1)
			base.Blocks = t.blockRows.layMajor(base, t.stack.Base(), t.stack.Inc())
		}
	})
}
