package rows

import (
	"slices"

	"github.com/readamp/readamp/lsm"
)

// scanner reads ranges (ObMultipleScanMerge). It is kept between scans for its memory.
type scanner struct {
	cursors []cursor // newest table first
	tree    loserTree
	tied    []int32 // those at one key
	f       fuser

	request // of the scan under way
	c       lsm.Counters

	// baseEnds says that the base has a row at the very end of the range that no other table has.
	baseEnds bool
	// stopped says that the scan ended because of its limit.
	stopped bool
}

// request is what a scan is asked for.
type request struct {
	keys   lsm.Range
	view   view
	wanted lsm.Image
	back   bool
	limit  int64 // rows; 0 for no limit
	// blockScan is whether _pushdown_storage_level allows it.
	blockScan bool
	visit     Visit // nil if the caller only counts
}

// scan reads a range of a tablet and counts what each table gave.
func (s *scanner) scan(t *version, q request) (lsm.Counters, error) {
	s.request, s.c = q, lsm.Counters{}
	s.baseEnds, s.stopped = false, false
	s.f.want(q.wanted)
	defer s.close()
	err := s.open(t)
	if err == nil {
		err = s.merge()
	}
	if err == nil && s.stopped {
		err = s.stop()
	}
	if err != nil {
		return s.c, err
	}
	s.countGiven()
	if s.blockScan && s.baseEnds && !s.stopped {
		s.countNext(t.base)
	}
	return s.c, nil
}

// open places a cursor in every table.
func (s *scanner) open(t *version) error {
	from, until := s.keys.First, s.keys.Last
	if s.back {
		from, until = until, from
	}
	blank := cursor{view: s.view, until: until, back: s.back}
	s.cursors = s.cursors[:0]
	add := func(m *memtable, r *run) {
		s.cursors = slices.Grow(s.cursors, 1)[:len(s.cursors)+1]
		c := &s.cursors[len(s.cursors)-1]
		older, bytes := c.older, c.copy
		*c = blank
		c.mem, c.run, c.older, c.copy = m, r, older, bytes
	}
	for _, m := range t.memtables {
		if !m.empty() {
			add(m, nil)
		}
	}
	for _, r := range slices.Backward(t.inc) {
		if !r.Empty() {
			add(nil, r)
		}
	}
	if !t.base.Empty() {
		add(nil, t.base)
	}
	s.tree.reset(len(s.cursors))
	for i := range s.cursors {
		if err := s.place(int32(i), s.cursors[i].open(from)); err != nil {
			return err
		}
	}
	s.tree.build()
	s.openBlocks()
	return nil
}

// place notes where a cursor has come to.
func (s *scanner) place(i int32, err error) error {
	if err != nil {
		return err
	}
	c := &s.cursors[i]
	s.tree.order[i] = c.order()
	if c.standing() {
		c.given++
	}
	return nil
}

// openBlocks enters the first block of every run. Each table but the oldest has given a row by
// then, so that only the oldest one's can be fast.
func (s *scanner) openBlocks() {
	for i := range s.cursors {
		c := &s.cursors[i]
		if c.run == nil || !c.standing() || len(c.run.ends) == 0 {
			continue
		}
		border := uint64(noKey)
		for j, order := range s.tree.order {
			if j != i {
				border = min(border, order)
			}
		}
		c.enterBlock(s.blockScan && i == len(s.cursors)-1, border)
	}
}

// merge goes through the keys until the range or the limit ends.
func (s *scanner) merge() (err error) {
	if len(s.cursors) == 0 {
		return nil
	}
	for err == nil && !s.stopped {
		w := s.tree.winner()
		if s.tree.order[w] == noKey {
			return nil
		}
		if border := s.tree.second(); border == s.tree.order[w] {
			err = s.mergeTied()
		} else {
			err = s.mergeAlone(w, border)
		}
	}
	return err
}

