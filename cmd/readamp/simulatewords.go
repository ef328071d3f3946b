package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/readamp/readamp/lsm/freeze"
	"github.com/readamp/readamp/lsm/timeline"
)

// paragraph is a heading with its sentences.
type paragraph struct {
	heading   string
	sentences []string
}

// words say in a few sentences what somebody who plans capacity asks: how far reads fall and when,
// how often freezes and merges come, and whether writes are slowed down.
func (s *simulation) words() string {
	var b strings.Builder
	for _, p := range []paragraph{
		{"run", s.runWords()}, {"memory", s.memoryWords()}, {"reads", s.readWords()},
		{"freezes", s.freezeWords()}, {"merges", s.mergeWords()}, {"writes", s.writeWords()},
	} {
		for i, sentence := range p.sentences {
			heading := ""
			if i == 0 {
				heading = p.heading
			}
			fmt.Fprintf(&b, "%-9s%s\n", heading, sentence)
		}
	}
	return b.String()
}

func (s *simulation) runWords() []string {
	reached := hms(s.Summary.ReachedS)
	if s.Summary.ReachedS < s.Summary.LengthS {
		reached += " of " + hms(s.Summary.LengthS) + ", interrupted"
	}
	head := fmt.Sprintf("%s: %s write events", reached, short(float64(s.Summary.Events)))
	if s.Settings.StartedFrom != "" {
		head += ", from " + s.Settings.StartedFrom
	}
	return []string{head, tablesOf(s.plan), loadsOf(s.plan),
		fmt.Sprintf("rules and defaults of %s, minor_compact_trigger %d, "+
			"freeze_trigger_percentage %d", s.Settings.ServerVersion,
			s.Settings.MinorCompactTrigger, s.Settings.FreezeTriggerPct),
	}
}

func (s *simulation) memoryWords() []string {
	x := s.Settings
	throttle := "throttling from " + inBytes(x.ThrottleBytes)
	if x.ThrottleBytes >= x.MemstoreLimitBytes {
		throttle = "no throttling"
	}
	trigger := fmt.Sprintf("freeze trigger %s of full pages (%s)", inBytes(x.FreezeTriggerBytes),
		x.FreezeTriggerFrom)
	if x.FreezeTriggerShownBytes > x.FreezeTriggerBytes {
		trigger += fmt.Sprintf("; with open pages, as GV$OB_MEMSTORE shows it, %s",
			inBytes(x.FreezeTriggerShownBytes))
	}
	list := []string{fmt.Sprintf("memstore limit %s (%s), %s", inBytes(x.MemstoreLimitBytes),
		s.memory.limitFrom(), throttle), trigger}
	if x.FreezeTriggerLowBytes < x.FreezeTriggerHighBytes {
		list = append(list, fmt.Sprintf("the trigger lies between %s and %s, as other parts of "+
			"the server hold memory; --freeze-trigger takes what a server shows",
			inBytes(x.FreezeTriggerLowBytes), inBytes(x.FreezeTriggerHighBytes)))
	}
	return list
}

// readFigure is a figure of the samples, in words.
type readFigure struct {
	what, unit, note string
	of               func(timeline.SampleLine) float64
}

// readFigures are those of all tables, or where there are several groups those of each.
func (s *simulation) readFigures() (list []readFigure) {
	const cache = " (fuse row cache apart)"
	if len(s.plan.Groups) == 1 {
		return []readFigure{
			{"a range reads", "rows per row returned", "",
				func(x timeline.SampleLine) float64 { return x.Range.Mean }},
			{"a point get probes", "tables", cache,
				func(x timeline.SampleLine) float64 { return x.Get.Mean }},
			{"a range of the index on k reads", "entries per row", "",
				func(x timeline.SampleLine) float64 { return x.Index.Mean }}}
	}
	for g, group := range s.plan.Groups {
		list = append(list, readFigure{"a range of " + group.Name + " reads", "rows per row", "",
			func(x timeline.SampleLine) float64 { return x.Groups[g].Range.Mean }},
			readFigure{"a point get of " + group.Name + " probes", "tables", cache,
				func(x timeline.SampleLine) float64 { return x.Groups[g].Get.Mean }})
	}
	return list
}

