package timeline

import (
	"math"

	"github.com/readamp/readamp/lsm"
)

// keyPart is the content of a memtable or run of a main tablet: the key sets of its fused rows,
// and how many versions of each key there are and how old.
type keyPart struct {
	run  *lsm.Run
	size Size
	end  lsm.SCN

	// layers are the memtables in it whose versions are not folded, oldest first.
	layers []layer
	// counts are the rows of every key, in a part that is the outcome of a minor merge.
	counts *multiCounts
}

// Size implements [Part].
func (p *keyPart) Size() Size { return p.size }

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

// Mini implements [TabletContent]. Nearly always nothing in it is old enough to be folded.
func (t *keyTable) Mini(frozen []Part, keep lsm.SCN) Part {
	if len(frozen) > 1 {
		return t.merge(frozen, keep)
	}
	mini := *frozen[0].(*keyPart)
	if mini.layers[0].start < keep {
		return t.merge(frozen, keep)
	}
	return &mini
}

// Minor implements [TabletContent].
func (t *keyTable) Minor(inputs []Part, keep lsm.SCN) Part { return t.merge(inputs, keep) }

// merge puts parts together. Each input is folded for itself; rows of one key in different inputs
// all stay, with one shadow row.
func (t *keyTable) merge(inputs []Part, keep lsm.SCN) Part {
	merged := make([]*lsm.Run, len(inputs))
	out := &keyPart{counts: &multiCounts{}}
	var changed, deletes int64
	for i, input := range inputs {
		in := input.(*keyPart)
		merged[i] = in.run
		changed, deletes = changed+in.size.Changed, deletes+in.size.Deleted
		out.end = in.end
		switch {
		case in.counts == nil:
			out.addLayers(in.layers, keep)
		case i == 0:
			out.counts = in.counts
			out.counts.folded = 0
			out.layers = append(out.layers, out.counts.foldLayers(in.layers, keep)...)
		default:
			out.addCounts(in, keep)
		}
	}
	out.run = t.view.MergeMinor(merged)
	c := out.counts
	out.size = Size{Keys: out.run.Keys.Len(), Versions: c.versions,
		PhysicalRows: c.versions + c.multi, Changed: changed, Deleted: deletes,
		Folded: c.folded}
	return out
}

// versions is the number of row versions in parts.
func versions(parts []Part) (n int64) {
	for _, p := range parts {
		n += p.Size().Versions
	}
	return n
}

// addLayers adds the layers of a mini, each folded for itself where it is old.
func (p *keyPart) addLayers(layers []layer, keep lsm.SCN) {
	for _, l := range layers {
		if l.start < keep && keep < l.end {
			old, fresh := l.split(keep)
			p.addFolded(old)
			l = fresh
		} else if l.end <= keep {
			p.addFolded(l)
			continue
		}
		p.counts.add(l)
		p.layers = append(p.layers, l)
	}
}

// addFolded adds a layer with one version a key.
func (p *keyPart) addFolded(l layer) {
	p.counts.folded += l.rows() - int64(len(l.keys))
	l = l.folded()
	p.counts.add(l)
	p.layers = append(p.layers, l)
}

// addCounts adds a minor that is not the first input: its folded rows become a layer.
func (p *keyPart) addCounts(in *keyPart, keep lsm.SCN) {
	before := in.counts.versions
	rest := in.counts.foldLayers(in.layers, keep)
	p.counts.folded += before - in.counts.versions
	old := layer{end: keep}
	for w, word := range in.counts.old {
		for b := range 64 {
			if word>>b&1 == 1 {
				old.keys = append(old.keys, in.counts.first+uint32(w*64+b))
			}
		}
	}
	if len(old.keys) > 0 {
		old = old.folded()
		p.counts.add(old)
		p.layers = append(p.layers, old)
	}
	p.addLayers(rest, keep)
}

// Major implements [TabletContent].
func (t *keyTable) Major(base Part, inputs []Part, snapshot lsm.SCN) Part {
	old, inc := base.(*keyPart), runs(inputs)
	run := t.view.MergeMajor(old.run, inc, snapshot)
	out := &keyPart{run: run, end: snapshot}
	n := run.Keys.Len()
	out.size = Size{Keys: n, Versions: n, PhysicalRows: n}
	if len(inc) > 0 {
		minor := t.view.MergeMinor(inc)
		out.size.Dropped = minor.Deleted.Len()
		// Of each key of any table one version is left, be it a deleted one that is dropped.
		keys := old.size.Keys + minor.Keys.Len() - old.run.Keys.Common(minor.Keys)
		out.size.Folded = old.size.Versions + versions(inputs) - keys
	}
	return out
}
