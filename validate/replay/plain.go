package replay

import (
	"slices"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
	"github.com/readamp/readamp/validate/record"
)

// plain is a map of the rows as they should be: what an engine that stores rows is held against. It
// knows no runs, memtables or versions.
type plain struct {
	tables map[string]*plainTable
	undo   []func() // of the open transaction, oldest first
	open   bool
}

type plainTable struct {
	value int // position of the column k
	rows  map[lsm.Key][][]byte

	// keys are those of the table and of its index, ascending; nil when they are to be listed anew.
	keys, indexKeys []lsm.Key
}

func newPlain() *plain { return &plain{tables: make(map[string]*plainTable)} }

func (p *plain) create(t *table) {
	p.tables[t.name] = &plainTable{value: t.value, rows: make(map[lsm.Key][][]byte)}
}

func (p *plain) begin() { p.open = true }

func (p *plain) commit() { p.open, p.undo = false, nil }

func (p *plain) rollback() {
	for _, undo := range slices.Backward(p.undo) {
		undo()
	}
	p.commit()
}

// write says whether the row was there before.
func (p *plain) write(w *write) (found bool) {
	t := p.tables[w.table]
	old, found := t.rows[w.id]
	if found == (w.kind == record.OpInsert) {
		return found
	}
	if id := w.id; p.open {
		p.undo = append(p.undo, func() { t.put(id, old) })
	}
	t.put(w.id, changed(old, w))
	return found
}

// changed is a row after a write, nil if it is gone. Rows are replaced and never changed.
func changed(old [][]byte, w *write) [][]byte {
	switch w.kind {
	case record.OpInsert:
		return w.values
	case record.OpDelete:
		return nil
	}
	row := slices.Clone(old)
	for i, value := range w.values {
		switch {
		case w.set>>i&1 == 0:
		case value == nil:
			row[i] = rows.IntColumn(rows.Int(old[i]) + 1)
		default:
			row[i] = value
		}
	}
	return row
}

// put sets a row; nil removes it.
func (t *plainTable) put(id lsm.Key, row [][]byte) {
	t.indexKeys = nil
	if row == nil {
		delete(t.rows, id)
		t.keys = nil
		return
	}
	if _, there := t.rows[id]; !there {
		t.keys = nil
	}
	t.rows[id] = row
}

// read visits the rows that a statement should return, in its order; value is that of a sum or
// count.
func (p *plain) read(q *query, visit rows.Visit) (value uint64) {
	t := p.tables[q.place.table]
	for _, key := range t.selected(q) {
		id := key
		if q.place.index {
			id = key % (1 << 32)
		}
		switch row := t.rows[id]; {
		case q.kind == record.OpCount:
			value++
		case q.kind == record.OpSum:
			value += rows.Int(row[t.value])
		default:
			visit(key, row)
		}
	}
	return value
}

// selected are the keys of the rows that a statement should return, in its order.
func (t *plainTable) selected(q *query) []lsm.Key {
	if q.kind == record.OpGet || q.kind == record.OpMget {
		ids := slices.Clone(q.ids)
		slices.Sort(ids)
		return slices.DeleteFunc(slices.Compact(ids), func(id lsm.Key) bool {
			return t.rows[id] == nil
		})
	}
	keys := t.listed(q.place.index)
	from, _ := slices.BinarySearch(keys, q.keys.First)
	to, _ := slices.BinarySearch(keys, q.keys.Last+1)
	keys = keys[from:max(from, to)]
	switch q.kind {
	case record.OpLscan:
		keys = keys[:min(q.limit, int64(len(keys)))]
	case record.OpRscan:
		keys = slices.Clone(keys)
		slices.Reverse(keys)
	}
	return keys
}

// listed are all keys of the table or of its index.
func (t *plainTable) listed(index bool) []lsm.Key {
	list, key := &t.keys, func(id lsm.Key) lsm.Key { return id }
	if index {
		list = &t.indexKeys
		key = func(id lsm.Key) lsm.Key { return lsm.IndexKey(rows.Int(t.rows[id][t.value]), id) }
	}
	if *list == nil {
		*list = make([]lsm.Key, 0, len(t.rows))
		for id := range t.rows {
			*list = append(*list, key(id))
		}
		slices.Sort(*list)
	}
	return *list
}