func (s *simulation) readWords() (list []string) {
	if len(s.Samples) == 0 {
		return []string{"no sample was taken"}
	}
	for _, f := range s.readFigures() {
		most, at, found := s.extreme(f.of, most)
		if !found {
			continue
		}
		begin, _, _ := s.extreme(f.of, first)
		end, _, _ := s.extreme(f.of, last)
		if lowest, _, _ := s.extreme(f.of, least); lowest == most {
			list = append(list, fmt.Sprintf("%s %.2f %s all the time%s", f.what, most, f.unit,
				f.note))
			continue
		}
		list = append(list, fmt.Sprintf("%s %.2f %s at first, %.2f on average, at most %.2f (%s), "+
			"%.2f at the end%s", f.what, begin, f.unit, s.mean(f.of), most, hms(at), end, f.note))
	}
	const hourS = 3600
	if worst := s.Summary.WorstHour; len(s.plan.Groups) == 1 && s.Summary.ReachedS > hourS {
		list = append(list, fmt.Sprintf("in the worst hour a range reads %.2f rows per row", worst))
	}
	return append(list, s.priceWords()...)
}

// mean is the mean of a figure over the samples that have it.
func (s *simulation) mean(of func(timeline.SampleLine) float64) float64 {
	mean, _ := stretch{samples: s.Samples}.mean(of).(float64)
	return mean
}

// Orders for extreme: whether a later figure goes before an earlier one.
func least(a, b float64) bool { return a < b }
func most(a, b float64) bool  { return a > b }
func first(_, _ float64) bool { return false }
func last(_, _ float64) bool  { return true }

// extreme is the sample's figure that comes before all others by an order, and its time; samples
// without it are left out.
func (s *simulation) extreme(of func(timeline.SampleLine) float64,
	before func(a, b float64) bool) (best, atS float64, found bool) {

	for _, x := range s.Samples {
		if v := of(x); v > 0 && (!found || before(v, best)) {
			best, atS, found = v, x.AtS, true
		}
	}
	return best, atS, found
}

// priceWords say how far the stated read load falls.
func (s *simulation) priceWords() []string {
	if !s.priced() {
		return nil
	}
	qps := func(x timeline.SampleLine) float64 { return value(x.ReadQPS) }
	latency := func(x timeline.SampleLine) float64 { return value(x.ReadLatencyMSec) }
	begin, _, _ := s.extreme(qps, first)
	end, _, _ := s.extreme(qps, last)
	lowest, at, _ := s.extreme(qps, least)
	fast, _, _ := s.extreme(latency, least)
	slow, _, _ := s.extreme(latency, most)
	load := s.Settings.ReadLoad
	return []string{
		fmt.Sprintf("%s %s by %s would get %.0f QPS at first, at least %.0f (%+.0f %% at %s), "+
			"%.0f at the end", load.Script, load.RandType, counted(load.Threads, "client"), begin,
			lowest, 100*(lowest/begin-1), hms(at), end),
		fmt.Sprintf("and %.2f to %.2f ms for an event, on the machine of the cost file", fast,
			slow),
	}
}

// ofTablets are the reasons of freezes that concern one tablet only.
var ofTablets = []string{string(freeze.HotRow), string(freeze.Tombstones),
	string(freeze.EmptyRows)}

