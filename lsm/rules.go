package lsm

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/readamp/readamp/lsm/adaptive"
)

// Rules holds everything in which server versions and CPU architectures differ. It is resolved
// once by [RulesFor]; no other code asks for a version.
type Rules struct {
	// Version is the release the rules are those of, such as "4.2.1" or "seekdb".
	Version string

	// FuseRowCache: point gets use the fuse row cache. Releases 4.1 to 4.3.3 ask for x86
	// (ObTableIterParam::enable_fuse_row_cache); seekdb has no such test.
	FuseRowCache bool

	// ZeroFactorPercent is what _minor_compaction_amplification_factor = 0 means. Up to 4.2.0
	// zero is taken literally, from 4.2.1 it stands for
	// OB_DEFAULT_COMPACTION_AMPLIFICATION_FACTOR (25).
	ZeroFactorPercent int64

	// SpareLargeMinors: with no more than T small minors beside one large one, nothing is
	// merged. Up to 4.3.2 everything is merged instead
	// (ObPartitionMergePolicy::refine_minor_merge_result).
	SpareLargeMinors bool

	// LargeMinorParameter: the size of a large minor is the parameter
	// _minor_merge_write_amplification_threshold (4.3.5 line); before that it is the constant
	// OB_LARGE_MINOR_SSTABLE_ROW_COUNT.
	LargeMinorParameter bool

	// AutoMemstoreLimit: memstore_limit_percentage 0 means 40 up to 8 GB of tenant memory, else
	// 50 (ObTenantFreezer::get_memstore_limit_percentage_, 4.3.0). Before that 0 is not allowed
	// and the default is 50.
	AutoMemstoreLimit bool

	// FreezeCompares says what of the memstore is compared with the freeze trigger.
	FreezeCompares FreezeCompare

	// AdvanceCheckpoint: _advance_checkpoint_interval freezes everything now and then
	// (seekdb 1.1 on; taken for every seekdb).
	AdvanceCheckpoint bool

	// SingleTenant: the tenant's memory is memory_limit itself; there is no system tenant and no
	// meta tenant (seekdb, measured).
	SingleTenant bool

	// Adaptive are the differences in adaptive compaction.
	Adaptive adaptive.Rules
}

// FreezeCompare is what of the memstore a release compares with the freeze trigger
// (ObTenantFreezer::need_freeze_).
type FreezeCompare uint8

// The comparisons, oldest first.
const (
	// CompareAllocated: all pages handed out since the oldest active memtable began (4.1).
	CompareAllocated FreezeCompare = iota
	// CompareAllocatedAboveCached: the same, against the trigger plus the most that open pages
	// can take (4.2.0).
	CompareAllocatedAboveCached
	// CompareRetired: only pages filled and closed (4.2.1 on).
	CompareRetired
)

// largeMinorRows is OB_LARGE_MINOR_SSTABLE_ROW_COUNT, physical rows.
const largeMinorRows = 2_000_000

// ruleSteps lists, oldest first, the release from which each difference holds.
var ruleSteps = []struct {
	from  [3]int
	apply func(*Rules, string)
}{
	{[3]int{4, 0, 0}, func(r *Rules, arch string) { r.FuseRowCache = arch == "amd64" }},
	{[3]int{4, 0, 0}, func(r *Rules, _ string) {
		r.Adaptive = adaptive.Rules{MinRows: 1_000, TombstoneRows: 30_000, Unit: 2 * time.Minute}
	}},
	{[3]int{4, 2, 0},
		func(r *Rules, _ string) { r.FreezeCompares = CompareAllocatedAboveCached }},
	{[3]int{4, 2, 1}, setMinorRules(25, true)},
	{[3]int{4, 2, 1}, func(r *Rules, _ string) { r.FreezeCompares = CompareRetired }},
	{[3]int{4, 2, 1}, setAdaptiveRows(250_000)},
	// 4.3.0 to 4.3.2 branched off before those two were changed.
	{[3]int{4, 3, 0}, setMinorRules(0, false)},
	{[3]int{4, 3, 0}, func(r *Rules, _ string) { r.AutoMemstoreLimit = true }},
	{[3]int{4, 3, 0}, setAdaptiveRows(200_000)},
	{[3]int{4, 3, 2}, setAdaptiveRows(250_000)},
	{[3]int{4, 3, 3}, setMinorRules(25, true)},
	{[3]int{4, 3, 5}, func(r *Rules, _ string) {
		r.LargeMinorParameter, r.FuseRowCache = true, true
	}},
	{[3]int{4, 3, 5}, func(r *Rules, _ string) {
		a := &r.Adaptive
		a.RecentTombstones, a.QueryBeforeWrite = true, true
		a.ShortCooling, a.ExtendSnapshot, a.MetaNeedsRows = true, true, true
	}},
}

