package freeze_test

import (
	"math/rand/v2"
	"testing"

	"github.com/readamp/readamp/lsm/freeze"
)

// pages are an arena's figures in pages: in use, active, retired.
func pages(a *freeze.Arena) [3]int64 {
	f := a.Figures()
	return [3]int64{f.UsedBytes / freeze.PageBytes, f.ActiveBytes / freeze.PageBytes,
		f.RetiredBytes / freeze.PageBytes}
}

func wantPages(t *testing.T, when string, a *freeze.Arena, used, active, retired int64) {
	t.Helper()
	if got, want := pages(a), [3]int64{used, active, retired}; got != want {
		t.Errorf("%s: used, active, retired %v, want %v", when, got, want)
	}
}

// TestArenaOfTwoTables follows two memtables from their first row until their memory is back.
func TestArenaOfTwoTables(t *testing.T) {
	a := freeze.NewArena(1)
	wantPages(t, "empty", a, 0, 0, 0)
	one, two := a.Open(), a.Open()
	wantPages(t, "no rows yet", a, 0, 0, 0)
	a.Alloc(one, 100)
	a.Alloc(two, 100)
	wantPages(t, "a page for each group", a, 2, 2, 0)
	a.Alloc(one, freeze.PageRowBytes-100)
	wantPages(t, "full to the last byte", a, 2, 2, 0)
	a.Alloc(one, 8)
	wantPages(t, "one byte more", a, 3, 3, 1)
	a.FreezeAll()
	wantPages(t, "frozen: open pages are active", a, 3, 2, 0)
	one2 := a.Open()
	a.Alloc(one2, 8) // goes to group 3: two handles and one of the server's own tables before it
	wantPages(t, "the next memtable", a, 4, 3, 0)
	a.Release(two)
	wantPages(t, "an open page stays", a, 4, 3, 0)
	a.Release(one)
	wantPages(t, "the retired page is given back", a, 3, 3, 0)
	if got := a.RowBytes(one2); got != 8 {
		t.Errorf("row bytes %d", got)
	}
}

// TestSharedPage has two memtables of one group share a page, which goes with the last of them.
func TestSharedPage(t *testing.T) {
	a := freeze.NewArena(1)
	var all []freeze.Memtable
	for range freeze.Groups + 1 { // the last one is in the first one's group
		m := a.Open()
		a.Alloc(m, 1000)
		all = append(all, m)
	}
	first, last := all[0], all[freeze.Groups]
	wantPages(t, "a page in each group", a, freeze.Groups, freeze.Groups, 0)
	a.Alloc(last, freeze.PageRowBytes) // closes the page both have rows in
	wantPages(t, "closed", a, freeze.Groups+1, freeze.Groups+1, 1)
	a.Freeze(first)
	a.Release(first)
	wantPages(t, "the other still has rows in it", a, freeze.Groups+1, freeze.Groups+1, 1)
	a.Freeze(last)
	a.Release(last)
	// The oldest active memtable began before the page was closed, so it counts as active still.
	wantPages(t, "given back", a, freeze.Groups, freeze.Groups+1, 1)
}

// TestHazard counts from the oldest active memtable, not from the oldest.
func TestHazard(t *testing.T) {
	a := freeze.NewArena(1)
	old, young := a.Open(), a.Open()
	a.Alloc(old, 3*freeze.PageRowBytes)
	a.Alloc(young, 1)
	before := pages(a)
	a.Freeze(old) // one tablet is frozen
	if got := pages(a); got[1] != 2 || got[2] != 0 || got[0] != before[0] {
		t.Errorf("after the older one is frozen %v, before %v", got, before)
	}
}

