package validate

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/validate/record"
)

// physicalRows compares the physical rows of the SSTables that merges wrote: of the n-th merge of
// every tablet. Which table an event goes to is drawn, so the tables' own numbers differ by chance
// (by 1.6 % for the 4,000 events of a mini); the bar is for the tables together.
func (j *naturalJudge) physicalRows() {
	c := NaturalCheck{What: "physical rows of each SSTable", Bar: fmt.Sprintf(
		"%.0f %% over alike tablets, freezes told", physicalRowsBar)}
	measured, predicted := map[string][]float64{}, map[string][]float64{}
	for tablet, steps := range measuredMerges(j.plan.states) {
		for i, s := range steps {
			addAt(measured, kindOfTablet(tablet), i, float64(s.rows))
		}
	}
	for tablet, steps := range simulatedMerges(j.told.tenant) {
		for i, s := range steps {
			addAt(predicted, kindOfTablet(tablet), i, float64(s.rows))
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(measured)) {
		for i, rows := range measured[kind] {
			pct := math.Inf(1)
			if i < len(predicted[kind]) {
				pct = 100 * (predicted[kind][i]/rows - 1)
			}
			c.Of++
			c.worst(pct, physicalRowsBar)
		}
	}
	c.Passed = c.Missed == 0
	c.Result = fmt.Sprintf("worst %.1f %%", c.WorstPct)
	j.check(c)
}

func addAt(sums map[string][]float64, key string, i int, v float64) {
	for len(sums[key]) <= i {
		sums[key] = append(sums[key], 0)
	}
	sums[key][i] += v
}

// kindOfTablet is main or index.
func kindOfTablet(tablet string) string {
	if strings.HasSuffix(tablet, ".k") {
		return "index"
	}
	return "main"
}

// simulatedMerges are the merges of each tablet in a simulation, in order.
func simulatedMerges(t *timeline.Tenant) map[string][]mergeStep {
	steps := map[string][]mergeStep{}
	for _, m := range t.Merges {
		steps[m.Tablet] = append(steps[m.Tablet],
			mergeStep{string(m.Kind), m.Inputs, m.Output.PhysicalRows})
	}
	return steps
}

// worst counts one error.
func (c *NaturalCheck) worst(pct, bar float64) {
	if math.Abs(pct) > bar {
		c.Missed++
	}
	if !math.IsInf(pct, 0) {
		c.WorstPct = max(c.WorstPct, math.Abs(pct))
	}
}

// keys compares the distinct keys of the recorded memtables with those of a memtable that holds as
// many versions.
func (j *naturalJudge) keys() error {
	c := NaturalCheck{What: "distinct keys of each memtable",
		Bar: fmt.Sprintf("%.0f %% or %.0f/sqrt(n) after as many writes", keysBar, keysSigmas)}
	for _, s := range j.plan.states {
		predicted, err := j.plan.keysAfter(s.Memtables)
		if err != nil {
			return err
		}
		for i, m := range s.Memtables {
			if !m.Active || m.Inserts == 0 {
				continue
			}
			c.Of++
			c.worst(100*(float64(predicted[i])/float64(m.Keys)-1),
				max(keysBar, 100*keysSigmas/math.Sqrt(float64(m.Keys))))
		}
	}
	c.Passed = c.Missed == 0
	c.Result = fmt.Sprintf("worst %.1f %%", c.WorstPct)
	j.check(c)
	return nil
}

// keysStep is how many events are written between two looks at the memtables.
const keysStep = 4

// keysAfter are the distinct keys of memtables that hold as many versions as the recorded ones.
func (n *naturalPlan) keysAfter(recorded []record.Memtable) ([]int64, error) {
	content, err := timeline.NewKeys(n.config, SysbenchBlockRows)
	if err != nil {
		return nil, err
	}
	tablets := map[string]timeline.TabletContent{}
	for _, t := range content.Tables() {
		tablets[t.Name], tablets[t.Name+".k"] = t.Main, t.Index
	}
	keys := make([]int64, len(recorded))
	for left := len(recorded); left > 0; content.Write(0, keysStep) {
		left = 0
		for i, m := range recorded {
			tablet := tablets[m.Tablet]
			if tablet == nil || !m.Active || keys[i] > 0 {
				continue
			}
			if nodes := tablet.Active(); nodes.Versions() >= m.Inserts+m.Updates+m.Deletes {
				keys[i] = nodes.Keys
			}
			left++
		}
	}
	return keys, nil
}
