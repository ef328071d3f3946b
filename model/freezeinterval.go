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

// FreezeCycle is what lies between two freezes of a tenant under a steady load; means.
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

// NewFreezeCycle is the cycle of a tenant that has run for a while: all its pages that may be open
// are, at any stage of filling.
//
// A look comes every 2 s ([freeze.CheckInterval]), and a freeze is at a look; so an interval is a
// whole number of looks, rounded up. By memory it is the time for the pages of [FreezePages]; by
// the log for 30 % of the log disk, everything written before a freeze being dumped by the next.
//
// Hold is what was written since the oldest memtable was opened. It is most when that one is about
// to go, an interval and the time until its release later:
//
//	peak hold = open pages + rate x page / rows of a page x (interval + release)
//
// Freezes of single tablets and freezes by time, of seekdb, come on top and are left out; so is the
// delay of throttled writes.
func NewFreezeCycle(r lsm.Rules, l freeze.Limits, load FreezeLoad) FreezeCycle {
	rate := load.EventsPerSecond * load.BytesPerEvent
	c := FreezeCycle{Cause: NoFreeze, IntervalSeconds: math.Inf(1)}
	look := freeze.CheckInterval.Seconds()
	if rate > 0 {
		pagesPerLook := rate * look / freeze.PageRowBytes
		c.Cause, c.IntervalSeconds = FreezeMemory, look*meanLooks(FreezePages(r, l), pagesPerLook)
	}
	redo := load.EventsPerSecond * load.RedoBytesPerEvent
	if share := logShareBytes(load.LogDiskBytes); redo > 0 && share > 0 {
		if looks := math.Ceil(share / (redo * look)); look*looks < c.IntervalSeconds {
			c.Cause, c.IntervalSeconds = FreezeLog, look*looks
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

// logShareBytes is the log at which [freeze.ShouldFreezeForLog] says yes.
func logShareBytes(logDiskBytes int64) float64 { return float64(logDiskBytes / 100 * 30) }

// FreezePages is the number of pages that must be closed after a freeze by memory for the next: the
// fewest that a look finds above the trigger ([freeze.ShouldFreeze]).
//
//	4.2.1 on   closed pages > trigger
//	4.2.0      closed and open pages > trigger + the most that open pages take
//	4.1        closed and open pages > trigger
//
// Pages that are open at a freeze stay open, and the memtables after it go on filling them; on
// average they are as full at one freeze as at the next. So the rows between freezes are those of
// the closed pages: [freeze.PageRowBytes] each, and half a page less on average, as the first one
// is closed sooner. A fresh server begins with empty pages and takes up to half of the open pages
// more until its first freeze.
//
// 0 means that the open pages alone are above the trigger, as in tiny units of 4.1: every look that
// finds a row freezes.
func FreezePages(r lsm.Rules, l freeze.Limits) int64 {
	trigger, open := l.TriggerBytes, int64(0)
	switch r.FreezeCompares {
	case lsm.CompareAllocatedAboveCached:
		trigger, open = trigger+l.MaxCachedBytes, l.OpenPages
	case lsm.CompareAllocated:
		open = l.OpenPages
	}
	return max(trigger/freeze.PageBytes+1-open, 0)
}

// meanLooks is the mean number of looks until so many pages are closed. A freeze comes at any point
// between two closings, f pages after the last, and the next after (pages - f) / rate looks,
// rounded up and at least 1: averaged over f from 0 to 1.
func meanLooks(pages int64, perLook float64) float64 {
	if pages == 0 {
		return 1
	}
	last := float64(pages) / perLook
	first := float64(pages-1) / perLook
	if n := math.Ceil(last); first >= n-1 {
		return n
	}
	return (ceilIntegral(last) - ceilIntegral(first)) / (last - first)
}

// ceilIntegral is the integral from 0 to x of numbers rounded up: the whole steps below x are
// 1 + 2 + ... + (n-1), the one that x is in counts n.
func ceilIntegral(x float64) float64 {
	n := math.Ceil(x)
	return n*(n-1)/2 + n*(x-(n-1))
}
