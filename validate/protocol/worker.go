package protocol

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/keydist"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/target"
)

// worker is one thread of a load. Nothing but its progress and the stop sign is shared with other
// goroutines while it runs, and a statement allocates nothing.
type worker struct {
	session target.Session
	stream  *workload.Stream
	pace    *pace // nil: as fast as possible
	stop    *stopSign
	apart   [cacheLineBytes / 16]*keydist.PCG // never read: see apart

	epoch  time.Time     // the load's beginning; all times are counted from it
	length time.Duration // 0: no end by time
	events int64         // 0: no end by number

	statements []workload.Statement // of the event under way
	answered   int                  // of them
	answeredAt time.Duration        // the last answer, or the event's beginning
	event      struct{ rowsRead, returned int64 }
	done       func(*workload.Statement, *lsm.Counters) // answer, bound once

	counts     workload.Counts
	histograms *histograms
	audits     audits
	progress   progress
}

// cacheLineBytes is two lines of 64, which some processors fetch together.
const cacheLineBytes = 128

// progress is what a watcher may read at any time, away from what the worker itself uses.
type progress struct {
	_                                   [cacheLineBytes]byte
	events, queries, rowsRead, returned atomic.Int64
	_                                   [cacheLineBytes]byte
}

// stopSign tells workers to end: the flag is looked at between events, the channel wakes those
// that wait. A context's own Err could be a lock that they share.
type stopSign struct {
	flag   atomic.Bool
	closed <-chan struct{}
}

// run executes events until the load ends. Its errors name the statement.
func (w *worker) run() error {
	w.done = w.answer
	for n := int64(0); w.events == 0 || n < w.events; n++ {
		if w.stop.flag.Load() || w.length > 0 && w.answeredAt >= w.length {
			return nil
		}
		w.statements = w.stream.Event(w.statements[:0])
		due, ok := w.begin()
		if !ok {
			return nil
		}
		if err := w.session.Event(w.statements, w.done); err != nil {
			return fmt.Errorf("%s: %w", w.failed(), err)
		}
		if w.answered != len(w.statements) {
			return fmt.Errorf("the target answered %d of an event's %d statements",
				w.answered, len(w.statements))
		}
		note(w.histograms.events, int64(w.answeredAt-due))
		w.tell()
	}
	return nil
}

// begin waits for the next event's due time and starts the clock; not ok if the load ends before.
func (w *worker) begin() (due time.Duration, ok bool) {
	w.answered = 0
	w.event.rowsRead, w.event.returned = 0, 0
	if w.pace == nil {
		w.answeredAt = time.Since(w.epoch)
		return w.answeredAt, true
	}
	due = w.pace.next()
	late := w.length > 0 && due >= w.length
	if late {
		due = w.length
	}
	w.pace.wait(w.epoch, due, w.stop.closed)
	w.answeredAt = time.Since(w.epoch)
	return due, !late && !w.stop.flag.Load()
}

// answer takes what a statement counted.
func (w *worker) answer(s *workload.Statement, c *lsm.Counters) {
	now := time.Since(w.epoch)
	nanos := int64(now - w.answeredAt)
	w.answeredAt = now
	w.answered++
	w.counts[s.Kind]++
	note(w.histograms.kinds[s.Kind], nanos)
	if s.Kind > workload.Distinct || c == nil {
		return
	}
	w.audits[s.Kind].add(c, nanos)
	if s.Kind != workload.Sum { // which returns one row, whatever it sums
		w.event.rowsRead += c.RowsRead()
		w.event.returned += c.Returned
	}
}

// tell publishes an event. The counters have one writer.
func (w *worker) tell() {
	w.progress.events.Add(1)
	w.progress.queries.Add(int64(w.answered))
	if w.event.rowsRead > 0 || w.event.returned > 0 {
		w.progress.rowsRead.Add(w.event.rowsRead)
		w.progress.returned.Add(w.event.returned)
	}
}

// failed describes the first statement of the event that was not answered.
func (w *worker) failed() string {
	if w.answered >= len(w.statements) {
		return "end of an event"
	}
	s := w.statements[w.answered]
	switch {
	case s.Table == 0:
		return s.Kind.String()
	case s.To != 0:
		return fmt.Sprintf("%s of sbtest%d, ids %d to %d", s.Kind, s.Table, s.ID, s.To)
	}
	return fmt.Sprintf("%s of sbtest%d, id %d", s.Kind, s.Table, s.ID)
}
