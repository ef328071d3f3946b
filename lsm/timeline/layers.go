package timeline

import (
	"math"

	"github.com/readamp/readamp/lsm"
)

// layer is what one memtable gave: its ids, ascending, and their versions.
type layer struct {
	start, end lsm.SCN
	keys       []uint32
	versions   []uint16         // at most maxVersions each
	more       map[uint32]int64 // what some keys have beyond that
	pairs      bool             // there are deletes and inserts of one row
}

// maxVersions is how many versions of a key the arrays have room for.
const maxVersions = math.MaxUint16

// at is the number of versions of the key at a position.
func (l layer) at(j int) int64 {
	n := int64(l.versions[j])
	if n == maxVersions {
		n += l.more[l.keys[j]]
	}
	return n
}

// folded is the layer with one version a key.
func (l layer) folded() layer {
	ones := make([]uint16, len(l.keys))
	for i := range ones {
		ones[i] = 1
	}
	return layer{start: l.start, end: l.end, keys: l.keys, versions: ones}
}

// rows is the number of versions in the layer.
func (l layer) rows() (n int64) {
	for j := range l.versions {
		n += l.at(j)
	}
	return n
}

// split parts a layer at a version inside its time. When each version was written is not kept: it
// is drawn, and the same key falls the same way every time.
func (l layer) split(keep lsm.SCN) (old, fresh layer) {
	share := float64(keep-l.start) / float64(l.end-l.start)
	old, fresh = layer{start: l.start, end: keep}, layer{start: keep, end: l.end}
	for j, id := range l.keys {
		before := l.before(j, share)
		old.add(id, before)
		fresh.add(id, l.at(j)-before)
	}
	return old, fresh
}

// before draws how many versions of the key at a position lie in the first share of the layer's
// time. Each has its own moment, but a delete and the insert of the same row have one: where there
// are such pairs they are a half of oltp_write_only's versions, and of those of a key with two or
// three the only two that came together. Many versions are spread evenly from a random beginning.
func (l layer) before(j int, share float64) (n int64) {
	const many = 32
	v, x := l.at(j), uint64(l.keys[j])^uint64(l.end)
	if v > many {
		return int64(min(float64(v), float64(v)*share+toss(x)))
	}
	pairs := int64(0)
	if l.pairs && v > 1 {
		pairs = max(v/4, 1)
	}
	for i := range v - pairs {
		if toss(x+uint64(i)<<48) >= share {
			continue
		}
		if n++; i < pairs {
			n++
		}
	}
	return n
}

func (l *layer) add(id uint32, versions int64) {
	if versions == 0 {
		return
	}
	l.keys = append(l.keys, id)
	l.versions = append(l.versions, uint16(min(versions, maxVersions)))
	if versions > maxVersions {
		if l.more == nil {
			l.more = map[uint32]int64{}
		}
		l.more[id] = versions - maxVersions
	}
}

// toss is a number in [0, 1) that looks random (the finalizer of SplitMix64).
func toss(x uint64) float64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return float64((x^x>>31)>>11) / (1 << 53)
}
