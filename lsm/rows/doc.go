// Package rows stores what package lsm counts: tables whose rows are really written, merged, fused
// and read. It follows the same policy, kept in one place for both ([lsm.Stack]), but has a read
// path of its own, so that equal counters prove something.
//
// # Words
//
//	payload   one row version as stored
//	node      a version in a memtable
//	run       a mini, minor or major: metadata and an SSTable
//	shadow    an extra row before several versions of a key: all of them fused
//	cursor    one table's place in a scan
//	tied      of cursors: at the same key
//	border    the nearest key of all other tables; blocks before it need no merging
//	epoch     counts a tablet's minis and cache flushes; the fuse row cache is good for one
//	gate      what transactions that write pass, and what a freeze closes for a moment
//
// # A read
//
// A reader takes the tablet's current version, an immutable list of memtables and runs, and a
// snapshot. It never waits for a writer, and no writer waits for it.
//
//	memtable (skip list, version chains)  7{k}
//	mini     (SSTable)                      . .    cursors -> loser tree -> fuser -> row
//	major    (SSTable)                    5 6 7 8
//
// # Where each thing stands
//
//	row versions as bytes                         payload.go
//	putting a row together                        fuse.go
//	memtables                                     skiplist.go, memtable.go
//	SSTables, Bloom filters                       sstable.go, filter.go, files.go
//	runs and their micro blocks                   run.go, runwriter.go
//	dump, minor and major merges                  merge.go, mergeruns.go
//	scans                                         scan.go, cursor.go, losertree.go
//	block scan                                    blockscan.go
//	gets, fuse row cache                          get.go, rowcache.go
//	statements                                    read.go, write.go, session.go
//	tablets, freezes                              tablet.go, tenant.go, table.go
package rows
