package lsm_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/readamp/readamp/lsm"
)

// TestPolicy reads testdata/policy:
//
//	pick trigger=T version=V factor=PERCENT large=ROWS   which of the runs below are merged
//	KIND ROWS [xN]                                       one run, or N of them, oldest first
//	least version=V                 fewest small minis that are merged, by trigger
//	dumps N trigger=T version=V rows=ROWS                the stack after each of N dumps
//
// Trigger 2, version seekdb, factor 0 and the version's own limit of a large minor are taken
// where nothing is said.
func TestPolicy(t *testing.T) {
	runData(t, "policy", func() func([]string) (string, error) { return answerPolicy })
}

func answerPolicy(lines []string) (string, error) {
	a := parseArguments(lines[0])
	o, r, err := policySettings(a)
	if err != nil {
		return "", err
	}
	switch a.word(0) {
	case "pick":
		runs, err := parseRuns(lines[1:])
		return describeSpan(lsm.PickMinor(o, r, runs), runs), err
	case "least":
		return leastRuns(o, r), nil
	case "dumps":
		return dumpedStacks(a, o, r)
	}
	return "", fmt.Errorf("unknown command %q", a.word(0))
}

func policySettings(a arguments) (o lsm.Options, r lsm.Rules, err error) {
	if r, err = lsm.RulesFor(a.value("version", "seekdb"), "amd64"); err != nil {
		return o, r, err
	}
	o = lsm.DefaultOptions()
	for name, parameter := range map[string]string{
		"trigger": "minor_compact_trigger",
		"factor":  "_minor_compaction_amplification_factor",
		"large":   "_minor_merge_write_amplification_threshold",
	} {
		if value, given := a.values[name]; given && err == nil {
			err = o.Set(parameter, value)
		}
	}
	return o, r, err
}

// parseRuns reads lines such as "mini 1000 x3".
func parseRuns(lines []string) ([]lsm.RunInfo, error) {
	var runs []lsm.RunInfo
	kinds := map[string]lsm.RunKind{"mini": lsm.Mini, "minor": lsm.Minor}
	for _, line := range lines {
		a := parseArguments(line)
		kind, known := kinds[a.word(0)]
		rows, err := strconv.ParseInt(a.word(1), 10, 64)
		times, timesErr := 1, error(nil)
		if x, given := strings.CutPrefix(a.word(2), "x"); given {
			times, timesErr = strconv.Atoi(x)
		}
		if !known || err != nil || timesErr != nil {
			return nil, fmt.Errorf("%q is not KIND ROWS [xN]", line)
		}
		for range times {
			runs = append(runs, lsm.RunInfo{Kind: kind, PhysicalRows: rows})
		}
	}
	return runs, nil
}

// describeSpan says which runs are merged, the oldest being number 1.
func describeSpan(s lsm.Span, runs []lsm.RunInfo) string {
	switch s.Len() {
	case 0:
		return "nothing"
	case len(runs):
		return fmt.Sprintf("all %d", len(runs))
	}
	return fmt.Sprintf("%d to %d of %d", s.First+1, s.End, len(runs))
}

// leastRuns finds for each trigger how many minis of one row start a merge.
func leastRuns(o lsm.Options, r lsm.Rules) string {
	var triggers, counts strings.Builder
	for trigger := range 17 {
		o.MinorCompactTrigger = trigger
		var runs []lsm.RunInfo
		for lsm.PickMinor(o, r, runs).Len() == 0 {
			runs = append(runs, lsm.RunInfo{Kind: lsm.Mini, PhysicalRows: 1})
		}
		fmt.Fprintf(&triggers, "%3d", trigger)
		fmt.Fprintf(&counts, "%3d", len(runs))
	}
	return "trigger" + triggers.String() + "\nruns   " + counts.String()
}

// dumpedStacks dumps one mini after another, merges as the policy says, and shows the kinds of
// the stack: i for a mini, m for a minor. A merge keeps every row.
func dumpedStacks(a arguments, o lsm.Options, r lsm.Rules) (string, error) {
	rows, err := strconv.ParseInt(a.value("rows", "1000"), 10, 64)
	times, timesErr := strconv.Atoi(a.word(1))
	if err != nil || timesErr != nil {
		return "", fmt.Errorf("want dumps N rows=ROWS")
	}
	var runs []lsm.RunInfo
	var stacks []string
	for range times {
		runs = append(runs, lsm.RunInfo{Kind: lsm.Mini, PhysicalRows: rows})
		for s := lsm.PickMinor(o, r, runs); s.Len() > 0; s = lsm.PickMinor(o, r, runs) {
			merged := lsm.RunInfo{Kind: lsm.Minor}
			for _, run := range runs[s.First:s.End] {
				merged.PhysicalRows += run.PhysicalRows
			}
			rest := append([]lsm.RunInfo{merged}, runs[s.End:]...)
			runs = append(runs[:s.First:s.First], rest...)
		}
		stack := ""
		for _, run := range runs {
			stack += map[lsm.RunKind]string{lsm.Mini: "i", lsm.Minor: "m"}[run.Kind]
		}
		stacks = append(stacks, stack)
	}
	return strings.Join(stacks, " "), nil
}
