package validate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/readamp/readamp/validate/record"
)

// measuredFreeze is a freeze as the samples and the merged memtables show it.
type measuredFreeze struct {
	unix   float64
	events float64 // write events since the one before
}

// mergeStep is one merge of a tablet.
type mergeStep struct {
	kind   string
	inputs int
	rows   int64 // physical, of the outcome
}

// same says whether two steps are the same kind of merge of as many tables.
func (m mergeStep) same(o mergeStep) bool { return m.kind == o.kind && m.inputs == o.inputs }

// String writes a step in short: minor of 3.
func (m mergeStep) String() string {
	kind := strings.ToLower(strings.TrimSuffix(m.kind, "_MERGE"))
	if m.inputs == 1 {
		return kind
	}
	return fmt.Sprintf("%s of %d", kind, m.inputs)
}

// measuredMerges are the merges of each tablet after the first state, in order.
func measuredMerges(states []*record.State) map[string][]mergeStep {
	type key struct{ tablet, kind, start string }
	seen := map[key]bool{}
	for _, m := range states[0].History {
		seen[key{m.Tablet, m.Type, m.Start}] = true
	}
	var fresh []record.Merge
	for _, s := range states[1:] {
		for _, m := range s.History {
			if k := (key{m.Tablet, m.Type, m.Start}); !seen[k] {
				seen[k] = true
				fresh = append(fresh, m)
			}
		}
	}
	slices.SortStableFunc(fresh, func(a, b record.Merge) int {
		return strings.Compare(a.Start, b.Start)
	})
	steps := map[string][]mergeStep{}
	for _, m := range fresh {
		steps[m.Tablet] = append(steps[m.Tablet], mergeStep{m.Type, inputsOf(m), m.Rows})
	}
	return steps
}

// inputsOf is how many tables a merge took, the base of a major not counted.
func inputsOf(m record.Merge) int {
	text, ok := strings.CutPrefix(m.Inputs, "table_cnt=")
	if !ok {
		return 0
	}
	number, _, _ := strings.Cut(text, ",")
	n, err := strconv.Atoi(number)
	if err != nil {
		return 0
	}
	if strings.Contains(m.Inputs, "[MAJOR]") {
		n--
	}
	return n
}

// scnPerSecond is the unit of an SCN: nanoseconds since 1970.
const scnPerSecond = 1e9

// freezeGapS is how far the ends of two tablets' memtables may lie apart to count as one freeze.
const freezeGapS = 1.0

// measuredFreezes are the freezes after the first state: the moments at which minis end. A minor
// that swallowed a mini before a state was recorded keeps its end in the history.
func measuredFreezes(run *record.Run, states []*record.State) []measuredFreeze {
	var ends []float64
	for _, s := range states[1:] {
		for _, m := range s.History {
			if m.Type != "MINI_MERGE" {
				continue
			}
			if _, end, ok := scnRange(m.Inputs); ok {
				ends = append(ends, float64(end)/scnPerSecond)
			}
		}
	}
	slices.Sort(ends)
	var list []measuredFreeze
	before := states[0].At
	for _, end := range ends {
		if end <= states[0].At || len(list) > 0 && end-list[len(list)-1].unix < freezeGapS {
			continue
		}
		list = append(list, measuredFreeze{unix: end, events: eventsBetween(run, before, end)})
		before = end
	}
	return list
}

// eventsBetween is how many write events the phases had between two moments, by their rate of each
// second.
func eventsBetween(run *record.Run, from, to float64) (events float64) {
	for _, e := range run.Entries {
		if p := e.Phase; p != nil && p.Queries.Write > 0 {
			events += eventsUntil(run, p, to) - eventsUntil(run, p, from)
		}
	}
	return events
}

// eventsUntil is how many write events a phase had had at a moment.
func eventsUntil(run *record.Run, p *record.Phase, at float64) float64 {
	o, err := phaseOptions(run.Config(), p)
	if err != nil || at <= p.Start {
		return 0
	}
	all := float64(p.Queries.Write) / float64(o.PerEvent().Writes())
	if at >= p.End {
		return all
	}
	var done, total float64
	width := (p.End - p.Start) / float64(max(len(p.Intervals), 1))
	for i, rate := range p.Intervals {
		from := p.Start + float64(i)*width
		total += rate
		done += rate * min(max((at-from)/width, 0), 1)
	}
	if total == 0 {
		return all * (at - p.Start) / (p.End - p.Start)
	}
	return all * done / total
}
