package main

import (
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/model"
)

// remarkBlended says where closed forms mix what comes at different times.
func remarkBlended(e env, p *workload.Plan, tables []*model.Tables) {
	for g, t := range tables {
		if t.Blended() {
			e.remark("writes of %s draw ids in more than two ways: all but the most frequent are "+
				"mixed all the time here; simulate --fast keeps them apart", p.Groups[g].Name)
		}
	}
}
