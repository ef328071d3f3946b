// Package lsm is the engine's rules: what OceanBase's row store keeps in a tablet after a history
// of writes, freezes and merges, and how many rows each statement then reads.
//
// # Words
//
//	tablet    one partition of one table or of one index, with an LSM tree of its own
//	memtable  its store in memory, where a key is a chain of versions
//	mini      an SSTable dumped from a memtable
//	minor     an SSTable merged from minis and minors
//	major     the baseline: one row a key, nothing deleted
//	medium    a merge of one tablet into a new major; a meta major is one that reads alone use
//	version   a row as one transaction left it; partial if an update wrote some columns only
//	fuse      to put a row together from its versions, newest first
//	run       a mini, minor or major
//	slow row  a base row that goes through the merge; a fast one is handed on with its block
//
// # A read
//
//	                 get id=7                          scan 5..9
//	memtable         7{k}          +1 memstore         7        +1 memstore
//	mini             -             +1 ssstore          5        +1 ssstore
//	minor            7{k,c} 8      +1 ssstore          7 8      +2 ssstore
//	major            5 6 7 8 9     +1 ssstore, ends    5 6 7 8 9    +5 ssstore
//
// A get asks table after table, newest first, until the row is whole; a table counts one whether
// it has the key or not. A scan reads each key from every table that has it.
//
// # Where each rule stands
//
//	parameters and their ranges                    options.go
//	differences of versions and architectures      rules.go
//	which minis and minors are merged, and when    policy.go
//	the runs of a tablet, whatever they hold       stack.go
//	what a minor, major or meta major replaces     stackmerge.go
//	versions a merge keeps, physical rows          merge.go
//	dump, empty memtables                          tablet.go
//	one version a transaction, rollback            memtable.go, transaction.go
//	index tablets                                  table.go
//	point get, early stop, multi-get               get.go
//	fuse row cache                                 fusecache.go
//	scans, count, limit                            scan.go
//	block scan and block borders                   blockscan.go, blocks.go
//	what the first read after a change pays        status.go
//	merges nobody asked for: the rules             package adaptive
//	what a tablet keeps for them, and asks for     adaption.go
//	what takes time                                clock.go
//	rounds of the scheduling loops                 setting.go
//
// A history is driven by hand: a freeze is dumped, and the merges that follow from it are done,
// before the call returns. Time is simulated; nothing here reads a clock or a random source.
package lsm
