package rows_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/rows"
)

// benchRows is a table that is larger than the processor's caches.
const benchRows = 1_000_000

// sysbenchRow gives k, c and pad, as wide as sysbench's.
func sysbenchRow(rng *rand.Rand) func(lsm.Key) [][]byte {
	c, pad := make([]byte, 119), make([]byte, 59)
	for i := range c {
		c[i] = byte('0' + rng.IntN(10))
	}
	copy(pad, c)
	values := [][]byte{rows.IntColumn(0), c, pad}
	return func(lsm.Key) [][]byte {
		c[rng.IntN(len(c))] = byte('0' + rng.IntN(10))
		return values
	}
}

// benchTenant has one table of loaded rows.
func benchTenant(b *testing.B, loaded lsm.Key, set func(*lsm.Options)) (*rows.Tenant, *rows.Table) {
	return benchTenantOf(b, "seekdb/amd64", loaded, set)
}

// benchTenantOf is benchTenant under the rules of a version and architecture.
func benchTenantOf(b *testing.B, version string, loaded lsm.Key, set func(*lsm.Options)) (
	*rows.Tenant, *rows.Table) {

	b.Helper()
	name, arch, _ := strings.Cut(version, "/")
	r, err := lsm.RulesFor(name, arch)
	if err != nil {
		b.Fatal(err)
	}
	o := lsm.DefaultOptions()
	if set != nil {
		set(&o)
	}
	n := rows.NewTenant(rows.Config{Options: o, Rules: r, BlockCacheBytes: 1 << 30,
		FuseCacheRows: 1 << 20, Concurrent: true})
	b.Cleanup(func() { _ = n.Close() })
	blocks := lsm.BlockRows{Major: []int64{212}, Inc: []int64{212}}
	t, err := n.CreateTable(rows.TableSpec{Name: "t", Columns: 3, Rows: blocks})
	if err != nil {
		b.Fatal(err)
	}
	value := sysbenchRow(rand.New(rand.NewPCG(1, 0)))
	if err := t.Load(b.Context(), lsm.Range{First: 1, Last: loaded}, value); err != nil {
		b.Fatal(err)
	}
	return n, t
}

// dirty gives the table so many minis, each with a share of the keys updated.
func dirty(b *testing.B, n *rows.Tenant, t *rows.Table, runs int, share float64) {
	b.Helper()
	s, rng := n.Session(), rand.New(rand.NewPCG(2, 0))
	value := sysbenchRow(rng)
	for range runs {
		for key := lsm.Key(1); key <= benchRows; key++ {
			if rng.Float64() < share {
				set := rows.Set{Column: 1, Value: value(key)[1]}
				if _, err := s.Update(t, key, set); err != nil {
					b.Fatal(err)
				}
			}
		}
		if err := n.MinorFreeze(); err != nil {
			b.Fatal(err)
		}
	}
}

func keepRuns(o *lsm.Options) { o.MinorCompactTrigger = 16 }

// BenchmarkScan reads every row, with all columns, over a base and three minis.
func BenchmarkScan(b *testing.B) {
	for _, share := range []float64{0, 0.1, 1} {
		b.Run(fmt.Sprintf("dirty=%v", share), func(b *testing.B) {
			n, t := benchTenant(b, benchRows, keepRuns)
			dirty(b, n, t, 3, share)
			s := n.Session()
			var c lsm.Counters
			b.ReportAllocs()
			for b.Loop() {
				var err error
				c, err = s.Scan(t.Main, lsm.AllKeys, lsm.FullImage(3), nil)
				if err != nil || c.Returned != benchRows {
					b.Fatal(c, err)
				}
			}
			b.ReportMetric(float64(c.RowsRead())*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

// BenchmarkRange reads 100 rows at a random place.
func BenchmarkRange(b *testing.B) {
	for _, share := range []float64{0, 0.1} {
		b.Run(fmt.Sprintf("dirty=%v", share), func(b *testing.B) {
			n, t := benchTenant(b, benchRows, keepRuns)
			dirty(b, n, t, 3, share)
			s, rng := n.Session(), rand.New(rand.NewPCG(3, 0))
			b.ReportAllocs()
			for b.Loop() {
				first := 1 + rng.Uint64N(benchRows-100)
				if _, err := s.Scan(t.Main, lsm.Range{First: first, Last: first + 99},
					lsm.ColumnsImage(2), nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkGet reads single rows through a base and seven minis, with and without the fuse row
// cache.
func BenchmarkGet(b *testing.B) {
	for _, cached := range []bool{false, true} {
		b.Run(fmt.Sprintf("cached=%v", cached), func(b *testing.B) {
			version := "4.2.1/arm64" // no fuse row cache
			if cached {
				version = "seekdb/amd64"
			}
			n, t := benchTenantOf(b, version, benchRows, keepRuns)
			dirty(b, n, t, 7, 0.02)
			s, rng := n.Session(), rand.New(rand.NewPCG(3, 0))
			span := uint64(benchRows)
			if cached {
				span = 1000
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, c, err := s.Get(t.Main, 1+rng.Uint64N(span), lsm.FullImage(3)); err != nil ||
					c.Returned != 1 {
					b.Fatal(c, err)
				}
			}
		})
	}
}

// BenchmarkMerge merges a base and three minis of 100,000 rows each, 1.3 million rows in all.
func BenchmarkMerge(b *testing.B) {
	for _, kind := range []string{"minor", "major"} {
		b.Run(kind, func(b *testing.B) {
			b.ReportAllocs()
			var read int64
			for b.Loop() {
				b.StopTimer()
				n, t := benchTenant(b, benchRows, keepRuns)
				dirty(b, n, t, 3, 0.3)
				read = 0
				for i, run := range t.Main.Shape() {
					if i > 0 || kind == "major" {
						read += run.PhysicalRows
					}
				}
				b.StartTimer()
				var err error
				if kind == "minor" {
					err = n.SetParameter("minor_compact_trigger", "2")
				} else {
					err = n.MajorFreeze()
				}
				if err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				n.Close()
				b.StartTimer()
			}
			b.ReportMetric(float64(read)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

// BenchmarkUpdate updates single rows of 200,000, drawn like sysbench's special, with a freeze
// every 100,000 updates (some 22,000 rows), the minor merges that follow at five minis and minors,
// and old versions folded (undo_retention 0).
func BenchmarkUpdate(b *testing.B) {
	n, t := benchTenant(b, 200_000, func(o *lsm.Options) { o.MinorCompactTrigger = 4 })
	dist, err := keydist.New("special", 200_000, keydist.Options{})
	if err != nil {
		b.Fatal(err)
	}
	ids := keydist.NewSampler(dist, keydist.NewPCG(3, 0))
	s := n.Session()
	value := sysbenchRow(rand.New(rand.NewPCG(3, 0)))(0)[1]
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if i++; i%100_000 == 0 {
			n.KeepVersionsAbove(n.Now())
			if err := n.MinorFreeze(); err != nil {
				b.Fatal(err)
			}
		}
		set := rows.Set{Column: 1, Value: value}
		if _, err := s.Update(t, lsm.Key(ids.Draw()), set); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "updates/s")
}
