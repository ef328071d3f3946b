package timeline

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
)

// change is a statement that writes, as the tables take it.
type change struct {
	id    uint32
	table uint16 // position among all
	kind  workload.Kind
	pair  bool // a delete, and then the insert of the same row
}

// changes are drawn, then applied. Each part goes to a goroutine of its own.
type changes struct {
	statements []workload.Statement
	parts      [appliers][]change
	left       atomic.Int32 // parts that are not applied yet
}

const (
	// appliers is how many goroutines apply what one draws: applying an event costs about twice
	// as much as drawing it.
	appliers = 2
	// chunkEvents is how many events are handed on at once, chunksAhead how many chunks the
	// drawing may be ahead of the slowest applier.
	chunkEvents = 1024
	chunksAhead = 4
	// parallelEvents is the least number of events that are worth a few goroutines.
	parallelEvents = 4 * chunkEvents
	// fetchChanges is how many changes' rows are fetched before the first one is written.
	fetchChanges = 256
)

// Write implements [Content]. Where there is more than one core and enough to do, one goroutine
// draws and others apply, each to tables of its own: every table sees its statements in order.
func (k *keys) Write(load int, events int64) {
	s := &k.streams[load]
	if events < parallelEvents || runtime.GOMAXPROCS(0) < 2 {
		for ; events > 0; events -= chunkEvents {
			k.serial.draw(s, min(events, chunkEvents))
			for _, part := range k.serial.parts {
				k.apply(part, s.together)
			}
		}
		return
	}
	free := make(chan *changes, chunksAhead)
	for range chunksAhead {
		free <- &changes{}
	}
	var queues [appliers]chan *changes
	var wait sync.WaitGroup
	for i := range queues {
		queues[i] = make(chan *changes, chunksAhead)
		wait.Go(func() {
			for c := range queues[i] {
				k.apply(c.parts[i], s.together)
				if c.left.Add(-1) == 0 {
					free <- c
				}
			}
		})
	}
	for ; events > 0; events -= chunkEvents {
		c := <-free
		c.draw(s, min(events, chunkEvents))
		for _, q := range queues {
			q <- c
		}
	}
	for _, q := range queues {
		close(q)
	}
	wait.Wait()
}

// draw takes the next events of a stream and sorts their writes by who applies them.
func (c *changes) draw(s *keyStream, events int64) {
	for i := range c.parts {
		c.parts[i] = c.parts[i][:0]
	}
	c.left.Store(appliers)
	for range events {
		c.statements = s.Event(c.statements[:0])
		for i := range c.statements {
			st := &c.statements[i]
			if st.Kind < workload.IndexUpdate || st.Kind > workload.Insert {
				continue
			}
			table := s.first + st.Table - 1
			part := &c.parts[table%appliers]
			if n := len(*part); st.Kind == workload.Insert && n > 0 {
				if last := &(*part)[n-1]; last.kind == workload.Delete && !last.pair &&
					last.id == uint32(st.ID) && last.table == uint16(table) {
					last.pair = true
					continue
				}
			}
			*part = append(*part, change{id: uint32(st.ID), table: uint16(table), kind: st.Kind})
		}
	}
}

// apply writes changes. The rows of many are fetched before the first one is written: such loads go
// on at the same time, where one write waits for its own.
func (k *keys) apply(list []change, together bool) {
	for part := range slices.Chunk(list, fetchChanges) {
		var fetched rowState
		for i := range part {
			fetched |= k.tables[part[i].table].fetch(lsm.Key(part[i].id))
		}
		for i := range part {
			c := &part[i]
			t := k.tables[c.table]
			if !c.pair {
				t.write(c.kind, lsm.Key(c.id))
			} else if !t.replace(lsm.Key(c.id), together) {
				t.write(workload.Insert, lsm.Key(c.id)) // there was nothing to delete
			}
		}
		if fetched == impossible {
			panic("timeline: a row in a state that there is not")
		}
	}
}

// impossible is no row's state; a look for it keeps the fetches from being optimised away.
const impossible rowState = 1<<32 - 1
