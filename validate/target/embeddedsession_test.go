package target

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/rows"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/record"
)

// TestSameCountersAsTheSimulator gives the same statements to both engines, through freezes and a
// minor merge: every read must count the same.
func TestSameCountersAsTheSimulator(t *testing.T) {
	for _, trx := range []string{"off", "on"} {
		o := testOptions(t)
		e := prepared(t, o, 1, 500)
		exact := newExact(t, timeless(o.Options), o.Rules, 500)
		options := script(t, "oltp_read_write", 1, 500, "--range-size=40", "--skip-trx="+trx)
		s := e.Session(1)
		actions := []record.ActionKind{record.FreezeMinor, record.FreezeMinor, record.FreezeMinor,
			record.FreezeMinor, record.FreezeMajor}
		compared := 0
		for step, action := range actions {
			stream, err := workload.NewStream(options, uint64(step))
			if err != nil {
				t.Fatal(err)
			}
			for range 40 {
				err := s.Event(stream.Event(nil), func(st *workload.Statement, c *lsm.Counters) {
					want := exact.execute(st)
					if c == nil {
						return
					}
					compared++
					got := *c
					if st.Kind == workload.Distinct { // values are random: all different
						want.Returned = got.Returned
					}
					want.StatusRows, want.FirstTouch, got.FirstTouch = 0, false, false
					if got != want {
						t.Fatalf("skip-trx %s, step %d, %s %d to %d:\n%+v, want\n%+v", trx, step,
							st.Kind, st.ID, st.To, got, want)
					}
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			do(t, e, record.Action{Kind: action})
			exact.freeze(action)
		}
		if compared != len(actions)*40*14 {
			t.Errorf("%d reads compared", compared)
		}
	}
}

// exact is the simulator on key sets.
type exact struct {
	t      *testing.T
	tenant *lsm.Tenant
	table  *lsm.Table
}

func newExact(t *testing.T, o lsm.Options, r lsm.Rules, size lsm.Key) *exact {
	t.Helper()
	x := &exact{t: t, tenant: lsm.NewTenant(o, r)}
	var err error
	x.table, err = x.tenant.CreateTable("t", workload.Columns, nil, testBlocks, lsm.BlockRows{})
	if err == nil {
		err = x.table.Load(lsm.Range{First: 1, Last: size})
	}
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func (x *exact) execute(st *workload.Statement) (c lsm.Counters) {
	id := lsm.Key(st.ID)
	switch st.Kind {
	case workload.Begin:
		_ = x.tenant.Begin()
	case workload.Commit:
		_ = x.tenant.Commit()
	case workload.Get:
		return x.table.Main.Get(id, 1<<workload.ColumnC)
	case workload.IndexUpdate:
		_, _ = x.table.Update(id, 1<<workload.ColumnK)
	case workload.NonIndexUpdate:
		_, _ = x.table.Update(id, 1<<workload.ColumnC)
	case workload.Delete:
		x.table.Delete(id)
	case workload.Insert:
		_ = x.table.Insert(id)
	default:
		c = x.table.Main.Scan(lsm.Range{First: id, Last: lsm.Key(st.To)})
		if st.Kind == workload.Sum {
			c.Returned = 1
		}
	}
	return c
}

func (x *exact) freeze(kind record.ActionKind) {
	x.t.Helper()
	err := error(nil)
	if kind == record.FreezeMajor {
		err = x.tenant.MajorFreeze()
	} else {
		err = x.tenant.MinorFreeze()
	}
	if err != nil {
		x.t.Fatal(err)
	}
}

// TestResultsAreSorted looks at what the statements return, with a value that two rows have.
func TestResultsAreSorted(t *testing.T) {
	e := prepared(t, testOptions(t), 1, 100)
	s := e.Session(1).(*embeddedSession)
	var values [][]byte
	for id := int64(1); id <= 60; id++ {
		values = append(values, []byte(fetch(t, e, 1, id)))
	}
	values[7] = values[3]
	set := rows.Set{Column: workload.ColumnC, Value: values[7]}
	if _, err := s.rows.Update(e.tables[0], 8, set); err != nil {
		t.Fatal(err)
	}
	plain := bytes.Join(values[:50], nil)
	slices.SortFunc(values[:50], bytes.Compare)
	for _, c := range []struct {
		kind     workload.Kind
		returned int64
		result   []byte
	}{{workload.Range, 50, plain}, {workload.Order, 50, bytes.Join(values[:50], nil)},
		{workload.Distinct, 49, bytes.Join(slices.CompactFunc(values[:50], bytes.Equal), nil)}} {
		counters := one(t, s, workload.Statement{Kind: c.kind, Table: 1, ID: 1, To: 50})
		result := bytes.Join(s.sorted, nil)
		if c.kind == workload.Range {
			result = s.result
		}
		if counters.Returned != c.returned || !bytes.Equal(result, c.result) {
			t.Errorf("%s: %d rows, %.60q", c.kind, counters.Returned, result)
		}
	}
	sum := uint64(0)
	for id := lsm.Key(1); id <= 50; id++ {
		cells, _, err := s.rows.Get(e.tables[0].Main, id, imageK)
		if err != nil {
			t.Fatal(err)
		}
		sum += rows.Int(cells[workload.ColumnK])
	}
	one(t, s, workload.Statement{Kind: workload.IndexUpdate, Table: 1, ID: 5})
	one(t, s, workload.Statement{Kind: workload.Sum, Table: 1, ID: 1, To: 50})
	if s.sum != sum+1 {
		t.Errorf("sum is %d, want %d and one more", s.sum, sum)
	}
}

// one executes one statement.
func one(t *testing.T, s Session, st workload.Statement) (c lsm.Counters) {
	t.Helper()
	err := s.Event([]workload.Statement{st}, func(_ *workload.Statement, of *lsm.Counters) {
		if of != nil {
			c = *of
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestReadsDoNotAllocate over a base, minis and a memtable.
func TestReadsDoNotAllocate(t *testing.T) {
	if underRace {
		t.Skip("the race detector makes pools forget")
	}
	e := prepared(t, testOptions(t), 1, 2000)
	s := e.Session(1)
	for range 2 {
		events(t, s, script(t, "oltp_write_only", 1, 2000), 200, nil)
		do(t, e, record.Action{Kind: record.FreezeMinor})
	}
	events(t, s, script(t, "oltp_write_only", 1, 2000), 200, nil)
	done := func(*workload.Statement, *lsm.Counters) {}
	for kind := workload.Get; kind <= workload.Distinct; kind++ {
		st := []workload.Statement{{Kind: kind, Table: 1, ID: 500}}
		if kind != workload.Get {
			st[0].To = 599
		}
		if n := testing.AllocsPerRun(100, func() {
			if err := s.Event(st, done); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", kind, n)
		}
	}
}

// TestTransactionsAreWhole runs sessions at the same time, with freezes of both kinds, changes of
// parameters and looks in between. A row that a transaction deletes and inserts again is there for
// all others at any time.
func TestTransactionsAreWhole(t *testing.T) {
	const clients, rounds, size = 3, 250, 300
	e := prepared(t, testOptions(t), 2, size)
	o := script(t, "oltp_read_write", 2, size, "--range-size=20")
	var all sync.WaitGroup
	for client := range clients {
		all.Go(func() {
			stream, err := workload.NewStream(o, uint64(client))
			if err != nil {
				t.Error(err)
				return
			}
			s := e.Session(uint64(client))
			for range rounds {
				err := s.Event(stream.Event(nil), func(st *workload.Statement, c *lsm.Counters) {
					want := min(st.To, size) - st.ID + 1
					if st.Kind == workload.Get || st.Kind == workload.Sum {
						want = 1
					}
					if c != nil && c.Returned != want {
						t.Errorf("%s %d to %d: %d rows", st.Kind, st.ID, st.To, c.Returned)
					}
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	finished := make(chan struct{})
	go func() { all.Wait(); close(finished) }()
	disturb(t, e, finished)
}

// disturb acts and looks until the sessions have ended.
func disturb(t *testing.T, e *Embedded, finished <-chan struct{}) {
	for i := 0; ; i++ {
		select {
		case <-finished:
			return
		default:
		}
		a := []record.Action{{Kind: record.FreezeMinor}, {Kind: record.SetParameter,
			Name: "minor_compact_trigger", Value: []string{"1", "4"}[i/3%2]},
			{Kind: record.FreezeMajor}}[i%3]
		if err := e.Do(context.Background(), a); err != nil {
			t.Error(err)
		}
		if s, err := e.State(); err != nil || len(s.Stacks) != 4 || len(e.Sample().Stacks) != 2 {
			t.Errorf("state %+v, %v", s, err)
		}
	}
}

func TestStatementsThatAreRefused(t *testing.T) {
	e := prepared(t, testOptions(t), 1, 10)
	begin := workload.Statement{Kind: workload.Begin}
	write := workload.Statement{Kind: workload.Delete, Table: 1, ID: 1}
	for _, c := range []struct {
		want       string
		statements []workload.Statement
	}{
		{"no table sbtest2: 1 were prepared", []workload.Statement{{Kind: workload.Get, Table: 2}}},
		{"no table sbtest0", []workload.Statement{begin, {Kind: workload.Insert}}},
		{"begin inside", []workload.Statement{begin, write, begin}},
		{"ends inside its transaction", []workload.Statement{begin, write}},
	} {
		s := e.Session(1)
		err := s.Event(c.statements, func(*workload.Statement, *lsm.Counters) {})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
		// What it had written is undone, and nobody waits for it.
		if fetch(t, e, 1, 1) == "" {
			t.Errorf("%s: the row is gone", c.want)
		}
		one(t, s, workload.Statement{Kind: workload.IndexUpdate, Table: 1, ID: 1})
		do(t, e, record.Action{Kind: record.FreezeMinor})
	}
}

// TestIgnoredErrors: what finds no row, or finds one where it must not, changes nothing.
func TestIgnoredErrors(t *testing.T) {
	e := prepared(t, testOptions(t), 1, 10)
	s := e.Session(1)
	before := fetch(t, e, 1, 3)
	one(t, s, workload.Statement{Kind: workload.Insert, Table: 1, ID: 3})
	one(t, s, workload.Statement{Kind: workload.Delete, Table: 1, ID: 11})
	one(t, s, workload.Statement{Kind: workload.NonIndexUpdate, Table: 1, ID: 11})
	if after := fetch(t, e, 1, 3); after != before || fetch(t, e, 1, 11) != "" {
		t.Errorf("%q became %q", before, after)
	}
}
