package rows

import (
	"encoding/binary"

	"github.com/readamp/readamp/lsm"
)

// getter reads single rows (ObSingleMerge, ObMultipleGetMerge). It is kept between gets for its
// memory.
type getter struct {
	f   fuser // the row
	sst fuser // what the SSTables give of it
	key [keyBytes]byte
	c   lsm.Counters
	// quiet: the read is a writing statement's look for its row.
	quiet bool

	places []*tableIter // keep what the cells point to
	copies []byte
	row    []byte // what own copied
}

func newGetter(columns int) getter {
	return getter{f: newFuser(columns), sst: newFuser(columns)}
}

// askMemtables is the part of a point get that asks the memtables, newest first: every one counts,
// and none but a delete ends the walk, for whether a column is missing is asked only after an
// SSTable row was fused (measured).
func (g *getter) askMemtables(v *version, key lsm.Key, see view) (ended bool) {
	g.f.reset()
	for _, m := range v.memtables {
		if m.empty() {
			continue
		}
		g.c.Memstore++
		if row := m.keys.find(key); row != nil {
			row.newest(see).fuse(&g.f)
		}
		if g.f.deleted() {
			return true
		}
	}
	return false
}

// askRuns asks the SSTables, newest first, until the row needs no older one, or all of them, as a
// read of several keys does. Each counts whether it has the key or not.
func (g *getter) askRuns(v *version, key lsm.Key, see view, wanted lsm.Image, all bool) error {
	apart := g.f.image != 0 // else what the SSTables give is the row itself
	g.sst.reset()
	binary.BigEndian.PutUint64(g.key[:], key)
	for i := len(v.inc); i >= 0; i-- {
		r := v.run(i)
		g.touch(r)
		if r.Empty() {
			continue
		}
		g.c.AddRows(r.Kind, 1)
		found, err := g.ask(r, key, see, apart)
		if err != nil {
			return err
		}
		if found && !all && g.f.image.Ends(wanted) {
			return nil
		}
	}
	return nil
}

// touch notes that a statement read the run. The look of a writing statement for its row does not
// count.
func (g *getter) touch(r *run) {
	if !g.quiet && r.touch() {
		g.c.FirstTouch = true
	}
}

// ask looks a key up in one run.
func (g *getter) ask(r *run, key lsm.Key, see view, apart bool) (found bool, err error) {
	if !r.filter.mayHave(&g.key) {
		return false, nil
	}
	it, err := r.table.iter()
	if err != nil {
		return false, err
	}
	g.places = append(g.places, it)
	more := it.seek(key)
	for ; more && it.key == key; more = it.next() {
		switch {
		case it.scn > see.snapshot:
		case it.first():
			g.fuse(it.payload, apart)
			return true, nil
		default:
			start := len(g.copies)
			g.copies = append(g.copies, it.payload...)
			g.fuse(g.copies[start:], apart)
			found = true
		}
		if it.last() {
			return found, nil
		}
	}
	return found, it.err
}

func (g *getter) fuse(payload []byte, apart bool) {
	g.f.add(payload)
	if apart {
		g.sst.add(payload)
	}
}

// own makes the cells of the row the getter's own, so that they outlive the runs they are from.
func (g *getter) own() {
	g.row = g.row[:0]
	for i, c := range g.f.cells {
		if c != nil {
			start := len(g.row)
			g.row = append(g.row, c...)
			g.f.cells[i] = g.row[start:len(g.row):len(g.row)]
		}
	}
	g.release()
}

// release gives the iterators back; what cells point to is no longer good.
func (g *getter) release() {
	for _, it := range g.places {
		it.release()
	}
	g.places, g.copies = g.places[:0], g.copies[:0]
}

// get reads one row. While the fuse row cache is in use the whole row is read; else a memtable row
// with the wanted columns ends the walk. fills says whether the row may be put into the cache.
func (g *getter) get(t *Tablet, v *version, key lsm.Key, see view, wanted lsm.Image, fills bool) (
	err error,
) {
	cached := t.tenant.setting.Rules.FuseRowCache
	if cached {
		wanted = t.all
	}
	g.f.want(wanted)
	g.sst.want(wanted)
	if g.askMemtables(v, key, see) {
		return nil
	}
	switch {
	case cached && t.cache.use(key, v.epoch, see.snapshot, &g.f):
		g.c.FuseHit = 1
		return nil
	case !cached && g.f.image.Ends(wanted) && g.f.image != 0:
		return nil
	}
	apart := g.f.image != 0
	if err := g.askRuns(v, key, see, wanted, false); err != nil {
		return err
	}
	if cached && fills && g.exists() && v.hasRows() && see.snapshot >= v.newest() {
		from := &g.f
		if apart {
			from = &g.sst
		}
		t.cache.put(key, v.epoch, see.snapshot, from)
	}
	return nil
}

// exists says whether the get found a row.
func (g *getter) exists() bool { return g.f.image != 0 && !g.f.deleted() }
