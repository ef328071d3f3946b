package validate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/timeline"
	"github.com/readamp/readamp/lsm/workload"
	"github.com/readamp/readamp/validate/record"
)

// StartState is a recorded state as a simulation begins with it.
type StartState struct {
	Stacks []timeline.StartStack // by group of the plan
	// Remarks say what of the state a simulation can't follow.
	Remarks []string
}

// RecordedTables are the number of main tablets of a state and the mean rows of their bases.
func RecordedTables(s *record.State) (tables int, rows int64) {
	for _, tablet := range mainTablets(s) {
		tables++
		for _, r := range s.Stacks[tablet] {
			if r.Kind == record.KindMajor && r.Rows != nil {
				rows += *r.Rows
			}
		}
	}
	return tables, rows / int64(max(tables, 1))
}

// mainTablets are the names of a state's main tablets.
func mainTablets(s *record.State) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(s.Stacks)) {
		if kindOfTablet(name) == "main" {
			names = append(names, name)
		}
	}
	return names
}

// NewStartState puts the recorded tablets to the groups of a plan by name: sbtest3 is the third
// table of the group sbtest. Tables of a group are taken to be alike: the means over those with
// the commonest stack.
func NewStartState(p *workload.Plan, s *record.State) (*StartState, error) {
	out := &StartState{Stacks: make([]timeline.StartStack, len(p.Groups))}
	matched := 0
	for g, group := range p.Groups {
		var stacks []timeline.StartStack
		for i := range group.Tables {
			name := fmt.Sprintf("%s%d", group.Name, i+1)
			if recorded, ok := s.Stacks[name]; ok {
				stacks = append(stacks, startStack(s, name, recorded))
				out.compareBase(group, name, recorded)
			}
		}
		if len(stacks) == 0 {
			continue
		}
		matched += len(stacks)
		out.Stacks[g] = out.commonest(group, stacks)
	}
	if matched == 0 {
		return nil, fmt.Errorf("none of the recorded tablets (%s) is a table of the plan, such as "+
			"%s1", strings.Join(mainTablets(s), ", "), p.Groups[0].Name)
	}
	return out, nil
}

// startStack is what stands above the base of a recorded tablet.
func startStack(s *record.State, tablet string, recorded []record.TabletRun) timeline.StartStack {
	var stack timeline.StartStack
	for _, r := range recorded {
		t := timeline.StartTable{}
		if r.Rows != nil {
			t.PhysicalRows = float64(*r.Rows)
		}
		switch r.Kind {
		case record.KindMini:
			t.Kind = lsm.Mini
		case record.KindMinor:
			t.Kind = lsm.Minor
		case record.KindMemtable:
			t.Memory = true
			t.Keys = memtableKeys(s, tablet, r.Frozen)
		default:
			continue
		}
		if t.PhysicalRows > 0 || t.Keys > 0 {
			stack = append(stack, t)
		}
	}
	return stack
}

// memtableKeys are the distinct keys of a tablet's active or frozen memtable.
func memtableKeys(s *record.State, tablet string, frozen bool) float64 {
	for _, m := range s.Memtables {
		if m.Tablet == tablet && m.Active != frozen {
			return float64(m.Keys)
		}
	}
	return 0
}

// compareBase remarks where the plan's tables have another size than the recorded base.
func (o *StartState) compareBase(group workload.TableGroup, name string,
	stack []record.TabletRun) {

	for _, r := range stack {
		if r.Kind == record.KindMajor && r.Rows != nil && *r.Rows != group.Rows {
			o.Remarks = append(o.Remarks, fmt.Sprintf(
				"%s has %d rows in its base, the plan says %d", name, *r.Rows, group.Rows))
		}
	}
}

// commonest are the means over the tables whose stack most tables have.
func (o *StartState) commonest(group workload.TableGroup, stacks []timeline.StartStack) (
	mean timeline.StartStack) {

	shape := func(s timeline.StartStack) string {
		var b strings.Builder
		for _, t := range s {
			fmt.Fprint(&b, t.Kind, t.Memory, " ")
		}
		return b.String()
	}
	count := map[string]int{}
	best := ""
	for _, s := range stacks {
		count[shape(s)]++
		if best == "" || count[shape(s)] > count[best] {
			best = shape(s)
		}
	}
	if n := len(stacks) - count[best]; n > 0 {
		o.Remarks = append(o.Remarks, fmt.Sprintf("%d of %d tables of %s have another stack than "+
			"the others; all begin with the commonest", n, len(stacks), group.Name))
	}
	for _, s := range stacks {
		if shape(s) != best {
			continue
		}
		if mean == nil {
			mean = make(timeline.StartStack, len(s))
		}
		for i, t := range s {
			mean[i].Kind, mean[i].Memory = t.Kind, t.Memory
			mean[i].PhysicalRows += t.PhysicalRows / float64(count[best])
			mean[i].Keys += t.Keys / float64(count[best])
		}
	}
	return mean
}
