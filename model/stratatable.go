package model

import (
	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/timeline"
)

// strataTable is a main tablet in expectation.
type strataTable struct {
	group *strataGroup
	start events // when the active memtable began
	begun int    // the group's moment then
}

func newStrataTable(g *strataGroup) *strataTable {
	return &strataTable{group: g, start: make(events, len(g.mixes))}
}

// Rows implements [timeline.TabletContent].
func (t *strataTable) Rows() int64 { return int64(t.group.rows) }

// Active implements [timeline.TabletContent].
func (t *strataTable) Active() timeline.Nodes { return t.group.active(t.begun, t.start).main }

// Freeze implements [timeline.TabletContent].
func (t *strataTable) Freeze(start, end lsm.SCN) timeline.Part {
	p := t.content(start, end)
	t.start, t.begun = t.group.written.since(make(events, len(t.start))), t.group.now
	return p
}

// Peek implements [timeline.TabletContent].
func (t *strataTable) Peek() timeline.Part { return t.content(0, 0) }

// content is the active memtable.
func (t *strataTable) content(start, end lsm.SCN) *strataPart {
	n := t.Active()
	e := t.group.written.since(t.start)
	return t.group.newPart(e, []strataLayer{{start: start, end: end, events: e}}, timeline.Size{
		Deleted: n.Deletes, Changed: n.Updates + n.Rewrites + n.Deletes})
}

// Base implements [timeline.TabletContent].
func (t *strataTable) Base() timeline.Part { return t.group.base() }

func (g *strataGroup) base() *strataPart {
	n := int64(g.rows)
	return &strataPart{size: timeline.Size{Keys: n, Versions: n, PhysicalRows: n}}
}

// Mini implements [timeline.TabletContent].
func (t *strataTable) Mini(frozen []timeline.Part, keep lsm.SCN) timeline.Part {
	return t.group.merge(asParts(frozen), keep)
}

// Minor implements [timeline.TabletContent].
func (t *strataTable) Minor(inputs []timeline.Part, keep lsm.SCN) timeline.Part {
	return t.group.merge(asParts(inputs), keep)
}

// Major implements [timeline.TabletContent].
func (t *strataTable) Major(base timeline.Part, inputs []timeline.Part, _ lsm.SCN) timeline.Part {
	p := t.group.base()
	p.size.Folded = base.Size().Versions - p.size.Versions
	for _, in := range inputs {
		p.size.Folded += in.Size().Versions
	}
	return p
}

// asParts are the strata of parts.
func asParts(parts []timeline.Part) []*strataPart {
	list := make([]*strataPart, len(parts))
	for i, p := range parts {
		list[i] = p.(*strataPart)
	}
	return list
}
