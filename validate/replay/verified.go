package replay

import (
	"errors"
	"fmt"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
)

// errWrongRows says that an engine that stores rows returned others than it was given. It has
// nothing to do with what was recorded.
var errWrongRows = errors.New("the engine's own rows are wrong")

// verified is an engine that stores rows, each of whose answers is compared with that of a plain
// map.
type verified struct {
	engine
	plain    *plain
	contents map[string]*contents
}

func newVerified(e engine) *verified {
	return &verified{e, newPlain(), make(map[string]*contents)}
}

func (v *verified) create(t *table) error {
	v.plain.create(t)
	v.contents[t.name] = newContents(t)
	return v.engine.create(t)
}

func (v *verified) Begin() error {
	v.plain.begin()
	return v.engine.Begin()
}

func (v *verified) Commit() error {
	v.plain.commit()
	return v.engine.Commit()
}

func (v *verified) Rollback() error {
	v.plain.rollback()
	return v.engine.Rollback()
}

// write makes up what is written.
func (v *verified) write(w *write) (found bool, err error) {
	w.values = v.contents[w.table].values(w)
	if found, err = v.engine.write(w); err != nil {
		return found, err
	}
	if there := v.plain.write(w); there != found {
		return found, fmt.Errorf("%w: row %d there before: %v, should be %v", errWrongRows, w.id,
			found, there)
	}
	return found, nil
}

func (v *verified) read(q *query, _ rows.Visit) (value uint64, c lsm.Counters, err error) {
	got, want := newDigest(q.wanted), newDigest(q.wanted)
	if value, c, err = v.engine.read(q, got.row); err != nil {
		return value, c, err
	}
	should := want.answer(v.plain.read(q, want.row))
	if is := got.answer(value); is != should {
		return value, c, fmt.Errorf("%w: %v; should be %v", errWrongRows, is, should)
	}
	return value, c, nil
}
