package rows

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/readamp/readamp/lsm"
)

// TestSkipList adds random keys and looks for them in every way.
func TestSkipList(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	l, added := newSkipList(), map[lsm.Key]*memRow{}
	for range 3000 {
		key := rng.Uint64N(5000)
		row, isNew := l.add(key)
		if old := added[key]; row.key != key || isNew != (old == nil) || old != nil && old != row {
			t.Fatalf("add %d: %v, new %v", key, row.key, isNew)
		}
		added[key] = row
	}
	var keys []lsm.Key
	for key := range added {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	if n := l.count.Load(); int(n) != len(keys) {
		t.Errorf("%d keys, want %d", n, len(keys))
	}
	for key := range lsm.Key(5001) {
		if row := l.find(key); row != added[key] {
			t.Errorf("find %d: %v", key, row)
		}
		i, _ := slices.BinarySearch(keys, key)
		compareRow(t, "seek", key, l.seek(key), keys, i)
		compareRow(t, "seekBelow", key, l.seekBelow(key), keys, i-1)
	}
	i := 0
	for row := l.seek(0); row != nil; row = row.next[0].Load() {
		compareRow(t, "next", row.key, row, keys, i)
		i++
	}
	if i != len(keys) {
		t.Errorf("%d rows in order, want %d", i, len(keys))
	}
}

func compareRow(t *testing.T, what string, key lsm.Key, row *memRow, keys []lsm.Key, i int) {
	t.Helper()
	switch inside := i >= 0 && i < len(keys); {
	case inside != (row != nil):
		t.Errorf("%s %d: found %v, want %v", what, key, row != nil, inside)
	case inside && row.key != keys[i]:
		t.Errorf("%s %d: %d, want %d", what, key, row.key, keys[i])
	}
}

// TestSkipListConcurrent adds the same keys from several goroutines while others read: a key is
// made once, and whoever goes through the list sees ascending keys, at least those added before.
func TestSkipListConcurrent(t *testing.T) {
	const keys = 2000
	l := newSkipList()
	for key := range lsm.Key(keys) {
		if key%3 == 0 {
			l.add(key)
		}
	}
	made := make([]int, 4)
	var work sync.WaitGroup
	for w := range made {
		work.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(w), 0))
			for _, i := range rng.Perm(keys) {
				if _, isNew := l.add(lsm.Key(i)); isNew {
					made[w]++
				}
			}
		})
		work.Go(func() {
			for range 20 {
				last, thirds := -1, 0
				for row := l.seek(0); row != nil; row = row.next[0].Load() {
					if int(row.key) <= last {
						t.Errorf("%d after %d", row.key, last)
					}
					if last = int(row.key); last%3 == 0 {
						thirds++
					}
				}
				if thirds != (keys+2)/3 {
					t.Errorf("%d of the keys that were there, want %d", thirds, (keys+2)/3)
				}
			}
		})
	}
	work.Wait()
	sum := (keys + 2) / 3
	for _, n := range made {
		sum += n
	}
	if sum != keys || l.count.Load() != keys {
		t.Errorf("%d keys made, %d counted, want %d", sum, l.count.Load(), keys)
	}
}
