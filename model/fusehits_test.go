package model_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/model"
)

// idClasses are the classes of a distribution, one for each id.
func idClasses(d keydist.Dist) []model.WeightClass {
	classes := make([]model.WeightClass, d.N())
	for i := range classes {
		classes[i] = model.WeightClass{Keys: 1, Weight: d.Weight(int64(i) + 1)}
	}
	return classes
}

func TestFuseHitsExact(t *testing.T) {
	contentAbs(t, "of two rows", model.FuseHitsUniform(2, 3), 1-1./8, 1e-12)
	contentAbs(t, "no reads", model.FuseHitsUniform(100, 0), 0, 0)
	contentAbs(t, "no rows", model.FuseHitsUniform(0, 10), 0, 0)
	contentAbs(t, "mean of no reads", model.FuseHitsMean(0, 0), 0, 0)
	contentAbs(t, "mean", model.FuseHitsMean(30, 100), 0.7, 1e-12)
	even := []model.WeightClass{{Keys: 500, Weight: 0.001}, {Keys: 500, Weight: 0.001}}
	contentRel(t, "classes", model.FuseHits(even, 700), model.FuseHitsUniform(1000, 700), 1e-12)
}

// TestFuseHitsProperties: the hits of single reads sum to those of all of them, and grow.
func TestFuseHitsProperties(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 1))
	for range 50 {
		classes, sum, before := randomClasses(random), 0.0, 0.0
		reads := 1 + random.IntN(500)
		for i := range reads {
			hit := model.FuseHits(classes, float64(i))
			if hit < before-1e-12 || hit > 1+1e-12 {
				t.Fatalf("%v: %g after %d reads, %g before", classes, hit, i, before)
			}
			sum, before = sum+hit, hit
		}
		distinct := model.DistinctClasses(classes, float64(reads))
		contentAbs(t, "mean", model.FuseHitsMean(distinct, float64(reads)), sum/float64(reads),
			1e-9)
	}
}

// TestFuseHitsInSimulation: gets of a table of a base and a mini after the caches were emptied.
func TestFuseHitsInSimulation(t *testing.T) {
	const n, reads = 20_000, 30_000
	for _, kind := range []string{"uniform", "special", "pareto", "zipfian"} {
		table := newContentTable(t, kind, n, 16, lsm.BlockRows{})
		table.flushes(1, n, oneColumn)
		table.write(1, oneColumn) // a memtable, which every get asks
		table.tenant.FlushCache()
		var sum lsm.Counters
		for range reads {
			sum.Add(table.Main.Get(lsm.Key(table.draws.Draw()), oneColumn))
		}
		distinct := model.Distinct(n, contentDist(t, kind, n).Weight, reads)
		hits := model.FuseHitsMean(distinct, reads)
		contentRel(t, kind+": hits", float64(sum.FuseHit)/reads, hits, 0.01)
		asked := model.GetPartial(1, 1).WithFuseHits(hits)
		contentRel(t, kind+": rows", float64(sum.RowsRead())/reads, asked.RowsRead(), 0.01)
	}
}

// TestLRUHits holds the approximation against a cache.
func TestLRUHits(t *testing.T) {
	const n, warm, reads = 10_000, 50_000, 200_000
	for _, kind := range []string{"uniform", "pareto", "zipfian", "special"} {
		d := contentDist(t, kind, n)
		for _, capacity := range []int{100, 1000, 4000} {
			cache, err := simplelru.NewLRU[int64, bool](capacity, nil)
			if err != nil {
				t.Fatal(err)
			}
			draws, hits := keydist.NewSampler(d, keydist.NewPCG(6, 2)), 0
			for i := range warm + reads {
				id := draws.Draw()
				if _, hit := cache.Get(id); !hit {
					cache.Add(id, true)
				} else if i >= warm {
					hits++
				}
			}
			got, _, err := model.LRUHits(idClasses(d), float64(capacity))
			if err != nil {
				t.Fatal(err)
			}
			contentAbs(t, kind, got, float64(hits)/reads, 0.004)
		}
	}
}

func TestLRUHitsErrors(t *testing.T) {
	even := []model.WeightClass{{Keys: 1000, Weight: 0.001}}
	for capacity, want := range map[float64]string{
		0: "want more than 0", -5: "want more than 0", 1000: "keeps all rows",
		1e6: "keeps all rows",
	} {
		if _, _, err := model.LRUHits(even, capacity); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("capacity %g: %v", capacity, err)
		}
	}
	// Rows that are read alike: a cache of a fifth of them has a fifth of the reads.
	hits, _, err := model.LRUHits(even, 200)
	if err != nil {
		t.Fatal(err)
	}
	contentRel(t, "uniform", hits, 0.2, 1e-9)
}
