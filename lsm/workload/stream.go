package workload

import (
	"math/rand/v2"

	"github.com/readamp/readamp/lsm/keydist"
)

// A Stream gives the events of one client, without end. The events of several clients are
// independent, so one stream can also stand for all of them. It is for one goroutine.
type Stream struct {
	steps     []step
	tables    *keydist.Sampler
	ids       *keydist.Sampler
	rangeSize int64
	ends      []ends // by table
}

// ends are the ids at which a table grows and shrinks.
type ends struct {
	next int64 // that the server gives to the next new row
	head int64 // of the row that waits longest in a queue
}

// NewStream returns the stream of o; the same seed gives the same statements.
// It fails if o does not validate.
func NewStream(o Options, seed uint64) (*Stream, error) {
	return newStream(o, keydist.NewPCG(seed, 0))
}

// newStream is NewStream with any source of random numbers.
func newStream(o Options, source rand.Source) (*Stream, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	tables, err := keydist.New("uniform", int64(o.Tables), keydist.Options{})
	if err != nil {
		return nil, err
	}
	ids, err := keydist.New(o.RandType, o.TableSize, o.Rand)
	if err != nil {
		return nil, err
	}
	return &Stream{
		steps:     o.steps(),
		tables:    keydist.NewSampler(tables, source),
		ids:       keydist.NewSampler(ids, source),
		rangeSize: o.RangeSize,
		ends:      newEnds(o.Tables, o.TableSize),
	}, nil
}

// newEnds are those of tables that hold the ids 1..rows.
func newEnds(tables int, rows int64) []ends {
	all := make([]ends, tables)
	for i := range all {
		all[i] = ends{next: rows + 1, head: 1}
	}
	return all
}

// Event appends the statements of the next event to dst and returns the longer slice.
// It does not allocate if dst has room for Options.PerEvent().Queries() more.
func (s *Stream) Event(dst []Statement) []Statement {
	for i := range s.steps {
		st := &s.steps[i]
		if st.kind == Begin || st.kind == Commit {
			dst = append(dst, Statement{Kind: st.kind})
			continue
		}
		table := int(s.tables.Draw())
		for range st.count {
			if st.kind == Insert {
				dst = s.appendInsert(dst, st, table)
				continue
			}
			id := s.ids.Draw()
			dst = append(dst, Statement{Kind: st.kind, Table: table, ID: id})
			switch {
			case st.kind <= Distinct && st.kind != Get:
				dst[len(dst)-1].To = id + s.rangeSize - 1
			case st.pairs:
				s.ids.Skip() // k
				dst = append(dst, Statement{Kind: Insert, Table: table, ID: id})
			}
		}
	}
	return dst
}

// appendInsert appends the insert of a new row and, in a queue, the delete of the oldest. Where the
// script draws a value for column k, this skips one, and so does Event, to stay in step with it.
func (s *Stream) appendInsert(dst []Statement, st *step, table int) []Statement {
	e := &s.ends[table-1]
	dst = append(dst, Statement{Kind: Insert, Table: table, ID: e.next})
	e.next++
	if !st.pairs {
		s.ids.Skip() // k
		return dst
	}
	dst = append(dst, Statement{Kind: Delete, Table: table, ID: e.head})
	e.head++
	return dst
}
