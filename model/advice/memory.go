package advice

import (
	"fmt"

	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/model"
)

// Memory says that freezes come too late for the throttling point, or that nothing throttles
// (field cases 14 and 21).
func (s *Server) Memory() (f Finding, found bool) {
	l := s.Limits
	most := l.TriggerBytes + l.MaxCachedBytes
	off := l.ThrottleBytes >= l.HardLimitBytes
	f = Finding{Level: Act, Kind: KindMemory, Subject: "tenant"}
	s.addLimits(&f)
	wanted := s.largestTrigger()
	size := func(bytes int64) string { return inSize(float64(bytes)) }
	switch {
	case off && most >= l.HardLimitBytes:
		f.Do = "freeze earlier: writes fail before a freeze comes"
		f.Text = fmt.Sprintf("A freeze comes at up to %s of pages and writes fail at %s: nothing "+
			"slows them down before.", size(most), size(l.HardLimitBytes))
	case off:
		f.Level = Know
		f.Text = fmt.Sprintf("Write throttling is off: freezes come at %s, and if merges fall "+
			"behind, writes fail at %s without being slowed down before.", size(l.TriggerBytes),
			size(l.HardLimitBytes))
		f.Statements = []Statement{s.SetTenant("writing_throttling_trigger_percentage", "60")}
		return f, true
	case l.TriggerBytes >= l.ThrottleBytes:
		f.Do = "freeze earlier: writes are slowed down before a freeze comes"
		f.Text = fmt.Sprintf("The freeze trigger of %s is at or above the throttling point of %s: "+
			"writes are slowed down before a freeze helps.", size(l.TriggerBytes),
			size(l.ThrottleBytes))
	case most >= l.ThrottleBytes:
		f.Do = "freeze earlier: writes can be slowed down before a freeze comes"
		f.Text = fmt.Sprintf("The freeze trigger of %s and %d open pages of %s together reach the "+
			"throttling point of %s: writes can be slowed down before a freeze.",
			size(l.TriggerBytes), l.OpenPages, size(l.MaxCachedBytes), size(l.ThrottleBytes))
	default:
		return f, false
	}
	s.remedy(&f, wanted)
	return f, true
}

// remedy adds what brings the trigger below the throttling point.
func (s *Server) remedy(f *Finding, wanted int64) {
	if wanted >= 1 {
		f.Do += fmt.Sprintf("; freeze_trigger_percentage %d", wanted)
		f.Text += fmt.Sprintf(" freeze_trigger_percentage %d keeps it below, at the price of more "+
			"and smaller minis.", wanted)
		f.Numbers.add("wanted_trigger_pct", float64(wanted))
		f.Statements = append(f.Statements,
			s.SetTenant("freeze_trigger_percentage", fmt.Sprint(wanted)))
	}
	share := freeze.MemstorePercent(s.Options, s.Rules, s.Limits.TenantBytes)
	switch {
	case wanted >= 1 && share < defaultMemstorePercent:
		f.Text += fmt.Sprintf(" memstore_limit_percentage %d, now %d, raises both instead.",
			defaultMemstorePercent, share)
		f.Statements = append(f.Statements, s.SetCluster("memstore_limit_percentage",
			fmt.Sprint(defaultMemstorePercent)))
	case wanted >= 1:
	case share < defaultMemstorePercent:
		f.Do += fmt.Sprintf("; memstore_limit_percentage %d", defaultMemstorePercent)
		f.Text += fmt.Sprintf(" The memstore has %d %% of the tenant's memory: give it %d %%.",
			share, defaultMemstorePercent)
		f.Statements = append(f.Statements, s.SetCluster("memstore_limit_percentage",
			fmt.Sprint(defaultMemstorePercent)))
	default:
		f.Do += "; more memory"
		f.Text += " No trigger is low enough: the unit needs more memory or fewer CPUs, as each " +
			"CPU keeps 16 pages of 2 MB open."
	}
}

// defaultMemstorePercent is memstore_limit_percentage up to 4.2, and of large tenants after.
const defaultMemstorePercent = 50

