package timeline

import (
	"runtime"
	"sync"
)

// eachTable works on tablets on all cores. Tablets of one table share their rows, so they stay on
// one core; the order in which tables are done does not matter to any result.
func eachTable(tablets []*tablet, work func(*tablet)) {
	var groups [][]*tablet
	for i, b := range tablets {
		if i > 0 && b.table == tablets[i-1].table {
			groups[len(groups)-1] = append(groups[len(groups)-1], b)
		} else {
			groups = append(groups, []*tablet{b})
		}
	}
	var wait sync.WaitGroup
	next := make(chan []*tablet, len(groups))
	for _, g := range groups {
		next <- g
	}
	close(next)
	for range min(runtime.GOMAXPROCS(0), len(groups)) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for g := range next {
				for _, b := range g {
					work(b)
				}
			}
		}()
	}
	wait.Wait()
}

// later works something out on another core; what it returns waits for the outcome.
func later(work func() Part) func() Part {
	done := make(chan Part, 1)
	go func() { done <- work() }()
	return func() Part { return <-done }
}
