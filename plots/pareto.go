package plots

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The figure of read cost against merge work: the claim is that cheaper reads are paid for with
// rewriting, that the front says at which price, and where the current setting stands to it.

const (
	// maxParetoRows bounds the size of a drawing, as maxPairs does.
	maxParetoRows = maxPairs
	// maxParetoLabels is how many points of the front have a number: more of them, and the key
	// below the panel is longer than the panel is high.
	maxParetoLabels = 8
)

// ParetoRow is what one setting costs.
type ParetoRow struct {
	Setting               string  // names the setting, as in "minor trigger 2"; no other has it
	ReadCost              float64 // in the unit that ParetoFront is told
	RewrittenBytesPerHour float64 // by merges
	// Excluded says that the setting breaks a constraint: it is shown, but not on the front.
	Excluded bool
	// Current and Best mark at most one row each; a best one is not excluded.
	Current, Best bool
}

// ParetoFront shows read cost against merge work, a dot for each setting, and as a line the front:
// settings than which no allowed one is better in one of the two and no worse in the other. The
// line goes in steps, since between two settings there is none. Up to eight points of the front
// have a number, far enough from each other to be read, and a key below the panel names them. The
// current setting is a square, the best one a diamond, what breaks a constraint a small cross. The
// axis of merge work is logarithmic when all of it is above 0 and spans more than a decade. cost
// names the read cost and its unit, as in "read cost (µs per query)".
//
// Errors: no settings or more than 20000, two of one name, a number that is NaN, infinite, negative
// or too large, two current or best ones, a best one that is excluded. They name the row, counted
// from 1.
func ParetoFront(title, cost string, rows []ParetoRow) (Figure, error) {
	if err := checkPareto(rows); err != nil {
		return Figure{}, fmt.Errorf("plots: Pareto front: %w", err)
	}
	p := newPaper(DefaultStyle(), pageWidth)
	d := newParetoDrawing(cost, rows)
	p.heading(title, d.remark())
	p.legend(d.legend(p.style))
	d.draw(p)
	return Figure{Title: title, Header: paretoHeader(), Rows: d.table(), paper: p}, nil
}

// checkPareto refuses what can't be drawn.
func checkPareto(rows []ParetoRow) error {
	if len(rows) == 0 {
		return errors.New("no settings")
	}
	if len(rows) > maxParetoRows {
		return fmt.Errorf("%d settings; a figure holds %d", len(rows), maxParetoRows)
	}
	first := map[string]int{}
	current, best := noRow, noRow
	for i, r := range rows {
		where := fmt.Sprintf("row %d (%s)", i+1, r.Setting)
		if err := checkNumbers(where, quantity{"read cost", r.ReadCost},
			quantity{"rewritten bytes per hour", r.RewrittenBytesPerHour}); err != nil {
			return err
		}
		if other, taken := first[r.Setting]; taken {
			return fmt.Errorf("%s: the same setting as row %d", where, other+1)
		}
		first[r.Setting] = i
		switch {
		case r.Current && current != noRow:
			return fmt.Errorf("%s is current, and row %d is too", where, current+1)
		case r.Best && best != noRow:
			return fmt.Errorf("%s is best, and row %d is too", where, best+1)
		case r.Best && r.Excluded:
			return fmt.Errorf("%s is best, but breaks a constraint", where)
		}
		if r.Current {
			current = i
		}
		if r.Best {
			best = i
		}
	}
	return nil
}

// noRow stands for a mark that no row has.
const noRow = -1

// paretoFront finds the rows of the front, by falling cost and so by rising work. Of equal rows it
// has the first.
func paretoFront(rows []ParetoRow) []int {
	var order []int
	for i, r := range rows {
		if !r.Excluded {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(rows[a].RewrittenBytesPerHour, rows[b].RewrittenBytesPerHour),
			cmp.Compare(rows[a].ReadCost, rows[b].ReadCost))
	})
	var front []int
	for _, i := range order {
		if n := len(front); n == 0 || rows[i].ReadCost < rows[front[n-1]].ReadCost {
			front = append(front, i)
		}
	}
	return front
}

func paretoHeader() []string {
	return []string{"setting", "quantity", "read_cost", "rewritten_bytes_per_hour", "excluded",
		"on_front", "current", "best"}
}

// table has the quantity as a column, as PredictedVsMeasured has.
func (d paretoDrawing) table() [][]string {
	onFront := map[int]bool{}
	for _, i := range d.front {
		onFront[i] = true
	}
	cells := make([][]string, len(d.rows))
	for i, r := range d.rows {
		cells[i] = []string{r.Setting, d.cost, cell(r.ReadCost), cell(r.RewrittenBytesPerHour),
			yesNo(r.Excluded), yesNo(onFront[i]), yesNo(r.Current), yesNo(r.Best)}
	}
	return cells
}

// remark says how many settings are on the front, and what the best one saves and costs.
func (d paretoDrawing) remark() string {
	excluded := 0
	for _, r := range d.rows {
		if r.Excluded {
			excluded++
		}
	}
	parts := []string{fmt.Sprintf("%d of %d settings are on the front.", len(d.front),
		len(d.rows))}
	if excluded > 0 {
		parts[0] = fmt.Sprintf("%d of %d settings are on the front, %d break a constraint.",
			len(d.front), len(d.rows), excluded)
	}
	if d.best != noRow && d.current != noRow && d.best != d.current {
		best, current := d.rows[d.best], d.rows[d.current]
		parts = append(parts, fmt.Sprintf("Best against current: reads cost %s, merges rewrite %s.",
			changeFrom(current.ReadCost, best.ReadCost),
			changeFrom(current.RewrittenBytesPerHour, best.RewrittenBytesPerHour)))
	}
	return strings.Join(parts, " ")
}
