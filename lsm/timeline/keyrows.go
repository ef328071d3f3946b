package timeline

import (
	"fmt"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
)

// rowState is what a memtable knows of one key, in one word: a write touches nothing else. The
// low bits count its versions, the high ones the nodes since the last in-memory row compaction.
type rowState uint32

const (
	versionMask  rowState = 1<<16 - 1
	updatedK     rowState = 1 << 16 // a version gives the indexed column
	updatedC     rowState = 1 << 17 // a version gives c
	full         rowState = 1 << 18 // an insert makes the row whole
	deleted      rowState = 1 << 19 // the newest version is a delete
	indexTouched rowState = 1 << 20 // the row's index entry changed since the index was frozen
	live         rowState = 1 << 21 // the row exists, whatever the memtable holds
	oneNode      rowState = 1 << 22
	nodesMask    rowState = 1<<32 - 1 - (oneNode - 1)
	nodesMost             = int64(nodesMask / oneNode)

	// lasting is what stays when the main tablet's memtable is frozen.
	lasting = live | indexTouched
)

// write applies one statement. An update or delete of a row that doesn't exist changes nothing,
// nor does an insert of one that does.
func (t *keyTable) write(kind workload.Kind, id lsm.Key) {
	i := id - t.first
	if i >= uint64(len(t.rows)) {
		if kind != workload.Insert {
			return
		}
		if id < t.first {
			t.growDown(id)
			i = id - t.first
		} else {
			t.grow(i)
		}
	}
	row := &t.rows[i]
	s := *row
	if (s&live != 0) == (kind == workload.Insert) {
		return
	}
	switch kind {
	case workload.IndexUpdate:
		s |= updatedK
		t.nodes.Updates++
		s = t.changeEntry(s, uint32(id), true, true)
	case workload.NonIndexUpdate:
		s |= updatedC
		t.nodes.Rewrites++
	case workload.Delete:
		s = s&^(updatedK|updatedC|full|live) | deleted
		t.nodes.Deletes++
		t.count--
		t.exists(id)
		s = t.changeEntry(s, uint32(id), true, false)
	case workload.Insert:
		s = s&^deleted | full | live
		t.nodes.Inserts++
		if s&versionMask != 0 {
			t.nodes.Reinserts++
		}
		t.count++
		t.exists(id)
		s = t.changeEntry(s, uint32(id), false, true)
	}
	*row = t.compaction(t.version(s, id) + oneNode)
}

// replace deletes a row and inserts it again; it is false, and does nothing, where there is no such
// row. Together says that this is one transaction: both are one version once they are dumped.
func (t *keyTable) replace(id lsm.Key, together bool) bool {
	i := id - t.first
	if i >= uint64(len(t.rows)) || t.rows[i]&live == 0 {
		return false
	}
	t.nodes.Deletes++
	t.nodes.Inserts++
	t.nodes.Reinserts++
	s := t.changeEntry(t.rows[i], uint32(id), true, true)
	s = t.version(s&^(updatedK|updatedC|full)|deleted, id)
	s = t.compaction(s+oneNode)&^deleted | full
	if !together {
		s = t.version(s, id)
		t.pairs = true
	}
	t.rows[i] = t.compaction(s + oneNode)
	return true
}

// version counts one more version of a row.
func (t *keyTable) version(s rowState, id lsm.Key) rowState {
	t.versions++
	switch s & versionMask {
	case 0:
		t.touched.add(id - t.first)
		t.nodes.Keys++
	case versionMask:
		t.chain(id)
		return s
	}
	return s + 1
}

// chain counts versions of a row that its state has no room for.
func (t *keyTable) chain(id lsm.Key) {
	if t.chains == nil {
		t.chains = map[uint32]int64{}
	}
	t.chains[uint32(id)]++
	t.nodes.LongestChain = max(t.nodes.LongestChain, maxVersions+t.chains[uint32(id)])
}

// longChain is the length from which on chains are told apart: the fast freeze looks for twice
// _ob_elr_fast_freeze_threshold, which is at least 10,000.
const longChain = 10_000

// compaction is in-memory row compaction: after row_compaction_update_limit nodes one more is
// added that holds what they give together (ObMemtableRowCompactor).
func (t *keyTable) compaction(s rowState) rowState {
	if s&nodesMask < t.compact {
		return s
	}
	switch {
	case s&full != 0:
		t.nodes.CompactFull++
	case s&updatedC != 0:
		t.nodes.CompactC++
	default:
		t.nodes.CompactK++
	}
	if n := s & versionMask; n >= longChain {
		t.nodes.LongestChain = max(t.nodes.LongestChain, int64(n))
	}
	return s &^ nodesMask
}

// fetch has a row's state and its word of touched brought near, for a write that follows soon.
func (t *keyTable) fetch(id lsm.Key) rowState {
	if i := id - t.first; i < uint64(len(t.rows)) {
		return t.rows[i] | rowState(t.touched[i/64])&live
	}
	return 0
}

// grow makes room for an id at position i.
func (t *keyTable) grow(i uint64) {
	if i > 1<<31 {
		panic(fmt.Sprintf("timeline: id %d of %s is far from all others", t.first+i, t.name))
	}
	t.rows = append(t.rows, make([]rowState, i+1-uint64(len(t.rows)))...)
	t.touched.reach(int64(i) + 1)
}

// growDown makes room for an id below all that there is room for.
func (t *keyTable) growDown(id lsm.Key) {
	more := (t.first - id + 63) &^ 63 // the bitset's positions move by whole words
	t.rows = append(make([]rowState, more), t.rows...)
	t.touched = append(make(bitset, more/64), t.touched...)
	t.first -= more
}

// exists notes that a row came or went. A delete followed by the insert of the same id leaves
// nothing to note.
func (t *keyTable) exists(id lsm.Key) {
	if n := len(t.changed); n > 0 && t.changed[n-1] == id {
		t.changed = t.changed[:n-1]
		return
	}
	t.changed = append(t.changed, id)
}

// changeEntry changes the index entry of a row: the old one is deleted, a new one inserted. An
// entry that this memtable inserted and then deletes is in it already; the first change of a row
// deletes one that is not.
func (t *keyTable) changeEntry(s rowState, id uint32, drop, add bool) rowState {
	x := t.index
	if x == nil {
		return s
	}
	if drop {
		x.nodes.Deletes++
		if s&indexTouched == 0 {
			x.nodes.Keys++
		} else {
			x.both++
		}
	}
	if add {
		x.nodes.Inserts++
		x.nodes.Keys++
	}
	if s&indexTouched == 0 {
		x.touched = append(x.touched, id)
	}
	return s | indexTouched
}
