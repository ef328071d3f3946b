package adaptive

import "time"

// Rules are the differences of releases. lsm.RulesFor resolves them; no other code asks for a
// version.
type Rules struct {
	// FiveModes: moderate, super and extreme exist (4.2.1.5 on but not 4.2.2, 4.3.2 on). Before
	// that a table in one of them is a normal one.
	FiveModes bool

	// MinRows are the physical rows that a tablet's known runs must hold before it is merged:
	// 1,000 up to 4.2.0, then TRANS_STATE_DETERM_ROW_CNT_THRESHOLD (10,000).
	MinRows int64

	// TombstoneRows are updates and deletes of one mini after which a merge is thought of at
	// once: 30,000 up to 4.2.0, 200,000 in 4.3.0 (taken for 4.3.1 too), else
	// TOMBSTONE_ROW_COUNT_THRESHOLD (250,000).
	TombstoneRows int64

	// RecentTombstones: in queuing modes more than TombstoneRows updates and deletes in the
	// recent window count as accumulated deletes (seekdb; taken from 4.3.5 on).
	RecentTombstones bool

	// QueryBeforeWrite: an inefficient query is asked for before frequent writes (seekdb; taken
	// from 4.3.5 on).
	QueryBeforeWrite bool

	// ShortCooling: in queuing modes the retention pause is shortened by the mode's factor, and
	// coolingPause alone is enough too (ObMediumCompactionScheduleFunc::check_frequency of seekdb;
	// taken from 4.3.5 on).
	ShortCooling bool

	// ExtendSnapshot: a medium snapshot below the reserved one is raised to it if it is that of the
	// tablet's newest freeze (choose_new_medium_snapshot of seekdb; taken from 4.3.5 on).
	ExtendSnapshot bool

	// MetaNeedsRows: a meta major that does nothing but delete rows is made and then thrown away:
	// its newest version is taken from the rows it has, is thus not above the last major, and the
	// store refuses it with -4287, OB_MINOR_SSTABLE_RANGE_CROSS
	// (ObTabletTableStore::build_meta_major_table; seekdb 1.2.0, measured: after deletes alone all
	// of 13 failed, with updates among them all of 6 stayed; taken from 4.3.5 on).
	MetaNeedsRows bool

	// MediumKeepsStats: a medium leaves the tablet's statistics as they are (seekdb 1.2.0,
	// measured: deletes counted before a medium are a reason for the next), else they begin anew
	// (ObScheduleTabletFunc::schedule_freeze_dag). A meta major always clears them.
	MediumKeepsStats bool

	// Unit is how long statistics go into one unit of the window before the next begins, and how
	// long a new table_mode takes at most to be looked at (CHECK_INTERVAL, 2 min). seekdb has four
	// timer threads that each keep that interval for themselves: 30 s (measured).
	Unit time.Duration
}