// largestTrigger is the largest freeze_trigger_percentage with which the trigger and all open pages
// stay below the throttling point, or the limit where nothing throttles; 0 if there is none.
func (s *Server) largestTrigger() int64 {
	l := s.Limits
	bound := min(l.ThrottleBytes, l.HardLimitBytes) - l.MaxCachedBytes
	percent := s.Options.FreezeTriggerPercentage
	if bound <= 0 || l.TriggerBytes <= 0 {
		return 0
	}
	for ; percent > 0; percent-- {
		if l.TriggerBytes/s.Options.FreezeTriggerPercentage*percent < bound {
			break
		}
	}
	return percent
}

func (s *Server) addLimits(f *Finding) {
	l := s.Limits
	f.Numbers.add("freeze_trigger_bytes", float64(l.TriggerBytes))
	f.Numbers.add("open_page_bytes", float64(l.MaxCachedBytes))
	f.Numbers.add("throttle_bytes", float64(l.ThrottleBytes))
	f.Numbers.add("memstore_limit_bytes", float64(l.MemstoreLimitBytes))
}

// Trigger says that the trigger was computed, and in which band it lies: servers show others
// than limit x percentage (field case 15).
func (s *Server) Trigger() (f Finding, found bool) {
	l := s.Limits
	if l.From == freeze.Reported {
		return f, false
	}
	f = Finding{Level: Know, Kind: KindMemory, Subject: "tenant"}
	s.addLimits(&f)
	shown := l.ShownTriggerBytes(s.Rules)
	f.Numbers.add("freeze_trigger_low_bytes", float64(l.TriggerLowBytes))
	f.Numbers.add("freeze_trigger_high_bytes", float64(l.TriggerHighBytes))
	f.Numbers.add("freeze_trigger_shown_bytes", float64(shown))
	band := "."
	if l.TriggerLowBytes < l.TriggerHighBytes {
		band = fmt.Sprintf(", and lies between %s and %s as other parts of the server hold "+
			"memory.", inSize(float64(l.TriggerLowBytes)), inSize(float64(l.TriggerHighBytes)))
	}
	f.Text = fmt.Sprintf("The freeze trigger of %s is computed, not read%s GV$OB_MEMSTORE would "+
		"show %s, with open pages; --freeze-trigger takes what it shows.",
		inSize(float64(l.TriggerBytes)), band, inSize(float64(shown)))
	f.Statements = []Statement{s.memstoreNow()}
	return f, true
}

// memstoreNow shows the memstore and its borders.
func (s *Server) memstoreNow() Statement {
	return s.own("SELECT MEMSTORE_LIMIT, FREEZE_TRIGGER, ACTIVE_SPAN, MEMSTORE_USED, FREEZE_CNT " +
		"FROM oceanbase.GV$OB_MEMSTORE;")
}

// Throttle says that the plan's writes are slowed down, by a forecast.
func (s *Server) Throttle(t *model.Totals, tables []*model.Tables) (f Finding, found bool) {
	if t.ThrottledSeconds <= 0 || s.Limits.ThrottleBytes >= s.Limits.HardLimitBytes {
		return f, false
	}
	f = Finding{Level: Act, Kind: KindMemory, Subject: "tenant"}
	s.addLimits(&f)
	f.Numbers.add("throttled_s", t.ThrottledSeconds)
	f.Numbers.add("full_s", t.FullSeconds)
	throttle := inSize(float64(s.Limits.ThrottleBytes))
	f.Do = fmt.Sprintf("make room for the writes: the memstore is above its throttling point of "+
		"%s for %s", throttle, inTime(t.ThrottledSeconds))
	f.Text = fmt.Sprintf("At the plan's rates the memstore is above the throttling point of %s "+
		"for %s", throttle, inTime(t.ThrottledSeconds))
	if t.FullSeconds > 0 {
		f.Text += fmt.Sprintf(", and above its limit of %s for %s, where writes fail",
			inSize(float64(s.Limits.MemstoreLimitBytes)), inTime(t.FullSeconds))
	}
	f.Text += ": dumps do not keep up. More memory helps, and more threads for minis where there " +
		"are more tablets than threads; one tablet is dumped by one thread."
	threads, tablets := poolThreads(s.Options.CompactionHighThreads), 0.0
	for _, of := range tables {
		tablets += tabletsOf(of.Count, of.Index)
	}
	if cpus := float64(s.CPUs); threads < min(cpus, tablets) {
		f.Statements = []Statement{s.SetTenant("compaction_high_thread_score",
			fmt.Sprintf("%.0f", cpus))}
	}
	return f, true
}