func setMinorRules(zeroFactorPercent int64, spare bool) func(*Rules, string) {
	return func(r *Rules, _ string) {
		r.ZeroFactorPercent, r.SpareLargeMinors = zeroFactorPercent, spare
	}
}

func setAdaptiveRows(tombstoneRows int64) func(*Rules, string) {
	return func(r *Rules, _ string) {
		r.Adaptive.MinRows, r.Adaptive.TombstoneRows = 10_000, tombstoneRows
	}
}

// hasFiveModes says whether a release knows the table modes moderate, super and extreme: 4.2.1.5,
// 4.2.3, 4.3.2 and what comes after each in its line.
func hasFiveModes(release [3]int, patch int) bool {
	switch {
	case slices.Compare(release[:], []int{4, 3, 0}) >= 0:
		return release[1] > 3 || release[2] >= 2
	case release == [3]int{4, 2, 1}:
		return patch >= 5
	}
	return slices.Compare(release[:], []int{4, 2, 3}) >= 0
}

// patchOf is the fourth number of a release name, and where there is none that of a new one.
func patchOf(name string) int {
	parts := strings.Split(name, ".")
	if len(parts) < 4 {
		return newestPatch
	}
	patch, _ := strconv.Atoi(parts[3]) // at most four digits, by the pattern
	return patch
}

// newestPatch is above every patch number.
const newestPatch = 9999

// seekdb is the version name of the engine by itself.
const seekdb = "seekdb"

// seekdbStatUnit is a quarter of the server's 2 min: each of four timer threads keeps that interval
// for itself. Measured on seekdb 1.2.0: 10 refreshes of the tablet statistics in 385 s.
const seekdbStatUnit = 30 * time.Second

// seekdbRelease is the OceanBase release whose storage code seekdb carries.
var seekdbRelease = [3]int{4, 4, 0}

// Releases are the versions a user may name; patch releases such as 4.2.1.9 are understood too.
var Releases = []string{"4.0", "4.1", "4.2", "4.2.1", "4.3", "4.3.3", "4.3.5", "4.4", "seekdb"}

// Arches are the CPU architectures a user may name.
var Arches = []string{"amd64", "arm64"}

// releasePattern finds a release in what a user types or a server prints, such as "v4.2.1",
// "5.7.25-OceanBase_CE-v4.2.1.9" or "OceanBase_CE 4.3.5.0 (r100000202024122716)".
var releasePattern = regexp.MustCompile(
	`^(?:.*oceanbase(?:_ce)?[ _-]*)?v?(4(?:\.\d{1,4}){1,3})(?:$|[ _-])`)

// RulesFor resolves the rules of a release on a CPU architecture. It also takes what a server
// prints for version(), such as "5.7.25-OceanBase seekdb-v1.2.0.0" or
// "5.7.25-OceanBase-v4.2.1.9".
//
// A bare 4.2 stands for the newest of its line, and so does a bare 4.3.
func RulesFor(version, arch string) (Rules, error) {
	if !slices.Contains(Arches, arch) {
		return Rules{}, fmt.Errorf("unknown architecture %q: want one of %s",
			arch, strings.Join(Arches, ", "))
	}
	release, name, err := parseRelease(version)
	if err != nil {
		return Rules{}, err
	}
	rules := Rules{Version: name}
	for _, step := range ruleSteps {
		if slices.Compare(release[:], step.from[:]) >= 0 {
			step.apply(&rules, arch)
		}
	}
	rules.Adaptive.FiveModes = hasFiveModes(release, patchOf(name))
	if name == seekdb {
		rules.AdvanceCheckpoint, rules.SingleTenant = true, true
		rules.Adaptive.MediumKeepsStats, rules.Adaptive.Unit = true, seekdbStatUnit
	}
	return rules, nil
}

// parseRelease reads a release or a version() string.
func parseRelease(version string) (release [3]int, name string, err error) {
	v := strings.ToLower(strings.TrimSpace(version))
	if v == "seekdb" || strings.HasPrefix(v, "seekdb-") || strings.Contains(v, " seekdb-v") {
		return seekdbRelease, seekdb, nil
	}
	m := releasePattern.FindStringSubmatch(v)
	if m == nil {
		return release, "", fmt.Errorf("unknown server version %q: want one of %s",
			version, strings.Join(Releases, ", "))
	}
	switch name = m[1]; name {
	case "4.2":
		return [3]int{4, 2, 1}, name, nil
	case "4.3":
		return [3]int{4, 3, 5}, name, nil
	}
	for i, part := range strings.Split(name, ".") {
		if i < len(release) {
			release[i], _ = strconv.Atoi(part) // at most four digits, by the pattern
		}
	}
	return release, name, nil
}
