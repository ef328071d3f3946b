package rows

import (
	"slices"

	"github.com/readamp/readamp/lsm"
)

// inputs are the SSTables of a merge, each at the newest row of its next key.
type inputs struct {
	iters []*tableIter // newest run first
	tree  loserTree
	tied  []int32 // those that have the smallest key
}

// openInputs opens the runs, given oldest first, that hold rows.
func openInputs(runs []*run) (in *inputs, err error) {
	in = &inputs{}
	for _, r := range slices.Backward(runs) {
		if r.Empty() {
			continue
		}
		it, err := r.table.iter()
		if err != nil {
			in.close()
			return nil, err
		}
		in.iters = append(in.iters, it)
	}
	in.tree.reset(len(in.iters))
	for i, it := range in.iters {
		if err := in.place(int32(i), it.seek(0)); err != nil {
			in.close()
			return nil, err
		}
	}
	if len(in.iters) > 0 {
		in.tree.build()
	}
	return in, nil
}

func (in *inputs) place(i int32, more bool) error {
	in.tree.order[i] = noKey
	if more {
		in.tree.order[i] = in.iters[i].key
	}
	return in.iters[i].err
}

// next finds the smallest key and the inputs that have it, newest first.
func (in *inputs) next() (key lsm.Key, ok bool) {
	if len(in.iters) == 0 {
		return 0, false
	}
	w := in.tree.winner()
	key = in.tree.order[w]
	if key == noKey {
		return 0, false
	}
	in.tied = append(in.tied[:0], w)
	if in.tree.second() != key {
		return key, true
	}
	for i := int(w) + 1; i < len(in.iters); i++ { // the winner is the newest of them
		if in.tree.order[i] == key {
			in.tied = append(in.tied, int32(i))
		}
	}
	return key, true
}

// advance leaves the key.
func (in *inputs) advance() error {
	for _, i := range in.tied {
		if err := in.place(i, in.iters[i].nextKey()); err != nil {
			return err
		}
	}
	if len(in.tied) == 1 {
		in.tree.replay()
	} else {
		in.tree.build()
	}
	return nil
}

func (in *inputs) close() {
	for _, it := range in.iters {
		it.release()
	}
}

// minor merges minis and minors. Each input is folded for itself; versions of different inputs all
// stay, and so do deletes, because a minor merge cannot know the base
// (ObPartitionMinorRowMergeIter).
func (m *merger) minor(runs []*run) error {
	in, err := openInputs(runs)
	if err != nil {
		return err
	}
	defer in.close()
	for key, ok := in.next(); ok; key, ok = in.next() {
		m.rows, m.bytes = m.rows[:0], m.bytes[:0]
		for _, i := range in.tied {
			from := len(m.rows)
			if err := m.collect(in.iters[i]); err != nil {
				return err
			}
			m.fold(from)
		}
		if err := m.write(key); err != nil {
			return err
		}
		if err := in.advance(); err != nil {
			return err
		}
	}
	return nil
}

// collect takes the versions of a key from one input, which ends at the oldest.
func (m *merger) collect(it *tableIter) error {
	for {
		last := it.last()
		switch {
		case it.shadow:
		case last:
			m.rows = append(m.rows, versionRow{it.scn, it.payload})
		default:
			start := len(m.bytes)
			m.bytes = append(m.bytes, it.payload...)
			m.rows = append(m.rows, versionRow{it.scn, m.bytes[start:len(m.bytes):len(m.bytes)]})
		}
		if last {
			return nil
		}
		if !it.next() {
			return it.err
		}
	}
}

// major merges a base and everything above it: one row a key, deleted keys gone
// (ObMajorPartitionMergeFuser).
func (m *merger) major(runs []*run) error {
	in, err := openInputs(runs)
	if err != nil {
		return err
	}
	defer in.close()
	for key, ok := in.next(); ok; key, ok = in.next() {
		m.f.reset()
		m.bytes = m.bytes[:0]
		scn := in.iters[in.tied[0]].scn
		for _, i := range in.tied {
			m.f.add(in.iters[i].payload)
		}
		if !m.f.deleted() {
			if err := m.out.only(key, versionRow{scn, m.fused()}); err != nil {
				return err
			}
		}
		if err := in.advance(); err != nil {
			return err
		}
	}
	return nil
}
