package rows

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
)

// check says what in a stored tenant cannot be. What the files themselves tell is compared with
// them when they are opened.
func (t *storedTenant) check() error {
	const nanosMax = math.MaxInt64 / 2 // 146 years
	switch {
	case t.Commit > MaxSCN:
		return fmt.Errorf("commit %d is above %d", t.Commit, MaxSCN)
	case t.ClockNanos < 0 || t.ClockNanos > nanosMax || t.LastWriteNanos < 0 ||
		t.LastWriteNanos > t.ClockNanos:
		return fmt.Errorf("a clock of %d ns, last write at %d ns", t.ClockNanos, t.LastWriteNanos)
	}
	names, taken := map[string]bool{}, map[uint64]bool{}
	for _, table := range t.Tables {
		if err := table.TableSpec.check(); err != nil {
			return err
		}
		if names[table.Name] {
			return fmt.Errorf("table %s is there twice", table.Name)
		}
		names[table.Name] = true
		if got, want := len(table.Tablets), 1+len(table.Indexed); got != want {
			return fmt.Errorf("table %s: %d tablets, not %d", table.Name, got, want)
		}
		for i := range table.Tablets {
			if err := table.Tablets[i].check(t, taken); err != nil {
				return fmt.Errorf("table %s, tablet %d: %w", table.Name, i, err)
			}
		}
	}
	return nil
}

func (t *storedTablet) check(n *storedTenant, taken map[uint64]bool) error {
	s := t.Stack
	switch {
	case s.Base == nil || slices.Contains(s.Inc, nil) || slices.Contains(s.Covered, nil):
		return errors.New("a run is missing")
	case s.Mode > adaptive.Extreme:
		return fmt.Errorf("no table mode %d", s.Mode)
	case s.Status.Tables < 0:
		return fmt.Errorf("%d MDS SSTables", s.Status.Tables)
	case s.Base.Kind == lsm.Major && (s.Under != nil || len(s.Covered) > 0),
		s.Base.Kind == lsm.MetaMajor && s.Under == nil:
		return errors.New("only a meta major hides a major")
	case !s.Base.IsBase(), s.Under != nil && s.Under.Kind != lsm.Major,
		slices.ContainsFunc(slices.Concat(s.Inc, s.Covered), notInc):
		return errors.New("a run of the wrong kind")
	case len(t.Memtables) == 0:
		return errors.New("no memtable")
	}
	for _, r := range t.runs() {
		if err := r.check(n, taken); err != nil {
			return err
		}
	}
	for _, m := range t.Memtables {
		if err := m.check(n, taken); err != nil {
			return fmt.Errorf("memtable: %w", err)
		}
	}
	return nil
}

func notInc(r *run) bool { return r.Kind != lsm.Mini && r.Kind != lsm.Minor }

func (m *storedMemtable) check(n *storedTenant, taken map[uint64]bool) error {
	switch {
	case m == nil || m.Run == nil:
		return errors.New("nothing there")
	case m.Run.Kind != lsm.Mini:
		return errors.New("a run of the wrong kind")
	case min(m.Nodes[0], m.Nodes[1], m.Nodes[2], m.MemstoreBytes) < 0:
		return fmt.Errorf("%v version nodes of %d bytes", m.Nodes, m.MemstoreBytes)
	}
	return m.Run.check(n, taken)
}

// check notes the run's file as taken.
func (r *run) check(n *storedTenant, taken map[uint64]bool) error {
	switch {
	case r.Start > r.End || r.End > n.Commit:
		return fmt.Errorf("commits %d to %d, the newest is %d", r.Start, r.End, n.Commit)
	case min(r.Versions, r.PhysicalRows, r.Keys, r.Multi, r.SizeBytes) < 0:
		return errors.New("a count below 0")
	case r.Empty() && max(r.PhysicalRows, r.Keys, r.Multi, r.SizeBytes, int64(len(r.Laid))) > 0:
		return errors.New("a run without versions is not empty")
	case r.Empty():
		return nil
	case r.File > n.File || taken[r.File]:
		return fmt.Errorf("file %d is above %d or there twice", r.File, n.File)
	}
	taken[r.File] = true
	next := int64(0)
	for _, at := range r.Laid {
		if at < next || at >= r.Keys {
			return fmt.Errorf("file %d: no layout from key %d of %d on", r.File, at, r.Keys)
		}
		next = at + 1
	}
	return nil
}
