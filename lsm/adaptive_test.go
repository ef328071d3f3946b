package lsm_test

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/readamp/readamp/lsm"
	"github.com/readamp/readamp/lsm/adaptive"
)

// TestAdaptive reads testdata/adaptive:
//
//	why [NAME=NUMBER]               the reason that speaks for merging such a tablet
//	loop, minor-loop, after-mini    what such a check decides
//	least NAME                      per mode, the least number that is a reason, after why, or
//	                                that makes a check decide for a merge, after its name
//	reported                        whether such a query or mini is remembered
//	windows                         reports and what is left of them; see answerWindows
//
// The tablet has one known mini with all the rows of its store, was last merged an hour ago and is
// written to the last second, in a small tenant of seekdb with undo_retention 0 and the switch on;
// times are seconds. version=V takes another release.
func TestAdaptive(t *testing.T) {
	runData(t, "adaptive", func() func([]string) (string, error) { return answerAdaptive })
}

func answerAdaptive(lines []string) (string, error) {
	a := parseArguments(lines[0])
	rules, err := lsm.RulesFor(a.value("version", "seekdb"), "amd64")
	if err != nil {
		return "", err
	}
	tablet, err := parseTablet(a)
	if err != nil {
		return "", err
	}
	r := rules.Adaptive
	switch a.word(0) {
	case "least":
		return leastByMode(r, a)
	case "reported":
		return map[bool]string{true: "yes", false: "no"}[tablet.Recent.Reported()], nil
	case "windows":
		return answerWindows(r, lines[1:])
	}
	return decide(r, a.word(0), tablet)
}

// decide gives the answer of why or of a check.
func decide(r adaptive.Rules, check string, t adaptive.Tablet) (string, error) {
	var d adaptive.Decision
	switch check {
	case "why":
		d.Reason = adaptive.WhyMerge(r, t)
	case "loop":
		d = adaptive.InLoop(r, t)
	case "minor-loop":
		d = adaptive.InMinorLoop(r, t)
	case "after-mini":
		d = adaptive.AfterMini(r, t, t.Recent.Updates, t.Recent.Deletes)
	default:
		return "", fmt.Errorf("unknown command %q", check)
	}
	if d == (adaptive.Decision{}) {
		return "nothing", nil
	}
	text := strings.TrimSpace(d.Kind.String() + " " + d.Reason.String())
	if d.Kind != adaptive.NoMerge {
		text += fmt.Sprintf(" up to %d", d.Snapshot/time.Second)
	}
	for _, note := range []struct {
		set  bool
		text string
	}{{d.Clears, "clears statistics"}, {d.Fails, "fails"}} {
		if note.set {
			text += ", " + note.text
		}
	}
	return text, nil
}

// parseTablet reads the numbers of a tablet.
func parseTablet(a arguments) (adaptive.Tablet, error) {
	const hour = time.Hour
	t := adaptive.Tablet{Known: true, SmallTenant: true, Enabled: true, KnownRuns: 1,
		Now: hour, Reserved: hour, Snapshot: hour, Newest: hour, Oldest: hour}
	numbers := map[string]*int64{
		"base": &t.BaseRows, "store": &t.StoreRows,
		"runs": &t.KnownRuns, "rows": &t.KnownRows, "total-deletes": &t.Total.Deletes,
		"queries": &t.Recent.Queries, "minis": &t.Recent.MiniMerges,
		"logical": &t.Recent.LogicalRows, "physical": &t.Recent.PhysicalRows,
		"blocks": &t.Recent.MicroBlocks, "pushed": &t.Recent.PushdownBlocks,
		"tables": &t.Recent.ExistTables, "useful": &t.Recent.UsefulTables,
		"inserts": &t.Recent.Inserts, "updates": &t.Recent.Updates, "deletes": &t.Recent.Deletes,
	}
	times := map[string]*time.Duration{"now": &t.Now, "major": &t.LastMajor,
		"reserved": &t.Reserved, "snapshot": &t.Snapshot, "newest": &t.Newest, "oldest": &t.Oldest}
	switches := map[string]*bool{"known": &t.Known, "small": &t.SmallTenant,
		"enabled": &t.Enabled, "pending": &t.Pending, "only-deletes": &t.OnlyDeletes}
	for name, value := range a.values {
		var err error
		n, isNumber := numbers[name]
		at, isTime := times[name]
		s, isSwitch := switches[name]
		switch {
		case isNumber:
			*n, err = strconv.ParseInt(value, 10, 64)
		case isTime:
			*at, err = time.ParseDuration(value + "s")
		case isSwitch:
			*s, err = strconv.ParseBool(value)
		case name == "mode":
			t.Mode, err = adaptive.ParseMode(value)
		case name != "version" && name != "check":
			err = fmt.Errorf("no such number: %s", name)
		}
		if err != nil {
			return t, err
		}
	}
	if _, given := a.values["rows"]; !given {
		t.KnownRows = t.StoreRows
	}
	return t, nil
}

