package plots

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The order of phases is the specification here: rows as run/panel/phase, and where they stand.
func TestLadder(t *testing.T) {
	for _, c := range []struct {
		name, rows, want string
	}{
		{"panels mixed",
			"a/ps/base a/ro/base a/ps/mem a/ro/mem",
			"a: base mem | ps 0 1 | ro 0 1"},
		{"panels one after the other",
			"a/ps/base a/ps/mem a/ro/base a/ro/mem",
			"a: base mem | ps 0 1 | ro 0 1"},
		{"a phase comes several times",
			"a/ps/base a/ps/base a/ps/mem a/ps/base a/ro/base a/ro/base a/ro/mem a/ro/base",
			"a: base base mem base | ps 0 1 2 3 | ro 0 1 2 3"},
		{"the first panel lacks a phase",
			"a/ps/base a/ps/minor a/ro/base a/ro/mem a/ro/minor",
			"a: base mem minor | ps 0 2 | ro 0 1 2"},
		{"the second panel lacks a phase",
			"a/ps/base a/ps/mem a/ps/minor a/ro/base a/ro/minor",
			"a: base mem minor | ps 0 1 2 | ro 0 2"},
		{"panels contradict each other",
			"a/ps/x a/ps/y a/ro/y a/ro/x",
			"a: x y | ps 0 1 | ro 1 0"},
		{"runs have their own phases",
			"b/ps/base a/ps/mem b/ps/mem",
			"b: base mem | ps 0 1 ; a: mem | ps 0"},
	} {
		var steps []step
		for _, row := range strings.Fields(c.rows) {
			part := strings.Split(row, "/")
			steps = append(steps, step{part[0], part[1], part[2]})
		}
		l, err := newLadder(steps)
		if err != nil {
			t.Fatal(err)
		}
		if got := describe(l); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
		checkRows(t, l, steps)
	}
}

func describe(l ladder) string {
	var runs []string
	for _, run := range l.runs {
		parts := []string{run.name + ": " + strings.Join(run.phases, " ")}
		for _, panel := range run.panels {
			text := panel.name
			for _, b := range panel.bars {
				text += fmt.Sprint(" ", b.x)
			}
			parts = append(parts, text)
		}
		runs = append(runs, strings.Join(parts, " | "))
	}
	return strings.Join(runs, " ; ")
}

// checkRows: every row is drawn once, in its own run and panel, above its own phase.
func checkRows(t *testing.T, l ladder, steps []step) {
	t.Helper()
	var seen []int
	for _, run := range l.runs {
		for _, panel := range run.panels {
			for _, b := range panel.bars {
				seen = append(seen, b.row)
				if got := (step{run.name, panel.name, run.phases[b.x]}); got != steps[b.row] {
					t.Errorf("row %d %v is drawn at %v", b.row, steps[b.row], got)
				}
			}
		}
	}
	slices.Sort(seen)
	for i, row := range seen {
		if row != i || len(seen) != len(steps) {
			t.Fatalf("rows drawn: %v of %d", seen, len(steps))
		}
	}
}

func TestLadderTooManyPanels(t *testing.T) {
	var steps []step
	for i := range maxPanels + 1 {
		steps = append(steps, step{fmt.Sprint("run ", i), "ps", "base"})
	}
	if _, err := newLadder(steps); err == nil || !strings.Contains(err.Error(), "49 panels") {
		t.Errorf("error %v", err)
	}
	if _, err := newLadder(steps[1:]); err != nil {
		t.Errorf("the most panels are refused: %v", err)
	}
}
