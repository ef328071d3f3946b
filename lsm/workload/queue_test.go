package workload

import "testing"

func queueOptions(tables int, rows int64) Options {
	o := defaults(Queue)
	o.Tables, o.TableSize = tables, rows
	return o
}

// Each table keeps its backlog: ids are added in order at one end and removed at the other.
func TestQueueKeepsItsBacklog(t *testing.T) {
	const tables, rows = 3, 20
	s := mustStream(t, queueOptions(tables, rows), 1)
	events := map[int]int64{}
	for range 300 {
		event := s.Event(nil)
		if len(event) != 2 {
			t.Fatalf("event %+v, want an insert and a delete", event)
		}
		table := event[0].Table
		events[table]++
		tail := Statement{Kind: Insert, Table: table, ID: rows + events[table]}
		head := Statement{Kind: Delete, Table: table, ID: events[table]}
		if event[0] != tail || event[1] != head {
			t.Fatalf("event %+v, want %+v and %+v", event, tail, head)
		}
	}
	if len(events) != tables {
		t.Errorf("%d tables used, want %d", len(events), tables)
	}
}

func TestQueuePerEvent(t *testing.T) {
	got := queueOptions(1, 1).PerEvent()
	if want := (Counts{Insert: 1, Delete: 1}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestQueueDoesNotAllocate(t *testing.T) {
	s := mustStream(t, queueOptions(30, 100), 1)
	buf := make([]Statement, 0, 2)
	if allocs := testing.AllocsPerRun(100, func() { buf = s.Event(buf[:0]) }); allocs != 0 {
		t.Errorf("%v allocations per event", allocs)
	}
}
