package lsm_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
)

// TestRulesByRelease holds what differs, release by release.
func TestRulesByRelease(t *testing.T) {
	const (
		allocated   = lsm.CompareAllocated
		aboveCached = lsm.CompareAllocatedAboveCached
		retired     = lsm.CompareRetired
	)
	tests := []struct {
		version      string
		fuse, onArm  bool // the fuse row cache, on amd64 and arm64
		zeroFactor   int64
		spare, large bool
		compares     lsm.FreezeCompare
		autoMemstore bool
	}{
		{"4.0", true, false, 0, false, false, allocated, false},
		{"4.1", true, false, 0, false, false, allocated, false},
		{"4.2.0", true, false, 0, false, false, aboveCached, false},
		{"4.2.1", true, false, 25, true, false, retired, false},
		{"4.2", true, false, 25, true, false, retired, false},
		{"4.2.5", true, false, 25, true, false, retired, false},
		{"4.3.0", true, false, 0, false, false, retired, true},
		{"4.3.2", true, false, 0, false, false, retired, true},
		{"4.3.3", true, false, 25, true, false, retired, true},
		{"4.3.4", true, false, 25, true, false, retired, true},
		{"4.3.5", true, true, 25, true, true, retired, true},
		{"4.3", true, true, 25, true, true, retired, true},
		{"4.4", true, true, 25, true, true, retired, true},
		{"seekdb", true, true, 25, true, true, retired, true},
	}
	for _, test := range tests {
		for _, arch := range lsm.Arches {
			want := lsm.Rules{Version: test.version, FuseRowCache: test.fuse,
				ZeroFactorPercent: test.zeroFactor, SpareLargeMinors: test.spare,
				LargeMinorParameter: test.large, FreezeCompares: test.compares,
				AutoMemstoreLimit: test.autoMemstore}
			if test.version == "seekdb" {
				want.AdvanceCheckpoint, want.SingleTenant = true, true
			}
			want.Adaptive = adaptiveRules(test.version)
			if arch == "arm64" {
				want.FuseRowCache = test.onArm
			}
			if got, err := lsm.RulesFor(test.version, arch); err != nil || got != want {
				t.Errorf("%s on %s: %+v, %v, want %+v", test.version, arch, got, err, want)
			}
		}
	}
}

// adaptiveRules are those of a release, from the table in package adaptive's rules.go.
func adaptiveRules(version string) adaptive.Rules {
	const unit = 2 * time.Minute
	old := adaptive.Rules{MinRows: 1_000, TombstoneRows: 30_000, Unit: unit}
	fiveModes := adaptive.Rules{FiveModes: true, MinRows: 10_000, TombstoneRows: 250_000,
		Unit: unit}
	switch version {
	case "4.0", "4.1", "4.2.0":
		return old
	case "4.3.0":
		return adaptive.Rules{MinRows: 10_000, TombstoneRows: 200_000, Unit: unit}
	case "4.2.1", "4.2", "4.2.5", "4.3.2", "4.3.3", "4.3.4":
		return fiveModes
	}
	r := fiveModes
	r.RecentTombstones, r.QueryBeforeWrite, r.ShortCooling = true, true, true
	r.ExtendSnapshot, r.MetaNeedsRows = true, true
	if version == "seekdb" {
		r.MediumKeepsStats, r.Unit = true, 30*time.Second
	}
	return r
}

// TestFiveModes goes through the releases on either side of each border: moderate, super and
// extreme came with 4.2.1.5, 4.2.3 and 4.3.2 (documentation of table_mode).
func TestFiveModes(t *testing.T) {
	for version, want := range map[string]bool{"4.1": false, "4.2.0": false, "4.2.1.0": false,
		"4.2.1.4": false, "4.2.1.5": true, "4.2.1.9": true, "4.2.1": true, "4.2.2": false,
		"4.2.2.9": false, "4.2.3": true, "4.2.5": true, "4.3.0": false, "4.3.1": false,
		"4.3.2": true, "4.3.5": true, "4.4": true, "seekdb": true} {
		if got := mustRules(t, version, "amd64").Adaptive.FiveModes; got != want {
			t.Errorf("%s has five table modes: %t, want %t", version, got, want)
		}
	}
}

