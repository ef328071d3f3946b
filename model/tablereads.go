package model

// Above is a table above the base of a tablet, by the events that wrote it (see [Tables]): an
// SSTable, or a memtable.
type Above struct {
	Kind   AboveKind
	Events float64
}

// AboveKind is the kind of a table above the base.
type AboveKind uint8

// The kinds, in the order in which rows pass through them, last first.
const (
	AboveMinor AboveKind = iota
	AboveMini
	AboveMemtable // active or frozen
)

// String is the kind's name in plans and reports.
func (k AboveKind) String() string { return [...]string{"minor", "mini", "memtable"}[k] }

// Reads is what statements find in one table and what stands above it, as means of a statement. A
// range's rows are those of all ranges of the load, a get's are without the fuse row cache's help
// but for GetProbed.
type Reads struct {
	Returned float64 // rows of a range
	// Rows that a range reads, by source. Fast ones are handed on with their block.
	BaseFast, BaseSlow, Minor, Mini, Memtable float64
	RangeVersions                             float64 // beyond the first of each row, in all tables
	RangeOpened                               float64 // SSTables, the base counted
	RangeBlocks                               float64 // of the base

	GetMemtables float64 // asked
	GetProbed    float64 // SSTables asked, none by gets that hit the fuse row cache
	GetVersions  float64 // beyond the first of each row, without those that hit it
	FuseHits     float64 // share of the gets

	// Index is the entries that a range of the index reads for each that it returns; 0 without one.
	Index float64
}

// Rows are the rows that a range reads in all tables.
func (r *Reads) Rows() float64 { return r.BaseFast + r.BaseSlow + r.Minor + r.Mini + r.Memtable }

// RowsPerRow is what a range reads for each row that it returns.
func (r *Reads) RowsPerRow() float64 { return r.Rows() / r.Returned }

// Read says what reads find where a base and these tables, oldest first, hold what there is. gets
// is how many gets a table had since the fuse row cache knew nothing of it; it does nothing where
// there is no such cache. Tables without events are empty and are skipped.
//
// Rows of a range: every table once for each key that it holds, whatever the number of versions. A
// get asks every memtable, then SSTables from the newest on until the row is whole: by a pair of a
// delete and an insert in one of them, or by a memtable's and any SSTable's row. For a key of
// weight w, with p pairs and h hits an event, M events in memtables and X in the SSTables asked
// before, the next one is asked with probability
//
//	exp(-p w (X + M)) + (1 - exp(-p w M)) exp(-h w X)
//
// which the curves give as means over the rows that are read. Where there is no fuse row cache a
// row that gives the wanted column is enough, also in a memtable.
func (t *Tables) Read(above []Above, gets float64) Reads {
	r := Reads{Returned: t.returned, RangeOpened: 1, RangeBlocks: t.touched}
	var all, memory, rows float64
	for _, a := range above {
		if a.Events <= 0 {
			continue
		}
		keys := t.curves.at(a.Events, rangeCurve)
		rows += keys
		all += a.Events
		switch a.Kind {
		case AboveMemtable:
			r.Memtable += keys
			r.GetMemtables++
			memory += a.Events
			continue
		case AboveMini:
			r.Mini += keys
		case AboveMinor:
			r.Minor += keys
		}
		r.RangeOpened++
	}
	r.BaseSlow = min(t.curves.at(all, slowCurve), t.returned)
	r.BaseFast = t.returned - r.BaseSlow
	r.RangeVersions = max(t.rangeWrites*all-rows, 0)
	t.get(&r, above, memory, gets)
	if t.Index {
		r.Index = t.indexRead(above)
	}
	return r
}

// get works out what gets ask.
func (t *Tables) get(r *Reads, above []Above, memory, gets float64) {
	if t.fuseCache {
		r.FuseHits = min(t.cachedCurve.at(gets, rangeCurve), 1)
	}
	whole := 0.0 // events in hits of a whole row, of memtables
	if hit := t.mix.of(anyHit); t.fuseCache && hit > 0 {
		whole = memory * t.mix.of(pairHit) / hit
	}
	newer, reach := 0.0, 1-t.curves.at(memory, wholeCurve)
	if t.fuseCache {
		reach = 1
	}
	versions := t.moreVersions(memory)
	for i := len(above) - 1; i >= 0; i-- {
		if above[i].Kind == AboveMemtable || above[i].Events <= 0 {
			continue
		}
		r.GetProbed += reach
		versions += reach * t.moreVersions(above[i].Events)
		newer += above[i].Events
		reach = 1 - t.curves.at(newer+memory, wholeCurve)
		if whole > 0 {
			reach += t.curves.at(newer+whole, anyCurve) - t.curves.at(newer, anyCurve)
		}
	}
	r.GetProbed = (r.GetProbed + reach) * (1 - r.FuseHits)
	r.GetVersions = versions
}

// moreVersions are the versions of the row of a get in a table of so many events, beyond the first.
func (t *Tables) moreVersions(events float64) float64 {
	return max(t.getWrites*events-t.curves.at(events, anyCurve), 0)
}

// indexRead is what a range of the index reads for each entry that it returns, entries being spread
// like the rows' values of k: each row has one, and each table above the base those that it
// inserted or deleted.
func (t *Tables) indexRead(above []Above) float64 {
	entries := float64(t.Rows)
	for _, a := range above {
		if a.Events > 0 {
			entries += t.entryKeys(a.Events, t.curves.at(a.Events, entryCurve))
		}
	}
	return entries / float64(t.Rows)
}
