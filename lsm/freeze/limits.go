package freeze

import (
	"fmt"

	"github.com/readamp/readamp/lsm"
)

// CachedPageBytes is what the server counts for a page that may be open
// (ObFifoArena::get_max_cached_memstore_size): 2 MiB and the two headers of 72 bytes. Exact in two
// places: GV$OB_MEMSTORE of the documentation V4.3.3, where FREEZE_TRIGGER 603,982,068 is 20 % of
// MEMSTORE_LIMIT 2,684,354,550 and 32 of these, and seekdb 1.2.0, with 16 of them.
const CachedPageBytes = 2<<20 + 72

// Source says where limits come from.
type Source string

// The sources.
const (
	Computed Source = "computed"
	Reported Source = "reported"
)

// Limits are the borders of a tenant's memstore. All are bytes of pages, not of rows.
type Limits struct {
	TenantBytes        int64
	MemstoreLimitBytes int64 // MEMSTORE_LIMIT

	// TriggerBytes is what the server compares with. FREEZE_TRIGGER shows it with MaxCachedBytes
	// added from 4.2.0 on.
	TriggerBytes int64
	// TriggerLowBytes and TriggerHighBytes are the band in which the trigger moves with the memory
	// that other parts of the server hold; equal if it does not, and if it was reported.
	TriggerLowBytes, TriggerHighBytes int64

	OpenPages      int64 // at most open at once: 16 groups x nway
	MaxCachedBytes int64 // OpenPages in bytes

	ThrottleBytes  int64 // hold above which writes are slowed down; the limit if they are not
	HardLimitBytes int64 // hold above which writes fail

	// From is Reported if the trigger was read from a server.
	From Source
}

// Hold is memory in use that leaves less for the memstore. The zero value leaves everything.
type Hold struct {
	TenantBytes   int64 // of the tenant, memstore and caches included
	KVCacheBytes  int64 // of it in caches, which give way
	MemstoreBytes int64 // of it in the memstore
}

// Server is what a server reported in GV$OB_MEMSTORE; 0 is unknown.
type Server struct {
	MemstoreLimitBytes int64 // MEMSTORE_LIMIT
	FreezeTriggerBytes int64 // FREEZE_TRIGGER
}

// holdHigh is the most that a tenant was seen to hold besides caches and memstore. It is a line
// through three points: 0.66 GB of about 0.83 GB and 0.7 GB of 1 GB (MEMSTORE_LIMIT and
// FREEZE_TRIGGER of small units, 341/53 and 410/64 MB), 2.0 GB of 6 GB (seekdb 1.2.0 under load).
func holdHigh(tenantBytes int64) int64 { return 450*mebibyte + tenantBytes/100*26 }

// Resolve gives the limits of a tenant. What a server reported goes before arithmetic.
func Resolve(o lsm.Options, r lsm.Rules, u Unit, h Hold, s Server) Limits {
	l := Limits{TenantBytes: TenantBytes(r, u.MemoryBytes), From: Computed}
	l.MemstoreLimitBytes = l.TenantBytes / 100 * MemstorePercent(o, r, l.TenantBytes)
	if s.MemstoreLimitBytes > 0 {
		l.MemstoreLimitBytes = s.MemstoreLimitBytes
	}
	l.setWays(int64(Ways(r, u)))
	percent := o.FreezeTriggerPercentage
	trigger := func(h Hold) int64 {
		return min(l.MemstoreLimitBytes, reachable(r, l.TenantBytes, h)) / 100 * percent
	}
	l.TriggerBytes = trigger(h)
	l.TriggerHighBytes = max(trigger(Hold{}), l.TriggerBytes)
	l.TriggerLowBytes = min(trigger(Hold{TenantBytes: holdHigh(l.TenantBytes)}), l.TriggerBytes)
	if s.FreezeTriggerBytes > 0 {
		l.report(o, r, s.FreezeTriggerBytes)
	}
	l.HardLimitBytes = l.MemstoreLimitBytes
	l.ThrottleBytes = l.MemstoreLimitBytes / 100 * o.WritingThrottlingTriggerPercentage
	if o.WritingThrottlingTriggerPercentage >= 100 {
		l.ThrottleBytes = l.MemstoreLimitBytes
	}
	return l
}

func (l *Limits) setWays(ways int64) {
	l.OpenPages = Groups * ways
	l.MaxCachedBytes = l.OpenPages * CachedPageBytes
}

// report takes FREEZE_TRIGGER of a server. Where it is the limit's share and whole open pages, as
// when the server has memory to spare, it tells nway too.
func (l *Limits) report(o lsm.Options, r lsm.Rules, freezeTrigger int64) {
	l.From = Reported
	l.TriggerBytes = freezeTrigger
	if r.FreezeCompares != lsm.CompareAllocated {
		const way = Groups * CachedPageBytes
		cached := freezeTrigger - l.MemstoreLimitBytes/100*o.FreezeTriggerPercentage
		if cached > 0 && cached%way == 0 && cached/way <= 32 {
			l.setWays(cached / way)
		}
		l.TriggerBytes = max(freezeTrigger-l.MaxCachedBytes, 0)
	}
	l.TriggerLowBytes, l.TriggerHighBytes = l.TriggerBytes, l.TriggerBytes
}

// reachable is what the memstore can still get (ObTenantFreezer::get_freeze_trigger_): from 4.3.0
// on half of what remains, or all but 2 GB of it, whichever is more; before, all of it.
func reachable(r lsm.Rules, tenantBytes int64, h Hold) int64 {
	remain := max(tenantBytes-h.TenantBytes+h.KVCacheBytes, 0)
	if !r.AutoMemstoreLimit {
		return remain + h.MemstoreBytes
	}
	usable := remain / 2
	if remain > 2*gibibyte {
		usable = max(usable, remain-2*gibibyte)
	}
	return usable + h.MemstoreBytes
}

// ShownTriggerBytes is FREEZE_TRIGGER as the release shows it.
func (l Limits) ShownTriggerBytes(r lsm.Rules) int64 {
	if r.FreezeCompares == lsm.CompareAllocated {
		return l.TriggerBytes
	}
	return l.TriggerBytes + l.MaxCachedBytes
}

// Warnings says in words what is wrong with limits.
func (l Limits) Warnings() []string {
	var found []string
	mb := func(bytes int64) int64 { return (bytes + mebibyte/2) / mebibyte }
	most := l.TriggerBytes + l.MaxCachedBytes
	switch {
	case l.ThrottleBytes >= l.HardLimitBytes && most >= l.HardLimitBytes:
		found = append(found, fmt.Sprintf("a freeze comes at up to %d MB of pages, and writes "+
			"fail at %d MB: nothing slows them down before", mb(most), mb(l.HardLimitBytes)))
	case l.ThrottleBytes >= l.HardLimitBytes:
		found = append(found, "write throttling is off: if merges fall behind, writes fail at "+
			"the memstore limit without being slowed down before")
	case l.TriggerBytes >= l.ThrottleBytes:
		found = append(found, fmt.Sprintf("the freeze trigger of %d MB is at or above the "+
			"throttling point of %d MB: writes are slowed down before a freeze helps",
			mb(l.TriggerBytes), mb(l.ThrottleBytes)))
	case most >= l.ThrottleBytes:
		found = append(found, fmt.Sprintf("the freeze trigger of %d MB and %d open pages together "+
			"reach the throttling point of %d MB: writes can be slowed down before a freeze",
			mb(l.TriggerBytes), l.OpenPages, mb(l.ThrottleBytes)))
	}
	return found
}