// TestServerVersions reads what servers print for version() and in their greeting.
func TestServerVersions(t *testing.T) {
	tests := []struct {
		printed string
		like    string // a release with the same rules
	}{
		{"5.7.25-OceanBase seekdb-v1.2.0.0", "seekdb"},
		{"seekdb-1.2", "seekdb"},
		{"SeekDB", "seekdb"},
		{"5.7.25-OceanBase-v4.2.1.9", "4.2.1"},
		{"5.7.25-OceanBase_CE-v4.2.1.9", "4.2.1"},
		{"5.7.25-OceanBase_CE-v4.4.2.1", "4.4"},
		{"5.7.25-OceanBase_CE-v4.3.5.0", "4.3.5"},
		{"5.7.25-OceanBase_CE-v4.0.0.0", "4.0"},
		{"OceanBase_CE 4.2.1.0 (r100000102023092807-7b0f43693565654bb1d7343f728bc2013dfff959)",
			"4.2.1.0"},
		{"OceanBase 4.3.3.0 (r100000142024101215)", "4.3.3"},
		{"4.2.1_CE", "4.2.1"},
		{"V4.3.1_CE_BETA", "4.3.0"},
		{" v4.1.0.2\n", "4.1"},
	}
	for _, test := range tests {
		got, err := lsm.RulesFor(test.printed, "arm64")
		want := mustRules(t, test.like, "arm64")
		if want.Version = got.Version; err != nil || got != want {
			t.Errorf("%q: %+v, %v, want %+v", test.printed, got, err, want)
		}
	}
}

func mustRules(t testing.TB, version, arch string) lsm.Rules {
	t.Helper()
	r, err := lsm.RulesFor(version, arch)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestReleases wants every release that an error message offers to be understood, in the order of
// their age.
func TestReleases(t *testing.T) {
	for _, release := range lsm.Releases {
		if r := mustRules(t, release, "amd64"); r.Version != release {
			t.Errorf("%s is understood as %s", release, r.Version)
		}
	}
	older := lsm.Releases[:len(lsm.Releases)-1] // seekdb is no number
	if !slices.IsSorted(older) {
		t.Errorf("releases %v are not sorted", older)
	}
}

func TestUnknownVersions(t *testing.T) {
	for _, version := range []string{"", "3.1.4", "5.0", "8.0.36", "5.7.25", "4", "4.", "4.2.",
		"4.x", "4.2.1.9.9", "4.12345", "14.2.1", "5.7.25-OceanBase-v3.2.3", "OceanBase", "seekdbx",
		"10.11.6-MariaDB"} {
		r, err := lsm.RulesFor(version, "amd64")
		if err == nil {
			t.Errorf("%q is understood as %s", version, r.Version)
			continue
		}
		for _, part := range []string{"unknown server version", "4.2.1", "seekdb"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q: %v, without %q", version, err, part)
			}
		}
	}
	_, err := lsm.RulesFor("4.2.1", "x86_64")
	if want := `unknown architecture "x86_64": want one of amd64, arm64`; err == nil ||
		err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// FuzzRulesFor wants an answer or an error for whatever a server prints, and the same rules for the
// release it was understood as.
func FuzzRulesFor(f *testing.F) {
	for _, seed := range append(slices.Clone(lsm.Releases), "5.7.25-OceanBase seekdb-v1.2.0.0",
		"5.7.25-OceanBase_CE-v4.2.1.9", "OceanBase 4.3.3.0 (r100)", "v4.99999.1", "4.2.1_CE", "") {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, version string) {
		r, err := lsm.RulesFor(version, "arm64")
		if err != nil {
			if r != (lsm.Rules{}) {
				t.Errorf("%q: rules %+v with error %v", version, r, err)
			}
			return
		}
		if again := mustRules(t, r.Version, "arm64"); again != r {
			t.Errorf("%q: %+v, but %s gives %+v", version, r, r.Version, again)
		}
	})
}
