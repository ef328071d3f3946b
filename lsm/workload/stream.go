package workload

import (
	"math/rand/v2"

	"github.com/readamp/readamp/lsm/keydist"
)

// A Stream gives the events of one client, without end. The events of several clients are
// independent, so one stream can also stand for all of them. It is for one goroutine.
type Stream struct {
	steps     []step
	tables    keydist.Dist
	ids       keydist.Dist
	rangeSize int64
	newIDs    []int64 // the next id the server gives, by table
	random    *rand.Rand
}

// NewStream returns the stream of o; the same seed gives the same statements.
// It fails if o does not validate.
func NewStream(o Options, seed uint64) (*Stream, error) {
	return newStream(o, rand.NewPCG(seed, 0))
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
	s := &Stream{
		steps:     o.steps(),
		tables:    tables,
		ids:       ids,
		rangeSize: o.RangeSize,
		newIDs:    make([]int64, o.Tables),
		random:    rand.New(source),
	}
	for i := range s.newIDs {
		s.newIDs[i] = o.TableSize + 1
	}
	return s, nil
}

// Event appends the statements of the next event to dst and returns the longer slice.
// It does not allocate if dst has room for Options.PerEvent().Queries() more.
func (s *Stream) Event(dst []Statement) []Statement {
	for _, st := range s.steps {
		if st.kind == Begin || st.kind == Commit {
			dst = append(dst, Statement{Kind: st.kind})
			continue
		}
		table := int(s.tables.Draw(s.random))
		for range st.count {
			dst = s.appendStatement(dst, st, table)
		}
	}
	return dst
}

// appendStatement appends one statement of a step, or a pair. Where the script draws a value for
// column k, so does this, to stay in step with it.
func (s *Stream) appendStatement(dst []Statement, st step, table int) []Statement {
	drawn := s.ids.Draw(s.random)
	next := Statement{Kind: st.kind, Table: table, ID: drawn}
	switch st.kind {
	case Range, Sum, Order, Distinct:
		next.To = drawn + s.rangeSize - 1
	case Insert: // drawn was k; the server gives the id
		next.ID = s.newIDs[table-1]
		s.newIDs[table-1]++
	}
	dst = append(dst, next)
	if st.pairs {
		s.ids.Draw(s.random) // k
		dst = append(dst, Statement{Kind: Insert, Table: table, ID: drawn})
	}
	return dst
}
