package adaptive

import "time"

// recentUnits is CURR_BUCKET_CNT: units that the recent window spans, the running one counted.
const recentUnits = 8

// Windows remember what was reported of one tablet: a recent window that forgets, and the sum
// since the tablet was last merged (ObTabletStream). The longer windows behind the recent one
// decide nothing and are left out. The zero value is a tablet of which nothing was ever reported.
type Windows struct {
	total  Stats
	recent [recentUnits]Stats
	unit   int64 // the running unit, counted from the start of the simulation

	known bool          // something was reported once
	first time.Duration // when
}

// Report adds the statistics of one query or mini, if they are worth it.
func (w *Windows) Report(r Rules, now time.Duration, s Stats) {
	if !s.Reported() {
		return
	}
	if !w.known {
		w.known, w.first = true, now
	}
	w.roll(r, now)
	w.recent[w.unit%recentUnits].Add(s)
	w.total.Add(s)
}

// roll forgets the units that have fallen out of the window.
func (w *Windows) roll(r Rules, now time.Duration) {
	unit := int64(max(now, 0) / r.Unit)
	if unit-w.unit >= recentUnits {
		w.recent, w.unit = [recentUnits]Stats{}, unit
		return
	}
	for w.unit < unit {
		w.unit++
		w.recent[w.unit%recentUnits] = Stats{}
	}
}

// Recent is the sum of the recent window.
func (w *Windows) Recent(r Rules, now time.Duration) Stats {
	w.roll(r, now)
	var sum Stats
	for _, s := range w.recent {
		sum.Add(s)
	}
	return sum
}

// Total is the sum since the tablet was last merged for a reason.
func (w *Windows) Total() Stats { return w.total }

// Known says that something was reported once; without it a tablet has neither statistics nor a
// mode.
func (w *Windows) Known() bool { return w.known }

// Mode is the table_mode that decisions go by: normal until the statistics have been looked
// through once after the tablet's first report (ObTenantTabletStatMgr::refresh_queuing_mode).
func (w *Windows) Mode(r Rules, now time.Duration, mode Mode) Mode {
	if !w.known || now/r.Unit == w.first/r.Unit || mode > Queuing && !r.FiveModes {
		return Normal
	}
	return mode
}

// Clear forgets everything but that something was reported: a decision said so.
func (w *Windows) Clear() { w.total, w.recent = Stats{}, [recentUnits]Stats{} }
