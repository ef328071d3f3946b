package timeline

import (
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
)

// memory is the memstore of the tenant: its pages and what decides about freezes.
type memory struct {
	limits   freeze.Limits
	throttle freeze.Throttle
	arena    *freeze.Arena
	slow     freeze.SlowFreeze
	stuck    *tablet // which made freezes slow, nil if none did

	freezes    int64 // tenant freezes
	sinceMajor int64 // of them since the last major freeze
	rowBytes   int64 // allocated by all writes so far
	logBytes   int64 // redo written so far, a [freeze.RowBytes]' row image for each version
}

// openBefore of the pages that may be open at once are open from the start.
func newMemory(o lsm.Options, l freeze.Limits, openBefore int64) *memory {
	m := &memory{limits: l, throttle: freeze.NewThrottle(o, l),
		arena: freeze.NewArena(int(l.OpenPages / freeze.Groups))}
	m.arena.Warm(int(openBefore))
	return m
}

// setLimits changes the limits after a parameter was set.
func (m *memory) setLimits(o lsm.Options, l freeze.Limits) {
	m.limits, m.throttle = l, freeze.NewThrottle(o, l)
}

// openMemtable begins a tablet's next active memtable.
func (t *Tenant) openMemtable() *memtable {
	return &memtable{handle: t.memory.arena.Open()}
}

// account allocates what the writes since the last time need, and counts their log. It is called
// where the memstore is looked at.
func (t *Tenant) account() {
	since := t.accounted.at
	t.accounted.at, t.accounted.events = t.now, t.progress.Events
	logFrom := t.memory.logBytes
	for _, b := range t.tablets {
		nodes := b.content.Active()
		if nodes == b.active.counted {
			continue
		}
		bytes := b.widths.bytes(nodes) - b.widths.bytes(b.active.counted)
		bytes += bytes * freeze.InnerPerMille / 1000
		if b.active.counted.Keys == 0 {
			bytes += freeze.MemtableBytes
			b.active.since, b.active.logFrom = since, logFrom
		}
		t.memory.logBytes += b.widths.redo(nodes) - b.widths.redo(b.active.counted)
		b.active.counted = nodes
		t.memory.arena.Alloc(b.active.handle, bytes)
		t.memory.rowBytes += bytes
	}
}

// checkMemory is what the tenant freezer's timer does: freeze when the memstore is above the
// trigger, or make a major freeze instead once there were enough.
func (t *Tenant) checkMemory() {
	t.account()
	figures := t.memory.arena.Figures()
	if t.freezeForLog() {
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

// oldestLog is where the log begins that memtables cover still; what is before it is recycled.
func (t *Tenant) oldestLog() int64 {
	oldest := t.memory.logBytes
	for _, b := range t.tablets {
		if len(b.frozen) > 0 {
			oldest = min(oldest, b.frozen[0].logFrom)
		} else if b.active.counted.Keys > 0 {
			oldest = min(oldest, b.active.logFrom)
		}
	}
	return oldest
}

// freezeForLog freezes memtables when the log that they cover takes too much of the log disk, and
// says whether it did. Until those are dumped the log is as long as before, but the memtables that
// follow them begin behind the goal and are left alone.
func (t *Tenant) freezeForLog() bool {
	oldest, disk := t.oldestLog(), t.options.LogDiskSize
	if !freeze.ShouldFreezeForLog(t.memory.logBytes-oldest, disk) {
		return false
	}
	var holding []*tablet
	memtables := 0
	for _, b := range t.tablets {
		if b.active.counted.Keys == 0 || b.lastMemtable() {
			continue
		}
		if memtables++; b.active.logFrom <= freeze.LogGoal(oldest, disk) {
			holding = append(holding, b)
		}
	}
	switch {
	case len(holding) == 0:
		return false
	case freeze.FreezesTenantForLog(len(holding), memtables):
		t.freeze(reasonLogDisk)
	default:
		t.freezeSome(holding, reasonLogDisk)
	}
	return true
}

const reasonLogDisk = "log disk"

// freezeSome ends the active memtables of some tablets.
func (t *Tenant) freezeSome(tablets []*tablet, reason string) {
	t.Freezes = append(t.Freezes, FreezeRecord{At: t.now, Reason: reason,
		Tablets: len(tablets)})
	t.note()
	for _, b := range tablets {
		t.memory.arena.Freeze(b.active.handle)
	}
	t.freezeTablets(tablets)
	t.note()
}

// freeze ends the active memtables of all tablets, whoever filled them.
func (t *Tenant) freeze(reason string) {
	t.account()
	record := FreezeRecord{At: t.now, Reason: reason,
		ActiveBytes: t.memory.arena.Figures().ActiveBytes,
		RowBytes:    t.memory.rowBytes - t.lastFreeze.rowBytes,
		Events:      t.progress.Events - t.lastFreeze.events}
	var full, empty []*tablet
	var kept []freeze.Memtable
	for _, b := range t.tablets {
		switch {
		case b.lastMemtable():
			kept = append(kept, b.active.handle)
		case b.content.Active().Keys > 0:
			full = append(full, b)
		default:
			empty = append(empty, b)
		}
	}
	record.Tablets = len(full)
	t.note()
	t.memory.slow.Froze(t.now) // a wait that this freeze begins is not doubled by it
	t.memory.arena.FreezeAll(kept...)
	t.freezeTablets(full)
	for _, b := range empty { // nothing to dump: the memtable is gone at once
		t.memory.arena.Release(b.active.handle)
		b.active = t.openMemtable()
	}
	t.note()
	t.lastFreeze.rowBytes, t.lastFreeze.events = t.memory.rowBytes, t.progress.Events
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

// freezeTablets begins new memtables of some tablets, whose old ones the arena has frozen.
func (t *Tenant) freezeTablets(tablets []*tablet) {
	end := t.scn()
	for _, b := range tablets {
		b.active.nodes = b.content.Active()
	}
	eachTable(tablets, func(b *tablet) {
		b.active.part = b.content.Freeze(lsm.SCN(b.active.since), end)
	})
	for _, b := range tablets {
		m := b.active
		m.end, m.counted = end, Nodes{}
		size := m.part.Size()
		m.life = &Life{Tablet: b.name, Kind: kindMemtable, Born: t.now, Died: -1,
			Rows: size.Versions, Keys: size.Keys}
		t.Lives = append(t.Lives, m.life)
		b.frozen = append(b.frozen, m)
		b.active = t.openMemtable()
		if slow := t.config.Rules.FreezeCompares == lsm.CompareRetired; slow &&
			b.lastMemtable() && t.memory.stuck == nil { // 4.2.1 on
			t.memory.stuck = b
			t.memory.slow.Stuck(t.now)
		}
	}
}

// lastMemtable says that the active memtable takes the tablet's last place: it may not be frozen
// before one of the others is dumped (ObTabletMemtableMgr::block_freeze_if_memstore_full_).
func (b *tablet) lastMemtable() bool { return len(b.frozen)+1 >= freeze.MaxMemtables }

// release gives the memory of dumped memtables back. The tablet that made freezes slow is what ends
// that (ObTenantInfo::unset_slow_freeze), even if another one is stuck as well.
func (t *Tenant) release(b *tablet, dumped []*memtable) {
	b.frozen = b.frozen[len(dumped):]
	t.note()
	for _, m := range dumped {
		t.memory.arena.Release(m.handle)
		m.life.Died = t.now
	}
	t.note()
	if t.memory.stuck == b {
		t.memory.stuck = nil
		t.memory.slow.Recovered()
	}
}
