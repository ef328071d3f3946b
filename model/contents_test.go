package model_test

import (
	"math"
	"testing"

	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/model"
)

// TestContents: keys are those of the sum over all of them, in tables too large to sum up within
// 0.02 %; versions are the events' statements, and physical rows lie between versions and both.
func TestContents(t *testing.T) {
	for _, kind := range keydist.Names() {
		for _, c := range []struct {
			size   string
			rows   int64
			within float64
		}{{"100000", 100_000, 1e-9}, {"3000000", 3_000_000, 2e-4}} {
			if c.within > 1e-9 && kind != "special" {
				continue // sums over so many weights take seconds
			}
			tables := tablesOf(t, "oltp_update_non_index", "--tables=1", "--table-size="+c.size,
				"--rand-type="+kind)
			ids, err := keydist.New(kind, c.rows, keydist.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, share := range []float64{0.01, 0.5, 3} {
				draws := math.Round(share * float64(c.rows))
				got := tables.Contents(model.Above{Kind: model.AboveMini, Events: draws})
				want := model.Distinct(c.rows, ids.Weight, draws)
				if math.Abs(got.Keys/want-1) > c.within {
					t.Errorf("%s, %d rows, %g draws: %.1f keys, want %.1f", kind, c.rows, draws,
						got.Keys, want)
				}
				if got.Versions != draws || got.PhysicalRows < 0.999*draws ||
					got.PhysicalRows > 1.001*(draws+want) {
					t.Errorf("%s, %d rows, %g draws: %+v", kind, c.rows, draws, got)
				}
			}
		}
	}
}
