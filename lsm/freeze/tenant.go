package freeze

import "github.com/readamp/readamp/lsm"

const (
	mebibyte = 1 << 20
	gibibyte = 1 << 30
)

// Machine is what a server runs on.
type Machine struct {
	MemoryBytes int64
	CPUs        int64
}

// Unit is what a user gives a tenant. A release with a single tenant has one unit, the server.
type Unit struct {
	MemoryBytes int64
	CPUs        int64 // max_cpu
}

// ServerBytes is memory_limit in force: the parameter, or its percentage of the machine's memory.
func ServerBytes(o lsm.Options, m Machine) int64 {
	if o.MemoryLimit > 0 {
		return o.MemoryLimit
	}
	return m.MemoryBytes / 100 * o.MemoryLimitPercentage
}

// SystemBytes is what the server keeps for itself (tenant 500) of its memory limit: the parameter
// system_memory, or steps (ObServerMemoryConfig::get_adaptive_memory_config). A release with a
// single tenant keeps nothing.
func SystemBytes(o lsm.Options, r lsm.Rules, serverBytes int64) int64 {
	if r.SingleTenant {
		return 0
	}
	if o.SystemMemory > 0 {
		return o.SystemMemory
	}
	for _, step := range []struct{ from, system int64 }{
		{100, 10}, {80, 9}, {60, 8}, {40, 7}, {20, 6}, {12, 5},
	} {
		switch {
		case serverBytes >= 130*gibibyte:
			return serverBytes / 100 * 8
		case serverBytes >= step.from*gibibyte:
			return step.system * gibibyte
		}
	}
	return gibibyte
}

// LargestUnit is the unit that takes everything a server has for tenants.
func LargestUnit(o lsm.Options, r lsm.Rules, m Machine) Unit {
	server := ServerBytes(o, m)
	return Unit{MemoryBytes: max(server-SystemBytes(o, r, server), 0), CPUs: m.CPUs}
}

// MetaTenantBytes is what of a unit goes to the meta tenant: 10 %, but at least 1 GB, and 512 MB in
// units below 2 GB (src/share/unit/ob_unit_resource.h).
func MetaTenantBytes(unitBytes int64) int64 {
	floor := int64(512 * mebibyte)
	if unitBytes >= 2*gibibyte {
		floor = gibibyte
	}
	return max(unitBytes/10, floor)
}

// TenantBytes is the memory of the user tenant. With a single tenant it is the whole unit
// (measured on seekdb 1.2.0: MEMSTORE_LIMIT is 40 % of memory_limit).
func TenantBytes(r lsm.Rules, unitBytes int64) int64 {
	if r.SingleTenant {
		return unitBytes
	}
	return max(unitBytes-MetaTenantBytes(unitBytes), 0)
}

// MemstorePercent is the share of a tenant's memory that is its memstore limit
// (ObTenantFreezer::get_memstore_limit_percentage_): from 4.3.0 on the tenant's parameter, then
// the cluster's, then 40 up to 8 GB and 50 above; before, the cluster's, 50 by default.
func MemstorePercent(o lsm.Options, r lsm.Rules, tenantBytes int64) int64 {
	switch {
	case r.AutoMemstoreLimit && o.TenantMemstoreLimitPercentage != 0:
		return o.TenantMemstoreLimitPercentage
	case o.MemstoreLimitPercentage != 0:
		return o.MemstoreLimitPercentage
	case r.AutoMemstoreLimit && tenantBytes <= 8*gibibyte:
		return 40
	}
	return 50
}

// Ways is nway, the open pages of one group (calc_nway in ob_memstore_allocator.cpp): a page for
// each CPU while a twentieth of the memory allows it; 1 to 32. seekdb 1.2.0 has 1 on 2 CPUs and
// 6 GB (measured), which the formula does not give.
func Ways(r lsm.Rules, u Unit) int {
	if r.SingleTenant {
		return 1
	}
	return int(min(max(min(u.CPUs, u.MemoryBytes/20/CachedPageBytes), 1), 32))
}