// leastByMode finds, mode by mode, the least value of a number for which a check says something.
func leastByMode(r adaptive.Rules, a arguments) (string, error) {
	const never = 10_000_000
	var out strings.Builder
	for mode := adaptive.Normal; mode <= adaptive.Extreme; mode++ {
		var failed error
		least := sort.Search(never, func(n int) bool {
			values := map[string]string{"mode": mode.String(), a.word(1): strconv.Itoa(n)}
			for name, value := range a.values {
				values[name] = value
			}
			t, err := parseTablet(arguments{values: values})
			if err != nil {
				failed = err
				return false
			}
			answer, err := decide(r, a.value("check", "why"), t)
			if err != nil {
				failed = err
			}
			return answer != "nothing"
		})
		if failed != nil {
			return "", failed
		}
		text := strconv.Itoa(least)
		if least == never {
			text = "never"
		}
		fmt.Fprintf(&out, "%-9s %s\n", mode, text)
	}
	return out.String(), nil
}

// answerWindows reads lines such as
//
//	report at=10 minis=1 deletes=2000
//	clear
//	at 250 mode=extreme
//
// and prints for each at what is remembered and by which mode decisions go.
func answerWindows(r adaptive.Rules, lines []string) (string, error) {
	var w adaptive.Windows
	var out strings.Builder
	for _, line := range lines {
		a := parseArguments(line)
		at, err := time.ParseDuration(a.value("at", a.word(1)) + "s")
		if a.word(0) == "clear" {
			w.Clear()
			continue
		}
		if err != nil {
			return out.String(), err
		}
		delete(a.values, "at")
		t, err := parseTablet(a)
		if err != nil {
			return out.String(), err
		}
		if a.word(0) == "report" {
			w.Report(r, at, t.Recent)
			continue
		}
		recent := w.Recent(r, at)
		fmt.Fprintf(&out, "recent %d minis %d deletes, in all %d deletes, %s\n",
			recent.MiniMerges, recent.Deletes, w.Total().Deletes, w.Mode(r, at, t.Mode))
	}
	return out.String(), nil
}

// TestModes: names are read as a server prints them.
func TestModes(t *testing.T) {
	for mode := adaptive.Normal; mode <= adaptive.Extreme; mode++ {
		got, err := adaptive.ParseMode(strings.ToUpper(mode.String()))
		if err != nil || got != mode {
			t.Errorf("%s: %v, %v", mode, got, err)
		}
	}
	if _, err := adaptive.ParseMode("buffer"); err == nil {
		t.Error("buffer is a mode")
	}
}

// TestSmallTenant: 8 CPUs and nine tenths of 16 GiB are not small.
func TestSmallTenant(t *testing.T) {
	const bytes = (16 << 30) * 9 / 10
	if adaptive.SmallTenant(8, bytes) || !adaptive.SmallTenant(7.9, bytes) ||
		!adaptive.SmallTenant(8, bytes-1) {
		t.Error("not small from 8 CPUs and 14.4 GiB on")
	}
}

// TestFiveModesByRelease: the releases that know moderate, super and extreme.
func TestFiveModesByRelease(t *testing.T) {
	without := []string{"4.0", "4.1", "4.2.0", "4.2.1.4", "4.2.2", "4.3.0", "4.3.1"}
	with := []string{"4.2.1", "4.2.1.5", "4.2", "4.2.3", "4.2.5.2", "4.3.2", "4.3", "4.4", "seekdb"}
	for _, version := range slices.Concat(without, with) {
		want := slices.Contains(with, version)
		if got := mustRules(t, version, "amd64").Adaptive.FiveModes; got != want {
			t.Errorf("%s: %v", version, got)
		}
	}
}
