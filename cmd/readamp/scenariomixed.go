package main

import (
	"fmt"
	"strings"

	"github.com/readamp/readamp/lsm/workload"
)

// remarkMixed says where closed forms mix what comes at different times: ids of a group's writes
// are drawn from all of its distributions at once.
func remarkMixed(e env, p *workload.Plan) {
	for g, group := range p.Groups {
		var kinds []string
		events, sum := map[string]float64{}, 0.0
		for _, l := range p.Loads {
			if l.Group != g || l.Options.PerEvent().Writes() == 0 {
				continue
			}
			kind := l.Options.RandType
			if events[kind] == 0 {
				kinds = append(kinds, kind)
			}
			n := l.Rate.EventsPerSecond() * (l.To - l.From).Seconds()
			events[kind], sum = events[kind]+n, sum+n
		}
		if len(kinds) < 2 {
			continue
		}
		for i, kind := range kinds {
			kinds[i] = fmt.Sprintf("%s %.0f %%", kind, 100*events[kind]/sum)
		}
		e.remark("writes of %s draw ids in several ways (%s): they are mixed all the time here; "+
			"simulate --fast keeps them apart", group.Name, strings.Join(kinds, ", "))
	}
}
