package plots

import (
	"errors"
	"fmt"
	"slices"
)

// A state ladder takes a server from phase to phase, measuring in each. This file decides where
// the rows of such a run stand in a figure; nothing here draws. It has to cope with what real runs
// look like: a phase comes several times ("base" is measured three times before the writes begin),
// one script misses a phase the other has, and rows arrive sorted by phase or by script.

const (
	// maxPanels and maxPhases bound the size of a figure: 48 panels make a page 2 metres long,
	// and with 200 phases a bar is one point wide.
	maxPanels = 48
	maxPhases = 200
)

// step names where a row of a table by phase belongs. The panel is a script or a statement.
type step struct {
	run, panel, phase string
}

// ladder is the order of a figure by phase: runs one below the other, in each run its panels, all
// panels of a run with the same phases at the same x.
type ladder struct {
	runs []ladderRun
}

// ladderRun is a run with the names under its x axis: phases[x] stands at x.
type ladderRun struct {
	name   string
	phases []string
	panels []ladderPanel
}

// ladderPanel is one pair of axes: a script or a kind of statement.
type ladderPanel struct {
	name string
	bars []bar
}

// bar is row number row of the table, drawn at x.
type bar struct {
	x, row int
}

// visit is the n-th time that a panel comes to a phase: a run may pass through "base" three times.
type visit struct {
	phase string
	n     int
}

// checkedLadder checks the rows of a figure and puts them in order.
func checkedLadder[R interface {
	check(i int) error
	step() step
}](rows []R) (ladder, error) {

	steps := make([]step, len(rows))
	for i, r := range rows {
		steps[i] = r.step()
		if err := r.check(i); err != nil {
			return ladder{}, err
		}
	}
	return newLadder(steps)
}

// newLadder sorts rows into runs and panels, both in the order in which they first appear. The
// n-th row of a phase in one panel stands at the x of the n-th row of that phase in the others,
// whether rows of the panels are mixed or come one after the other.
func newLadder(steps []step) (ladder, error) {
	var l ladder
	if len(steps) == 0 {
		return l, errors.New("no rows")
	}
	if len(steps) > maxPanels*maxPhases {
		return l, fmt.Errorf("%d rows; a figure holds %d", len(steps), maxPanels*maxPhases)
	}
	byRun := map[string][]int{}
	for row, s := range steps {
		if len(byRun[s.run]) == 0 {
			l.runs = append(l.runs, ladderRun{name: s.run})
		}
		byRun[s.run] = append(byRun[s.run], row)
	}
	panels := 0
	for i := range l.runs {
		l.runs[i].arrange(steps, byRun[l.runs[i].name])
		panels += len(l.runs[i].panels)
		if n := len(l.runs[i].phases); n > maxPhases {
			return l, fmt.Errorf("run %s has %d phases; a figure holds %d", l.runs[i].name, n,
				maxPhases)
		}
	}
	if panels > maxPanels {
		return l, fmt.Errorf("%d panels; a figure holds %d: draw fewer runs", panels, maxPanels)
	}
	return l, nil
}

// arrange fills phases and panels of one run from its rows: first it finds which visits each panel
// makes, then it puts the visits of all panels into one order, which gives every bar its x.
func (r *ladderRun) arrange(steps []step, rows []int) {
	index := map[string]int{} // of a panel in r.panels and sequences
	times := map[step]int{}
	var sequences [][]visit
	for _, row := range rows {
		s := steps[row]
		i, known := index[s.panel]
		if !known {
			i = len(r.panels)
			index[s.panel] = i
			r.panels = append(r.panels, ladderPanel{name: s.panel})
			sequences = append(sequences, nil)
		}
		sequences[i] = append(sequences[i], visit{s.phase, times[s]})
		r.panels[i].bars = append(r.panels[i].bars, bar{row: row})
		times[s]++
	}
	x := map[visit]int{}
	for i, v := range mergeOrder(sequences) {
		x[v] = i
		r.phases = append(r.phases, v.phase)
	}
	for i, seq := range sequences {
		for j, v := range seq {
			r.panels[i].bars[j].x = x[v]
		}
	}
}

// mergeOrder returns every visit once, in an order that agrees with all sequences if there is one.
// Again and again it takes the head of the first sequence that may go: no other sequence has
// something before it. When the sequences contradict each other, the first one wins. (This is a
// topological sort whose ties go to the first panel; maxPhases keeps its square cost small.)
func mergeOrder(sequences [][]visit) []visit {
	rest := slices.Clone(sequences)
	var order []visit
	for {
		rest = slices.DeleteFunc(rest, func(seq []visit) bool { return len(seq) == 0 })
		if len(rest) == 0 {
			return order
		}
		first := slices.IndexFunc(rest, func(seq []visit) bool { return !waits(seq[0], rest) })
		next := rest[max(first, 0)][0]
		order = append(order, next)
		for i, seq := range rest {
			if at := slices.Index(seq, next); at >= 0 {
				rest[i] = slices.Concat(seq[:at], seq[at+1:])
			}
		}
	}
}

// waits says whether v comes later in some sequence, behind other visits.
func waits(v visit, sequences [][]visit) bool {
	return slices.ContainsFunc(sequences, func(seq []visit) bool {
		return slices.Index(seq, v) > 0
	})
}
