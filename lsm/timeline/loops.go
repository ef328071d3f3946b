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
		t.every(freeze.CheckInterval, freeze.CheckInterval, t.checkMemory)
	}
	t.every(c.Timing.MiniPhase, c.Timing.MiniGrid, t.startMinis)
	t.loop()
	if c.Rules.AdvanceCheckpoint && c.Options.AdvanceCheckpointInterval > 0 {
		interval := c.Options.AdvanceCheckpointInterval
		t.every(interval, interval, func() { t.freeze("advance checkpoint") })
	}
	if c.Options.MajorFreezeDutyTime >= 0 && c.Options.EnableMajorFreeze {
		first := (c.Options.MajorFreezeDutyTime - c.TimeOfDay + dutyDay) % dutyDay
		t.every(first, dutyDay, func() { t.majorFreeze("duty time") })
	}
	for _, a := range c.Actions {
		t.queue.at(a.At, func() { t.act(a) })
	}
	for _, l := range c.Plan.Loads {
		t.queue.at(l.From, func() {})
		t.queue.at(l.To, func() {})
	}
	t.every(0, c.SampleEvery, t.sample)
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

// act does what an administrator asks for.
func (t *Tenant) act(a Action) {
	switch {
	case a.Freeze == "minor":
		t.freeze("minor freeze")
	case a.Freeze == "major":
		t.majorFreeze("major freeze")
	default:
		if err := t.options.Set(a.Name, a.Value); err != nil {
			t.fail("%w", err)
			return
		}
		t.memory.setLimits(t.options, t.config.Relimit(t.options))
	}
}
