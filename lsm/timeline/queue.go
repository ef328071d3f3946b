package timeline

import (
	"container/heap"
	"time"
)

// event is something that happens at a moment of simulated time.
type event struct {
	at    time.Duration
	order int // of two at the same moment the one that was added first happens first
	do    func()
}

// eventQueue holds what is to happen, soonest first.
type eventQueue struct {
	events []event
	added  int
}

// at adds an event.
func (q *eventQueue) at(at time.Duration, do func()) {
	q.added++
	heap.Push(q, event{at, q.added, do})
}

// next is the time of the first event.
func (q *eventQueue) next() (time.Duration, bool) {
	if len(q.events) == 0 {
		return 0, false
	}
	return q.events[0].at, true
}

// pop takes the first event out.
func (q *eventQueue) pop() event { return heap.Pop(q).(event) }

// Len, Less, Swap, Push and Pop implement [heap.Interface].
func (q *eventQueue) Len() int { return len(q.events) }

func (q *eventQueue) Less(i, j int) bool {
	a, b := q.events[i], q.events[j]
	return a.at < b.at || a.at == b.at && a.order < b.order
}

func (q *eventQueue) Swap(i, j int) { q.events[i], q.events[j] = q.events[j], q.events[i] }

func (q *eventQueue) Push(x any) { q.events = append(q.events, x.(event)) }

func (q *eventQueue) Pop() any {
	last := q.events[len(q.events)-1]
	q.events = q.events[:len(q.events)-1]
	return last
}
