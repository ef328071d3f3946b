package timeline

import (
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
