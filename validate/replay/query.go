package replay

import (
	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/validate/record"
)

// query is the read statement that an operation stands for.
func (d *driver) query(op *record.Op) *query {
	t := d.tables[op.Table]
	q := &query{kind: op.Kind, place: place{table: op.Table}, keys: lsm.AllKeys,
		limit: op.Limit, wanted: t.mask(op.Cols...), value: t.value}
	if op.Ranged {
		q.keys = lsm.Range{First: lsm.Key(op.From), Last: lsm.Key(op.To)}
	}
	switch op.Kind {
	case record.OpGet:
		q.ids = []lsm.Key{lsm.Key(op.ID)}
	case record.OpMget:
		for id := range op.IDs.All() {
			q.ids = append(q.ids, lsm.Key(id))
		}
	case record.OpIscan:
		q.place.index, q.keys = true, lsm.IndexRange(q.keys)
	default:
		q.place = d.planned(t, op)
	}
	if q.place.index {
		q.wanted = 0 // what the index has is in its keys
	}
	return q
}
