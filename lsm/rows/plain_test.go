package rows_test

import (
	"slices"

	"github.com/readamp/readamp/lsm"
)

// plain is every version of every row, and nothing else.
type plain struct {
	columns  int
	versions map[lsm.Key][]version // oldest first
	pending  []lsm.Key             // keys of versions without a number yet
}

// version is what one statement wrote.
type version struct {
	scn     lsm.SCN // 0 until it is committed
	deleted bool
	whole   bool
	values  [][]byte // by column; nil for one that was not written
}

func newPlain(columns int) *plain {
	return &plain{columns: columns, versions: map[lsm.Key][]version{}}
}

func (p *plain) put(key lsm.Key, v version) {
	p.versions[key] = append(p.versions[key], v)
	p.pending = append(p.pending, key)
}

func (p *plain) commit(scn lsm.SCN) {
	for _, key := range p.pending {
		for i := range p.versions[key] {
			if v := &p.versions[key][i]; v.scn == 0 {
				v.scn = scn
			}
		}
	}
	p.pending = p.pending[:0]
}

func (p *plain) rollback() {
	for _, key := range p.pending {
		p.versions[key] = slices.DeleteFunc(p.versions[key],
			func(v version) bool { return v.scn == 0 })
	}
	p.pending = p.pending[:0]
}

func (p *plain) known(key lsm.Key) bool { return len(p.versions[key]) > 0 }

// row is what a reader sees who sees everything, its own transaction too.
func (p *plain) row(key lsm.Key) (values [][]byte, exists bool) { return p.rowAt(key, 0) }

// rowAt is the row at a snapshot; 0 sees everything.
func (p *plain) rowAt(key lsm.Key, snapshot lsm.SCN) (values [][]byte, exists bool) {
	values = make([][]byte, p.columns)
	for _, v := range p.versions[key] {
		switch {
		case snapshot != 0 && (v.scn == 0 || v.scn > snapshot):
			continue
		case v.deleted:
			exists = false
			continue
		case v.whole:
			exists = true
		}
		for i, value := range v.values {
			if value != nil {
				values[i] = value
			}
		}
	}
	return values, exists
}

func (p *plain) exists(key lsm.Key) bool {
	_, exists := p.row(key)
	return exists
}

// inside are the keys of a range that exist at a snapshot, ascending.
func (p *plain) inside(r lsm.Range, snapshot lsm.SCN) []lsm.Key {
	var keys []lsm.Key
	for key := range p.versions {
		if _, exists := p.rowAt(key, snapshot); exists && key >= r.First && key <= r.Last {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}