func (s *simulation) freezeWords() []string {
	if len(s.Freezes) == 0 {
		return []string{"none"}
	}
	var tenant []float64 // times of those of the whole tenant
	reasons := map[string]int{}
	var order []string
	for _, f := range s.Freezes {
		if reasons[f.Reason] == 0 {
			order = append(order, f.Reason)
		}
		reasons[f.Reason]++
		if !slices.Contains(ofTablets, f.Reason) {
			tenant = append(tenant, f.AtS)
		}
	}
	for i, reason := range order {
		order[i] = fmt.Sprintf("%s %d", reason, reasons[reason])
	}
	list := []string{fmt.Sprintf("%d (%s), the first at %s", len(s.Freezes),
		strings.Join(order, ", "), hms(s.Freezes[0].AtS))}
	if len(tenant) > 2 {
		pauses := make([]float64, len(tenant)-1)
		for i := range pauses {
			pauses[i] = tenant[i+1] - tenant[i]
		}
		slices.Sort(pauses)
		list = append(list, fmt.Sprintf("between two of the tenant pass %s in the median, %s at "+
			"least",
			spellS(pauses[len(pauses)/2]), spellS(pauses[0])))
	}
	return list
}

func (s *simulation) mergeWords() []string {
	t := s.Summary
	var kinds []string
	for _, k := range []struct {
		n    int
		what string
	}{{t.Minis, "mini"}, {t.Minors, "minor"}, {t.Mediums, "medium or meta major"},
		{t.Majors, "tablet major"}} {
		if k.n > 0 {
			kinds = append(kinds, counted(k.n, k.what))
		}
	}
	if len(kinds) == 0 {
		return []string{"none"}
	}
	if atS := s.majorFreezes(); len(atS) > 0 {
		kinds[len(kinds)-1] += " (major freeze at " + hms(atS[0]) + ")"
	}
	waited := "hardly waited for a thread"
	if t.QueueS >= waitLeastS {
		waited = fmt.Sprintf("waited %s for a thread on average", spellS(t.QueueS))
	}
	return []string{
		strings.Join(kinds, ", "),
		fmt.Sprintf("they wrote %s, %.2f bytes for each of the users', and %s",
			inBytes(t.MergeBytes), t.WriteAmplification, waited),
		"SSTables take up to " + inBytes(t.SpaceMaxBytes),
	}
}

// waitLeastS is the mean time that merges wait for a thread from which it is told, seconds.
const waitLeastS = 0.05

// majorFreezes are the times of the major freezes.
func (s *simulation) majorFreezes() (atS []float64) {
	reasons := map[string]bool{}
	for _, m := range s.Merges {
		if m.Type == string(timeline.MergeMajor) {
			reasons[m.Reason] = true
		}
	}
	for _, f := range s.Freezes {
		if reasons[f.Reason] {
			atS = append(atS, f.AtS)
		}
	}
	return atS
}

func (s *simulation) writeWords() []string {
	t, x := s.Summary, s.Settings
	peak := fmt.Sprintf("the memstore takes up to %s", inBytes(t.MemstoreUsedMaxBytes))
	share := func(of int64) float64 {
		return math.Round(100 * float64(t.MemstoreUsedMaxBytes) / float64(max(of, 1)))
	}
	if x.ThrottleBytes < x.MemstoreLimitBytes {
		peak += fmt.Sprintf(", %.0f %% of what throttles", share(x.ThrottleBytes))
	} else {
		peak += fmt.Sprintf(", %.0f %% of its limit", share(x.MemstoreLimitBytes))
	}
	list := []string{"never throttled; " + peak}
	if t.ThrottledS > 0 {
		_, from, _ := s.extreme(func(x timeline.SampleLine) float64 { return x.ThrottledS }, first)
		list = []string{fmt.Sprintf("throttled for %s in all, first at %s; %s",
			spellS(t.ThrottledS), hms(from), peak)}
	}
	if t.LostEvents >= 1 {
		list = append(list, short(t.LostEvents)+" events did not happen for it")
	}
	if t.RefusedS > 0 {
		list = append(list, "the memstore was full for "+spellS(t.RefusedS))
	}
	if t.RefusedMinis > 0 {
		list = append(list, counted(t.RefusedMinis, "mini")+
			" refused: too many SSTables")
	}
	return list
}
