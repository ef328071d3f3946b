// Package adaptive holds the rules by which a tablet is merged into a new base without anybody
// asking for it (adaptive compaction). It decides and does nothing: numbers about a tablet go in,
// a decision with its reason comes out.
//
// # Words
//
//	table_mode    how readily a table is merged: normal, queuing, moderate, super, extreme
//	medium merge  base and minis and minors of one tablet become a new major
//	meta major    the same for one replica only; reads use it as base, checksums don't
//	reason        what spoke for a merge, as MERGE_REASON of GV$OB_TABLET_COMPACTION_HISTORY
//	boost         what the activity thresholds are multiplied by: 2 for a small tenant, times the
//	              mode's factor
//	reserved      the snapshot down to which versions are kept; a medium lies at or above it
//	known run     a mini or minor whose upper_trans_version is set: all its transactions ended
//
// # Where each rule stands
//
//	table modes, their limits and factors       mode.go
//	differences of releases                     rules.go
//	what queries and minis report               stats.go
//	how long a report is remembered             windows.go
//	reasons, and the order they are asked in    reason.go
//	whether a tablet may be merged, and when    decide.go
//
// Times are durations since the start of the simulation; what lies before it is negative.
//
// Sources: ObAdaptiveMergePolicy (compaction/ob_partition_merge_policy.cpp),
// ObMediumCompactionScheduleFunc (compaction/ob_medium_compaction_func.cpp) and
// ObTenantTabletStatMgr (ob_tenant_tablet_stat_mgr.cpp), all below src/storage, of seekdb 1.0.0
// where nothing else is said; and the traces in testdata/traces-adaptive.
package adaptive
