package protocol

import (
	"time"

	"github.com/readamp/readamp/validate/record"
	"github.com/readamp/readamp/validate/target"
)

// Times of a monitor: a watcher is told twice a second; intervals and samples come once a second,
// as in the recorded runs.
const (
	tick           = time.Second / 2
	ticksPerSecond = int(time.Second / tick)
)

// watchedTable is the one whose stack is told.
const watchedTable = "sbtest1"

// monitor looks at a load while it runs.
type monitor struct {
	watcher *Watcher
	now     Progress      // what is told; the fields of the step are filled in
	sampled target.Target // nil: no samples

	epoch     time.Time
	workers   []*worker
	told      mark // at the last progress
	counted   mark // at the last interval
	intervals []float64
	samples   []record.Sample
}

// mark is how far a load was at a time.
type mark struct {
	at      time.Duration
	queries int64
}

// since is the statements a second between two marks.
func (m mark) since(earlier mark) float64 {
	return ratio(float64(m.queries-earlier.queries), (m.at - earlier.at).Seconds())
}

// start looks at the load from now on, until end is called.
func (m *monitor) start() (end func()) {
	m.sample()
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		ticker := time.NewTicker(tick)
		defer ticker.Stop()
		for n := 1; ; n++ {
			select {
			case <-stop:
				return
			case <-ticker.C:
				m.look(time.Since(m.epoch), n%ticksPerSecond == 0)
			}
		}
	}()
	return func() { close(stop); <-stopped }
}

// look tells the watcher, and at a full second keeps an interval and a sample.
func (m *monitor) look(at time.Duration, second bool) {
	if second {
		now := mark{at, m.queries()}
		m.intervals = append(m.intervals, now.since(m.counted))
		m.counted = now
		m.sample()
	}
	m.update(at)
	m.watcher.progress(m.now)
}

// total makes what is told that of the whole load.
func (m *monitor) total(at time.Duration) {
	m.told = mark{}
	m.update(at)
}

// update sees how far the load is at a time.
func (m *monitor) update(at time.Duration) {
	var rowsRead, returned int64
	m.now.Events = 0
	for _, w := range m.workers {
		m.now.Events += w.progress.events.Load()
		rowsRead += w.progress.rowsRead.Load()
		returned += w.progress.returned.Load()
	}
	now := mark{at, m.queries()}
	m.now.Seconds = at.Seconds()
	m.now.QPS = now.since(m.told)
	m.now.RowsPerRow = ratio(float64(rowsRead), float64(returned))
	m.told = now
}

// queries is how many statements were answered so far.
func (m *monitor) queries() (n int64) {
	for _, w := range m.workers {
		n += w.progress.queries.Load()
	}
	return n
}

// sample keeps what the target shows.
func (m *monitor) sample() {
	if m.sampled == nil {
		return
	}
	s := m.sampled.Sample()
	if s.At == 0 {
		s.At = unixSeconds(time.Now())
	}
	m.samples = append(m.samples, s)
	m.now.Stack = s.Stacks[watchedTable]
}
