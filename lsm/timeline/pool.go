package timeline

import "time"

// pool is a thread pool that merges of one priority share: first come, first served
// (ObTenantDagScheduler).
type pool struct {
	threads int
	running int
	waiting []*merge
}

// defaultThreads is what a compaction_*_thread_score of 0 stands for (ob_dag_scheduler_config.h).
const defaultThreads = 6

func newPool(score int64) *pool {
	p := &pool{}
	p.setThreads(score)
	return p
}

// setThreads changes the number of threads. Merges that run on more of them end first.
func (p *pool) setThreads(score int64) {
	if score == 0 {
		score = defaultThreads
	}
	p.threads = int(score)
}

// enqueue adds a merge and starts it if a thread is free.
func (t *Tenant) enqueue(p *pool, m *merge) {
	m.pool, m.record.Queued = p, t.now
	p.waiting = append(p.waiting, m)
	t.dispatch(p)
}

// dispatch starts waiting merges on free threads.
func (t *Tenant) dispatch(p *pool) {
	for p.running < p.threads && len(p.waiting) > 0 {
		m := p.waiting[0]
		p.waiting = p.waiting[1:]
		if !m.begin() {
			continue
		}
		p.running++
		m.record.Start = t.now
		t.queue.at(t.now+m.duration(t.config.Timing), func() {
			p.running--
			m.record.End = t.now
			m.end()
			t.record(m)
			t.dispatch(p)
		})
	}
}

// duration is how long a merge takes on its thread.
func (m *merge) duration(timing Timing) time.Duration {
	rate := timing.MergeRowsPerSecond
	if m.record.Kind == MergeMini {
		rate = timing.MiniRowsPerSecond
	}
	rows := float64(m.record.InputRows)
	return timing.MergeStart + time.Duration(rows/rate*float64(time.Second))
}
