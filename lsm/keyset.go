package lsm

import "github.com/RoaringBitmap/roaring/v2/roaring64"

// Key is a rowkey mapped to an integer that sorts like it: the id of a table with an integer
// primary key, or [IndexKey] for an entry of a secondary index.
type Key = uint64

// MaxKey is the greatest key, that of a BIGINT primary key.
const MaxKey = 1<<63 - 1

// MaxIndexed is the greatest id and the greatest indexed value of a table with a secondary index;
// both share one [Key] there.
const MaxIndexed = 1<<31 - 1

// IndexKey is the rowkey of a secondary-index entry: the indexed value first, then the id of the
// row it points to. Neither may be above MaxIndexed.
func IndexKey(value, id uint64) Key { return value<<32 | id }

// Range is an inclusive range of keys; a Range with First > Last is empty.
type Range struct{ First, Last Key }

// AllKeys is the range of a statement without a condition.
var AllKeys = Range{0, MaxKey}

// KeySet is a set of keys as a compressed bitmap. The zero value is an empty set that can be read;
// a set that is added to comes from newKeySet.
type KeySet struct{ bits *roaring64.Bitmap }

func newKeySet() KeySet { return KeySet{roaring64.New()} }

// Len is the number of keys.
func (s KeySet) Len() int64 {
	if s.bits == nil {
		return 0
	}
	return int64(s.bits.GetCardinality())
}

// Has says whether the key is in the set.
func (s KeySet) Has(k Key) bool { return s.bits != nil && s.bits.Contains(k) }

// Count is the number of keys inside the range.
func (s KeySet) Count(r Range) int64 {
	if s.bits == nil || r.First > r.Last {
		return 0
	}
	return int64(s.bits.Rank(r.Last)) - s.below(r.First)
}

// below is the number of keys smaller than k.
func (s KeySet) below(k Key) int64 {
	if s.bits == nil || k == 0 {
		return 0
	}
	return int64(s.bits.Rank(k - 1))
}

// at is the key with n smaller ones; ok is false when the set has no more than n keys.
func (s KeySet) at(n int64) (k Key, ok bool) {
	if s.bits == nil || n < 0 {
		return 0, false
	}
	k, err := s.bits.Select(uint64(n))
	return k, err == nil
}

// All calls visit for every key in ascending order.
func (s KeySet) All(visit func(Key)) {
	if s.bits == nil {
		return
	}
	for it := s.bits.Iterator(); it.HasNext(); {
		visit(it.Next())
	}
}

func (s KeySet) add(k Key)        { s.bits.Add(k) }
func (s KeySet) remove(k Key)     { s.bits.Remove(k) }
func (s KeySet) addRange(r Range) { s.bits.AddRange(r.First, r.Last+1) }
func (s KeySet) clear()           { s.bits.Clear() }
func (s KeySet) or(other KeySet)  { s.apply(other, (*roaring64.Bitmap).Or) }
func (s KeySet) minus(o KeySet)   { s.apply(o, (*roaring64.Bitmap).AndNot) }
func (s KeySet) and(other KeySet) { s.apply(other, (*roaring64.Bitmap).And) }

// addMany adds keys given in any order, which it sorts in place.
func (s KeySet) addMany(keys []Key) {
	if len(keys) >= sortKeysMin {
		sortKeys(keys, make([]Key, len(keys)))
	}
	s.bits.AddMany(keys)
}

// sortKeysMin is the number of keys from which sorting them first pays: the bitmap then appends
// instead of inserting (BenchmarkDump: 181,000 random keys in 5 ms instead of 19).
const sortKeysMin = 64

// apply folds the other set into s; an unset other counts as empty.
func (s KeySet) apply(other KeySet, op func(*roaring64.Bitmap, *roaring64.Bitmap)) {
	if other.bits == nil {
		other = newKeySet()
	}
	op(s.bits, other.bits)
}

// clone is an independent copy.
func (s KeySet) clone() KeySet {
	if s.bits == nil {
		return newKeySet()
	}
	return KeySet{s.bits.Clone()}
}

// intersection is the set of keys in both.
func intersection(a, b KeySet) KeySet {
	c := a.clone()
	c.and(b)
	return c
}

// IndexRange is the range of index entries whose value lies in the range given.
func IndexRange(values Range) Range {
	return Range{IndexKey(min(values.First, MaxIndexed), 0),
		IndexKey(min(values.Last, MaxIndexed), MaxIndexed)}
}