// mergeAlone hands on rows that one table alone has, up to the nearest key of another one: until
// there the others need not be looked at.
func (s *scanner) mergeAlone(w int32, border uint64) error {
	c := &s.cursors[w]
	for s.tree.order[w] < border {
		if c.fast && c.run.IsBase() {
			if err := s.scanBlock(w, border); err != nil || s.stopped {
				return err
			}
			continue
		}
		s.f.reset()
		c.fuse(&s.f)
		if err := s.handOn(w, border); err != nil || s.stopped {
			return err
		}
	}
	s.tree.replay()
	return nil
}

// scanBlock hands on the rows of a fast block of the base, which are whole.
func (s *scanner) scanBlock(w int32, border uint64) error {
	c := &s.cursors[w]
	for c.fast && !s.stopped {
		s.f.take(c.it.payload)
		if err := s.handOn(w, border); err != nil {
			return err
		}
	}
	return nil
}

// handOn returns the row at which a cursor alone stands, and moves the cursor on.
func (s *scanner) handOn(w int32, border uint64) error {
	c := &s.cursors[w]
	key := c.key()
	if s.give(key) {
		return nil
	}
	if key == s.keys.Last && c.run != nil && c.run.IsBase() {
		s.baseEnds = true
	}
	return s.advance(w, true, border)
}

// mergeTied fuses a row that several tables have.
func (s *scanner) mergeTied() error {
	w := s.tree.winner()
	order, key := s.tree.order[w], s.cursors[w].key()
	s.f.reset()
	s.tied = s.tied[:0]
	for i := int(w); i < len(s.cursors); i++ { // the winner is the newest of them
		if s.tree.order[i] == order {
			s.cursors[i].fuse(&s.f)
			s.tied = append(s.tied, int32(i))
		}
	}
	if s.give(key) {
		return nil
	}
	for _, i := range s.tied {
		if err := s.advance(i, false, 0); err != nil {
			return err
		}
	}
	s.tree.build()
	return nil
}

// give returns the fused row unless it is deleted, and says whether that was the last one asked
// for. One at the end of the range is not: the scan then ends by itself.
func (s *scanner) give(key lsm.Key) (enough bool) {
	if s.f.deleted() {
		return false
	}
	s.c.Returned++
	if s.visit != nil {
		s.visit(key, s.f.cells)
	}
	s.stopped = s.limit > 0 && s.c.Returned == s.limit && key < s.keys.Last
	return s.stopped
}

// advance moves a cursor on. If it was the only one at its key and comes to a new block, that one
// is judged; the server judges by what it knows when it opens a block, so that a key it shares with
// another table makes the next block slow.
func (s *scanner) advance(i int32, alone bool, border uint64) error {
	c := &s.cursors[i]
	if err := s.place(i, c.advance()); err != nil {
		return err
	}
	switch {
	case !c.standing():
		c.leaveBlock(&s.c)
	case c.leaves():
		c.leaveBlock(&s.c)
		c.enterBlock(s.blockScan && alone, border)
	}
	return nil
}

// stop ends a scan that has what it wants. A fast block was read as a whole.
func (s *scanner) stop() error {
	for i := range s.cursors {
		c := &s.cursors[i]
		for c.fast && c.standing() && !c.leaves() {
			if err := c.advance(); err != nil {
				return err
			}
			c.stopped = true // the row at which it stood still counts
		}
		c.leaveBlock(&s.c)
	}
	return nil
}

// countGiven adds up the rows that the tables gave.
func (s *scanner) countGiven() {
	for i := range s.cursors {
		if c := &s.cursors[i]; c.mem != nil {
			s.c.Memstore += c.given
		} else {
			s.c.AddRows(c.run.Kind, c.given)
		}
	}
}

// countNext is what block scan counts where a range ends with a block of the base: it opens the
// next one and takes a row of it (measured).
func (s *scanner) countNext(base *run) {
	if i := base.blockOf(s.keys.Last); i+1 < len(base.ends) && base.ends[i] == s.keys.Last {
		s.c.BsRows++
		s.c.BsBlocks++
	}
}

// close gives all iterators back.
func (s *scanner) close() {
	for i := range s.cursors {
		_ = s.cursors[i].close() // an error of a scan that goes on was returned when it came up
	}
}