// TestBulk wants many rows at once to take the pages they take one by one, up to the rest of a row
// that does not fit.
func TestBulk(t *testing.T) {
	for _, ways := range []int{1, 2, 8} {
		bulk, single := freeze.NewArena(ways), freeze.NewArena(ways)
		b, s := bulk.Open(), single.Open()
		const rows, row = 100_000, 304
		bulk.Alloc(b, rows*row)
		for range rows {
			single.Alloc(s, row)
		}
		fb, fs := pages(bulk), pages(single)
		if d := fb[2] - fs[2]; d < -int64(ways) || d > int64(ways) {
			t.Errorf("%d ways: %v at once, %v one by one", ways, fb, fs)
		}
		if fb[1]-fb[2] != int64(ways) {
			t.Errorf("%d ways: %v, want a page open for each", ways, fb)
		}
	}
}

// TestWarm has the pages that a server shows before the first write.
func TestWarm(t *testing.T) {
	a := freeze.NewArena(1)
	a.Warm(16)
	wantPages(t, "a server that has run", a, 16, 16, 0)
	fresh := freeze.NewArena(1)
	fresh.Warm(3)
	wantPages(t, "a fresh one", fresh, 3, 3, 0)
	for range 8 {
		fresh.Alloc(fresh.Open(), 1)
	}
	wantPages(t, "and its first eight tablets", fresh, 11, 11, 0)
	wide := freeze.NewArena(2)
	wide.Warm(1000)
	wantPages(t, "no more than there are", wide, 32, 32, 0)
}

// TestArenaBalance writes, freezes and releases at random: there are never more pages open than
// groups and ways, open pages are in use, and in the end nothing else is.
func TestArenaBalance(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, ways := range []int{1, 3} {
		a := freeze.NewArena(ways)
		var active, frozen []freeze.Memtable
		for range 20_000 {
			switch n := random.IntN(100); {
			case n < 2 && len(active) < 40:
				active = append(active, a.Open())
			case n < 3:
				a.FreezeAll()
				frozen, active = append(frozen, active...), active[:0]
			case n < 6 && len(frozen) > 0:
				i := random.IntN(len(frozen))
				a.Release(frozen[i])
				frozen[i] = frozen[len(frozen)-1]
				frozen = frozen[:len(frozen)-1]
			case len(active) > 0:
				a.Alloc(active[random.IntN(len(active))], 8+random.Int64N(100_000))
			}
			f := a.Figures()
			open := f.ActiveBytes - f.RetiredBytes
			if open < 0 || open > int64(freeze.Groups*ways)*freeze.PageBytes ||
				f.UsedBytes < open || f.RetiredBytes < 0 {
				t.Fatalf("%d ways: %+v", ways, f)
			}
		}
		a.FreezeAll()
		for _, m := range append(frozen, active...) {
			a.Release(m)
		}
		if f := a.Figures(); f.UsedBytes != f.ActiveBytes || f.RetiredBytes != 0 {
			t.Errorf("%d ways: %+v when everything is released", ways, f)
		}
	}
}

// TestMisuse wants a panic for a memtable in the wrong state.
func TestMisuse(t *testing.T) {
	for name, misuse := range map[string]func(a *freeze.Arena, m freeze.Memtable){
		"a row in a frozen memtable": func(a *freeze.Arena, m freeze.Memtable) {
			a.Freeze(m)
			a.Alloc(m, 1)
		},
		"release of an active memtable": func(a *freeze.Arena, m freeze.Memtable) { a.Release(m) },
		"frozen twice": func(a *freeze.Arena, m freeze.Memtable) {
			a.Freeze(m)
			a.Freeze(m)
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			a := freeze.NewArena(1)
			misuse(a, a.Open())
		}()
	}
}

func BenchmarkAlloc(b *testing.B) {
	a := freeze.NewArena(1)
	var tables [8]freeze.Memtable
	for i := range tables {
		tables[i] = a.Open()
	}
	rows := freeze.NewRowBytes(freeze.SysbenchTable())
	for i := 0; b.Loop(); i++ {
		a.Alloc(tables[i&7], rows.Update(1))
		if i&0xfffff == 0xfffff {
			a.FreezeAll()
			for j, m := range tables {
				a.Release(m)
				tables[j] = a.Open()
			}
		}
	}
}
