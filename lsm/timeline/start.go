package timeline

import (
	"fmt"

	"github.com/readamp/readamp/lsm"
)

// StartStack is what stands above the base of a group's main tablets when the plan begins, oldest
// first: means over the tables.
type StartStack []StartTable

// StartTable is one of its tables.
type StartTable struct {
	Kind   lsm.RunKind
	Memory bool // it is a memtable, frozen or (the last one) active; Kind does not matter then
	// PhysicalRows are those of a run, Keys the distinct keys of a memtable.
	PhysicalRows, Keys float64
}

// StartFrom begins with recorded stacks, one for each group, instead of merged tables. Which keys a
// recorded table holds is not known: it is filled with what the group's first load that writes
// writes, until the main tablets hold as many rows on average. Index tablets hold what the same
// writes give. Their versions count as written when the plan begins.
func (t *Tenant) StartFrom(stacks []StartStack) error {
	for g, stack := range stacks {
		if len(stack) == 0 {
			continue
		}
		load := t.writingLoad(g)
		if load < 0 {
			return fmt.Errorf("timeline: no load of the plan writes to the tables of %s: what the "+
				"recorded tables hold can't be told", t.config.Plan.Groups[g].Name)
		}
		for i, table := range stack {
			active := table.Memory && i == len(stack)-1
			if err := t.fill(g, load, table); err != nil {
				return err
			}
			if !active {
				t.settle(g, table)
			}
		}
	}
	t.account()
	return nil
}

// writingLoad is the first load that writes to a group, -1 if none does.
func (t *Tenant) writingLoad(group int) int {
	for i, l := range t.config.Plan.Loads {
		if l.Group == group && l.Options.PerEvent().Writes() > 0 {
			return i
		}
	}
	return -1
}

// fill writes to a group's tables until their active memtables are as large as a recorded table.
func (t *Tenant) fill(group, load int, table StartTable) error {
	wanted, size := table.PhysicalRows, t.meanRows
	if table.Memory {
		wanted, size = table.Keys, t.meanKeys
	}
	tables := float64(t.config.Plan.Groups[group].Tables)
	for have := 0.0; have < wanted; {
		// An event writes at most some rows to some table: never past the goal by more than that.
		step := max(int64((wanted-have)*tables/fillRows), 1)
		t.content.Write(load, step)
		now := size(group)
		if now <= have && step > fillStuck {
			return fmt.Errorf("timeline: the tables of %s can't hold the %.0f recorded rows",
				t.config.Plan.Groups[group].Name, wanted)
		}
		have = now
	}
	return nil
}

const (
	// fillRows is the most physical rows that an event of sysbench's scripts adds to a table.
	fillRows = 8
	// fillStuck is how many events without a new row say that there will be none.
	fillStuck = 100_000
)

// mains calls visit for the main tablets of a group.
func (t *Tenant) mains(group int, visit func(*tablet)) (n float64) {
	for _, b := range t.tablets {
		if b.group == group && !b.isIndex {
			visit(b)
			n++
		}
	}
	return n
}

// meanRows are the physical rows that the active memtables of a group would make.
func (t *Tenant) meanRows(group int) float64 {
	var rows int64
	n := t.mains(group, func(b *tablet) { rows += b.content.Peek().Size().PhysicalRows })
	return float64(rows) / n
}

// meanKeys are the distinct keys of the active memtables of a group.
func (t *Tenant) meanKeys(group int) float64 {
	var keys int64
	n := t.mains(group, func(b *tablet) { keys += b.content.Active().Keys })
	return float64(keys) / n
}

// settle makes the active memtables of a group the newest run or frozen memtable of its tablets.
func (t *Tenant) settle(group int, as StartTable) {
	if as.Memory {
		t.account()
	}
	var full []*tablet
	for _, b := range t.tablets {
		if b.group == group && b.content.Active().Keys > 0 {
			full = append(full, b)
		}
	}
	if as.Memory {
		for _, b := range full {
			t.memory.arena.Freeze(b.active.handle)
		}
		t.freezeTablets(full)
		return
	}
	for _, b := range full {
		part := b.content.Mini([]Part{b.content.Freeze(0, startSCN)}, 0)
		out := &table{part: part, kind: as.Kind,
			bytes: b.widths.of(as.Kind, part.Size().PhysicalRows)}
		t.born(b, out)
		b.inc = append(b.inc, out)
	}
}

// startSCN is the version of what was written before the plan began.
const startSCN lsm.SCN = 1
