// Package freeze is the memory of a tenant: how many bytes a write takes of the memstore, when the
// memstore is frozen, and when writes are slowed down or refused.
//
// # Words
//
//	memstore   all memtables of a tenant
//	page       2 MiB of the memstore; memtables share pages
//	open       of a page: rows still go to it; each group and way has one
//	retired    of a page: filled and closed
//	hold       bytes of all pages that were not given back
//	group      memtables whose handle ids are equal modulo 16
//	way        one of a group's open pages; writers on different CPUs use different ways
//	trigger    the bytes of pages at which the tenant is frozen
//	unit       what a user gives a tenant: memory and CPUs
//
// # From a unit to a freeze
//
//	unit           21 GB
//	- meta tenant   2.1 GB
//	= tenant       18.9 GB
//	x 50 %          9.45 GB  memstore limit: allocations beyond it fail
//	x 60 %          5.7 GB   writes are slowed down
//	x 20 %          1.9 GB   trigger; looked at every 2 s
//
// What is compared with the trigger depends on the release, and none compares the bytes of rows:
//
//	retired pages          | open pages
//	#### #### #### ####    | ##.. #... ###. (group by group)
//	4.2.1 on: these        |
//	4.1, 4.2.0: these and these
//
// # Where each rule stands
//
//	unit, tenant, memstore limit           tenant.go
//	trigger, throttle, what was reported   limits.go
//	pages                                  arena.go, figures.go
//	bytes of keys and versions             rowbytes.go, versions.go
//	freezes by memory, log disk and time   decide.go
//	fast freeze                            fast.go
//	write throttling                       throttle.go
//
// Decisions are functions of their arguments; only an [Arena] and [Versions] keep state. Nothing
// reads a clock.
package freeze
