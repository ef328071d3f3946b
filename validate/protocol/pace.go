package protocol

import (
	"math/rand/v2"
	"time"
)

// pace gives the due times of one worker's events: independent of each other, at a mean rate.
// Those of several workers together are then of the same kind at the sum of the rates.
type pace struct {
	random *rand.Rand
	mean   float64 // nanoseconds between two events
	due    time.Duration
	timer  *time.Timer
}

// newPace is for so many events a second.
func newPace(rate float64, seed uint64) *pace {
	// The timer is reset before every use.
	return &pace{random: rand.New(rand.NewPCG(seed, 0)), mean: 1e9 / rate,
		timer: time.NewTimer(0)}
}

// next is the next due time, from the beginning of the load.
func (p *pace) next() time.Duration {
	p.due += time.Duration(p.random.ExpFloat64() * p.mean)
	return p.due
}

// wait sleeps until a time after epoch; it returns at once if that has passed, and early when stop
// is closed.
func (p *pace) wait(epoch time.Time, until time.Duration, stop <-chan struct{}) {
	left := until - time.Since(epoch)
	if left <= 0 {
		return
	}
	p.timer.Reset(left)
	select {
	case <-p.timer.C:
	case <-stop:
	}
}
