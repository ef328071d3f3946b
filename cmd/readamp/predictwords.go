package main

import (
	"fmt"
	"strings"
)

// words say in a few sentences what is predicted.
func (p *prediction) words() string {
	var b strings.Builder
	for _, part := range []paragraph{
		{"state", p.stateWords()}, {"reads", p.readWords()}, {"price", p.priceWords()},
	} {
		for i, sentence := range part.sentences {
			heading := ""
			if i == 0 {
				heading = part.heading
			}
			fmt.Fprintf(&b, "%-9s%s\n", heading, sentence)
		}
	}
	return b.String()
}

func (p *prediction) stateWords() []string {
	list := []string{tablesOf(p.plan)}
	if f := p.Forecast; f != nil {
		list = append(list, loadsOf(p.plan), fmt.Sprintf("after %s: %s write events, %s, writes %s",
			hms(f.AtS), short(f.WriteEvents), counted(f.Freezes, "freeze"),
			throttled(f.ThrottledS)),
			fmt.Sprintf("freeze trigger %s, memstore limit %s (%s)", inBytes(f.FreezeTriggerBytes),
				inBytes(f.MemstoreLimitBytes), p.memory.limitFrom()))
	} else {
		for _, l := range p.plan.Loads[:1] {
			list = append(list, fmt.Sprintf("written by %s, ids drawn %s", l.Script,
				l.Options.RandType))
		}
	}
	return append(list, fmt.Sprintf("rules of %s, minor_compact_trigger %d", p.ServerVersion,
		p.Trigger))
}

// throttled says for how long writes were slowed down.
func throttled(seconds float64) string {
	if seconds == 0 {
		return "not throttled"
	}
	return "throttled for " + spellS(seconds)
}

func (p *prediction) readWords() (list []string) {
	for _, g := range p.Groups {
		of := ""
		if len(p.Groups) > 1 {
			of = " of " + g.Group
		}
		list = append(list, fmt.Sprintf("a range%s reads %.1f rows for %.1f returned, %.2f per "+
			"row; 95 of 100 up to %.2f", of, g.Range.RowsRead, g.Range.Returned, g.Range.RowsPerRow,
			g.Range.P95PerRow))
		get := fmt.Sprintf("a point get%s asks %.2f tables", of, g.Get.RowsRead)
		if g.Get.FuseHitPct > 0 {
			get += fmt.Sprintf("; %.1f %% of the gets find the row in the fuse row cache",
				g.Get.FuseHitPct)
		}
		list = append(list, get)
		if g.Index != nil {
			list = append(list, fmt.Sprintf("a range of the index on k%s reads %.2f entries for "+
				"each that it returns", of, g.Index.EntriesPerEntry))
		}
	}
	return list
}
