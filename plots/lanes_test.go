package plots

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Lanes are the specification here: bars as kind, birth and death, and the lane of each.
func TestLanes(t *testing.T) {
	const inf = "inf"
	for _, c := range []struct{ name, bars, sorted, filled string }{
		{"one", "major 0 inf", "0", "0"},
		{"a base after the other", "major 0 9 major 9 inf", "0 0", "0 0"},
		{"a memtable becomes a mini", "major 0 inf memtable 1 2 mini 2 inf", "0 1 1", "0 1 1"},
		{"newer above older", "major 0 inf mini 1 inf mini 2 inf mini 3 inf", "0 1 2 3",
			"0 1 2 3"},
		{"a minor below the mini it left", "mini 1 5 mini 2 5 mini 3 inf minor 5 inf mini 6 inf",
			"0 1 2 0 1", "0 1 2 0 1"},
		{"a mini above an older one", "mini 1 4 mini 2 4 mini 3 9 mini 5 9 mini 6 9 mini 7 9",
			"0 1 2 3 0 1", "0 1 2 0 1 3"},
		{"a mini before the base", "mini 0 inf major 1 inf", "1 0", "1 0"},
		{"two bases at one time", "major 0 5 mini 1 9 meta_major 4 inf", "0 2 1", "0 2 1"},
	} {
		fields := strings.Fields(c.bars)
		var spells []spell
		for i := 0; i < len(fields); i += 3 {
			b := StackBar{Kind: fields[i], DiedS: math.Inf(1)}
			fmt.Sscan(fields[i+1], &b.BornS)
			if fields[i+2] != inf {
				fmt.Sscan(fields[i+2], &b.DiedS)
			}
			kind, err := b.check(i)
			if err != nil {
				t.Fatal(err)
			}
			spells = append(spells, spell{b.BornS, b.DiedS, kind.rank})
		}
		for _, sorted := range []bool{true, false} {
			want := c.filled
			if sorted {
				want = c.sorted
			}
			lanes, _ := packLanes(spells, sorted)
			if got := strings.Trim(fmt.Sprint(lanes), "[]"); got != want {
				t.Errorf("%s, sorted %v: lanes %s, want %s", c.name, sorted, got, want)
			}
		}
	}
}

// Whatever the bars, no two share a lane at one time, bases lie below, and there are no more lanes
// than tables at one time.
func TestLanesNeverShared(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	for range 300 {
		spells := make([]spell, 1+random.IntN(60))
		for i := range spells {
			born := float64(random.IntN(40))
			spells[i] = spell{born, born + float64(1+random.IntN(12)), 1 + random.IntN(3)}
		}
		most := 0
		for _, c := range countTables(spells) {
			most = max(most, c.tables)
		}
		for _, sorted := range []bool{true, false} {
			lanes, count := packLanes(spells, sorted)
			if used := slices.Max(lanes) + 1; used > count || count > most {
				t.Fatalf("%d lanes of %d for %d tables", used, count, most)
			}
			for i, a := range spells {
				for j, b := range spells[:i] {
					if lanes[i] == lanes[j] && a.born < b.died && b.born < a.died {
						t.Fatalf("%v and %v share lane %d", a, b, lanes[i])
					}
				}
			}
		}
	}
}

func TestCountTables(t *testing.T) {
	got := fmt.Sprint(countTables([]spell{{0, math.Inf(1), 0}, {1, 3, 1}, {3, 4, 2}, {2, 4, 3}}))
	if want := "[{0 1} {1 2} {2 3} {4 1}]"; got != want {
		t.Errorf("counts %s, want %s", got, want)
	}
}
