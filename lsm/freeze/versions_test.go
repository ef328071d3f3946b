package freeze_test

import "github.com/readamp/readamp/lsm/freeze"

// versions is what must be known of a row in a memtable to know the bytes of its next version. The
// zero value is a row without versions.
type versions struct {
	since   uint16 // versions since the last in-memory compaction
	columns uint8  // written since the last delete or ever
	state   versionsState
}

type versionsState uint8

const (
	versionsNone    versionsState = iota
	versionsPartial               // updates only
	versionsWhole                 // an insert and what came after it
	versionsDeleted
)

// New says whether the row has no version in the memtable yet.
func (v versions) New() bool { return v.state == versionsNone }

// Insert adds a version with all columns and returns the bytes it takes, with those of a new key
// and of a compaction. limit is row_compaction_update_limit.
func (v *versions) Insert(r *freeze.RowBytes, limit int64) int64 {
	bytes := v.key(r) + r.Insert()
	if !v.New() {
		bytes += freeze.ReinsertBytes
	}
	v.state = versionsWhole
	return bytes + v.compact(r, limit)
}

// Update does the same for a version with the columns of a mask.
func (v *versions) Update(r *freeze.RowBytes, limit int64, columns uint8) int64 {
	bytes := v.key(r) + r.Update(columns)
	if v.state != versionsWhole {
		v.state = versionsPartial
	}
	v.columns |= columns
	return bytes + v.compact(r, limit)
}

// Delete does the same for a version that ends the row.
func (v *versions) Delete(r *freeze.RowBytes, limit int64) int64 {
	bytes := v.key(r) + r.Delete()
	v.state, v.columns = versionsDeleted, 0
	return bytes + v.compact(r, limit)
}

func (v *versions) key(r *freeze.RowBytes) int64 {
	if v.New() {
		return r.NewKey()
	}
	return 0
}

// compact counts a committed version. After limit of them the writer adds a version that holds what
// they give together, down to a delete or to the last such version, which holds what came before
// (ObMvccRow::need_compact, ObMemtableRowCompactor::construct_compact_node_). It returns the bytes
// of that version.
func (v *versions) compact(r *freeze.RowBytes, limit int64) int64 {
	v.since++
	if int64(v.since) < limit {
		return 0
	}
	v.since = 0
	switch v.state {
	case versionsWhole:
		return r.Insert()
	case versionsDeleted:
		return r.Delete()
	}
	return r.Update(v.columns)
}
