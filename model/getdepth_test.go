package model_test

import (
	"math/rand/v2"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/model"
)

func TestGetDepthForms(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 1))
	for range 500 {
		q, k := random.Float64(), random.IntN(10)
		ends := make([]float64, k)
		for i := range ends {
			ends[i] = 1 - q
		}
		depth := model.GetDepthUniform(q, k)
		contentRel(t, "table by table", model.GetDepth(ends...), depth, 1e-12)
		if depth < 1 || depth > float64(k)+1 || depth > model.GetDepthUniform(q, k+1) {
			t.Fatalf("q %g, k %d: %g tables", q, k, depth)
		}
	}
	contentAbs(t, "every table misses", model.GetDepthUniform(1, 6), 7, 0)
	contentAbs(t, "the newest always has it", model.GetDepthUniform(0, 6), 1, 0)
	contentAbs(t, "base alone", model.GetDepth(), 1, 0)
	contentAbs(t, "newest first", model.GetDepth(0.9, 0), 1+0.1+0.1, 1e-12)
}

// TestGetMixLimits: no full image at all, and nothing else.
func TestGetMixLimits(t *testing.T) {
	mix := model.GetMix{Memtables: 2, MemtableHits: 1, Hits: []float64{0.5, 0.25}}
	if got, want := mix.Asked(), model.GetPartial(2, 2); got != want {
		t.Errorf("partial updates: %+v, want %+v", got, want)
	}
	mix = model.GetMix{Hits: []float64{0.5, 0.5}, FullShare: 1}
	want := model.GetDepthUniform(1-model.Coverage(0.5), 2)
	contentRel(t, "full images", mix.Asked().SSTables, want, 1e-12)
	if got := mix.Asked().Memtables; got != 0 {
		t.Errorf("%g memtables asked of none", got)
	}
	mix.FullShare = 0.5
	want = mix.Asked().SSTables
	mix.MemtableHits = 5 // of no memtable
	contentAbs(t, "no memtable", mix.Asked().SSTables, want, 0)

	asked := model.TablesAsked{Memtables: 1, SSTables: 3}
	for share, want := range map[float64]float64{-1: 4, 0: 4, 0.5: 2.5, 1: 1, 2: 1} {
		contentAbs(t, "fuse hits", asked.WithFuseHits(share).RowsRead(), want, 0)
	}
}

// TestGetMixProperties: full images never make a get ask more tables, nor do more tables make it
// ask fewer.
func TestGetMixProperties(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 2))
	for range 500 {
		mix := model.GetMix{Memtables: random.IntN(2), MemtableHits: random.Float64(),
			FullShare: random.Float64(), Hits: randomShares(random)}
		asked := mix.Asked().SSTables
		older := mix
		older.Hits = append(append([]float64(nil), mix.Hits...), random.Float64())
		if older.Asked().SSTables < asked || asked < 1 {
			t.Fatalf("%+v: %g SSTables, %g with one more", mix, asked, older.Asked().SSTables)
		}
		mix.FullShare *= random.Float64()
		if mix.Asked().SSTables < asked-1e-12 {
			t.Fatalf("%+v: fewer than %g SSTables with fewer full images", mix, asked)
		}
	}
}

// TestGetMixInSimulation: tables of uneven sizes in which a share of the updates sets all columns,
// under a memtable or none, every row read once.
func TestGetMixInSimulation(t *testing.T) {
	const n = 50_000
	random := rand.New(rand.NewPCG(5, 3))
	oldestFirst := []float64{0.4, 1, 0.2}
	for _, full := range []float64{0, 0.3, 0.8, 1} {
		for _, memtable := range []float64{0, 0.5} {
			table := newContentTable(t, "uniform", n, 16, lsm.BlockRows{})
			mix := model.GetMix{MemtableHits: memtable, FullShare: full}
			for _, u := range oldestFirst {
				table.mixed(random, int64(u*n), full)
				table.flush()
				mix.Hits = append([]float64{u}, mix.Hits...)
			}
			if memtable > 0 {
				table.mixed(random, int64(memtable*n), full)
				mix.Memtables = 1
			}
			table.tenant.FlushCache()
			var sum lsm.Counters
			for id := lsm.Key(1); id <= n; id++ {
				sum.Add(table.Main.Get(id, oneColumn))
			}
			asked := mix.Asked()
			contentRel(t, "SSTables", float64(sum.Ssstore)/n, asked.SSTables, 0.005)
			contentAbs(t, "memtables", float64(sum.Memstore)/n, asked.Memtables, 0)
		}
	}
}

// mixed updates drawn rows, a share of them in all columns.
func (c contentTable) mixed(random *rand.Rand, draws int64, full float64) {
	for range draws {
		columns := uint64(oneColumn)
		if random.Float64() < full {
			columns = c.AllColumns()
		}
		c.write(c.draws.Draw(), columns)
	}
}
