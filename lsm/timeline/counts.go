package timeline

import (
	"github.com/readamp/readamp/lsm"
)

// multiCounts are the version rows of each key in a minor and their sums. A merge takes the array
// of its first input over: the input's own rows have been counted by then.
type multiCounts struct {
	first    uint32   // the id that position 0 stands for, a multiple of 64
	rows     []uint16 // by position, at most maxVersions each
	more     map[uint32]int64
	old      []uint64 // bit i: one of the rows at position i is a folded one
	versions int64
	multi    int64 // keys with more than one row
	folded   int64 // rows that became part of another since the merge began
}

// add puts the rows of a layer in.
func (m *multiCounts) add(l layer) {
	if len(l.keys) == 0 {
		return
	}
	m.reach(l.keys[0], l.keys[len(l.keys)-1])
	for j, id := range l.keys {
		i := id - m.first
		was := int64(m.rows[i])
		added := int64(l.versions[j])
		if was+added < maxVersions {
			m.rows[i] = uint16(was + added)
		} else {
			added = l.at(j)
			m.set(id, m.count(id)+added)
		}
		m.versions += added
		if was < 2 && was+added >= 2 {
			m.multi++
		}
	}
}

// count is the number of rows of a key.
func (m *multiCounts) count(id uint32) int64 {
	n := int64(m.rows[id-m.first])
	if n == maxVersions {
		n += m.more[id]
	}
	return n
}

// set sets the number of rows of a key.
func (m *multiCounts) set(id uint32, n int64) {
	m.rows[id-m.first] = uint16(min(n, maxVersions))
	delete(m.more, id)
	if n > maxVersions {
		if m.more == nil {
			m.more = map[uint32]int64{}
		}
		m.more[id] = n - maxVersions
	}
}

// fold turns the rows of a layer that is in it into one folded row a key, which the key's older
// folded row becomes part of.
func (m *multiCounts) fold(l layer) {
	for j, id := range l.keys {
		i := id - m.first
		was := m.count(id)
		now := was - min(l.at(j), was)
		if bit := uint64(1) << (i % 64); m.old[i/64]&bit == 0 {
			m.old[i/64] |= bit
			now++
		}
		if max(was, now) < maxVersions {
			m.rows[i] = uint16(now)
		} else {
			m.set(id, now)
		}
		m.versions += now - was
		m.folded += was - now
		if was >= 2 && now < 2 {
			m.multi--
		}
	}
}

// reach makes room for ids from least to most.
func (m *multiCounts) reach(least, most uint32) {
	if len(m.rows) == 0 {
		m.first = least &^ 63
	}
	if least < m.first {
		more := m.first - least&^63
		m.rows = append(make([]uint16, more), m.rows...)
		m.old = append(make([]uint64, more/64), m.old...)
		m.first -= more
	}
	if n := int(most-m.first) + 1; n > len(m.rows) {
		m.rows = append(m.rows, make([]uint16, n-len(m.rows))...)
		m.old = append(m.old, make([]uint64, (n+63)/64-len(m.old))...)
	}
}

// foldLayers folds what lies at or below the multi-version start and returns the layers left.
func (m *multiCounts) foldLayers(layers []layer, keep lsm.SCN) []layer {
	n := 0
	for n < len(layers) && layers[n].end <= keep {
		m.fold(layers[n])
		n++
	}
	layers = layers[n:]
	if len(layers) > 0 && layers[0].start < keep {
		old, fresh := layers[0].split(keep)
		m.fold(old)
		layers = append([]layer{fresh}, layers[1:]...)
	}
	return layers
}
