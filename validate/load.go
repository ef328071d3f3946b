package validate

import (
	"math"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/record"
)

// load is one sysbench load while it is being repeated.
type load struct {
	*predictor
	recorded *record.Phase
	options  workload.Options
	stream   *workload.Stream
	per      workload.Counts
	done     int64 // events
	tallies  tallies
	mirrored tallies // what the mirror counts
	buffer   []workload.Statement
}

// contextEvents is how many events pass between two looks at the context.
const contextEvents = 1 << 10

// run executes a number of events.
func (l *load) run(events int64) error {
	for i := range events {
		if i%contextEvents == 0 && l.ctx.Err() != nil {
			return l.ctx.Err()
		}
		l.buffer = l.stream.Event(l.buffer[:0])
		for _, s := range l.buffer {
			if err := l.execute(s); err != nil {
				return err
			}
		}
	}
	l.done += events
	return nil
}

// runAll executes a number of events, known from the start.
func (l *load) runAll(events int64) error {
	l.expect(events)
	return l.run(events)
}

// expect says how many events the load will have had at its end, and with it what its audit
// covers.
func (l *load) expect(events int64) {
	l.tallies.auditFrom = events*int64(l.per.Reads()) - auditRows
	l.mirrored.auditFrom = l.tallies.auditFrom
}

// pilotShare is the part of a reading load whose work predicts the rate of the whole.
const pilotShare = 0.1

// runFor executes as many events as the load does in so many seconds. How many that is follows
// from the rate that the work of the first ones predicts.
func (l *load) runFor(seconds, referenceQPS float64, script string) error {
	guess := l.events(seconds * referenceQPS * l.rate)
	if l.cost == nil {
		return l.runAll(guess)
	}
	pilot := int64(math.Ceil(float64(guess) * pilotShare))
	l.expect(guess)
	if err := l.run(pilot); err != nil {
		return err
	}
	parts := l.tallies.parts()
	if err := l.cost.Prices(script, parts); err != nil {
		return err
	}
	rate := l.cost.Rate(script, l.cost.CPU(parts))
	events := max(l.events(seconds*referenceQPS*rate), pilot+1)
	l.expect(events)
	return l.run(events - pilot)
}

// events is how many events hold so many statements.
func (l *load) events(statements float64) int64 {
	return max(int64(statements/float64(l.per.Queries())), 1)
}

// execute runs one statement, here and on the mirror.
func (l *load) execute(s workload.Statement) error {
	l.tallies.queries++
	c := l.simulate(s)
	if reads(s.Kind) {
		l.tallies.add(s.Kind, c)
	}
	if l.mirror == nil {
		return nil
	}
	return l.reflect(s, c)
}

// reads says whether a kind of statement selects.
func reads(k workload.Kind) bool { return k <= workload.Distinct }

// simulate runs one statement. An insert of a row that is there and a change of one that is not
// do nothing, as with sysbench's --mysql-ignore-errors=1062.
func (l *load) simulate(s workload.Statement) (c lsm.Counters) {
	switch s.Kind {
	case workload.Begin:
		_ = l.tenant.Begin()
		return c
	case workload.Commit:
		_ = l.tenant.Commit()
		return c
	}
	t := l.tables[s.Table-1]
	id := lsm.Key(s.ID)
	switch s.Kind {
	case workload.Get:
		return t.Main.Get(id, columnC)
	case workload.Range, workload.Order, workload.Distinct, workload.Sum:
		return t.Main.Scan(lsm.Range{First: id, Last: lsm.Key(s.To)})
	case workload.IndexUpdate:
		_, _ = t.Update(id, columnK) // a table without an index takes any id there is
	case workload.NonIndexUpdate:
		_, _ = t.Update(id, columnC)
	case workload.Delete:
		t.Delete(id)
	case workload.Insert:
		_ = t.Insert(id) // 1062 is ignored
	}
	return c
}
