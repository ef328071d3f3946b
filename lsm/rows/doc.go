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
//	manifest  the file of a folder that says which SSTables are whose
//	in force  of a manifest: the one that Open will find
//	hidden    of runs: a meta major is read in their place, but the store still lists them
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
// # A folder
//
// A tenant is in memory, or in a folder ([Open]). There each file is written under another name,
// synced and renamed. A freeze dumps all tablets, then writes one manifest; merges follow, and the
// manifest that names what came out of them. Files that the manifest in force names are left
// alone, so that a crash at any moment leaves the tenant as it was after some freeze.
//
// # Where each thing stands
//
//	row versions as bytes                         payload.go
//	putting a row together                        fuse.go
//	memtables                                     skiplist.go, memtable.go
//	SSTables, Bloom filters                       sstable.go, filter.go
//	where files are kept                          files.go, memoryfiles.go, folder.go
//	what a folder holds                           folderfiles.go, manifest.go, manifestcheck.go
//	opening and saving a tenant                   open.go, readback.go, save.go, savedmemtable.go
//	runs and their micro blocks                   run.go, runwriter.go
//	dump, minor and major merges                  merge.go, mergeruns.go
//	scans                                         scan.go, cursor.go, losertree.go
//	block scan                                    blockscan.go
//	gets, fuse row cache                          get.go, rowcache.go
//	statements                                    read.go, write.go, session.go
//	tablets, freezes                              tablet.go, tenant.go, table.go
package rows
