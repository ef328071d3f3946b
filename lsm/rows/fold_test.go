package rows_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
)

// folded are the versions of one key in one run, newest first.
type folded map[lsm.Key][]lsm.SCN

// fold is what a merge leaves of one input: the versions above the multi-version start, and one of
// those at or below it.
func (f folded) fold(keep lsm.SCN) folded {
	out := folded{}
	for key, versions := range f {
		i := 0
		for i < len(versions) && versions[i] > keep {
			i++
		}
		out[key] = versions[:min(i+1, len(versions))]
	}
	return out
}

// over puts newer versions on top.
func (f folded) over(older folded) folded {
	out := folded{}
	for _, part := range []folded{f, older} {
		for key, versions := range part {
			out[key] = append(slices.Clone(out[key]), versions...)
		}
	}
	return out
}

// physicalRows are the versions, and a shadow row for each key of several.
func (f folded) physicalRows() (rows int64) {
	for _, versions := range f {
		if rows += int64(len(versions)); len(versions) > 1 {
			rows++
		}
	}
	return rows
}

// TestFold compares what merges leave under a multi-version start that moves with the rule, key by
// key: each input is folded for itself, versions of different inputs stay.
func TestFold(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 0))
		r, err := lsm.RulesFor("seekdb", "amd64")
		if err != nil {
			t.Fatal(err)
		}
		o := lsm.DefaultOptions()
		o.MinorCompactTrigger = rng.IntN(4)
		n := rows.NewTenant(rows.Config{Options: o, Rules: r, FuseCacheRows: 100})
		table, err := n.CreateTable(rows.TableSpec{Name: "t", Columns: 2})
		if err != nil {
			t.Fatal(err)
		}
		s, mem, seen := n.Session(), folded{}, map[lsm.Key]bool{}
		var runs []folded
		for step := range 400 {
			key := 1 + rng.Uint64N(20)
			value := rows.IntColumn(rng.Uint64())
			switch p := rng.IntN(40); {
			case p == 0:
				n.KeepVersionsAbove(lsm.SCN(rng.Uint64N(uint64(n.Now()) + 1)))
			case p < 4:
				if err := n.MinorFreeze(); err != nil {
					t.Fatal(err)
				}
				keep := n.MultiVersionStart()
				if len(mem) > 0 {
					runs, mem = append(runs, mem.fold(keep)), folded{}
				}
				if len(runs) > max(o.MinorCompactTrigger, 1) {
					minor := folded{}
					for _, run := range runs {
						minor = run.fold(keep).over(minor)
					}
					runs = []folded{minor}
				}
				compareFolded(t, seed, step, table, runs)
			case !seen[key]:
				seen[key] = true
				if err := s.Insert(table, key, [][]byte{value, value}); err != nil {
					t.Fatal(err)
				}
				mem[key] = slices.Insert(mem[key], 0, n.Now())
			default:
				set := rows.Set{Column: rng.IntN(2), Value: value}
				if _, err := s.Update(table, key, set); err != nil {
					t.Fatal(err)
				}
				mem[key] = slices.Insert(mem[key], 0, n.Now())
			}
		}
		if err := n.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func compareFolded(t *testing.T, seed uint64, step int, table *rows.Table, want []folded) {
	t.Helper()
	shape := table.Main.Shape()[1:]
	if len(shape) != len(want) {
		t.Fatalf("seed %d, step %d: %d runs, want %d", seed, step, len(shape), len(want))
	}
	for i, run := range shape {
		if run.PhysicalRows != want[i].physicalRows() || run.Keys != int64(len(want[i])) {
			t.Fatalf("seed %d, step %d: run %d is %+v, want %d keys, %d rows", seed, step, i, run,
				len(want[i]), want[i].physicalRows())
		}
	}
}
