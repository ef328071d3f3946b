package model

import (
	"math"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
)

// FreezeLoad is a steady load on a tenant, over all its tablets.
type FreezeLoad struct {
	EventsPerSecond float64
	// BytesPerEvent is what an event takes of memtables, on average between two freezes: versions,
	// and new keys where it is the first to write them ([freeze.RowBytes]); with what the server's
	// own tables take, if they count.
	BytesPerEvent float64
	// RedoBytesPerEvent is what it takes in the log. Without it, or without LogDiskBytes, the log
	// never freezes.
	RedoBytesPerEvent float64
	LogDiskBytes      int64
	// ReleaseSeconds is from a freeze until its memtables are dumped and their memory is back: up
	// to 5 s for the mini to start, then its rows (measured on seekdb 1.2.0: 1 to 4.5 s).
	ReleaseSeconds float64
}

// FreezeCause is what freezes first.
type FreezeCause string

// The causes. NoFreeze is a load that writes nothing.
const (
	NoFreeze     FreezeCause = ""
	FreezeMemory FreezeCause = "memory"
	FreezeLog    FreezeCause = "log disk"
)

// FreezeCycle is what lies between two freezes of a tenant under a steady load.
type FreezeCycle struct {
	Cause           FreezeCause
	IntervalSeconds float64 // infinite without a freeze
	Events          float64 // in an interval
	RowBytes        float64 // written to memtables in an interval
	PeakHoldBytes   float64 // of pages, right before a frozen memtable's memory comes back
	Throttled       bool    // the peak is above the throttling point
	Full            bool    // the peak is above the memstore limit: writes fail
}

// PerHour is the number of freezes in an hour.
func (c FreezeCycle) PerHour() float64 { return 3600 / c.IntervalSeconds }

// NewFreezeCycle is the cycle of a tenant that has run for a while, so that all its pages that may
// be open are open, at any stage of filling.
//
// Bytes until the trigger are those of [FreezeRowBytes], bytes until the log's share 30 % of the
// log disk. A look comes every 2 s ([freeze.CheckInterval]) and a freeze is at a look, so that the
// interval is a whole number of looks: bytes / rate, rounded up. Everything that was written before
// a freeze must be dumped before the next one is due, or the log's share is reached early.
//
// Hold counts from the rows that the oldest memtable took to now. It is most when that memtable is
// about to go: an interval and the time until its release after it was opened. So
//
//	peak hold = open pages + rate x page / rows of a page x (interval + release)
//
// Freezes of single tablets and freezes by time, of seekdb, come on top and are left out; so is the
// delay of throttled writes.
func NewFreezeCycle(r lsm.Rules, l freeze.Limits, load FreezeLoad) FreezeCycle {
	rate := load.EventsPerSecond * load.BytesPerEvent
	c := FreezeCycle{Cause: NoFreeze, IntervalSeconds: math.Inf(1)}
	if rate > 0 {
		c.Cause, c.IntervalSeconds = FreezeMemory, wholeLooks(FreezeRowBytes(r, l)/rate)
	}
	redo := load.EventsPerSecond * load.RedoBytesPerEvent
	if share := logShareBytes(load.LogDiskBytes); redo > 0 && share > 0 {
		if seconds := wholeLooks(share / redo); seconds < c.IntervalSeconds {
			c.Cause, c.IntervalSeconds = FreezeLog, seconds
		}
	}
	if c.Cause == NoFreeze {
		return c
	}
	c.Events = load.EventsPerSecond * c.IntervalSeconds
	c.RowBytes = rate * c.IntervalSeconds
	c.PeakHoldBytes = float64(l.OpenPages*freeze.PageBytes) +
		rate*freeze.PageBytes/freeze.PageRowBytes*(c.IntervalSeconds+load.ReleaseSeconds)
	c.Throttled = l.ThrottleBytes < l.HardLimitBytes && c.PeakHoldBytes > float64(l.ThrottleBytes)
	c.Full = c.PeakHoldBytes > float64(l.HardLimitBytes)
	return c
}

// wholeLooks rounds seconds up to a look of the freezer, at least one.
func wholeLooks(seconds float64) float64 {
	look := freeze.CheckInterval.Seconds()
	return max(math.Ceil(seconds/look), 1) * look
}

// logShareBytes is the log at which [freeze.ShouldFreezeForLog] says yes.
func logShareBytes(logDiskBytes int64) float64 { return float64(logDiskBytes / 100 * 30) }

// FreezeRowBytes are the bytes of rows that a tenant takes between two freezes by memory, before
// the look that finds the trigger passed.
//
// Pages that are open when a freeze comes stay open, and the memtables after it go on filling them;
// on average they are as full at one freeze as at the next. So between freezes rows fill as many
// pages as are closed: the fewest that a look finds above the trigger ([freeze.ShouldFreeze]).
//
//	4.2.1 on   closed pages > trigger
//	4.2.0      open and closed pages > trigger + the most that open pages take
//	4.1        open and closed pages > trigger
//
// Where the open pages alone are above the trigger, as in tiny units of 4.1, every look that finds
// a row freezes, and this is 0. The first interval of a fresh server, whose pages all begin empty,
// takes up to half of the open pages more.
func FreezeRowBytes(r lsm.Rules, l freeze.Limits) float64 {
	trigger, open := l.TriggerBytes, int64(0)
	switch r.FreezeCompares {
	case lsm.CompareAllocatedAboveCached:
		trigger, open = trigger+l.MaxCachedBytes, l.OpenPages
	case lsm.CompareAllocated:
		open = l.OpenPages
	}
	pages := max(trigger/freeze.PageBytes+1-open, 0)
	return float64(pages * freeze.PageRowBytes)
}
