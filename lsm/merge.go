package lsm

// shape describes the rows of a tablet: how many non-key columns they have and the image of a
// row that has them all.
type shape struct {
	columns int
	all     Image
}

func newShape(columns int) shape {
	return shape{columns, FullImage(columns)}
}

// emptyRun makes a run with room for its sets.
func (s shape) emptyRun(kind RunKind, start, end SCN) *Run {
	run := &Run{
		RunInfo: RunInfo{Kind: kind, Start: start, End: end},
		Keys:    newKeySet(), Deleted: newKeySet(), Full: newKeySet(), Multi: newKeySet(),
	}
	for range s.columns {
		run.Columns = append(run.Columns, newKeySet())
	}
	return run
}

// seal sets the physical row count: every version, and a shadow row for each key that has more
// than one. So d versions of a key take 1 row for d = 1, else d + 1 (measured, trace
// versions-per-key).
func (r *Run) seal() *Run {
	r.PhysicalRows = r.Versions + r.Multi.Len()
	return r
}

// mergeMini dumps a memtable. Versions at or below keep, the multi-version start, are folded into
// one when that takes in the whole memtable.
func (s shape) mergeMini(m *Memtable, keep SCN) *Run {
	run := s.emptyRun(Mini, m.start, m.end)
	run.Keys = m.visible().clone()
	var deleted, full, multi []Key
	columns := make([][]Key, s.columns)
	for _, row := range m.rows {
		if row.trx == 0 || row.versions == 0 {
			continue
		}
		run.Versions += int64(row.versions)
		if row.versions > 1 {
			multi = append(multi, row.key)
		}
		switch {
		case row.image.Deleted():
			deleted = append(deleted, row.key)
		case row.image.Ends(s.all):
			full = append(full, row.key)
		default:
			for j := range columns {
				if row.image>>j&1 == 1 {
					columns[j] = append(columns[j], row.key)
				}
			}
		}
	}
	run.Deleted.addMany(deleted)
	run.Full.addMany(full)
	run.Multi.addMany(multi)
	for j, keys := range columns {
		run.Columns[j].addMany(keys)
	}
	run.fold(keep)
	return run.seal()
}

// fold drops old versions of a run that lies at or below the multi-version start as a whole: one
// version a key is left. A run that reaches above it keeps everything; within one run the server
// folds version by version, which only a history with a clock can show.
func (r *Run) fold(keep SCN) {
	if r.End <= keep {
		r.Versions, r.Multi = r.Keys.Len(), newKeySet()
	}
}

// mergeMinor merges runs given oldest first. Each input is folded for itself; versions of one key
// in different inputs all stay, with one shadow row (ObPartitionMinorRowMergeIter). Deletes stay
// too: a minor merge cannot know the base.
func (s shape) mergeMinor(inputs []*Run, keep SCN) *Run {
	out := s.emptyRun(Minor, inputs[0].Start, inputs[len(inputs)-1].End)
	for i := len(inputs) - 1; i >= 0; i-- {
		in := *inputs[i]
		in.fold(keep)
		out.Versions += in.Versions
		out.Multi.or(in.Multi)
		out.Multi.or(intersection(out.Keys, in.Keys))
		s.fuseUnder(out, &in)
	}
	return out.seal()
}

// fuseUnder adds an older run below what has been fused so far: its rows count only where the
// newer ones leave a column open.
func (s shape) fuseUnder(out, older *Run) {
	open := older.Keys.clone()
	open.minus(out.Deleted)
	open.minus(out.Full)

	out.Deleted.or(intersection(older.Deleted, open))
	full := intersection(older.Full, open)
	complete := open
	for j, column := range out.Columns {
		column.or(intersection(older.Columns[j], open))
		complete = intersection(complete, column)
	}
	if s.columns > 0 {
		full.or(complete)
	}
	out.Full.or(full)
	for _, column := range out.Columns {
		column.minus(full)
	}
	out.Keys.or(older.Keys)
}

// mergeMajor merges the base (nil before the first major) and everything above it into a new
// base: one row a key, deleted keys gone (ObMajorPartitionMergeFuser).
func (s shape) mergeMajor(base *Run, inc []*Run, snapshot SCN) *Run {
	out := s.emptyRun(Major, 0, snapshot)
	if base != nil {
		out.Keys = base.Keys.clone()
	}
	if len(inc) > 0 {
		merged := s.mergeMinor(inc, 0)
		out.Keys.or(merged.Keys)
		out.Keys.minus(merged.Deleted)
	}
	out.Versions = out.Keys.Len()
	return out.seal()
}
