package rows

// loserTree finds the smallest of several sorted sources, the newest of those that stand at the
// same key. Every inner node holds the loser of the match between its two sides (Knuth, TAOCP 3,
// 5.4.1): replacing the winner takes one match a level.
type loserTree struct {
	order  []uint64 // by source, newest first: its key as it sorts, noKey at its end
	losers []int32  // losers[0] is the winner
}

// noKey sorts behind every key.
const noKey = 1<<64 - 1

func (t *loserTree) reset(sources int) {
	if cap(t.order) < sources {
		t.order, t.losers = make([]uint64, sources), make([]int32, sources)
	}
	t.order, t.losers = t.order[:sources], t.losers[:sources]
}

func (t *loserTree) less(a, b int32) bool {
	return t.order[a] < t.order[b] || t.order[a] == t.order[b] && a < b
}

// build plays all matches.
func (t *loserTree) build() {
	for i := range t.losers {
		t.losers[i] = -1
	}
	for i := range t.order {
		t.enter(int32(i))
	}
}

// enter plays a source up to the first match without an opponent yet.
func (t *loserTree) enter(source int32) {
	n := int32(len(t.order))
	for at := (source + n) / 2; at > 0; at /= 2 {
		switch other := t.losers[at]; {
		case other < 0:
			t.losers[at] = source
			return
		case t.less(other, source):
			t.losers[at], source = source, other
		}
	}
	t.losers[0] = source
}

// winner is the source with the smallest key.
func (t *loserTree) winner() int32 { return t.losers[0] }

// replay plays the winner's matches again, its key having changed.
func (t *loserTree) replay() {
	source, n := t.losers[0], int32(len(t.order))
	for at := (source + n) / 2; at > 0; at /= 2 {
		if other := t.losers[at]; t.less(other, source) {
			t.losers[at], source = source, other
		}
	}
	t.losers[0] = source
}

// second is the smallest key of all sources but the winner.
func (t *loserTree) second() uint64 {
	smallest, n := uint64(noKey), int32(len(t.order))
	for at := (t.losers[0] + n) / 2; at > 0; at /= 2 {
		smallest = min(smallest, t.order[t.losers[at]])
	}
	return smallest
}
