package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/freeze"
)

// memory is what a simulation knows of its tenant's memory, and from where.
type memory struct {
	unit     freeze.Unit
	server   freeze.Server // what a server reported
	leftover bool          // the unit is what memory_limit leaves for tenants
	inferred bool          // the unit is one that has the reported limit
	limits   freeze.Limits
}

// limitsFrom puts into words where the memstore limit comes from.
func (m memory) limitFrom() string {
	switch {
	case m.server.MemstoreLimitBytes > 0:
		return "reported"
	case m.leftover:
		return "computed: memory_limit leaves a unit of " + inBytes(m.unit.MemoryBytes)
	}
	return "computed from a unit of " + inBytes(m.unit.MemoryBytes)
}

// memoryOf reads the flags that speak of memory and finds the borders of the memstore.
func (f *serverFlags) memoryOf(o lsm.Options, r lsm.Rules, reported freeze.Server) (
	memory, error) {

	m := memory{unit: freeze.Unit{CPUs: int64(f.cpus)}, server: reported}
	for _, size := range []struct {
		flag, text string
		into       *int64
	}{
		{"memory", f.memory, &m.unit.MemoryBytes},
		{"memstore-limit", f.memstoreLimit, &m.server.MemstoreLimitBytes},
		{"freeze-trigger", f.freezeTrigger, &m.server.FreezeTriggerBytes},
	} {
		if size.text == "" {
			continue
		}
		bytes, err := parseBytes(size.text)
		if err != nil {
			return m, usageError("--%s: %w", size.flag, err)
		}
		*size.into = bytes
	}
	if f.cpus < 1 {
		return m, usageError("--cpus: %d CPUs, at least 1 is needed", f.cpus)
	}
	if m.unit.MemoryBytes == 0 && m.server.MemstoreLimitBytes == 0 && o.MemoryLimit > 0 {
		m.unit, m.leftover = freeze.LargestUnit(o, r, freeze.Machine{CPUs: int64(f.cpus)}), true
	}
	if m.unit.MemoryBytes == 0 {
		if m.server.MemstoreLimitBytes == 0 {
			return m, usageError("how much memory? --memory 21G is the tenant's unit; " +
				"--memstore-limit is MEMSTORE_LIMIT of GV$OB_MEMSTORE")
		}
		m.unit.MemoryBytes = unitWith(o, r, m.server.MemstoreLimitBytes)
		m.inferred = true
	}
	m.limits = freeze.Resolve(o, r, m.unit, freeze.Hold{}, m.server)
	return m, m.check(r)
}

// unitWith is the unit whose memstore limit was reported: the share of the limit depends on the
// size, so both sizes are tried.
func unitWith(o lsm.Options, r lsm.Rules, limit int64) int64 {
	tenant := limit / freeze.MemstorePercent(o, r, 0) * 100
	if large := limit / freeze.MemstorePercent(o, r, 1<<50) * 100; large < tenant &&
		freeze.MemstorePercent(o, r, large) != freeze.MemstorePercent(o, r, 0) {
		tenant = large
	}
	if r.SingleTenant {
		return tenant
	}
	return tenant + max(freeze.MetaTenantBytes(tenant), tenant/9)
}

// leastLimit is the least memstore limit that is simulated: two pages for each of 16 groups.
const leastLimit = 2 * freeze.Groups * freeze.PageBytes

// check refuses a tenant that could not hold a memtable.
func (m memory) check(r lsm.Rules) error {
	if m.limits.MemstoreLimitBytes >= leastLimit && m.limits.TriggerBytes > 0 {
		return nil
	}
	if m.server.MemstoreLimitBytes > 0 {
		return usageError("memstore limit of %s and freeze trigger of %s: too little for the "+
			"pages of a memstore", inBytes(m.limits.MemstoreLimitBytes),
			inBytes(m.limits.ShownTriggerBytes(r)))
	}
	meta := ""
	if !r.SingleTenant {
		meta = fmt.Sprintf(", after %s for its meta tenant",
			inBytes(freeze.MetaTenantBytes(m.unit.MemoryBytes)))
	}
	return usageError("--memory: a unit of %s leaves a memstore of %s%s: too little",
		inBytes(m.unit.MemoryBytes), inBytes(m.limits.MemstoreLimitBytes), meta)
}

// bareLeast is the least number that is taken as one of bytes if it has no unit.
const bareLeast = 1 << 20

// parseBytes reads a size such as 21G or 1.5G, or a bare number of bytes as views show it.
func parseBytes(text string) (int64, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n >= 0 {
		if n < bareLeast {
			return 0, fmt.Errorf("%d bytes? a size has a unit, such as 21G", n)
		}
		return n, nil
	}
	whole, fraction, hasPoint := strings.Cut(text, ".")
	if !hasPoint {
		return lsm.ParseSize(text)
	}
	digits := strings.TrimRight(fraction, "bBkKmMgGtTyYeE ")
	unit, err := lsm.ParseSize("1" + fraction[len(digits):])
	number, parsed := strconv.ParseFloat(whole+"."+digits, 64)
	if err != nil || parsed != nil || digits == fraction || number < 0 || number > 1e6 {
		return 0, fmt.Errorf("%q is not a size such as 6G", text)
	}
	return int64(number * float64(unit)), nil
}
