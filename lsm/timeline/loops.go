package timeline

import (
	"time"

	"github.com/readamp/readamp/lsm/freeze"
)

// Periods of the server's loops.
const (
	// transactionRefresh is the pause of the task that sets upper_trans_version
	// (ObTenantTabletScheduler, 30 s).
	transactionRefresh = 30 * time.Second
	// dutyDay is how often the daily major freeze comes.
	dutyDay = 24 * time.Hour
)

// schedule starts the loops and puts the actions and the boundaries of the loads in the queue.
func (t *Tenant) schedule() {
	c := t.config
	if !c.ManualFreezes {
		t.every(freeze.CheckInterval, freeze.CheckInterval, always(t.checkMemory))
	}
	t.every(c.Timing.MiniPhase, c.Timing.MiniGrid, always(t.startMinis))
	t.loop()
	t.planCheckpoint()
	t.planDuty()
	for _, a := range c.Actions {
		t.queue.at(a.At, func() { t.act(a) })
	}
	for _, l := range c.Plan.Loads {
		t.queue.at(l.From, func() {})
		t.queue.at(l.To, func() {})
	}
	t.every(0, c.SampleEvery, always(t.sample))
}

// loop is the scheduling loop of minor and medium merges. A new interval counts from the next
// round on.
func (t *Tenant) loop() {
	t.queue.at(t.now+t.options.CompactionScheduleInterval, func() {
		t.checkFastFreeze()
		t.reportQueries(t.options.CompactionScheduleInterval)
		t.startMinors()
		t.startMediums()
		t.loop()
	})
}

// planCheckpoint plans the next freeze of everything that only the time asks for; it is called
// anew when the interval is set.
func (t *Tenant) planCheckpoint() {
	t.checkpointPlan++
	plan, interval := t.checkpointPlan, t.options.AdvanceCheckpointInterval
	if !t.config.Rules.AdvanceCheckpoint || interval <= 0 {
		return
	}
	t.every(t.now+interval, interval, func() bool {
		if plan != t.checkpointPlan {
			return false
		}
		t.freeze("advance checkpoint")
		return true
	})
}

// planDuty plans the daily major freeze, anew when its time or the switch is set.
func (t *Tenant) planDuty() {
	t.dutyPlan++
	plan, o := t.dutyPlan, t.options
	if o.MajorFreezeDutyTime < 0 || !o.EnableMajorFreeze {
		return
	}
	timeOfDay := (t.config.TimeOfDay + t.now) % dutyDay
	wait := (o.MajorFreezeDutyTime - timeOfDay + dutyDay) % dutyDay
	t.every(t.now+wait, dutyDay, func() bool {
		if plan != t.dutyPlan {
			return false
		}
		t.majorFreeze("duty time")
		return true
	})
}

// act does what an administrator asks for.
func (t *Tenant) act(a Action) {
	switch {
	case a.Freeze == "minor":
		t.freeze("minor freeze")
	case a.Freeze == "major":
		t.majorFreeze("major freeze")
	default:
		t.set(a.Name, a.Value)
	}
}

// set changes a parameter. row_compaction_update_limit is the content's, which keeps the value of
// the start.
func (t *Tenant) set(name, value string) {
	before := t.options
	if err := t.options.Set(name, value); err != nil {
		t.fail("%w", err)
		return
	}
	o := t.options
	t.memory.setLimits(o, t.config.Relimit(o))
	if o.MajorFreezeDutyTime != before.MajorFreezeDutyTime ||
		o.EnableMajorFreeze != before.EnableMajorFreeze {
		t.planDuty()
	}
	if o.AdvanceCheckpointInterval != before.AdvanceCheckpointInterval {
		t.planCheckpoint()
	}
	t.high.setThreads(o.CompactionHighThreads)
	t.mid.setThreads(o.CompactionMidThreads)
	t.low.setThreads(o.CompactionLowThreads)
	for _, p := range []*pool{t.high, t.mid, t.low} {
		t.dispatch(p)
	}
}
