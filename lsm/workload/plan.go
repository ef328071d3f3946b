package workload

import (
	"strings"
	"time"

	"github.com/readamp/readamp/lsm/adaptive"
	"github.com/readamp/readamp/lsm/keydist"
)

// A Plan says which loads run against which tables, and when.
type Plan struct {
	Groups []TableGroup
	Loads  []Load // in the order of the file; those that overlap in time add up
}

// A TableGroup is a number of tables alike.
type TableGroup struct {
	Name   string
	Tables int
	Rows   int64 // of each table at the start, with the ids 1..Rows
	Index  bool  // whether the tables have an index on k
	Mode   adaptive.Mode
}

// A Load is a script that runs for some time against a group of tables.
type Load struct {
	From, To time.Duration // since the start of the plan
	Rate     Rate
	Script   string // one of Scripts, or Queue
	Group    int    // index in Plan.Groups

	// Options are complete: Script, Tables, TableSize and CreateSecondary are those of the load
	// and its group.
	Options Options
}

// Length returns the time at which the last load ends.
func (p *Plan) Length() time.Duration {
	length := time.Duration(0)
	for _, l := range p.Loads {
		length = max(length, l.To)
	}
	return length
}

// OnePhase returns the plan of a single load from the start on, as flags describe it. Its tables
// are the group sbtest, in normal mode. Options that a queue does not have are set to their
// defaults for Queue.
func OnePhase(o Options, rate Rate, length time.Duration) *Plan {
	g := TableGroup{Name: "sbtest", Tables: o.Tables, Rows: o.TableSize, Index: o.CreateSecondary}
	if o.Script == Queue {
		o = g.fill(defaults(Queue))
	}
	return &Plan{
		Groups: []TableGroup{g},
		Loads:  []Load{{To: length, Rate: rate, Script: o.Script, Options: o}},
	}
}

// fill returns o with what the group says. The statements of a queue are transactions of their own.
func (g TableGroup) fill(o Options) Options {
	o.Tables, o.TableSize, o.CreateSecondary = g.Tables, g.Rows, g.Index
	if o.Script == Queue {
		o.SkipTrx = true
	}
	return o
}

// Streams returns a stream for each load. Those of one group give new rows their ids in turn, and
// take the oldest rows of a queue in turn, so it matters in which order their events are asked
// for. The same seed gives the same statements; the first stream is that of NewStream.
// It fails if the options of a load do not validate.
func (p *Plan) Streams(seed uint64) ([]*Stream, error) {
	ofGroup := make([][]ends, len(p.Groups))
	for i, g := range p.Groups {
		ofGroup[i] = newEnds(g.Tables, g.Rows)
	}
	streams := make([]*Stream, len(p.Loads))
	for i, l := range p.Loads {
		s, err := newStream(l.Options, keydist.NewPCG(seed, uint64(i)))
		if err != nil {
			return nil, err
		}
		s.ends = ofGroup[l.Group]
		streams[i] = s
	}
	return streams, nil
}

// String returns the plan in its canonical form, which ParsePlan reads back to the same plan, but
// for parts of a second in From and To.
func (p *Plan) String() string {
	var b strings.Builder
	for _, g := range p.Groups {
		b.WriteString(g.line())
	}
	b.WriteByte('\n')
	for _, l := range p.Loads {
		b.WriteString(l.line(p.Groups[l.Group].Name))
	}
	return b.String()
}
