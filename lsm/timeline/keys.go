package timeline

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/workload"
)

// keys is the content of a tenant kept key by key.
type keys struct {
	tables  []*keyTable
	streams []keyStream // by load
	buffer  []workload.Statement
}

// keyStream are the statements of one load.
type keyStream struct {
	*workload.Stream
	first    int  // of the tables it goes to
	together bool // the statements of an event are one transaction
}

// NewKeys makes the loaded tables of a plan with an exact content: every statement of every load
// is drawn and applied. rows tells how many rows share a block of a base.
func NewKeys(c Config, rows lsm.BlockRows) (Content, error) {
	k := &keys{}
	bases := map[int64]*keyPart{}
	first := make([]int, len(c.Plan.Groups))
	for g, group := range c.Plan.Groups {
		first[g] = len(k.tables)
		for i := range group.Tables {
			view := lsm.NewView(c.Options, c.Rules, mainColumns, rows)
			if bases[group.Rows] == nil {
				bases[group.Rows] = loadedBase(view, group.Rows)
			}
			k.tables = append(k.tables, newKeyTable(fmt.Sprintf("%s%d", group.Name, i+1),
				group.Rows, view, bases[group.Rows], c.Options.RowCompactionUpdateLimit,
				group.Index))
		}
	}
	streams, err := c.Plan.Streams(c.Seed)
	if err != nil {
		return nil, err
	}
	for i, load := range c.Plan.Loads {
		k.streams = append(k.streams, keyStream{streams[i], first[load.Group],
			!load.Options.SkipTrx})
	}
	return k, nil
}

// loadedBase is a base of the rows 1 to n.
func loadedBase(view *lsm.Tablet, n int64) *keyPart {
	run := view.NewBase(0, lsm.KeysIn(lsm.Range{First: 1, Last: lsm.Key(n)}))
	return &keyPart{run: run, size: Size{Keys: n, Versions: n, PhysicalRows: n}}
}

// batchEvents is how many events are drawn before they are applied.
const batchEvents = 64

// Write implements [Content]. Where there is more than one core and enough to do, one goroutine
// draws and others apply, each to tables of its own: every table sees its statements in order.
func (k *keys) Write(load int, events int64) {
	s := &k.streams[load]
	if events < parallelEvents || runtime.GOMAXPROCS(0) < 2 {
		for ; events > 0; events -= batchEvents {
			k.buffer = s.draw(k.buffer[:0], min(events, batchEvents))
			k.apply(s, k.buffer, 0, 1)
		}
		return
	}
	k.writeParallel(s, events)
}

const (
	// parallelEvents is the least number of events that are worth a few goroutines.
	parallelEvents = 4 * chunkEvents
	// chunkEvents is how many events are handed on at once.
	chunkEvents = 1024
	// appliers is how many goroutines apply what one draws: a statement costs about as much to
	// apply as to draw.
	appliers = 2
)

// writeParallel draws and applies at the same time.
func (k *keys) writeParallel(s *keyStream, events int64) {
	type chunk struct {
		statements []workload.Statement
		left       atomic.Int32 // appliers that have not seen it
	}
	free := make(chan *chunk, chunksAhead)
	for range chunksAhead {
		free <- &chunk{}
	}
	var queues [appliers]chan *chunk
	var wait sync.WaitGroup
	for i := range queues {
		queues[i] = make(chan *chunk, chunksAhead)
		wait.Go(func() {
			for c := range queues[i] {
				for part := range slices.Chunk(c.statements, batchEvents) {
					k.apply(s, part, i, appliers)
				}
				if c.left.Add(-1) == 0 {
					free <- c
				}
			}
		})
	}
	for ; events > 0; events -= chunkEvents {
		c := <-free
		c.statements = s.draw(c.statements[:0], min(events, chunkEvents))
		c.left.Store(appliers)
		for _, q := range queues {
			q <- c
		}
	}
	for _, q := range queues {
		close(q)
	}
	wait.Wait()
}

// chunksAhead is how many chunks the drawing may be ahead of the slowest applier.
const chunksAhead = 4

// draw appends the statements of the next events.
func (s *keyStream) draw(dst []workload.Statement, events int64) []workload.Statement {
	for range events {
		dst = s.Event(dst)
	}
	return dst
}

// apply applies the statements that go to every n-th table from one on. All rows are fetched
// before the first one is written.
func (k *keys) apply(s *keyStream, statements []workload.Statement, from, n int) {
	var fetched rowState
	for i := range statements {
		if st := &statements[i]; st.Table > 0 && (n == 1 || st.Table%n == from) {
			fetched |= k.tables[s.first+st.Table-1].fetch(lsm.Key(st.ID))
		}
	}
	for i := range statements {
		if st := &statements[i]; st.Table > 0 && (n == 1 || st.Table%n == from) {
			k.tables[s.first+st.Table-1].write(st.Kind, lsm.Key(st.ID), s.together)
		}
	}
	if fetched == impossible {
		panic("timeline: a row in a state that there is not")
	}
}

// impossible is no row's state; a look for it keeps the fetches from being optimised away.
const impossible rowState = 1<<32 - 1

// Tables implements [Content].
func (k *keys) Tables() []TableContent {
	list := make([]TableContent, len(k.tables))
	for i, t := range k.tables {
		list[i] = TableContent{Name: t.name, Main: t}
		if t.index != nil {
			list[i].Index = t.index
		}
	}
	return list
}
