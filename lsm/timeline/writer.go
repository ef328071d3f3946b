package timeline

import (
	"math"
	"time"

	"github.com/readamp/readamp/lsm/workload"
)

// writer runs the loads of the plan that write.
type writer struct {
	loads []writeLoad
	// slowed is how long writes were throttled, refused how long the memstore was full, lost the
	// events that did not happen for it.
	slowed, refused time.Duration
	lost            float64
}

// writeLoad is one load and what of it is due.
type writeLoad struct {
	index int
	workload.Load
	due float64 // part of an event
}

func newWriter(p *workload.Plan) writer {
	var w writer
	for i, l := range p.Loads {
		if l.Options.PerEvent().Writes() > 0 {
			w.loads = append(w.loads, writeLoad{index: i, Load: l})
		}
	}
	return w
}

// throttledStep is how often the speed of throttled writes is worked out anew.
const throttledStep = 100 * time.Millisecond

// writeUntil lets the writers go on until a moment. No load begins or ends on the way.
func (t *Tenant) writeUntil(to time.Duration) {
	for t.now < to {
		step := to - t.now
		slow := t.throttles(step)
		if slow {
			step = min(step, throttledStep)
		}
		t.write(step)
		t.now += step
		if slow {
			t.account()
		}
	}
}

// throttles says whether writes are slowed down or refused by the end of a step.
func (t *Tenant) throttles(step time.Duration) bool {
	events := t.wantedRate()*step.Seconds() + float64(t.progress.Events-t.accounted.events)
	bytes := int64(events * t.eventBytes())
	return t.memory.arena.Figures().UsedBytes+bytes > t.memory.limits.ThrottleBytes
}

// write runs every load for a step of time.
func (t *Tenant) write(step time.Duration) {
	speed := t.speed()
	for i := range t.writer.loads {
		l := &t.writer.loads[i]
		if t.now < l.From || t.now >= l.To {
			continue
		}
		wanted := l.Rate.EventsPerSecond()
		rate := wanted * speed
		t.writer.lost += (wanted - rate) * step.Seconds()
		l.due += rate * step.Seconds()
		n := int64(math.Floor(l.due + dueSlack))
		l.due -= float64(n)
		t.content.Write(l.index, n)
		t.progress.Events += n
	}
	switch f := t.memory.arena.Figures(); {
	case t.memory.limits.Full(f):
		t.writer.refused += step
		t.writer.slowed += step
	case f.UsedBytes > t.memory.limits.ThrottleBytes:
		t.writer.slowed += step
	}
}

// dueSlack is what an event may lack to be due: the sum of many steps comes out a little less than
// the whole, and how the time is cut into steps should not matter.
const dueSlack = 1e-6

// speed is the share of what the loads want together that the throttle lets through. It holds the
// whole tenant back, however many clients there are: memory is handed out in the order in which it
// was asked for, so much at a time (ObFifoArena::advance_clock, expected_wait_time).
func (t *Tenant) speed() float64 {
	f := t.memory.arena.Figures()
	if t.memory.limits.Full(f) {
		return 0
	}
	delay := t.wantedRate() * t.eventBytes() * t.memory.throttle.MicrosPerByte(f.UsedBytes) / 1e6
	return 1 / max(delay, 1)
}

// wantedRate is the events a second that the loads want now.
func (t *Tenant) wantedRate() (rate float64) {
	for _, l := range t.writer.loads {
		if l.From <= t.now && t.now < l.To {
			rate += l.Rate.EventsPerSecond()
		}
	}
	return rate
}

// eventBytes is the memstore that a write event has taken so far, on average.
func (t *Tenant) eventBytes() float64 {
	if t.accounted.events == 0 {
		return firstEventBytes
	}
	return float64(t.memory.rowBytes) / float64(t.accounted.events)
}

// firstEventBytes is what an event is taken to need before there was one: one of oltp_write_only
// takes 2.3 to 3.2 KB.
const firstEventBytes = 3000
