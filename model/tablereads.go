package model

// Above is a table above the base of a tablet, by the events that wrote it (see [Tables]): an
// SSTable, or a memtable.
type Above struct {
	Kind AboveKind
	// Events are those whose ids have the distribution that most events have, Other those of other
	// distributions (see [TablesConfig]).
	Events, Other float64
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
	// Entries are taken to be spread like the rows' values of k: each row has one, and each table
	// above the base those that it inserted or deleted.
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
	var all, memory drawn
	var more [moreKept]float64
	rows, entries := 0.0, float64(t.Rows)
	for i := range above {
		events := above[i].drawn()
		if events.total() <= 0 {
			continue
		}
		s := t.spot(events)
		keys := t.look(&s, rangeCurve)
		rows += keys
		all = all.plus(events)
		if t.Index {
			entries += t.sum(events, entryHit) + t.look(&s, entryCurve)
		}
		switch above[i].Kind {
		case AboveMemtable:
			r.Memtable += keys
			r.GetMemtables++
			memory = memory.plus(events)
			continue
		case AboveMini:
			r.Mini += keys
		case AboveMinor:
			r.Minor += keys
		}
		if i < moreKept {
			more[i] = t.moreVersions(&s)
		}
		r.RangeOpened++
	}
	r.BaseSlow = min(t.at(all, slowCurve), t.returned)
	r.BaseFast = t.returned - r.BaseSlow
	versions := all[0]*t.sets[0].rangeWrites + all[1]*t.sets[1].rangeWrites
	r.RangeVersions = max(versions-rows, 0)
	t.get(&r, above, more[:], memory, gets)
	if t.Index {
		r.Index = entries / float64(t.Rows)
	}
	return r
}

// moreKept is of how many tables the versions are kept between two walks over a stack.
const moreKept = 8

// get works out what gets ask. more are the versions of a row beyond the first, of the oldest
// tables.
func (t *Tables) get(r *Reads, above []Above, more []float64, memory drawn, gets float64) {
	var whole drawn // events whose hits are those of a whole row, of memtables
	newer, reach := drawn{}, 1.0
	mem := t.spot(memory)
	if t.fuseCache {
		r.FuseHits = min(t.cachedCurve.at(gets, rangeCurve), 1)
		whole = t.wholeEvents(memory)
	} else {
		reach = 1 - t.look(&mem, wholeCurve)
	}
	r.GetVersions = t.moreVersions(&mem)
	for i := len(above) - 1; i >= 0; i-- {
		events := above[i].drawn()
		if above[i].Kind == AboveMemtable || events.total() <= 0 {
			continue
		}
		r.GetProbed += reach
		if i < len(more) {
			r.GetVersions += reach * more[i]
		} else {
			s := t.spot(events)
			r.GetVersions += reach * t.moreVersions(&s)
		}
		newer = newer.plus(events)
		reach = 1 - t.at(newer.plus(memory), wholeCurve)
		if whole.total() > 0 {
			reach += t.at(newer.plus(whole), anyCurve) - t.at(newer, anyCurve)
		}
	}
	r.GetProbed = (r.GetProbed + reach) * (1 - r.FuseHits)
}

// wholeEvents are so many events that all of their hits are as many as those that make a row whole.
func (t *Tables) wholeEvents(d drawn) (whole drawn) {
	for set := range t.sets {
		m := &t.sets[set].mix
		whole[set] = d[set] * ratio(m.of(pairHit), m.of(anyHit), 0)
	}
	return whole
}

// moreVersions are the versions of the row of a get in a table, beyond the first.
func (t *Tables) moreVersions(s *spotted) float64 {
	versions := s.drawn[0]*t.sets[0].getWrites + s.drawn[1]*t.sets[1].getWrites
	return max(versions-t.look(s, anyCurve), 0)
}
