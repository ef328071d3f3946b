package adaptive

import "time"

// Tablet is what a decision sees of a tablet and its tenant. Rows are physical.
type Tablet struct {
	Mode  Mode // as [Windows.Mode] gives it
	Known bool // something was reported of the tablet ([Windows.Known])

	Recent, Total Stats

	SmallTenant bool // see [SmallTenant]
	Enabled     bool // _enable_adaptive_compaction
	Pending     bool // a newer major freeze, or a medium, is not done yet

	BaseRows int64
	// StoreRows is the sum over all minis and minors of the store, also those that a major took
	// in and that are still to be removed.
	StoreRows int64
	// KnownRuns and KnownRows count the minis and minors above the base, from the oldest up to
	// the first that is not known.
	KnownRuns, KnownRows int64
	// OnlyDeletes: what is above the base would leave no row of its own in a new one.
	OnlyDeletes bool

	Now       time.Duration
	LastMajor time.Duration // snapshot of the base
	Reserved  time.Duration // the greatest reserved snapshot: [Reserved]
	Snapshot  time.Duration // the tablet's: what its newest freeze took in for certain
	Newest    time.Duration // newest commit in the known runs
	Oldest    time.Duration // newest commit in the oldest known run above the base
}

// Kind is the kind of merge a decision asks for.
type Kind uint8

// The kinds.
const (
	NoMerge Kind = iota
	Medium
	MetaMajor
)

// String is the type's name in GV$OB_TABLET_COMPACTION_HISTORY, "" for none.
func (k Kind) String() string { return [...]string{"", "MEDIUM_MERGE", "META_MAJOR_MERGE"}[k] }

// Decision is what to do with a tablet now. The zero value is to do nothing.
type Decision struct {
	Kind   Kind
	Reason Reason
	// Snapshot: what was committed up to it is merged.
	Snapshot time.Duration
	// Clears: the tablet's statistics begin anew ([Windows.Clear]).
	Clears bool
	// Fails: the merge is made and thrown away.
	Fails bool
}

// The tenant up to which thresholds are doubled: less than 8 CPUs, or less memory than nine tenths
// of 16 GiB (ObTenantSysStat::is_small_tenant).
const (
	smallTenantCPUs  = 8
	smallTenantBytes = (16 << 30) * 9 / 10
)

// SmallTenant says whether a tenant counts as small.
func SmallTenant(maxCPUs float64, memoryBytes int64) bool {
	return maxCPUs < smallTenantCPUs || memoryBytes < smallTenantBytes
}

// coolingPause is MEDIUM_COOLING_TIME_THRESHOLD_NS, 600 s since the last major.
const coolingPause = 600 * time.Second

// knownPercent is INC_ROW_COUNT_PERCENTAGE_THRESHOLD: known rows, of those of the base.
const knownPercent = 50

// InLoop is the check of the medium loop, every ob_compaction_schedule_interval. It makes mediums
// for tables of every mode; the switch turns it off (ObScheduleTabletFunc).
func InLoop(r Rules, t Tablet) Decision {
	reason := WhyMerge(r, t)
	if reason == NoReason || !t.Enabled {
		return Decision{}
	}
	return t.medium(r, reason)
}

// InMinorLoop is a check of the minor loop, at the same interval, which knows tables of mode
// extreme only and asks for meta majors. The switch makes no difference to it.
func InMinorLoop(r Rules, t Tablet) Decision {
	if t.Mode != Extreme {
		return Decision{}
	}
	if reason := WhyMerge(r, t); reason != NoReason {
		return t.metaMajor(r, reason)
	}
	return Decision{}
}

// AfterMini is the check right after a mini that dumped so many updates and deletes. The mini
// itself is not in the statistics yet; they are looked at in queuing modes only
// (ObTenantTabletScheduler::try_schedule_adaptive_merge).
func AfterMini(r Rules, t Tablet, updates, deletes int64) Decision {
	reason := NoReason
	switch {
	case !t.Known:
	case updates+deletes >= t.tombstoneRows(r), deletes > t.Mode.DeleteLimitRows():
		reason = Tombstone
	case t.Mode.IsQueuing():
		reason = WhyMerge(r, t)
	}
	cooling := t.LastMajor+coolingPause > t.Now
	switch {
	case reason == NoReason:
	case t.Mode.takesMedium() && !cooling:
		if t.Enabled {
			return t.medium(r, reason)
		}
	case t.Mode.takesMeta():
		return t.metaMajor(r, reason)
	}
	return Decision{}
}

// enough says whether there is enough to merge: a known run, and in normal mode enough rows in
// those that are known (ObAdaptiveMergePolicy::find_adaptive_merge_tables).
func (t Tablet) enough(r Rules) bool {
	if t.KnownRuns == 0 || t.Pending {
		return false
	}
	scanty := t.KnownRows < r.MinRows || 100*t.KnownRows < knownPercent*t.BaseRows
	return !scanty || t.Mode.IsQueuing()
}

// medium finds the snapshot of a medium and whether it may be made now.
//
// It is that of the newest known commit or the tablet's, whichever is older, and must not lie
// below the reserved one (ObMediumCompactionScheduleFunc::choose_medium_snapshot). With
// undo_retention 0 that follows a few seconds behind the clock: a tablet that was written, left
// alone and then frozen gets no medium; one whose last write came right before the freeze does,
// since there the tablet's snapshot is the older one and may be raised (measured, traces
// left-alone, normal-half and table-mode-extreme).
func (t Tablet) medium(r Rules, reason Reason) Decision {
	snapshot := min(t.Snapshot, t.Newest)
	if !t.enough(r) || snapshot <= t.LastMajor {
		return Decision{}
	}
	if snapshot < t.Reserved {
		if !r.ExtendSnapshot || snapshot != t.Snapshot {
			return Decision{}
		}
		snapshot = t.Reserved
	}
	if t.tooSoon(r, snapshot) {
		return Decision{}
	}
	return Decision{Kind: Medium, Reason: reason, Snapshot: snapshot, Clears: !r.MediumKeepsStats}
}

// tooSoon says that the last major is not yet half the retention window older than the snapshot.
// In queuing modes that window is shorter, and having passed the cooling pause is enough
// (ObMediumCompactionScheduleFunc::check_frequency).
func (t Tablet) tooSoon(r Rules, snapshot time.Duration) bool {
	pause := max(t.Now-t.Reserved, 0) / 2
	if t.LastMajor+pause <= snapshot {
		return false
	}
	if !r.ShortCooling || !t.Mode.IsQueuing() {
		return true
	}
	factor := time.Duration(t.Mode.FactorTenths())
	return t.LastMajor+pause*factor/10 > snapshot &&
		t.LastMajor+coolingPause*factor/10 > t.Now
}

// metaMajor finds whether a meta major may be made now. It takes the tablet's snapshot, which the
// oldest run to be merged must lie below as a whole.
func (t Tablet) metaMajor(r Rules, reason Reason) Decision {
	if !t.enough(r) || t.Oldest > t.Snapshot || t.Snapshot <= t.LastMajor {
		return Decision{}
	}
	fails := r.MetaNeedsRows && t.OnlyDeletes
	return Decision{MetaMajor, reason, t.Snapshot, true, fails}
}
