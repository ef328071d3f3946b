// Package timeline runs a tenant under simulated time: writes fill memtables, freezes end them,
// and minis, minors, mediums and majors merge them, as the clock and the engine's rules have it.
// Samples say what a read finds on the way.
//
// # Words
//
//	plan      tables and the loads that run against them, and when (package workload)
//	content   what the tablets hold: single keys ([NewKeys]), or expected numbers (package model)
//	part      the content of one memtable or run
//	layer     what one memtable gave to a run, as long as its versions are not folded
//	keep      the multi-version start that a merge goes by: older versions are folded
//	probe     the statements that a sample reads with
//	stack     a tablet's tables as a read would open them
//
// # An hour
//
//	every 2 s    log and memstore looked at: above 30 % of the log disk or above the trigger every
//	             tablet's memtable is frozen
//	every 5 s    frozen memtables are queued to be dumped, one mini each
//	mini ends    memory given back; adaptive check; minor check
//	every 120 s  minor and medium checks, fast freeze (ob_compaction_schedule_interval)
//	02:00        major freeze
//
// # Where each rule stands
//
// Decisions are elsewhere and pure: which minis and minors are merged in lsm/policy.go, the memory
// rules in package freeze, medium and meta majors in package adaptive. Here is when they are asked
// and what becomes of the answer:
//
//	loops and their periods                  loops.go
//	bytes of memstore and log, freezes       memory.go, widths.go
//	writes, throttling, the hard limit       writer.go
//	minis and minors                         merges.go
//	majors, what stays readable after one    majors.go
//	mediums, meta majors, fast freeze        adaptive.go
//	thread pools and durations               pool.go, timing.go
//	versions kept                            majors.go (keep), counts.go (fold)
//	index tablets                            index.go
//
// Nothing here reads a clock or a random source of the machine: the same configuration gives the
// same report, on any number of cores.
package timeline
