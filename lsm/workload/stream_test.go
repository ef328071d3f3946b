package workload

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/readamp/readamp/internal/xoroshiro"
	"github.com/readamp/readamp/lsm/keydist"
)

// mustParse is ParseOptions for arguments that are right.
func mustParse(t testing.TB, script string, args ...string) Options {
	t.Helper()
	o, err := ParseOptions(script, args)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// mustStream is NewStream for options that are right.
func mustStream(t testing.TB, o Options, seed uint64) *Stream {
	t.Helper()
	s, err := NewStream(o, seed)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSameStatementsAsSysbench gives the stream the random numbers sysbench had: see
// testdata/README.md. After each event sysbench takes one number for its latency histogram.
func TestSameStatementsAsSysbench(t *testing.T) {
	text, err := os.ReadFile("testdata/events.txt")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(text), "script ")[1:]
	if len(blocks) != 11 {
		t.Fatalf("%d blocks, want 11", len(blocks))
	}
	for _, block := range blocks {
		head, want, _ := strings.Cut(block, "\n")
		words := strings.Fields(head)
		o := mustParse(t, words[0], words[1:]...)
		source := xoroshiro.Seed7()
		s, err := newStream(o, source)
		if err != nil {
			t.Fatal(err)
		}
		got := format(s.Event(nil))
		source.Uint64()
		got += format(s.Event(nil))
		if o.Script == "oltp_insert" {
			want = strings.Replace(want, "auto", fmt.Sprint(o.TableSize+1), 1)
			want = strings.Replace(want, "auto", fmt.Sprint(o.TableSize+2), 1)
		}
		if got != want {
			t.Errorf("%s\ngot\n%s\nsysbench\n%s", head, got, want)
		}
	}
}

// format writes an event as testdata/events.txt does.
func format(event []Statement) string {
	var b strings.Builder
	for _, s := range event {
		switch {
		case s.Table == 0:
			fmt.Fprintln(&b, s.Kind)
		case s.To == 0:
			fmt.Fprintln(&b, s.Kind, s.Table, s.ID)
		default:
			fmt.Fprintln(&b, s.Kind, s.Table, s.ID, s.To)
		}
	}
	return b.String() + "end\n"
}

func TestEventOrder(t *testing.T) {
	const reads = "get get range sum order distinct"
	const writes = "index_update non_index_update delete insert"
	tests := []struct {
		script, args, want string
	}{
		{"oltp_point_select", "--point-selects=7", "get"},
		{"oltp_read_only", "--point-selects=2", "begin " + reads + " commit"},
		{"oltp_read_only", "--point-selects=2 --skip-trx", reads},
		{"oltp_read_only", "--point-selects=2 --range-selects=off", "begin get get commit"},
		{"oltp_read_only", "--point-selects=0 --range-selects=0 --skip-trx", ""},
		{"oltp_write_only", "", "begin " + writes + " commit"},
		{"oltp_write_only", "--index-updates=0 --non-index-updates=0 --delete_inserts=2",
			"begin delete insert delete insert commit"},
		{"oltp_read_write", "--point-selects=2", "begin " + reads + " " + writes + " commit"},
		{"oltp_update_index", "--index-updates=2", "index_update index_update"},
		{"oltp_update_non_index", "", "non_index_update"},
		{"oltp_insert", "--skip-trx=off", "insert"},
		{"oltp_delete", "--delete-inserts=3", "delete"},
	}
	for _, test := range tests {
		o := mustParse(t, test.script, strings.Fields(test.args)...)
		event := mustStream(t, o, 1).Event(nil)
		names := make([]string, len(event))
		var counts Counts
		for i, s := range event {
			names[i] = s.Kind.String()
			counts[s.Kind]++
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s %s:\n%s, want\n%s", test.script, test.args, got, test.want)
		}
		if got := o.PerEvent(); got != counts {
			t.Errorf("%s %s: PerEvent %v, event has %v", test.script, test.args, got, counts)
		}
	}
}

func TestPerEvent(t *testing.T) {
	tests := []struct {
		script                 string
		reads, writes, queries int
	}{
		{"oltp_point_select", 1, 0, 1},
		{"oltp_read_only", 14, 0, 16},
		{"oltp_write_only", 0, 4, 6},
		{"oltp_read_write", 14, 4, 20},
		{"oltp_update_index", 0, 1, 1},
		{"oltp_update_non_index", 0, 1, 1},
		{"oltp_insert", 0, 1, 1},
		{"oltp_delete", 0, 1, 1},
	}
	if len(tests) != len(Scripts()) {
		t.Errorf("%d scripts tested, there are %d", len(tests), len(Scripts()))
	}
	for _, test := range tests {
		c := mustParse(t, test.script).PerEvent()
		got := [3]int{c.Reads(), c.Writes(), c.Queries()}
		if want := [3]int{test.reads, test.writes, test.queries}; got != want {
			t.Errorf("%s: reads, writes, queries %v, want %v", test.script, got, want)
		}
	}
}

// All statements of a kind share a table, pairs share table and id, ranges have their length,
// and every table and every part of the id range is reached.
func TestEventShape(t *testing.T) {
	o := mustParse(t, "oltp_read_write", "--tables=3", "--table-size=50", "--range-size=7",
		"--rand-type=uniform", "--delete-inserts=2")
	s := mustStream(t, o, 1)
	tables, ids := map[int]int{}, map[int64]int{}
	const events = 2000
	for range events {
		event := s.Event(nil)
		tableOf := map[Kind]int{}
		for i, st := range event {
			if first, seen := tableOf[st.Kind]; seen && first != st.Table {
				t.Fatalf("%v in tables %d and %d", st.Kind, first, st.Table)
			}
			tableOf[st.Kind] = st.Table
			if st.Kind == Insert {
				before := event[i-1]
				if before.Kind != Delete || before.Table != st.Table || before.ID != st.ID {
					t.Fatalf("%+v after %+v", st, before)
				}
			}
			if isRange := st.Kind >= Range && st.Kind <= Distinct; isRange != (st.To != 0) ||
				isRange && st.To != st.ID+6 {
				t.Fatalf("%+v: wrong end", st)
			}
			if st.Kind == Get {
				ids[st.ID]++
			}
		}
		tables[tableOf[Get]]++
	}
	for table := 1; table <= 3; table++ {
		if got := tables[table]; math.Abs(float64(got)-events/3.0) > 100 {
			t.Errorf("%d of %d events get from table %d", got, events, table)
		}
	}
	if len(tables) != 3 || len(ids) != 50 || ids[1] == 0 || ids[50] == 0 {
		t.Errorf("%d tables and %d ids seen, want 3 and 50", len(tables), len(ids))
	}
}

func TestInsertsContinueInEachTable(t *testing.T) {
	s := mustStream(t, mustParse(t, "oltp_insert", "--tables=3", "--table-size=20"), 1)
	next := map[int]int64{1: 21, 2: 21, 3: 21}
	for range 100 {
		st := s.Event(nil)[0]
		if st.ID != next[st.Table] {
			t.Fatalf("table %d: new id %d, want %d", st.Table, st.ID, next[st.Table])
		}
		next[st.Table]++
	}
}

func TestStreamIsRepeatable(t *testing.T) {
	o := mustParse(t, "oltp_read_write", "--tables=9")
	a, b, c := mustStream(t, o, 1), mustStream(t, o, 1), mustStream(t, o, 2)
	first, same, other := format(a.Event(nil)), format(b.Event(nil)), format(c.Event(nil))
	if first != same {
		t.Errorf("seed 1 gives\n%s and\n%s", first, same)
	}
	if first == other {
		t.Error("seeds 1 and 2 give the same event")
	}
}

// The fast way of drawing gives the statements of the general one.
func TestStreamIsThatOfTheLibrarysPCG(t *testing.T) {
	for _, script := range Scripts() {
		for _, kind := range keydist.Names() {
			o := mustParse(t, script, "--tables=30", "--table-size=1000000", "--rand-type="+kind)
			general, err := newStream(o, rand.NewPCG(7, 0))
			if err != nil {
				t.Fatal(err)
			}
			fast := mustStream(t, o, 7)
			for range 1000 {
				got, want := fast.Event(nil), general.Event(nil)
				if !slices.Equal(got, want) {
					t.Fatalf("%s %s: %v, want %v", script, kind, got, want)
				}
			}
		}
	}
}

func TestEventDoesNotAllocate(t *testing.T) {
	for _, script := range Scripts() {
		o := mustParse(t, script, "--tables=30")
		s := mustStream(t, o, 1)
		buf := make([]Statement, 0, o.PerEvent().Queries())
		if allocs := testing.AllocsPerRun(100, func() { buf = s.Event(buf[:0]) }); allocs != 0 {
			t.Errorf("%s: %v allocations per event", script, allocs)
		}
	}
}

func TestKindNames(t *testing.T) {
	for k := Get; k <= Commit; k++ {
		if k.String() == "" || strings.Contains(k.String(), "Kind") {
			t.Errorf("kind %d has no name", uint8(k))
		}
	}
	if got := Kind(200).String(); got != "Kind(200)" {
		t.Errorf("unknown kind is %q", got)
	}
}

func ExampleStream_Event() {
	o, _ := ParseOptions("oltp_write_only", []string{"--tables=30", "--table-size=1000000"})
	s, _ := NewStream(o, 1)
	for _, st := range s.Event(nil) {
		fmt.Println(st.Kind, st.Table, st.ID)
	}
	// Output:
	// begin 0 0
	// index_update 18 461022
	// non_index_update 27 497065
	// delete 24 534863
	// insert 24 534863
	// commit 0 0
}

func BenchmarkEvent(b *testing.B) {
	for _, script := range Scripts() {
		b.Run(script, func(b *testing.B) { benchmarkEvent(b, script) })
	}
	// The four statements of a write-heavy day, drawn a billion times.
	b.Run("oltp_write_only/skip-trx", func(b *testing.B) {
		benchmarkEvent(b, "oltp_write_only", "--skip-trx=on")
	})
}

func benchmarkEvent(b *testing.B, script string, args ...string) {
	args = append(args, "--tables=30", "--table-size=1000000", "--rand-type=special")
	s := mustStream(b, mustParse(b, script, args...), 1)
	var buf []Statement
	b.ReportAllocs()
	for b.Loop() {
		buf = s.Event(buf[:0])
	}
}
