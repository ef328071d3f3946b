package model

import (
	"math"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
)

// activeBytes is what the active memtables take.
func (f *flow) activeBytes() (sum float64) {
	for g := range f.groups {
		sum += f.groups[g].activeBytes()
	}
	return sum
}

// holdBytes is what the memstore holds: memtables, and its open pages. Of those half is counted
// twice, for the pages that frozen memtables have their last rows in.
func (f *flow) holdBytes() float64 { return f.activeBytes() + f.hold + f.openBytes }

// triggerBytes is what the rows of active memtables take when the memstore is at its trigger.
// Closed pages are compared with it, or all of them, or all with the trigger and the most that can
// be open (ObTenantFreezer::need_freeze_). Pages that are open at a freeze are filled by the
// memtables after it: as many rows as one freeze leaves in them it finds there.
func (f *flow) triggerBytes() float64 {
	trigger := float64(f.Limits.TriggerBytes)
	switch f.Rules.FreezeCompares {
	case lsm.CompareAllocated:
		trigger -= float64(f.Limits.OpenPages * freeze.PageBytes)
	case lsm.CompareAllocatedAboveCached:
		trigger += float64(f.Limits.MaxCachedBytes - f.Limits.OpenPages*freeze.PageBytes)
	}
	return trigger * freeze.PageRowBytes / freeze.PageBytes
}

// planFreeze finds when the memstore reaches its trigger, or the log its share of the disk, at the
// rates of now.
func (f *flow) planFreeze() {
	f.freezeAt = never
	if f.writesStand() {
		return
	}
	seconds := f.secondsToFreeze()
	if seconds < 0 {
		return
	}
	at := f.now + time.Duration(seconds*float64(time.Second))
	tick := freeze.CheckInterval
	f.freezeAt = (at + tick - 1).Truncate(tick)
	if f.freezeAt <= f.now {
		f.freezeAt = f.now.Truncate(tick) + tick
	}
}

// secondsToFreeze is the time to the trigger or to the log's share, negative if neither is reached.
// From one freeze to the next it is the same as long as the rates are.
func (f *flow) secondsToFreeze() float64 {
	empty := f.activeBytes() == 0
	if empty && f.fromEmpty.known {
		return f.fromEmpty.seconds
	}
	seconds := f.secondsTo(f.triggerBytes())
	if log := f.secondsToLog(); log >= 0 && (seconds < 0 || log < seconds) {
		seconds = log
	}
	if empty {
		f.fromEmpty.known, f.fromEmpty.seconds = true, seconds
	}
	return seconds
}

// writesStand says that nothing is written.
func (f *flow) writesStand() bool {
	for g := range f.groups {
		if f.groups[g].rate.total() > 0 {
			return false
		}
	}
	return true
}

// freezeHorizon bounds the search for the next freeze.
const freezeHorizon = 1e8 // seconds

// secondsTo is when the active memtables take so many bytes: by the secant's rule, from below, as
// their growth slows down with the share of keys that they have already.
func (f *flow) secondsTo(bytes float64) float64 {
	at := func(seconds float64) (sum float64) {
		for g := range f.groups {
			b := &f.groups[g]
			sum += b.memtableBytes(b.active.plus(b.rate.times(seconds)))
		}
		return sum
	}
	t, step := 0.0, 1.0
	value := at(0)
	for range 20 {
		if value >= bytes {
			return t
		}
		slope := (at(t+step) - value) / step
		if slope <= 0 {
			return -1
		}
		step = (bytes - value) / slope
		if step < 0.01 {
			return t + step
		}
		if t += step; t > freezeHorizon {
			return -1
		}
		value = at(t)
		step = max(step/16, 1e-3)
	}
	return t
}

// secondsToLog is when the log since the last freeze takes its share of the log disk; negative if
// it never does. Each freeze covers what was logged before it.
func (f *flow) secondsToLog() float64 {
	if f.Options.LogDiskSize <= 0 {
		return -1
	}
	var written, rate float64
	for g := range f.groups {
		b := &f.groups[g]
		written += b.tables.redoBytes(b.active) * float64(b.tables.Count)
		rate += b.tables.redoBytes(b.rate) * float64(b.tables.Count)
	}
	limit := float64(freeze.LogLimitBytes(f.Options.LogDiskSize))
	return max(limit-written, 0) / rate
}

// freezeByMemory is a freeze by the trigger, or the major freeze that comes instead.
func (f *flow) freezeByMemory() {
	if freeze.MajorInstead(f.Options, f.freezeCount) {
		f.majorFreeze()
		return
	}
	f.freeze()
}

// freeze ends the active memtables of all tablets.
func (f *flow) freeze() {
	for g := range f.groups {
		f.freezeGroup(g)
	}
	if f.totals.Freezes == 0 {
		f.totals.FirstFreeze = f.now
	}
	f.totals.Freezes++
	f.freezeCount++
	f.lastFreeze = f.now
	f.startMinis()
	f.planFreeze()
}

func (f *flow) freezeGroup(g int) {
	b := &f.groups[g]
	if b.active.total() <= 0 || len(b.frozen)+1 >= freeze.MaxMemtables {
		return
	}
	m := flowMemtable{b.active, b.since, f.now, b.activeBytes(), f.dumpedRows(b, b.active)}
	b.frozen = append(b.frozen, m)
	f.hold += m.bytes
	b.active, b.since = drawn{}, f.now
}

// fastFreeze ends the memtables of tables that alone give reason to.
func (f *flow) fastFreeze() {
	frozen := false
	for g := range f.groups {
		b := &f.groups[g]
		mode := f.tablets[b.main].mode
		fast := freeze.FastMode{FactorPercent: 10 * mode.FactorTenths(),
			DeleteLimit: mode.DeleteLimitRows()}
		t := b.tables
		reason := freeze.FastFreeze(f.Options, fast, freeze.FastFigures{Age: f.now - b.since,
			Updates:   int64(t.sum(b.active, updateHit) + t.sum(b.active, rewriteHit)),
			Deletes:   int64(t.sum(b.active, pairHit)),
			Rows:      int64(math.Ceil(t.at(b.active, keyCurve))),
			Threshold: b.tombs})
		if reason == "" {
			continue
		}
		recent := 0
		for _, at := range b.minis {
			if at > 0 && f.now-at < recentMiniWindow {
				recent++
			}
		}
		b.tombs = freeze.TombstoneThreshold(fast, b.tombs, recent)
		f.freezeGroup(g)
		frozen = true
	}
	if frozen {
		f.startMinis()
		f.planFreeze()
	}
}

const (
	recentMiniCount  = 4
	recentMiniWindow = 15 * time.Minute // as in package timeline
)
