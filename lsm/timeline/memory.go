package timeline

import (
	"github.com/readamp/readamp/lsm"
	"time"

	"github.com/readamp/readamp/lsm/freeze"
)

// memory is the memstore of the tenant: its pages and what decides about freezes.
type memory struct {
	limits   freeze.Limits
	throttle freeze.Throttle
	arena    *freeze.Arena
	slow     freeze.SlowFreeze

	freezes    int64 // tenant freezes
	sinceMajor int64 // of them since the last major freeze
	rowBytes   int64 // allocated by all writes so far
	logBytes   int64 // redo written so far
}

// openBefore of the pages that may be open at once are open from the start.
func newMemory(o lsm.Options, l freeze.Limits, openBefore int64) *memory {
	m := &memory{limits: l, throttle: freeze.NewThrottle(o, l),
		arena: freeze.NewArena(int(l.OpenPages / freeze.Groups))}
	m.warm(openBefore)
	return m
}

// warm opens pages as they are left open by a tenant that was written to before: a page stays open
// when the memtables in it are frozen and dumped, and the next one goes on with it. They are full
// to any degree.
func (m *memory) warm(pages int64) {
	ways := m.limits.OpenPages / freeze.Groups
	for i := range min(pages/ways, freeze.Groups) {
		earlier := m.arena.Open()
		fill := (2*(i*spreadGroups%freeze.Groups) + 1) * freeze.PageRowBytes / (2 * freeze.Groups)
		m.arena.Alloc(earlier, ways*fill)
		m.arena.Freeze(earlier)
		m.arena.Release(earlier)
	}
}

// spreadGroups spreads the degrees evenly over neighbouring groups: 16 over the golden ratio, made
// odd.
const spreadGroups = 9

// setLimits changes the limits after a parameter was set.
func (m *memory) setLimits(o lsm.Options, l freeze.Limits) {
	m.limits, m.throttle = l, freeze.NewThrottle(o, l)
}

// openMemtable begins a tablet's next active memtable.
func (t *Tenant) openMemtable() *memtable {
	return &memtable{handle: t.memory.arena.Open(), since: t.now}
}

// account allocates what the writes since the last call need.
func (t *Tenant) account() {
	for _, b := range t.tablets {
		nodes := b.content.Active()
		if nodes == b.active.counted {
			continue
		}
		bytes := b.widths.bytes(nodes) - b.widths.bytes(b.active.counted)
		bytes += bytes * innerPerMille / 1000
		if b.active.counted.Keys == 0 {
			bytes += freeze.MemtableBytes
		}
		b.active.counted = nodes
		t.memory.arena.Alloc(b.active.handle, bytes)
		t.memory.rowBytes += bytes
	}
}

// innerPerMille is what the server's own tables take of the memstore beside the users' rows: at the
// freezes of natural-special-t2 and of natural-uniform-t1, the two after its start apart, the
// users' rows filled as many pages less than the trigger (5.5 and 5.6 %).
const innerPerMille = 55

// checkMemory is what the tenant freezer's timer does: freeze when the memstore is above the
// trigger, or make a major freeze instead once there were enough.
func (t *Tenant) checkMemory() {
	figures := t.memory.arena.Figures()
	if freeze.ShouldFreezeForLog(t.memory.logBytes, t.options.LogDiskSize) {
		t.freeze("log disk")
		return
	}
	if !freeze.ShouldFreeze(t.config.Rules, t.memory.limits, figures) ||
		t.memory.slow.Waits(t.now) {
		return
	}
	if freeze.MajorInstead(t.options, t.memory.sinceMajor) {
		t.majorFreeze("major_compact_trigger")
		return
	}
	t.freeze("memory")
}

// freeze ends the active memtables of all tablets, whoever filled them.
func (t *Tenant) freeze(reason string) {
	record := FreezeRecord{At: t.now, Reason: reason,
		ActiveBytes: t.memory.arena.Figures().ActiveBytes,
		RowBytes:    t.memory.rowBytes - t.lastFreeze.rowBytes,
		Events:      t.progress.Events - t.lastFreeze.events}
	var full []*tablet
	for _, b := range t.tablets {
		if b.content.Active().Keys > 0 && len(b.frozen)+1 < freeze.MaxMemtables {
			full = append(full, b)
		}
	}
	record.Tablets = len(full)
	t.freezeTablets(full)
	t.lastFreeze.rowBytes, t.lastFreeze.events = t.memory.rowBytes, t.progress.Events
	t.memory.slow.Froze(t.now)
	t.memory.freezes++
	t.memory.sinceMajor++
	t.Freezes = append(t.Freezes, record)
}

// MemoryPoint is what the memstore holds at a moment, bytes of pages.
type MemoryPoint struct {
	At                     time.Duration
	UsedBytes, ActiveBytes int64
}

// note notes what the memstore holds now.
func (t *Tenant) note() {
	f := t.memory.arena.Figures()
	t.Memory = append(t.Memory, MemoryPoint{t.now, f.UsedBytes, f.ActiveBytes})
}

// freezeTablets ends the active memtables of some tablets.
func (t *Tenant) freezeTablets(tablets []*tablet) {
	t.note()
	defer t.note()
	end := t.scn()
	eachTable(tablets, func(b *tablet) { b.active.part = b.content.Freeze(end) })
	for _, b := range tablets {
		m := b.active
		t.memory.arena.Freeze(m.handle)
		m.end, m.counted = end, Nodes{}
		size := m.part.Size()
		m.life = &Life{Tablet: b.name, Kind: kindMemtable, Born: t.now, Died: -1,
			Rows: size.Versions, Keys: size.Keys}
		t.Lives = append(t.Lives, m.life)
		b.frozen = append(b.frozen, m)
		b.active = t.openMemtable()
	}
}

// release gives the memory of a dumped memtable back.
func (t *Tenant) release(m *memtable) {
	t.memory.arena.Release(m.handle)
	m.life.Died = t.now
}
