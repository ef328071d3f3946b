package validate

import (
	"context"
	"fmt"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/record"
)

// Mirror is another engine that does what a prediction does, one thing after the other.
type Mirror interface {
	// Load makes the tables of a run with their rows, under these parameters and rules.
	Load(ctx context.Context, o lsm.Options, rules lsm.Rules, c *record.Config) error
	// Do repeats an action.
	Do(a record.Action) error
	// Execute runs a statement and says what it counts: nothing if it doesn't read. An insert of a
	// row that is there and a change of one that is not do nothing.
	Execute(s workload.Statement) (lsm.Counters, error)
}

// reflect hands a statement that the simulation has executed to the mirror, and wants the same
// counters.
func (l *load) reflect(s workload.Statement, simulated lsm.Counters) error {
	got, err := l.mirror.Execute(s)
	if err == nil && l.comparable(got) != l.comparable(simulated) {
		err = fmt.Errorf("the simulation counts %+v, the mirror %+v", simulated, got)
	}
	if err != nil {
		return fmt.Errorf("phase %s %s, statement %d, %s: %w", l.recorded.Label,
			l.recorded.Script, l.tallies.queries, nameOf(s), err)
	}
	if reads(s.Kind) {
		l.mirrored.add(s.Kind, got)
	}
	l.out.MirroredStatements++
	return nil
}

// comparable is what the simulation knows exactly. While all rows are in the base, no block of a
// mini is read by block scan. Once rows came or went it may be, and the simulation lays the blocks
// of a mini out by the mean number of versions of a key only.
func (l *load) comparable(c lsm.Counters) lsm.Counters {
	if l.moved {
		c.BsRows, c.BsBlocks, c.FastRows = 0, 0, 0
	}
	return c
}

// nameOf says a statement in words.
func nameOf(s workload.Statement) string {
	switch {
	case s.Table == 0:
		return s.Kind.String()
	case s.To > 0:
		return fmt.Sprintf("%s of %s, ids %d to %d", s.Kind, tableName(s.Table), s.ID, s.To)
	}
	return fmt.Sprintf("%s of %s, id %d", s.Kind, tableName(s.Table), s.ID)
}
